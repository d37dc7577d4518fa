"""What a play is worth: see ``_worth.pxd``."""

from gouji_sim.core._chances cimport SURE, Sight, stand_chance
from gouji_sim.core._hand cimport jokers
from gouji_sim.core._play cimport (
    is_gouji,
    make_play,
    n_big,
    n_naturals,
    n_small,
    n_twos,
    natural_rank,
    play_jokers,
    play_size,
    qualifies,
)
from gouji_sim.core._rng cimport lowest_bit, popcount
from gouji_sim.core._table cimport bit_of, can_still_open
from gouji_sim.core._types cimport (
    BIG,
    CRules,
    FOUR,
    FOUR_NO,
    FOUR_SINGLE,
    Hand,
    OPEN_NONE,
    PAY_POINT,
    SMALL,
    THREE,
    TWO,
    Table,
    play_t,
    ranks_t,
    seats_t,
)
from gouji_sim.core._weights cimport (
    W_COST_3,
    W_DANGER,
    W_EXIT_OPPONENT,
    W_EXIT_PARTNER,
    W_FEED,
    W_GOUJI,
    W_KEEP_FOUR,
    W_LACKS_0,
    W_LEAD_0,
    W_LEAD_LOW,
    W_MELEE,
    W_OPEN,
    W_OPEN_FOURS,
    W_OPEN_SINGLE_FOUR,
    W_OUT,
    W_RESERVE,
    W_RESERVE_TWO,
    W_SIZE,
    W_SMOTHER,
    W_SPARE_0,
    W_SPLIT,
    W_STAGE_0,
    W_SWEEP,
)
from libc.stdint cimport int32_t
from libc.string cimport memset

cdef enum:
    MOST_LACKING = 5


cdef inline int group_cost(const Sight* s, int rank, int n) noexcept nogil:
    """What it costs to hold n naturals of a rank."""
    cdef const int32_t* w = s.weights
    cdef int cost
    if n == 0:
        return 0
    cost = w[W_COST_3 + rank] - w[W_SIZE] * (n if n < 6 else 6)
    if n >= s.t.rules.threshold[rank]:
        cost -= w[W_GOUJI]
    return cost


cdef int stakes_scale(const Sight* s) noexcept nogil:
    """What the stakes of the others count, in 1/64: by seats settled, more when a sweep hangs on it."""
    cdef const Table* t = s.t
    cdef int scale = s.weights[W_STAGE_0 + t.n_settled]
    if t.rules.teams and t.n_out == 2 and t.n_settled == 2:
        if (t.settled_seat[0] ^ t.settled_seat[1]) & 1 == 0:
            scale += s.weights[W_SWEEP]
    return scale


cdef inline int lacking_after(const Sight* s, ranks_t groups, play_t play) noexcept nogil:
    """Hands that lack a winner after a play (0: now): groups less jokers, pairs of twos and high groups.

    The last hand needs no winner, unless 3s are held.
    """
    cdef const Hand* hand = s.hand
    cdef ranks_t high = hand.layer[1] & KINGS_AND_ACES | hand.layer[2] & QUEENS, bit
    cdef int n = n_naturals(play), rank, left
    if n:
        rank = natural_rank(play)
        bit = <ranks_t>(1 << rank)
        left = hand.count[rank] - n
        if left == 0:
            groups &= ~bit
        if left < (3 if rank == QUEEN else 2):
            high &= ~bit
    left = popcount(groups) - popcount(high) - (jokers(hand) - play_jokers(play))
    left -= (hand.count[TWO] - n_twos(play)) >> 1
    if not (s.hold and hand.count[THREE]):
        left -= 1
    return 0 if left < 0 else (MOST_LACKING if left > MOST_LACKING else left)


cdef int opening_worth(const Sight* s) noexcept nogil:
    """What opening is worth to the seat: more where point tribute is paid (section 15.3) and it takes 4s."""
    cdef const CRules* rules = s.t.rules
    if rules.open_by == OPEN_NONE or not can_still_open(s.t, s.seat):
        return 0
    if rules.open_needs_four != FOUR_NO and s.hand.count[FOUR] == 0:
        return 0
    if rules.open_needs_four == FOUR_NO or not rules.tribute or rules.kind_rank[<int>PAY_POINT] == 255:
        return s.weights[W_OPEN]
    return s.weights[W_OPEN_SINGLE_FOUR if rules.open_needs_four == FOUR_SINGLE else W_OPEN_FOURS]


cdef inline bint gives_up_opening(const Sight* s, play_t play) noexcept nogil:
    """Does a play of 4s leave none to complete an opening with, or forfeit it (section 9.4)?"""
    if n_naturals(play) == 0 or natural_rank(play) != FOUR:
        return False
    if s.t.rules.four_forfeits:
        return True
    return s.t.rules.open_needs_four != FOUR_NO and s.hand.count[FOUR] == n_naturals(play)


cdef void make_plan(const Sight* s, Plan* plan) noexcept nogil:
    cdef const Table* t = s.t
    cdef const int32_t* w = s.weights
    cdef int lacking
    plan.groups = loose_groups(s)
    plan.lacking = lacking_after(s, plan.groups, 0)
    lacking = plan.lacking if plan.lacking < 3 else 3
    plan.spare = w[W_SPARE_0 + lacking]
    plan.lead = w[W_LEAD_0 + lacking]
    if plan.groups:
        plan.lead += (w[W_COST_3 + lowest_bit(plan.groups)] * w[W_LEAD_LOW]) >> 6
    if t.melee:
        plan.lead = (plan.lead * w[W_MELEE]) >> 6
    plan.scale = stakes_scale(s)
    plan.opening = opening_worth(s)
    plan.bound = t.rules.most_saved[s.seat] + (plan.lead if plan.lead > 0 else 0) + plan.opening


cdef void make_risks(const Sight* s, Plan* plan) noexcept nogil:
    """What the other seats make of a lead that is lost to them."""
    cdef const Table* t = s.t
    cdef const int32_t* w = s.weights
    cdef seats_t others = t.active & ~bit_of(s.seat)
    cdef int seat, n
    plan.risk = 0
    memset(plan.exits, 0, sizeof(plan.exits))
    while others:
        seat = lowest_bit(others)
        others &= others - 1
        n = t.n_cards[seat]
        if s.partners >> seat & 1:
            plan.risk -= w[W_FEED] * closeness(s, seat)
            if n < 8:
                plan.exits[n] -= w[W_EXIT_PARTNER]
        else:
            plan.risk += w[W_DANGER] * closeness(s, seat)
            if n < 8:
                plan.exits[n] += w[W_EXIT_OPPONENT]
    plan.risk >>= 2


cdef inline int spend(const Sight* s, const Plan* plan, play_t play, int left) noexcept nogil:
    """What the twos and jokers of a play cost; ``left`` cards are left after it."""
    cdef const int32_t* w = s.weights
    cdef const Hand* hand = s.hand
    cdef int twos = n_twos(play), n_jokers = play_jokers(play), cost
    if twos + n_jokers == 0:
        return 0
    cost = price(s, plan, twos, n_small(play), n_big(play))
    if s.hold and hand.count[THREE]:
        # The play before the 3s must stand: the last joker, or the last two, is kept for it.
        if n_jokers:
            if n_jokers == jokers(hand):
                cost += w[W_RESERVE]
        elif twos == hand.count[TWO] and jokers(hand) == 0:
            cost += w[W_RESERVE_TWO]
    return cost


cdef inline int shed(const Sight* s, play_t play) noexcept nogil:
    """What a play saves of the cost of the hand's groups."""
    cdef int rank, n, left
    if n_naturals(play) == 0:
        return 0
    rank = natural_rank(play)
    n = s.hand.count[rank]
    left = n - n_naturals(play)
    if left == 0:
        return group_cost(s, rank, n)
    return group_cost(s, rank, n) - group_cost(s, rank, left) - s.weights[W_SPLIT]


cdef inline bint opens(const Sight* s, play_t play) noexcept nogil:
    return is_gouji(s.t.rules, play) and qualifies(s.t.rules, play)


cdef bint can_finish(Sight* s, ranks_t groups, play_t play) noexcept nogil:
    """After a play that stands: can the rest of the hand be led out, every play sure to stand?

    Big jokers make plays of groups that are not sure, where nothing beats a big joker. The last play need not
    stand, the 3s excepted, that are not among the groups.
    """
    cdef const Hand* hand = s.hand
    cdef int rank, n, spare
    if s.t.rules.red_two_for_one:
        return False
    if n_naturals(play) == hand.count[natural_rank(play)]:
        groups &= ~(1 << natural_rank(play))
    spare = hand.count[BIG] - n_big(play)
    if hand.count[TWO] > n_twos(play) or (s.t.rules.mixed_small and hand.count[SMALL] > n_small(play)):
        spare -= 1  # they make a play of their own, or go with a big joker
    elif groups == 0 and spare == 0 and hand.count[SMALL] > n_small(play):
        spare -= 1
    if not (s.hold and hand.count[THREE]):
        spare += 1
    if spare < 0 or spare + 3 < popcount(groups):
        return False
    while groups:
        rank = lowest_bit(groups)
        groups &= groups - 1
        n = hand.count[rank]
        if rank == natural_rank(play):
            n -= n_naturals(play)
        if stand_chance(s, make_play(rank, n, 0, 0, 0)) < SURE:
            spare -= 1
            if spare < 0:
                return False
    return True


cdef int worth(Sight* s, const Plan* plan, play_t play, int lost, int least) noexcept nogil:
    """The worth of a play, or a value no higher than ``least`` when that is clear.

    ``lost`` is taken off if somebody beats the play.
    """
    cdef const int32_t* w = s.weights
    cdef int left = s.t.n_cards[s.seat] - play_size(play)
    cdef int chance, value, won = plan.lead + lost
    if left == 0:
        return WINS
    if s.hold and s.hand.count[THREE] == left:
        # Only the 3s are left: it must stand.
        chance = stand_chance(s, play)
        if chance == SURE:
            return WINS - 1
        if s.t.n_active == 2:
            return (WINS >> 9) * chance
        value = chance * w[W_OUT] - (SURE - chance) * (w[W_SMOTHER] + lost)
        return (value >> 8) + shed(s, play)
    value = shed(s, play) - spend(s, plan, play, left) - lost
    value += w[W_LACKS_0 + plan.lacking] - w[W_LACKS_0 + lacking_after(s, plan.groups, play)]
    if plan.opening:
        if gives_up_opening(s, play):
            value -= (plan.opening * w[W_KEEP_FOUR]) >> 6
        elif opens(s, play):
            won += plan.opening
    if value + (won if won > 0 else 0) <= least:
        return least
    chance = stand_chance(s, play)
    if chance == SURE and plan.lacking <= 1 and can_finish(s, plan.groups, play):
        return WINS >> 1
    return value + ((chance * won) >> 8)
