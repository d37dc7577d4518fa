"""Actions as numbers: every action that a deck allows has one fixed index.

======================= ============================================================================
index                   action
======================= ============================================================================
0 … 11                  the words of ``vocab.CHOICES``: ``pass``, ``yield``, ``decline``, …
12 … 26                 a card given back, by rank: ``return:3`` … ``return:W``
27 …                    plays without naturals, by (twos, small jokers, big jokers)
then, for each natural  plays with naturals of that rank, by (naturals, twos, small jokers, big
rank from 3 to A        jokers)
======================= ============================================================================

Within a group the last number runs fastest; each runs up to what the deck holds. While a seat is asked to
burn, the index of a play means a burn with that covering play.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from gouji_sim.rules import Options
from gouji_sim.view import View
from gouji_sim.vocab import BIG, CHOICES, N_RANKS, NATURALS, RANKS, SMALL, TWO, format_cards, parse_cards

__all__ = ["Actions"]

WORDS: Final[dict[str, int]] = {word: index for index, word in enumerate(CHOICES)}
FIRST_RETURN: Final = len(WORDS)
FIRST_PLAY: Final = FIRST_RETURN + N_RANKS
BURN: Final = "burn:"
RETURN: Final = "return:"


class Actions:
    """The numbering of the actions of one deck; ``n`` is how many there are."""

    def __init__(self, options: Options) -> None:
        self.deck: Final = options.deck_counts
        self._radix = tuple(self.deck[rank] + 1 for rank in (TWO, SMALL, BIG))
        self._covers = int(np.prod(self._radix))
        """Ways to add twos and jokers to naturals, none included."""
        starts = []
        end = FIRST_PLAY + self._covers - 1
        for rank in NATURALS:
            starts.append(end - self._covers)
            end += self.deck[rank] * self._covers
        self.n: Final = end
        # start + naturals * covers + cover is the index of a play. The last start is that of plays without
        # naturals, so that their rank, -1, finds it; there is no play without cards at all.
        self._starts = np.array([*starts, FIRST_PLAY - 1], dtype=np.int64)

    def __repr__(self) -> str:
        return f"<Actions: {self.n}>"

    def encode(self, action: str) -> int:
        """The index of an action in the notation of RULES 19. Raises ValueError for what is no action."""
        if action in WORDS:
            return WORDS[action]
        if action.startswith(RETURN):
            if len(action) != len(RETURN) + 1 or action[-1] not in RANKS:
                raise ValueError(f"{action!r}: a return names one card")
            return FIRST_RETURN + RANKS.index(action[-1])
        cards = parse_cards(action.removeprefix(BURN))
        naturals = [rank for rank in NATURALS if cards[rank]]
        if not any(cards) or len(naturals) > 1:
            raise ValueError(f"{action!r} is no play")
        if any(count > most for count, most in zip(cards, self.deck, strict=True)):
            raise ValueError(f"{action!r}: the deck does not hold these cards")
        rank = naturals[0] if naturals else -1
        n = cards[rank] if naturals else 0
        return int(self._index(*(np.array(part) for part in (rank, n, *cards[TWO:]))))

    def decode(self, index: int, phase: str = "lead") -> str:
        """The action with an index, for a seat in a phase (only ``"burn"`` makes a difference).

        Raises ValueError outside 0 … n - 1.
        """
        if not 0 <= index < self.n:
            raise ValueError(f"{index} is no action: there are {self.n}")
        if index < FIRST_RETURN:
            return CHOICES[index]
        if index < FIRST_PLAY:
            return RETURN + RANKS[index - FIRST_RETURN]
        counts = [0] * N_RANKS
        if index < self._starts[0] + self._covers:
            cover = index - FIRST_PLAY + 1
        else:
            # Starts lie one block before the first play of their rank.
            rank = int(np.searchsorted(self._starts[:-1], index - self._covers, side="right")) - 1
            counts[rank], cover = divmod(int(index - self._starts[rank]), self._covers)
        cover, counts[BIG] = divmod(int(cover), self._radix[2])
        counts[TWO], counts[SMALL] = divmod(cover, self._radix[1])
        return (BURN if phase == "burn" else "") + format_cards(counts)

    def legal(self, view: View) -> NDArray[np.int64]:
        """The indices of the legal actions, (n,): number i is that of ``view.actions[i]``."""
        rows = view.candidates.astype(np.int64)
        if view.phase == "return":
            return FIRST_RETURN + rows[:, 0]
        found = self._index(*rows.T)
        if view.phase != "lead":
            for i in np.flatnonzero(view.sizes == 0):
                found[i] = WORDS[view.actions[i]]
        return found

    def mask(self, legal: NDArray[np.int64] | tuple[()] = ()) -> NDArray[np.int8]:
        """1 at some indices, 0 elsewhere: (n,)."""
        mask = np.zeros(self.n, dtype=np.int8)
        if len(legal):
            mask[legal] = 1
        return mask

    def _index(
        self,
        rank: NDArray[np.int64],
        naturals: NDArray[np.int64],
        twos: NDArray[np.int64],
        small: NDArray[np.int64],
        big: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        cover = (twos * self._radix[1] + small) * self._radix[2] + big
        index: NDArray[np.int64] = self._starts[rank] + naturals * self._covers + cover
        return index
