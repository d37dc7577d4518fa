"""The policy ``expert``: see docs/policies.md.

A decision compares few candidate plays. The worth of a play is what it saves of the hand (`shed`), less the
twos and jokers that it uses (`spend`), plus the lead that it wins if it stands, plus what it denies to the
owner of the play on the table. All worths are integers, 64 a hand to go.
"""

from gouji_sim.core._actions cimport return_action
from gouji_sim.core._chances cimport SURE, Sight, look, stand_chance
from gouji_sim.core._hand cimport jokers, only_threes
from gouji_sim.core._play cimport (
    Query,
    as_action,
    count_plays,
    make_play,
    n_big,
    n_naturals,
    n_small,
    n_twos,
    natural_rank,
    nth_play,
    play_jokers,
    play_size,
)
from gouji_sim.core._rng cimport highest_bit, lowest_bit, popcount
from gouji_sim.core._setup cimport return_choices
from gouji_sim.core._table cimport plays_query
from gouji_sim.core._types cimport (
    ACT_BURN,
    ACT_DECLARE,
    ACT_DECLINE,
    ACT_KEEP,
    ACT_PASS,
    ACT_PLAY,
    ACT_REVOLT,
    ACT_SHED,
    ACT_SKIP,
    ACT_YIELD,
    BIG,
    FOUR,
    FOUR_SINGLE,
    Hand,
    NATURALS,
    NO_RANK,
    N_LAYERS,
    PHASE_ANSWER,
    PHASE_BURN,
    PHASE_BUY,
    PHASE_CHOOSE,
    PHASE_LEAD,
    PHASE_RETURN,
    PHASE_REVOLT,
    PHASE_SHED,
    SMALL,
    THREE,
    TWO,
    play_t,
    ranks_t,
)
from gouji_sim.core._weights cimport (
    W_BIG,
    W_BURN,
    W_COST_3,
    W_DANGER,
    W_FEED,
    W_FOLLOWED,
    W_GOUJI,
    W_LEAD,
    W_LEAD_LOW,
    W_OWNER_OPPONENT,
    W_OWNER_PARTNER,
    W_PASS,
    W_RESERVE,
    W_SMALL,
    W_SMOTHER,
    W_SPARE_0,
    W_SPLIT,
    W_TWO,
)
from libc.stdint cimport int32_t, int64_t

cdef enum:
    WINS = 1 << 20  # the worth of a play that goes out
    CLOSE = 12  # a seat with fewer cards is a danger, or worth feeding


cdef struct Plan:
    # What all candidates of one decision share.
    int spare  # W_SPARE_n of the hands that still lack a winner: what twos and jokers cost now, in 1/64
    int lowest  # the dearest group to be left with: what a lead is good for
    ranks_t groups  # natural ranks held that are no held threes


cdef inline int group_cost(const Sight* s, int rank, int n) noexcept nogil:
    """What it costs to hold n naturals of a rank."""
    if n == 0:
        return 0
    if n >= s.t.rules.threshold[rank]:
        return s.weights[W_COST_3 + rank] - s.weights[W_GOUJI]
    return s.weights[W_COST_3 + rank]


cdef void make_plan(const Sight* s, Plan* plan) noexcept nogil:
    cdef const Hand* hand = s.hand
    cdef int winners, lacking, rank
    plan.groups = hand.layer[0] & (NATURALS & ~1 if s.hold else NATURALS)
    winners = jokers(hand) + popcount(hand.layer[1] & 0b110000000000) + popcount(hand.layer[2] & 0b001000000000)
    winners += hand.count[TWO] >> 1
    lacking = popcount(plan.groups) - winners
    if not (s.hold and hand.count[THREE]):
        lacking -= 1
    lacking = 0 if lacking < 0 else (3 if lacking > 3 else lacking)
    plan.spare = s.weights[W_SPARE_0 + lacking]
    plan.lowest = 0
    if plan.groups:
        rank = lowest_bit(plan.groups)
        plan.lowest = s.weights[W_COST_3 + rank]


cdef inline int spend(const Sight* s, const Plan* plan, play_t play) noexcept nogil:
    """What the twos and jokers of a play cost."""
    cdef const int32_t* w = s.weights
    cdef int cost = n_twos(play) * w[W_TWO]
    cost += n_small(play) * w[W_SMALL] + n_big(play) * w[W_BIG]
    if cost == 0:
        return 0
    cost = (cost * plan.spare) >> 6
    if s.hold and play_jokers(play) == jokers(s.hand):
        cost += w[W_RESERVE] if play_jokers(play) else 0
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


cdef int worth(const Sight* s, const Plan* plan, play_t play, int* stands) noexcept nogil:
    """The worth of a play without regard to whom it beats; ``stands`` is its chance to stand."""
    cdef const int32_t* w = s.weights
    cdef int left = s.t.n_cards[s.seat] - play_size(play)
    cdef int chance, lead
    if left == 0:
        stands[0] = SURE
        return WINS
    chance = stand_chance(s, play)
    stands[0] = chance
    if s.hold and s.hand.count[THREE] == left:
        return (chance * (WINS >> 8)) // 2 - (SURE - chance) * w[W_SMOTHER]
    lead = w[W_LEAD] + ((plan.lowest * w[W_LEAD_LOW]) >> 6)
    return shed(s, play) - spend(s, plan, play) + ((chance * lead) >> 8)


cdef inline int closeness(const Sight* s, int seat) noexcept nogil:
    """How close a seat is to going out: 0 to CLOSE."""
    cdef int n = s.t.n_cards[seat]
    return CLOSE - n if n < CLOSE else 0


# ---- leading -----------------------------------------------------------------------------------------------


cdef struct Best:
    play_t play
    int worth


cdef inline void consider_lead(
    const Sight* s, const Plan* plan, play_t play, Best* best
) noexcept nogil:
    cdef int stands = 0
    cdef int value = worth(s, plan, play, &stands)
    cdef int seat
    if value < WINS // 4:
        # What others make of it: an opponent nearly out is not to be let in, a partner is.
        seat = s.seat
        value -= ((SURE - stands) * s.weights[W_DANGER] * closeness(s, (seat + 1) % 6)) >> 10
    if value > best.worth:
        best.worth = value
        best.play = play


cdef play_t expert_lead(const Sight* s, const Query* q) noexcept nogil:
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
    elif best.worth < WINS // 4 and ranks & (ranks - 1):
        # The twos may make a winner of the highest group.
        rank = highest_bit(ranks)
        if hand.count[TWO]:
            consider_lead(s, &plan, make_play(rank, hand.count[rank], 1, 0, 0), &best)
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
    const Sight* s, const Plan* plan, int stake, play_t play, Best* best
) noexcept nogil:
    cdef int stands = 0
    cdef int value = worth(s, plan, play, &stands)
    if value < WINS // 4:
        value += stake
    if value > best.worth:
        best.worth = value
        best.play = play


cdef int stake_of(const Sight* s) noexcept nogil:
    """What beating the play on the table is worth for whom it is taken from."""
    cdef const Table* t = s.t
    cdef const int32_t* w = s.weights
    cdef int owner = t.owner, chance = SURE, n, active
    n = popcount(t.pending)
    while n:
        chance = (chance * w[W_FOLLOWED]) >> 8
        n -= 1
    active = (t.active >> owner) & 1
    if s.partners >> owner & 1:
        return -((chance * (w[W_OWNER_PARTNER] + w[W_FEED] * closeness(s, owner))) >> 8)
    return (chance * (w[W_OWNER_OPPONENT] + (w[W_DANGER] * closeness(s, owner) if active else 0))) >> 8


cdef action_t expert_answer(const Sight* s, const Query* q) noexcept nogil:
    cdef const Table* t = s.t
    cdef const Hand* hand = s.hand
    cdef const int32_t* w = s.weights
    cdef int size = t.target.size, big = t.target.big_min, k = size - big
    cdef int stake, rank, twos
    cdef Plan plan
    cdef Best best
    cdef ranks_t exact, more, above = t.target.ranks & q.ranks, joined
    make_plan(s, &plan)
    stake = stake_of(s)
    best.play = 0
    best.worth = w[W_PASS]
    joined = above & ~q.plain if big else above
    if k > 0 and k <= N_LAYERS:
        exact = hand.layer[k - 1] & joined
        more = exact
        if k < N_LAYERS:
            exact &= ~hand.layer[k]
        more &= ~exact
        if exact:
            rank = lowest_bit(exact)
            consider(s, &plan, stake, make_play(rank, k, 0, 0, big), &best)
            exact &= exact - 1
            if exact:
                rank = highest_bit(exact)
                consider(s, &plan, stake, make_play(rank, k, 0, 0, big), &best)
                exact &= ~(1 << rank)
            if exact:
                rank = lowest_bit(exact)
                consider(s, &plan, stake, make_play(rank, k, 0, 0, big), &best)
        if more:
            rank = lowest_bit(more)
            consider(s, &plan, stake, make_play(rank, k, 0, 0, big), &best)
            more &= more - 1
            if more:
                rank = highest_bit(more)
                consider(s, &plan, stake, make_play(rank, k, 0, 0, big), &best)
    if k <= 0:
        if hand.count[BIG] >= big:
            consider(s, &plan, stake, make_play(NO_RANK, 0, 0, 0, big), &best)
    else:
        twos = 1
        while twos <= hand.count[TWO] and twos < k and twos < 4:
            exact = hand.layer[k - twos - 1] & ~hand.layer[k - twos] & joined if k - twos < N_LAYERS else 0
            if exact:
                consider(s, &plan, stake, make_play(lowest_bit(exact), k - twos, twos, 0, big), &best)
                exact &= exact - 1
                if exact:
                    consider(s, &plan, stake, make_play(highest_bit(exact), k - twos, twos, 0, big), &best)
            twos += 1
        if hand.count[TWO] >= k and t.target.base < TWO:
            consider(s, &plan, stake, make_play(NO_RANK, 0, k, 0, big), &best)
        joined = above & ~q.plain
        if hand.count[SMALL] and t.target.small_ok:
            if k == 1:
                if t.target.base < SMALL or big:
                    if t.target.base < SMALL:
                        consider(s, &plan, stake, make_play(NO_RANK, 0, 0, 1, big), &best)
            elif k - 1 < N_LAYERS:
                exact = hand.layer[k - 2] & ~hand.layer[k - 1] & joined
                if exact:
                    consider(s, &plan, stake, make_play(lowest_bit(exact), k - 1, 0, 1, big), &best)
        if hand.count[BIG] > big:
            if k == 1:
                consider(s, &plan, stake, make_play(NO_RANK, 0, 0, 0, big + 1), &best)
            elif k - 1 < N_LAYERS:
                exact = hand.layer[k - 2] & ~hand.layer[k - 1] & joined
                if exact:
                    consider(s, &plan, stake, make_play(lowest_bit(exact), k - 1, 0, 0, big + 1), &best)
    if best.play:
        return as_action(ACT_PLAY, best.play)
    if t.may_yield:
        return as_action(ACT_YIELD, 0)
    return as_action(ACT_PASS, 0)


# ---- burning -----------------------------------------------------------------------------------------------


cdef action_t expert_burn(const Sight* s, Query* q) noexcept nogil:
    cdef play_t play, best = 0
    cdef int64_t i, n
    cdef int chance, most = -1
    if s.partners >> s.t.owner & 1:
        return as_action(ACT_DECLINE, 0)
    q.burnable = 1
    n = count_plays(q)
    for i in range(n if n < 12 else 12):
        play = nth_play(q, i)
        chance = stand_chance(s, play)
        if chance > most:
            most = chance
            best = play
    if most < s.weights[W_BURN]:
        return as_action(ACT_DECLINE, 0)
    return as_action(ACT_BURN, best)


# ---- before the play ---------------------------------------------------------------------------------------


cdef action_t expert_setup(const Sight* s) noexcept nogil:
    cdef const Table* t = s.t
    cdef ranks_t ranks, single
    cdef int phase = t.phase
    if phase == PHASE_RETURN:
        ranks = return_choices(t)
        single = ranks & NATURALS & ~s.hand.layer[1]
        if s.hold:
            single &= ~1
        return return_action(lowest_bit(single if single else ranks))
    if phase == PHASE_BUY:
        return as_action(ACT_SKIP, 0)
    if phase == PHASE_SHED:
        return as_action(ACT_SHED, 0)
    if phase == PHASE_REVOLT:
        return as_action(ACT_REVOLT, 0)
    if phase == PHASE_CHOOSE:
        return as_action(ACT_KEEP, 0)
    return as_action(ACT_DECLARE, 0)


cdef action_t choose_expert(const Table* t) noexcept nogil:
    """A legal action for the seat that is asked."""
    cdef Sight s
    cdef Query q
    look(t, t.asked, &s)
    if t.phase < PHASE_LEAD:
        return expert_setup(&s)
    plays_query(t, &q)
    if t.phase == PHASE_ANSWER:
        return expert_answer(&s, &q)
    if t.phase == PHASE_BURN:
        return expert_burn(&s, &q)
    return as_action(ACT_PLAY, expert_lead(&s, &q))
