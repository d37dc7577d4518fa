"""The policy ``expert``: see docs/policies.md.

A decision compares few candidate plays. The worth of a play is what it saves of the hand (`shed`), less the
twos and jokers that it uses (`spend`), plus the lead that it wins if it stands, plus what it denies to the
owner of the play on the table. All worths are integers, 64 a hand to go.
"""

from gouji_sim.core._actions cimport return_action
from gouji_sim.core._chances cimport SURE, Sight, holds_big_chance, look, stand_chance, table_chance
from gouji_sim.core._hand cimport jokers, only_threes
from gouji_sim.core._play cimport (
    Query,
    as_action,
    count_plays,
    is_gouji,
    make_play,
    n_big,
    n_naturals,
    n_small,
    n_twos,
    natural_rank,
    nth_play,
    play_jokers,
    play_size,
    qualifies,
)
from gouji_sim.core._rng cimport highest_bit, lowest_bit, popcount
from gouji_sim.core._setup cimport return_choices
from gouji_sim.core._table cimport bit_of, can_still_open, plays_query
from gouji_sim.core._types cimport (
    ACT_BURN,
    ACT_BUY,
    ACT_DECLARE,
    ACT_DECLINE,
    ACT_KEEP,
    ACT_PASS,
    ACT_PLAY,
    ACT_REVOLT,
    ACT_SHED,
    ACT_SILENT,
    ACT_SKIP,
    ACT_STAY,
    ACT_YIELD,
    BIG,
    FOUR,
    FOUR_ANY,
    FOUR_NO,
    FOUR_SINGLE,
    HOLD_OFF,
    Hand,
    NATURALS,
    NO_RANK,
    N_LAYERS,
    N_SEATS,
    OPEN_NONE,
    PHASE_ANSWER,
    PHASE_BURN,
    PHASE_BUY,
    PHASE_CHOOSE,
    PHASE_LEAD,
    PHASE_RETURN,
    PHASE_REVOLT,
    PHASE_SHED,
    SMALL,
    STEP_DEAL,
    STEP_DECLARE,
    THREE,
    TWO,
    Target,
    play_t,
    ranks_t,
    seats_t,
)
from gouji_sim.core._weights cimport (
    W_BIG,
    W_BURN,
    W_BURN_PARTNER,
    W_BURN_SMALL,
    W_COST_3,
    W_DANGER,
    W_EXIT_OPPONENT,
    W_EXIT_PARTNER,
    W_FEED,
    W_GOUJI,
    W_LACKS_0,
    W_LEAD_0,
    W_LEAD_LOW,
    W_MELEE,
    W_OPEN,
    W_OUT,
    W_OWNER_OPPONENT,
    W_OWNER_PARTNER,
    W_PASS,
    W_RESERVE,
    W_RESERVE_TWO,
    W_REVOLT,
    W_SIZE,
    W_SMALL,
    W_SMOTHER,
    W_SPARE_0,
    W_SPLIT,
    W_STAGE_0,
    W_SUFFOCATE,
    W_SWEEP,
    W_TWO,
    W_YIELD,
)
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memset

cdef enum:
    WINS = 1 << 20  # the worth of a play that goes out
    MOST_LACKING = 5
    BUYING_WILD = 4  # twos and jokers from which a 4 is bought
    BUYING_HANDS = 7  # hands to go up to which
    QUEEN = 9
    QUEENS = 1 << QUEEN
    KINGS_AND_ACES = 3 << 10
    HIGH_RANKS = QUEENS | KINGS_AND_ACES
    MOST_COVERS = 12  # covering plays looked at
    CLOSE = 12  # a seat with fewer cards is a danger, or worth feeding


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


cdef inline int closeness(const Sight* s, int seat) noexcept nogil:
    """How close a seat is to going out: 0 to CLOSE."""
    cdef int n = s.t.n_cards[seat]
    return CLOSE - n if n < CLOSE else 0


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


cdef void make_plan(const Sight* s, Plan* plan) noexcept nogil:
    cdef const Table* t = s.t
    cdef const Hand* hand = s.hand
    cdef const int32_t* w = s.weights
    cdef int lacking
    plan.groups = hand.layer[0] & (NATURALS & ~1 if s.hold else NATURALS)
    plan.lacking = lacking_after(s, plan.groups, 0)
    lacking = plan.lacking if plan.lacking < 3 else 3
    plan.spare = w[W_SPARE_0 + lacking]
    plan.lead = w[W_LEAD_0 + lacking]
    if plan.groups:
        plan.lead += (w[W_COST_3 + lowest_bit(plan.groups)] * w[W_LEAD_LOW]) >> 6
    if t.melee:
        plan.lead = (plan.lead * w[W_MELEE]) >> 6
    plan.scale = stakes_scale(s)
    plan.opening = 0
    if t.rules.open_by != OPEN_NONE and w[W_OPEN] and can_still_open(t, s.seat):
        if hand.count[FOUR] or t.rules.open_needs_four == FOUR_NO:
            plan.opening = w[W_OPEN]
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


cdef inline int price(const Sight* s, const Plan* plan, int twos, int small, int big) noexcept nogil:
    """What twos and jokers are worth now."""
    cdef const int32_t* w = s.weights
    return ((twos * w[W_TWO] + small * w[W_SMALL] + big * w[W_BIG]) * plan.spare) >> 6


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
    if plan.opening and opens(s, play):
        won += plan.opening
    if value + (won if won > 0 else 0) <= least:
        return least
    chance = stand_chance(s, play)
    if chance == SURE and plan.lacking <= 1 and can_finish(s, plan.groups, play):
        return WINS >> 1
    return value + ((chance * won) >> 8)


# ---- leading -----------------------------------------------------------------------------------------------


cdef struct Best:
    play_t play
    int worth


cdef inline void consider_lead(
    Sight* s, const Plan* plan, play_t play, Best* best
) noexcept nogil:
    cdef int size = play_size(play)
    cdef int lost = plan.risk
    cdef int value
    if size < 8:
        lost += plan.exits[size]
    value = worth(s, plan, play, (lost * plan.scale) >> 6, best.worth)
    if value > best.worth:
        best.worth = value
        best.play = play


cdef play_t expert_lead(Sight* s, const Query* q) noexcept nogil:
    cdef const Hand* hand = s.hand
    cdef Plan plan
    cdef Best best
    cdef ranks_t ranks, low
    cdef play_t rest
    cdef int rank, n, i
    if q.need_joker:
        return burning_lead(s, q)
    if only_threes(hand):
        return make_play(THREE, hand.count[THREE], 0, 0, 0)
    if s.t.chance == s.seat and hand.count[FOUR]:
        return make_play(FOUR, 1 if s.t.rules.open_needs_four == FOUR_SINGLE else hand.count[FOUR], 0, 0, 0)
    make_plan(s, &plan)
    make_risks(s, &plan)
    best.play = 0
    best.worth = -(1 << 30)
    ranks = plan.groups
    if ranks & (ranks - 1) == 0 and not (s.hold and hand.count[THREE]):
        # The whole hand is one play.
        rank = lowest_bit(ranks) if ranks else NO_RANK
        n = hand.count[rank]
        if not (jokers(hand) and n and (q.plain >> rank) & 1):
            return make_play(rank, n, hand.count[TWO], hand.count[SMALL], hand.count[BIG])
    low = ranks
    i = 0
    while low:
        rank = lowest_bit(low)
        low &= low - 1
        n = hand.count[rank]
        consider_lead(s, &plan, make_play(rank, n, 0, 0, 0), &best)
        if i < 2 and not (q.plain >> rank) & 1:
            if hand.count[SMALL]:
                consider_lead(s, &plan, make_play(rank, n, 0, 1, 0), &best)
            if hand.count[BIG]:
                consider_lead(s, &plan, make_play(rank, n, 0, 0, 1), &best)
        i += 1
    if ranks and ranks & (ranks - 1) == 0 and (hand.count[TWO] or jokers(hand)):
        # Before the 3s: everything else at once.
        rank = lowest_bit(ranks)
        if not (jokers(hand) and (q.plain >> rank) & 1):
            rest = make_play(rank, hand.count[rank], hand.count[TWO], hand.count[SMALL], hand.count[BIG])
            consider_lead(s, &plan, rest, &best)
    if hand.count[TWO]:
        consider_lead(s, &plan, make_play(NO_RANK, 0, 1, 0, 0), &best)
        if hand.count[TWO] > 1:
            consider_lead(s, &plan, make_play(NO_RANK, 0, hand.count[TWO], 0, 0), &best)
    if ranks == 0:
        if hand.count[BIG]:
            consider_lead(s, &plan, make_play(NO_RANK, 0, 0, 0, 1), &best)
        if hand.count[SMALL]:
            consider_lead(s, &plan, make_play(NO_RANK, 0, 0, 1, 0), &best)
        rest = make_play(NO_RANK, 0, hand.count[TWO], hand.count[SMALL], hand.count[BIG])
        consider_lead(s, &plan, rest, &best)
    elif best.worth < WINS - 1 and ranks & (ranks - 1):
        # A two may make a winner of the highest group, and a large group of gouji naturals two winners.
        rank = highest_bit(ranks)
        if hand.count[TWO]:
            consider_lead(s, &plan, make_play(rank, hand.count[rank], 1, 0, 0), &best)
        low = ranks & HIGH_RANKS
        while low:
            rank = lowest_bit(low)
            low &= low - 1
            n = s.t.rules.threshold[rank]
            if hand.count[rank] > n:
                consider_lead(s, &plan, make_play(rank, n, 0, 0, 0), &best)
    return best.play


cdef play_t burning_lead(const Sight* s, const Query* q) noexcept nogil:
    """While one's own burn runs every play but the last needs a joker."""
    cdef const Hand* hand = s.hand
    cdef ranks_t groups = hand.layer[0] & q.ranks
    cdef ranks_t usable = groups & ~q.plain
    cdef int rank, small
    if jokers(hand) == 0:
        return nth_play(q, 0)
    small = 1 if hand.count[SMALL] else 0
    if groups == 0:
        return make_play(NO_RANK, 0, hand.count[TWO], hand.count[SMALL], hand.count[BIG])
    if usable == 0:
        return make_play(NO_RANK, 0, 0, small, 1 - small)
    if groups & (groups - 1) == 0:
        rank = lowest_bit(groups)
        return make_play(rank, hand.count[rank], hand.count[TWO], hand.count[SMALL], hand.count[BIG])
    rank = lowest_bit(usable)
    return make_play(rank, hand.count[rank], 0, small, 1 - small)


# ---- answering ---------------------------------------------------------------------------------------------


cdef inline void consider(
    Sight* s, const Plan* plan, play_t play, Best* best
) noexcept nogil:
    cdef int value = worth(s, plan, play, 0, best.worth)
    if value > best.worth:
        best.worth = value
        best.play = play


cdef int stake_of(const Sight* s, const Plan* plan) noexcept nogil:
    """What beating the play on the table is worth for whom it is taken from, if it would stand otherwise."""
    cdef const Table* t = s.t
    cdef const int32_t* w = s.weights
    cdef int owner = t.owner, stake
    cdef bint active = (t.active >> owner) & 1
    if s.partners >> owner & 1:
        stake = -w[W_OWNER_PARTNER]
        if active:
            stake -= w[W_FEED] * closeness(s, owner)
    else:
        stake = w[W_OWNER_OPPONENT]
        if active:
            stake += w[W_DANGER] * closeness(s, owner)
    return (stake * plan.scale) >> 6


cdef int suffocation_risk(const Sight* s) noexcept nogil:
    """How close the first seat is to going out, for a seat that has not played yet (section 11.4)."""
    cdef const Table* t = s.t
    cdef int seat, most = 0
    if not t.rules.suffocation or t.n_out or t.played & bit_of(s.seat):
        return 0
    for seat in range(N_SEATS):
        if seat != s.seat and closeness(s, seat) > most:
            most = closeness(s, seat)
    return most * s.weights[W_SUFFOCATE]


cdef void consider_wild(
    Sight* s, const Plan* plan, const Query* q, int small, int big, Best* best
) noexcept nogil:
    """The answers with so many jokers and, if there are none but those the answer needs, at least one two."""
    cdef const Hand* hand = s.hand
    cdef const Target* target = &s.t.target
    cdef int k = target.size - small - big, twos, least, left
    cdef ranks_t ranks = target.ranks & q.ranks, exact
    # A play that cannot finish the hand is skipped when what it spends makes it no better than the best.
    least = best.worth - plan.bound
    left = s.t.n_cards[s.seat] - target.size
    if left == 0 or (s.hold and left == s.hand.count[THREE]):
        least = -(1 << 30)
    elif least + price(s, plan, 0, small, big) >= 0:
        return
    if small + big:
        ranks &= ~q.plain
    for twos in range(hand.count[TWO] + 1):
        if twos == 0 and small + big == target.big_min:
            continue
        if twos == 4 or twos > k:
            break
        if least + price(s, plan, twos, small, big) >= 0:
            continue
        if twos == k:
            if (target.base < TWO if twos else small == 0 or target.base < SMALL):
                consider(s, plan, make_play(NO_RANK, 0, twos, small, big), best)
            break
        if k - twos > N_LAYERS:
            continue
        exact = hand.layer[k - twos - 1] & ranks
        if k - twos < N_LAYERS:
            exact &= ~hand.layer[k - twos]
        if exact:
            consider(s, plan, make_play(lowest_bit(exact), k - twos, twos, small, big), best)
            exact &= exact - 1
            if exact:
                consider(s, plan, make_play(highest_bit(exact), k - twos, twos, small, big), best)


cdef action_t expert_answer(Sight* s, const Query* q) noexcept nogil:
    cdef const Table* t = s.t
    cdef const Hand* hand = s.hand
    cdef const int32_t* w = s.weights
    cdef int size = t.target.size, big = t.target.big_min, k = size - big
    cdef int stake, least, rank, small, extra
    cdef Plan plan
    cdef Best best
    cdef ranks_t exact, more, above = t.target.ranks & q.ranks, joined
    make_plan(s, &plan)
    stake = stake_of(s, &plan)
    least = (w[W_YIELD] if t.may_yield else w[W_PASS]) - suffocation_risk(s)
    best.play = 0
    best.worth = least - (stake if stake > 0 else 0)
    joined = above & ~q.plain if big else above
    if k > 0 and k <= N_LAYERS:
        exact = hand.layer[k - 1] & joined
        more = exact
        if k < N_LAYERS:
            exact &= ~hand.layer[k]
        more &= ~exact
        if exact:
            rank = lowest_bit(exact)
            consider(s, &plan, make_play(rank, k, 0, 0, big), &best)
            exact &= exact - 1
            if exact:
                rank = highest_bit(exact)
                consider(s, &plan, make_play(rank, k, 0, 0, big), &best)
                exact &= ~(1 << rank)
            if exact:
                rank = lowest_bit(exact)
                consider(s, &plan, make_play(rank, k, 0, 0, big), &best)
        if more:
            rank = lowest_bit(more)
            consider(s, &plan, make_play(rank, k, 0, 0, big), &best)
            more &= more - 1
            if more:
                rank = highest_bit(more)
                consider(s, &plan, make_play(rank, k, 0, 0, big), &best)
    if k <= 0:
        if hand.count[BIG] >= big:
            consider(s, &plan, make_play(NO_RANK, 0, 0, 0, big), &best)
    else:
        for small in range(3 if t.target.small_ok else 1):
            if small > hand.count[SMALL]:
                break
            for extra in range(3 - small):
                if big + extra > hand.count[BIG]:
                    break
                consider_wild(s, &plan, q, small, big + extra, &best)
    # The stake counts as far as the play on the table would stand. All candidates have the same.
    if best.play:
        if best.worth + (stake if stake < 0 else 0) > least:
            return as_action(ACT_PLAY, best.play)
        if best.worth + (stake if stake > 0 else 0) > least:
            if best.worth + ((table_chance(s) * stake) >> 8) > least:
                return as_action(ACT_PLAY, best.play)
    if t.may_yield:
        return as_action(ACT_YIELD, 0)
    return as_action(ACT_PASS, 0)


# ---- burning -----------------------------------------------------------------------------------------------


cdef int burn_chance(Sight* s, play_t cover) noexcept nogil:
    """The chance in 1/256 that a burn with this covering play, whose rest is burnable, runs out."""
    cdef const Hand* hand = s.hand
    cdef int chance = stand_chance(s, cover)
    cdef ranks_t groups = hand.layer[0] & (NATURALS & ~1 if s.hold else NATURALS)
    cdef int n = popcount(groups)
    if n_naturals(cover) and hand.count[natural_rank(cover)] == n_naturals(cover):
        n -= 1
    if not (s.hold and hand.count[THREE]):
        n -= 1  # the last play needs no joker
    n -= hand.count[BIG] - n_big(cover)
    while n > 0:
        # A play with a small joker: the head needs a big one.
        chance = (chance * (SURE - ((holds_big_chance(s) * s.weights[W_BURN_SMALL]) >> 8))) >> 8
        n -= 1
    return chance


cdef action_t expert_burn(Sight* s, Query* q) noexcept nogil:
    cdef play_t play, best = 0
    cdef int64_t i, n
    cdef int chance, most = s.weights[W_BURN_PARTNER if s.partners >> s.t.owner & 1 else W_BURN]
    q.burnable = 1
    n = count_plays(q)
    for i in range(n if n < MOST_COVERS else MOST_COVERS):
        play = nth_play(q, i)
        chance = burn_chance(s, play)
        if chance > most:
            most = chance
            best = play
    return as_action(ACT_BURN, best) if best else as_action(ACT_DECLINE, 0)


# ---- before the play ---------------------------------------------------------------------------------------


cdef int declares_from(const Table* t) noexcept nogil:
    """The twos and jokers with which a seat bets that its head does not open.

    The bet pays from a chance of 0.43 of the head's opening down (section 15.3). Of heads of a seat that holds n
    twos and jokers there opened, in 20,000 deals: under 4s of any number 0.43 from n = 7 on; under a single
    4 0.31 at most; without a 4 0.61 for n = 9.
    """
    if t.rules.open_needs_four == FOUR_SINGLE:
        return 0
    return 7 if t.rules.open_needs_four == FOUR_ANY else 12


cdef bint knows_hand(const Table* t) noexcept nogil:
    """Are the cards dealt before the seats declare? Otherwise a hand says nothing yet."""
    cdef int i
    for i in range(t.rules.n_steps):
        if t.rules.steps[i] == STEP_DEAL:
            return True
        if t.rules.steps[i] == STEP_DECLARE:
            return False
    return True


cdef inline int hands_to_go(const Sight* s) noexcept nogil:
    """Groups less those of gouji naturals."""
    cdef ranks_t groups = s.hand.layer[0] & (NATURALS & ~1 if s.hold else NATURALS)
    groups &= ~(s.hand.layer[1] & KINGS_AND_ACES | s.hand.layer[2] & QUEENS)
    return popcount(groups)


cdef action_t expert_setup(const Sight* s) noexcept nogil:
    cdef const Table* t = s.t
    cdef const Hand* hand = s.hand
    cdef ranks_t ranks, single
    cdef int phase = t.phase, wild = hand.count[TWO] + jokers(hand)
    if phase == PHASE_RETURN:
        # A single low card is a hand less.
        ranks = return_choices(t)
        single = ranks & NATURALS & ~hand.layer[1]
        if s.hold:
            single &= ~1
        return return_action(lowest_bit(single if single else ranks))
    if phase == PHASE_BUY:
        # A 4 costs a two or a joker: only where an opening is likely, and counts.
        if t.rules.tribute and wild >= BUYING_WILD and hands_to_go(s) <= BUYING_HANDS:
            return as_action(ACT_BUY, 0)
        return as_action(ACT_SKIP, 0)
    if phase == PHASE_SHED:
        return as_action(ACT_SHED, 0)
    if phase == PHASE_REVOLT:
        return as_action(ACT_REVOLT if hands_to_go(s) >= s.weights[W_REVOLT] else ACT_STAY, 0)
    if phase == PHASE_CHOOSE:
        return as_action(ACT_KEEP, 0)
    if knows_hand(t) and wild >= declares_from(t):
        return as_action(ACT_DECLARE, 0)
    return as_action(ACT_SILENT, 0)


cdef inline bint may_run_out(const Table* t) noexcept nogil:
    """Can a covering play leave a burnable rest at all?"""
    cdef const Hand* hand = &t.hands[t.asked]
    cdef ranks_t groups = hand.layer[0] & (NATURALS if t.rules.hold_threes == HOLD_OFF else NATURALS & ~1)
    return jokers(hand) + 2 >= popcount(groups)


cdef action_t choose_expert(const Table* t) noexcept nogil:
    """A legal action for the seat that is asked."""
    cdef Sight s
    cdef Query q
    if t.phase == PHASE_BURN and not may_run_out(t):
        return as_action(ACT_DECLINE, 0)
    look(t, t.asked, &s)
    if t.phase < PHASE_LEAD:
        return expert_setup(&s)
    plays_query(t, &q)
    if t.phase == PHASE_ANSWER:
        return expert_answer(&s, &q)
    if t.phase == PHASE_BURN:
        return expert_burn(&s, &q)
    return as_action(ACT_PLAY, expert_lead(&s, &q))
