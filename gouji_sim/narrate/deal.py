"""A deal told in lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len

from gouji_sim.i18n import Lang, message, term, terms
from gouji_sim.narrate.events import Event, tell_choice, tell_event
from gouji_sim.narrate.story import Attempt, Decision, Step, Story
from gouji_sim.narrate.text import Line, fold, grouped, join, pad, seat_name, seat_names
from gouji_sim.vocab import PLACES, SEATS

__all__ = ["tell_deal"]

OWN_EVENTS: Final = {
    "pass": "pass", "yield": "yield", "decline": "decline", "shed": "shed", "revolt": "revolt",
    "keep": "keep", "drop": "drop", "buy": "buy",
}  # fmt: skip
"""The event by which an action that is a word shows; the other words leave none."""

SILENT_EVENTS: Final = ("over",)
"""Events that the text shows otherwise."""


def tell_deal(story: Story, lang: Lang, width: int = 80) -> Iterator[Line]:
    """Hands, setup, every decision and event, the result; options of decisions where the story has them."""
    yield from _heading(story, lang)
    for number, attempt in enumerate(story.attempts, start=1):
        yield Line("")
        if len(story.attempts) > 1:
            yield Line(message("table.deal.attempt", lang, n=number), "bold")
        yield from _hands(attempt, lang, width)
        yield from _course(attempt, lang, width)
    yield Line("")
    yield from _result(story, lang)


def _heading(story: Story, lang: Lang) -> Iterator[Line]:
    title = message(
        "table.deal.title", lang, variant=story.variant.label(lang), seed=story.seed, index=story.index
    )
    more = []
    if story.session:
        session, number = divmod(story.index, story.variant.options.session_deals)
        more.append(message("table.deal.in_session", lang, session=session, number=number + 1))
    if story.rotation:
        more.append(message("table.deal.rotation", lang, n=story.rotation))
    if story.replicate:
        more.append(message("table.deal.replicate", lang, n=story.replicate))
    yield Line(join([title, *more], lang), "bold")
    same = len(set(story.lineup)) == 1
    names = [_policy(name, lang) for name in (story.lineup[:1] if same else story.lineup)]
    yield Line(f"{message('table.deal.policies', lang)}{message('table.colon', lang)}{join(names, lang)}")


def _policy(name: str, lang: Lang) -> str:
    return term(f"policy.{name}", lang) if f"policy.{name}" in terms() else name


def _hands(attempt: Attempt, lang: Lang, width: int) -> Iterator[Line]:
    yield Line(
        message(
            "table.deal.hands",
            lang,
            first=seat_name(attempt.first_dealt, lang),
            leader=seat_name(attempt.leader, lang),
        ),
        "bold",
    )
    for seat, hand in enumerate(attempt.hands):
        for line in fold(f"  {seat_name(seat, lang)} {sum(hand):>3}  ", grouped(hand).split(), width):
            yield Line(line)


def _course(attempt: Attempt, lang: Lang, width: int) -> Iterator[Line]:
    """The steps, with a heading where the play begins and at each round."""
    n_round = n_decision = n_out = 0
    begun = False
    for step in attempt.steps:
        decision = step.decision
        if decision is not None and decision.phase == "lead":
            n_round += 1
            yield Line(message("table.deal.round", lang, n=n_round), "bold")
        elif not begun and (decision is not None or _shown(step)):
            yield Line(message("table.deal.before", lang), "bold")
        begun = begun or decision is not None or bool(_shown(step))
        own = _own_event(step)
        if decision is not None:
            n_decision += 1
            yield from _decision(decision, own, n_decision, lang, width)
        for event in _shown(step):
            n_out += event["event"] == "settled" and event["by"] == "out"
            if event is not own:
                yield Line(f"        {tell_event(event, lang, n_out)}", "dim" if _is_quiet(event) else "")


def _shown(step: Step) -> list[Event]:
    return [event for event in step.events if event["event"] not in SILENT_EVENTS]


def _own_event(step: Step) -> Event | None:
    """The event that is the decision itself."""
    decision = step.decision
    if decision is None:
        return None
    kind = OWN_EVENTS.get(decision.action)
    if decision.action.startswith("return:"):
        kind = "return"
    elif decision.action.startswith("burn:"):
        kind = "cover"
    elif decision.phase in ("lead", "answer") and kind is None:
        kind = "lead" if decision.phase == "lead" else "beat"
    for event in step.events:
        if event["event"] == kind and event.get("seat") == decision.seat:
            return event
    return None


def _is_quiet(event: Event) -> bool:
    return event["event"] in ("pass", "stands")


def _decision(decision: Decision, own: Event | None, number: int, lang: Lang, width: int) -> Iterator[Line]:
    if own is None:
        text = tell_choice(decision.seat, decision.phase, decision.action, lang)
    else:
        text = tell_event(own, lang)
    note = message("table.deal.n_options", lang, n=decision.n_options)
    room = min(width, 80) - cell_len(note) - 1
    yield Line(f"{pad(f'{number:>6}  {text}', room)} {note}")
    if decision.options:
        text = message("table.deal.options", lang, actions="")
        for line in fold(f"          {text}", decision.options, width):
            yield Line(line, "dim")


def _result(story: Story, lang: Lang) -> Iterator[Line]:
    result = story.result
    yield Line(message("table.deal.result", lang), "bold")
    how = {entry["seat"]: entry["by"] for entry in result["settled"]}
    names = [term(f"place.{place}", lang) for place in PLACES]
    ends = [term(f"settled.{how.get(seat, 'last')}", lang) for seat in SEATS]
    for place, name in zip(PLACES, names, strict=True):
        seat = result["places"].index(place)
        columns = [
            pad(name, max(map(cell_len, names))),
            seat_name(seat, lang),
            pad(ends[seat], max(map(cell_len, ends))),
            f"{result['scores'][seat]:+3d}" if result["scores"][seat] else "  0",
        ]
        left = result["hands"][seat]
        note = f"  {message('table.deal.left', lang, cards=left)}" if left else ""
        yield Line(f"  {place}  {'  '.join(columns)}{note}")
    if result["sweep"] is not None:
        yield Line(
            message("table.deal.sweep", lang, seats=seat_names(SEATS[result["sweep"] :: 2], lang)), "bold"
        )
    if story.variant.options.open_by != "none":
        opened = [seat for seat in SEATS if result["opened"][seat]]
        label = message("table.deal.opened", lang)
        yield Line(f"{label}{message('table.colon', lang)}{seat_names(opened, lang)}")
    if result["burns"]:
        yield Line(message("table.deal.burns", lang))
    for burn in result["burns"]:
        text = message(
            "table.deal.counter_burn" if burn["counter"] else "table.deal.burn",
            lang,
            burner=seat_name(burn["burner"], lang),
            victim=seat_name(burn["victim"], lang),
            outcome=term(f"burn_outcome.{burn['outcome']}", lang),
        )
        yield Line(f"  {text}")
    if result["obligations"]:
        yield Line(message("table.deal.tribute", lang))
    for debt in result["obligations"]:
        text = message(
            "table.deal.debt",
            lang,
            payer=seat_name(debt["from"], lang),
            receiver=seat_name(debt["to"], lang),
            n=debt["cards"],
            kind=term(f"tribute_kind.{debt['kind']}", lang),
        )
        yield Line(f"  {text}")
