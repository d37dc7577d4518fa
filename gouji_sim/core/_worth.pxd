"""What a play is worth to the seat that makes it, for the policy ``expert``.

The worth of a play is what it saves of the cost of the hand, less the twos and jokers that it spends, plus
the lead that it wins if it stands, less what the others make of it if it does not. All worths are integers,
64 a hand to go; the numbers are the weights of docs/policies.md.
"""

from gouji_sim.core._chances cimport Sight
from gouji_sim.core._types cimport NATURALS, play_t, ranks_t
from gouji_sim.core._weights cimport W_BIG, W_SMALL, W_TWO
from libc.stdint cimport int32_t

cdef enum:
    WINS = 1 << 20  # the worth of a play that goes out
    CLOSE = 12  # a seat with fewer cards is a danger, or worth feeding
    QUEEN = 9
    QUEENS = 1 << QUEEN
    KINGS_AND_ACES = 3 << 10
    HIGH_RANKS = QUEENS | KINGS_AND_ACES


cdef struct Plan:
    # What all candidates of one decision share.
    int spare  # what twos and jokers cost now, in 1/64: less when few hands lack a winner
    int lacking  # hands that lack a winner now
    int lead  # worth of the lead
    int risk  # what it is worth to the others that the lead goes to one of them
    int scale  # what the stakes of the others count, in 1/64
    int bound  # no play that does not finish the hand is worth more, what it spends apart
    int opening  # worth of opening, 0 when it cannot be any more
    int exits[8]  # worth to the others of a play of so many cards that they may beat and go out with
    ranks_t groups  # natural ranks held that are no held threes


cdef struct Best:
    # The best candidate of a decision so far.
    play_t play  # 0: none yet
    int worth


cdef inline ranks_t loose_groups(const Sight* s) noexcept nogil:
    """The natural ranks held that are no held threes."""
    return s.hand.layer[0] & (NATURALS & ~1 if s.hold else NATURALS)


cdef inline int closeness(const Sight* s, int seat) noexcept nogil:
    """How close a seat is to going out: 0 to CLOSE."""
    cdef int n = s.t.n_cards[seat]
    return CLOSE - n if n < CLOSE else 0


cdef inline int price(const Sight* s, const Plan* plan, int twos, int small, int big) noexcept nogil:
    """What twos and jokers are worth now."""
    cdef const int32_t* w = s.weights
    return ((twos * w[W_TWO] + small * w[W_SMALL] + big * w[W_BIG]) * plan.spare) >> 6


cdef void make_plan(const Sight* sight, Plan* plan) noexcept nogil
cdef void make_risks(const Sight* sight, Plan* plan) noexcept nogil
cdef int worth(Sight* sight, const Plan* plan, play_t play, int lost, int least) noexcept nogil
