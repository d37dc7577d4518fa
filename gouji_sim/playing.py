"""Deals played by line-ups in which policies of the core and policies written in Python may be mixed.

`play_deals` and `play_sessions` are those of the core, which they call when all six names are the core's.
A policy in Python is named ``module:attribute``: an object with ``choose(view)`` that returns a legal action,
or a class of such objects that is made without arguments, once for each seat and call.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from gouji_sim import core
from gouji_sim.core import RECORD_DTYPE, CompiledRules
from gouji_sim.core._engine import Engine
from gouji_sim.core.policies import is_core_policy, policy_codes
from gouji_sim.errors import GoujiError, PolicyError, StudyError
from gouji_sim.view import History, View, view_of
from gouji_sim.vocab import N_SEATS

__all__ = [
    "Policy",
    "apply_choice",
    "check_policy",
    "choose_action",
    "load_policy",
    "play_deals",
    "play_sessions",
]

MAX_VOID: Final = 10_000
"""Void deals in a row at one index, as in the core."""

STAND_IN: Final = "random"
"""Name in the core's line-up of a seat that the core does not play."""

Records = NDArray[np.void]


@runtime_checkable
class Policy(Protocol):
    """A policy written in Python."""

    def choose(self, view: View) -> str | int:
        """A legal action: one of ``view.actions``, or its number there.

        Play is reproducible, whatever the number of jobs, when the answer depends on the view alone; chance
        comes from ``view.rng()``.
        """
        ...


def check_policy(name: str) -> None:
    """Raises `StudyError` unless a line-up may name this policy; loads one that is written in Python."""
    if ":" in name and not is_core_policy(name):
        load_policy(name)
    else:
        policy_codes([name] * N_SEATS)


def load_policy(name: str) -> Policy:
    """The object that ``module:attribute`` names; a class is called without arguments.

    Modules are looked up as Python does, and in the working directory. Raises `StudyError`.
    """
    module_name, colon, attribute = name.partition(":")
    if not colon or not module_name or not attribute:
        raise StudyError(
            f"{name!r} is no policy: a policy in Python is named module:attribute", place="policy"
        )
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not (module_name == error.name or module_name.startswith(error.name + ".")):
            raise StudyError(
                f"importing {module_name} failed: {_told(error)}", place=f"policy {name}"
            ) from error
        raise StudyError(
            f"there is no module {module_name} on Python's path or in {here}", place=f"policy {name}"
        ) from None
    except Exception as error:
        raise StudyError(f"importing {module_name} failed: {_told(error)}", place=f"policy {name}") from error
    try:
        found = attrgetter(attribute)(module)
    except AttributeError:
        raise StudyError(f"module {module_name} has no {attribute}", place=f"policy {name}") from None
    if isinstance(found, type):
        try:
            found = found()
        except Exception as error:
            raise StudyError(
                f"making a {attribute} failed: {_told(error)}", place=f"policy {name}"
            ) from error
    if not callable(getattr(found, "choose", None)):
        raise StudyError("has no method choose(view)", place=f"policy {name}")
    policy: Policy = found
    return policy


def choose_action(policy: Policy, view: View, place: str) -> str:
    """The action that a policy chooses, checked. Raises `PolicyError` that names ``place``."""
    try:
        answer = policy.choose(view)
    except GoujiError:
        raise
    except Exception as error:
        raise PolicyError(f"choose raised {_told(error)}", place=place) from error
    if isinstance(answer, (int, np.integer)) and not isinstance(answer, bool):
        if not 0 <= answer < view.n_actions:
            raise PolicyError(f"chose action number {answer} of {view.n_actions}", place=place)
        return view.actions[answer]
    if not isinstance(answer, str):
        raise PolicyError(
            f"chose {answer!r}: an action is a string, or its number in view.actions", place=place
        )
    return answer


def apply_choice(engine: Engine, policy: Policy, view: View, place: str) -> None:
    """Let a policy choose and carry it out. Raises `PolicyError` that names ``place``."""
    action = choose_action(policy, view, place)
    try:
        engine.apply(action)
    except ValueError:
        raise PolicyError(f"chose {action!r}: {_why_not(view)}", place=place) from None


def play_deals(
    rules: CompiledRules,
    lineup: Sequence[str],
    seed: int,
    start: int,
    count: int,
    *,
    rotation: int = 0,
    replicate: int = 0,
) -> Records:
    """As ``core.play_deals``; policies may be named ``module:attribute``.

    The cards are those of the core for the same seed and index. Raises `StudyError` for a policy that cannot
    be loaded, `PolicyError` for one that fails or chooses an action that is not legal.
    """
    return _play(core.play_deals, rules, lineup, seed, start, count, 1, rotation, replicate)


def play_sessions(
    rules: CompiledRules,
    lineup: Sequence[str],
    seed: int,
    start: int,
    count: int,
    *,
    rotation: int = 0,
    replicate: int = 0,
) -> Records:
    """As ``core.play_sessions``; policies may be named ``module:attribute``. Raises as `play_deals`."""
    per_session = rules.options.session_deals
    return _play(core.play_sessions, rules, lineup, seed, start, count, per_session, rotation, replicate)


def _play(
    of_core: Any,
    rules: CompiledRules,
    lineup: Sequence[str],
    seed: int,
    start: int,
    count: int,
    per_session: int,
    rotation: int,
    replicate: int,
) -> Records:
    own = {seat: name for seat, name in enumerate(lineup) if ":" in name and not is_core_policy(name)}
    if isinstance(lineup, str) or not own:
        records: Records = of_core(rules, lineup, seed, start, count, rotation=rotation, replicate=replicate)
        return records
    names = [STAND_IN if seat in own else name for seat, name in enumerate(lineup)]
    policy_codes(names)
    if count < 0:
        raise ValueError(f"cannot play {count} deals")
    policies = {seat: load_policy(name) for seat, name in own.items()}
    found = np.zeros(count * per_session, dtype=RECORD_DTYPE)
    for unit in range(count):
        index = (start + unit) * per_session
        engine = Engine.from_deal(
            rules, seed, index, names, session=per_session > 1, rotation=rotation, replicate=replicate
        )
        for number in range(per_session):
            if number:
                engine.next_deal()
            _finish(engine, policies, own, f"deal {index + number} of seed {seed}")
            found[unit * per_session + number] = engine.record()[0]
    return found


def _finish(engine: Engine, policies: dict[int, Policy], names: dict[int, str], place: str) -> None:
    """Play a deal that is dealt to its end; void ones are dealt anew."""
    waits = sum(1 << seat for seat in policies)
    for _ in range(MAX_VOID):
        _play_out(engine, policies, names, waits, place)
        if engine.failed:
            raise GoujiError("would empty a hand before the play begins", place=place)
        if not engine.is_void:
            return
        engine.redeal()
    raise GoujiError(
        f"was void {MAX_VOID} times in a row: under these rules there is hardly a deal that is not",
        place=place,
    )


def _play_out(
    engine: Engine, policies: dict[int, Policy], names: dict[int, str], waits: int, place: str
) -> None:
    """Play a deal from its setup to its end, or to where it is void."""
    history = History()
    options = engine.rules.options
    engine.start()
    while True:
        engine.play_on(waits)
        seat = engine.seat
        if seat is None:
            return
        view = view_of(engine, options, history.follow(engine), engine.stream(seat))
        where = f"{place}, seat {seat} ({names[seat]}), decision {view.decision}"
        apply_choice(engine, policies[seat], view, where)


def _why_not(view: View, most: int = 12) -> str:
    shown = ", ".join(view.actions[:most])
    more = f" and {view.n_actions - most} more" if view.n_actions > most else ""
    return f"it is not legal; seat {view.seat} is asked to {view.phase}: {shown}{more}"


def _told(error: BaseException) -> str:
    """An exception with the line that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{where}"
