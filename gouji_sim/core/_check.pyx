"""The invariants of a table: see ``_check.pxd``."""

from gouji_sim.core._rng cimport popcount
from gouji_sim.core._types cimport (
    ALL_SEATS,
    Hand,
    N_LAYERS,
    N_RANKS,
    N_SEATS,
    PHASE_LEAD,
    PHASE_OVER,
)


cdef void check_hand(const Hand* hand, int n_cards) noexcept nogil:
    """Bit r of layer k is set iff more than k cards of rank r are held; the size is the sum of the counts."""
    cdef int rank, k, total = 0
    for rank in range(N_RANKS):
        total += hand.count[rank]
        require(hand.count[rank] <= N_LAYERS)
        for k in range(N_LAYERS):
            require(((hand.layer[k] >> rank) & 1) == (hand.count[rank] > k))
    require(hand.count[N_RANKS] == 0)
    require(total == n_cards)


cdef void check_table(const Table* t) noexcept nogil:
    """Abort, with the line of the invariant, when one does not hold."""
    cdef int seat
    cdef unsigned int settled = ~<unsigned int>t.active & ALL_SEATS
    for seat in range(N_SEATS):
        check_hand(&t.hands[seat], t.n_cards[seat])
        require((t.active >> seat) & 1 or t.n_cards[seat] == 0)
        require(not (t.active >> seat) & 1 or t.n_cards[seat] > 0)
    require(t.n_active == popcount(t.active))
    require(t.n_active + t.n_settled == N_SEATS)
    require(((t.active | t.passed | t.opened | t.given_up | t.declared) & ~ALL_SEATS) == 0)
    if t.phase == PHASE_OVER:
        require(t.asked < 0)
        return
    require(t.asked >= 0 and (t.active >> t.asked) & 1)
    if t.phase < PHASE_LEAD:
        return
    # A seat is headless iff its head is settled and it has no credits.
    settled = ((settled << 3) | (settled >> 3)) & ALL_SEATS
    if t.credits:
        settled &= ~(1 << t.credit_seat)
    require(t.headless == settled)
    require((t.owner < 0) == (t.phase == PHASE_LEAD))
    require((t.owner < 0) == (t.top == 0))
    require(t.burner < 0 or ((t.active >> t.burner) & 1 and not t.melee))
    require(t.chance < 0 or (t.phase == PHASE_LEAD and t.chance == t.asked))


def checks_enabled():
    """Is this a build with checks?"""
    return bool(CHECKS)
