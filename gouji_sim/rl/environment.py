"""The game as a PettingZoo environment in which agents act one at a time (AEC)."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError("gouji_sim.rl needs the extra: pip install 'gouji-sim[rl]'") from error

from gouji_sim.core import CompiledRules, Engine
from gouji_sim.errors import GoujiError, IllegalActionError
from gouji_sim.rl.observation import Encoder
from gouji_sim.rules import Options, Variant, load_variant
from gouji_sim.view import History, View, view_of
from gouji_sim.vocab import N_SEATS, format_cards

__all__ = ["env", "raw_env"]

AGENTS: Final = tuple(f"seat_{seat}" for seat in range(N_SEATS))
RENDER_MODES: Final = ("human", "ansi")
MAX_VOID: Final = 10_000
"""Void deals in a row at one index, as in the core."""
NOTHING: Final = np.zeros(0, dtype=np.int64)

Observation = dict[str, NDArray[Any]]


def env(
    variant: str | Path | Variant = "qingdao",
    overrides: Mapping[str, Any] | None = None,
    *,
    session: bool = False,
    render_mode: str | None = None,
    illegal_reward: float | None = None,
) -> Any:
    """`raw_env` in PettingZoo's usual wrappers.

    An action that is not legal ends the episode with ``illegal_reward`` for the seat that chose it and 0 for
    the others; by default the worst score that a swept seat can have.
    """
    raw = raw_env(variant, overrides, session=session, render_mode=render_mode)
    reward = worst_score(raw.options) if illegal_reward is None else illegal_reward
    wrapped = wrappers.TerminateIllegalWrapper(raw, illegal_reward=reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def worst_score(options: Options) -> float:
    """The lowest score of a seat in a deal that it loses (RULES 14), with or without ``positive_only``."""
    points = sorted(options.place_points)
    return float(2 * sum(points[:3]) if options.teams else points[0])


class raw_env(AECEnv):  # type: ignore[misc]
    """Six agents, ``seat_0`` to ``seat_5``; an episode is one deal or, with ``session``, one session.

    An agent is selected when its seat is asked and has a choice; what is forced happens by itself, void deals
    are dealt anew. Observations are those of `Encoder`; a seat that is not asked observes what it saw when it
    was asked last, with an empty mask. ``infos`` hold the seed, the number of the deal and, as ``legal``, the
    numbers of the legal actions in the order of ``view().actions``. The reward is the score of the deal
    (RULES 14) at its end, for all seats at once.

    ``reset(seed=s)`` deals the first deal of seed s, the cards being those that studies deal; a reset without
    a seed goes on with the next one. ``options={"deal": i}`` picks deal i (with ``session``:
    ``{"session": i}``), ``{"rotation": r}`` gives the hands to the seats r further on, as in duplicate deals.

    Raises `VariantError`, from ``step`` `IllegalActionError`.
    """

    metadata: Final[dict[str, Any]] = {
        "name": "gouji_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        variant: str | Path | Variant = "qingdao",
        overrides: Mapping[str, Any] | None = None,
        *,
        session: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode {render_mode!r} is none of None, 'human', 'ansi'")
        if isinstance(variant, Variant):
            if overrides:
                raise ValueError("overrides go with the name of a variant: load_variant(name, overrides)")
            self.variant = variant
        else:
            self.variant = load_variant(variant, overrides)
        self.options: Options = self.variant.options
        self.session = session
        self.render_mode = render_mode
        self.encoder = Encoder(self.options)
        self.possible_agents = list(AGENTS)
        self._observation_spaces = {agent: self._observation_space() for agent in AGENTS}
        self._action_spaces = {agent: spaces.Discrete(self.encoder.actions.n) for agent in AGENTS}
        self._rules = CompiledRules(self.options)
        self._view: View | None = None
        self._seed: int | None = None
        self._next = 0

    def _observation_space(self) -> spaces.Space[Any]:
        low, high = self.encoder.low, self.encoder.high
        return spaces.Dict(
            {
                "observation": spaces.Box(low, high, dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (self.encoder.actions.n,), dtype=np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    # ---- actions ---------------------------------------------------------------------------------------

    def encode_action(self, action: str) -> int:
        """The number of an action in the notation of RULES 19. Raises ValueError for what is no action."""
        return self.encoder.actions.encode(action)

    def decode_action(self, index: int) -> str:
        """The action that a number means for the seat that is asked. Raises ValueError."""
        return self.encoder.actions.decode(int(index), self._view.phase if self._view else "lead")

    def view(self) -> View:
        """All that the seat that is asked may know, its legal actions as text included.

        Raises ValueError before the first reset and when the episode is over.
        """
        if self._view is None:
            raise ValueError("nobody is asked: no episode is under way")
        return self._view

    # ---- playing ---------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        options = options or {}
        name, other = ("session", "deal") if self.session else ("deal", "session")
        if other in options:
            raise ValueError(f"this environment plays {name}s: its option is {name!r}, not {other!r}")
        if seed is not None:
            self._seed, self._next = seed, 0
        elif self._seed is None:
            self._seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        number = int(options.get(name, self._next))
        self._next = number + 1
        self._deals = self.options.session_deals if self.session else 1
        self._engine = Engine.from_deal(
            self._rules,
            self._seed,
            number * self._deals,
            session=self.session,
            rotation=int(options.get("rotation", 0)),
        )
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"seed": self._seed, name: number, "legal": NOTHING} for agent in AGENTS
        }
        self._skip_agent_selection = None
        nothing = self.encoder.nothing()
        self._seen: dict[str, Observation] = {
            agent: {"observation": nothing.copy(), "action_mask": self.encoder.actions.mask()}
            for agent in AGENTS
        }
        self._begin()
        self._select()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        return self._seen[agent]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        view = self.view()
        if not np.any(self._legal == action):
            raise IllegalActionError(
                f"{action!r} is not legal: seat {view.seat} is asked to {view.phase}", place=f"agent {agent}"
            )
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        self._engine.apply(self.decode_action(action))
        self._seen[agent] = self._seen[agent] | {"action_mask": self.encoder.actions.mask()}
        self.infos[agent]["legal"] = NOTHING
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _begin(self) -> None:
        self._history = History()
        self._engine.start()

    def _select(self) -> None:
        """Find the agent that is asked next; what ends or is void on the way is scored or dealt anew."""
        void = 0
        while (seat := self._engine.seat) is None:
            if self._engine.failed:
                raise GoujiError("a hand would be empty before the play begins", place=self.variant.id)
            if self._engine.is_void:
                void += 1
                if void == MAX_VOID:
                    raise GoujiError(f"void {MAX_VOID} times in a row", place=self.variant.id)
                self._engine.redeal()
                self._begin()
                continue
            for agent, score in zip(AGENTS, self._engine.record_outcome()["scores"], strict=True):
                self.rewards[agent] += float(score)
            self._deals -= 1
            if not self._deals:
                self._view = None
                self.terminations = dict.fromkeys(AGENTS, True)
                self.agent_selection = AGENTS[0]
                return
            self._engine.next_deal()
            self._begin()
        history = self._history.follow(self._engine)
        self._view = view_of(self._engine, self.options, history, self._engine.stream(seat))
        self._legal = self.encoder.actions.legal(self._view)
        self.agent_selection = AGENTS[seat]
        self._seen[self.agent_selection] = {
            "observation": self.encoder.vector(self._view),
            "action_mask": self.encoder.actions.mask(self._legal),
        }
        self.infos[self.agent_selection]["legal"] = self._legal.copy()

    # ---- looking on ------------------------------------------------------------------------------------

    def render(self) -> str | None:
        """The table with all hands, in the notation of RULES 19: a text, or printed with ``"human"``."""
        if self.render_mode is None:
            return None
        text = "\n".join(self._lines())
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text + "\n")
        return None

    def _lines(self) -> list[str]:
        state = self._engine.state()
        lines = [f"phase={state['phase']} table={state['table'] or '-'} owner={state['owner']}"]
        settled = {seat: how for seat, how, _ in self._engine.settled()}
        for seat, agent in enumerate(AGENTS):
            mark = ">" if seat == state["seat"] else " "
            cards = format_cards(self._engine.hand(seat))
            told = settled.get(seat) or ("pass" if state["passed"] >> seat & 1 else "")
            lines.append(f"{mark} {agent} {len(cards):3d} {cards} {told}".rstrip())
        return lines

    def close(self) -> None:
        """Nothing is held open."""
