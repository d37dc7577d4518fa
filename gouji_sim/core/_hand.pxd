"""A hand as a bitset: layer k is the mask of the ranks held more than k times (see `Hand` in _types.pxd)."""

from gouji_sim.core._rng cimport lowest_bit, popcount
from gouji_sim.core._types cimport (
    BIG,
    NATURALS,
    NO_RANK,
    N_LAYERS,
    SMALL,
    TWO,
    Hand,
    ranks_t,
)
from libc.string cimport memset


cdef inline void hand_clear(Hand* hand) noexcept nogil:
    memset(hand, 0, sizeof(Hand))


cdef inline void hand_add(Hand* hand, int rank) noexcept nogil:
    hand.layer[hand.count[rank]] |= <ranks_t>(1 << rank)
    hand.count[rank] += 1


cdef inline void hand_take(Hand* hand, int rank, int n) noexcept nogil:
    """Take n cards of a rank that holds at least n."""
    cdef int k = hand.count[rank]
    cdef ranks_t keep = <ranks_t>~(1 << rank)
    hand.count[rank] = <unsigned char>(k - n)
    while n > 0:
        k -= 1
        hand.layer[k] &= keep
        n -= 1


cdef inline ranks_t held_at_least(const Hand* hand, int n) noexcept nogil:
    """The ranks held at least n times, n >= 1."""
    return hand.layer[n - 1] if n <= N_LAYERS else 0


cdef inline bint only_threes(const Hand* hand) noexcept nogil:
    return hand.layer[0] == 1


cdef inline int jokers(const Hand* hand) noexcept nogil:
    return hand.count[SMALL] + hand.count[BIG]


cdef inline int natural_cards(const Hand* hand, ranks_t ranks) noexcept nogil:
    """Cards held of the ranks of a mask."""
    cdef int n = 0, k = 0
    cdef ranks_t layer = hand.layer[0] & ranks
    while layer:
        n += popcount(layer)
        k += 1
        if k == N_LAYERS:
            break
        layer = hand.layer[k] & ranks
    return n
