"""``playthroughs/*.txt``: whole deals and sessions, decision by decision.

    # What is special about it.
    variant qingdao
    policies random random random random random random
    seed 1
    deal 17                                    (or: session 3)

    dealt 1                                    (first card to seat 1; once more for each void deal)
    leader 4
    hand 0 WW22AA...
    ...
    buy 2 from=5 card=3 price=2                (events before the first decision)
    declare 1 of 2: silent                     (phase, seat, number of legal actions: the action)
    lead 4 of 63: 55 | pass 5 forced; ...      (what happened until the next decision)
    ...
    result {"finished": true, ...}             (RULES 19)

Files hold what the rules make of the actions in them, not what a policy would do today: playing a file again
deals its seed and carries out its actions.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from gouji_sim.core._engine import Engine
from gouji_sim.narrate.story import Story, retell, retell_session
from gouji_sim.rules import load_variant
from gouji_sim.vocab import PHASES, format_cards

FOLDER = Path(__file__).parents[1] / "playthroughs"

OWN_EVENTS = ("lead", "beat", "yield", "decline", "keep", "drop", "over")
"""Events that say no more than the decision does, or than the end of the file."""


class Changed(Exception):
    """An action of a file is not legal any more where it stands."""


def write(stories: list[Story], comments: list[str]) -> str:
    """The text of a playthrough of one deal, or of the deals of a session."""
    first = stories[0]
    unit, number = ("deal", first.index)
    if first.session:
        unit, number = "session", first.index // first.variant.options.session_deals
    lines = [
        *comments,
        f"variant {first.variant.id}",
        f"policies {' '.join(first.lineup)}",
        f"seed {first.seed}",
        f"{unit} {number}",
    ]
    for story in stories:
        lines += ["", *_deal(story)]
    return "\n".join(lines) + "\n"


def replayed(text: str) -> str:
    """The playthrough again, from its seed and its actions. Raises `Changed`."""
    comments = [line for line in text.splitlines() if line.startswith("#")]
    header = _header(text)
    actions = _actions(text)

    def choose(engine: Engine) -> str:
        action = next(actions, None)
        if action is None or action not in engine.legal():
            raise Changed(f"{action} is not legal: seat {engine.seat} is asked to {engine.phase}")
        return action

    return write(_play(header, choose), comments)


def played_by_policies(text: str) -> str:
    """The playthrough as the policies of its header play it today."""
    comments = [line for line in text.splitlines() if line.startswith("#")]
    return write(_play(_header(text), Engine.policy_action), comments)


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


def variant_of(path: Path) -> str:
    return _header(path.read_text(encoding="utf-8"))["variant"]


def is_session(path: Path) -> bool:
    return "session" in _header(path.read_text(encoding="utf-8"))


def _play(header: dict[str, str], choose: Callable[[Engine], str]) -> list[Story]:
    variant, lineup, seed = load_variant(header["variant"]), header["policies"].split(), int(header["seed"])
    if "deal" in header:
        return [retell(variant, lineup, seed, int(header["deal"]), choose=choose)]
    return list(retell_session(variant, lineup, seed, int(header["session"]), choose=choose))


def _header(text: str) -> dict[str, str]:
    head = text.split("\n\n")[0].splitlines()
    return dict(line.split(" ", 1) for line in head if not line.startswith("#"))


def _actions(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if line.split(" ", 1)[0] in PHASES and " of " in line:
            yield line.split(": ", 1)[1].split(" | ")[0]


def _deal(story: Story) -> Iterator[str]:
    for attempt in story.attempts:
        yield f"dealt {attempt.first_dealt}"
        yield f"leader {attempt.leader}"
        yield from (f"hand {seat} {format_cards(hand)}" for seat, hand in enumerate(attempt.hands))
        for step in attempt.steps:
            events = [_event(event) for event in step.events if not _is_own(event)]
            if step.decision is None:
                yield from events
            else:
                decision = step.decision
                line = f"{decision.phase} {decision.seat} of {decision.n_options}: {decision.action}"
                yield f"{line} | {'; '.join(events)}" if events else line
    yield f"result {json.dumps(story.result)}"


def _is_own(event: dict[str, Any]) -> bool:
    if event["event"] == "pass":
        return not event["forced"]
    if event["event"] == "revolt":
        return not event["automatic"]
    return event["event"] in OWN_EVENTS


def _event(event: dict[str, Any]) -> str:
    """An event as words: its kind, its seat, what is true of it, and the rest as key=value."""
    words = [event["event"], *(str(event[key]) for key in ("seat",) if key in event)]
    for key, value in event.items():
        if key in ("event", "seat") or value is False:
            continue
        words.append(key if value is True else f"{key}={json.dumps(value).strip(chr(34))}")
    return " ".join(words)
