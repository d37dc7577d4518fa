"""The policy ``expert``: see docs/policies.md.

A decision compares few candidate plays by their worth (``_worth.pxd``). In an answer, what the owner of the
play on the table is denied decides between the best of them and a pass.
"""

from gouji_sim.core._before_play cimport expert_setup
from gouji_sim.core._chances cimport SURE, Sight, holds_big_chance, look, stand_chance, table_chance
from gouji_sim.core._hand cimport jokers, only_threes
from gouji_sim.core._play cimport (
    Query,
    as_action,
    count_plays,
    make_play,
    n_big,
    n_naturals,
    natural_rank,
    nth_play,
    play_size,
)
from gouji_sim.core._rng cimport highest_bit, lowest_bit, popcount
from gouji_sim.core._table cimport bit_of, plays_query, seat_after
from gouji_sim.core._types cimport (
    ACT_BURN,
    ACT_DECLINE,
    ACT_PASS,
    ACT_PLAY,
    ACT_YIELD,
    BIG,
    FOUR,
    FOUR_SINGLE,
    HOLD_OFF,
    Hand,
    NATURALS,
    NO_RANK,
    N_LAYERS,
    N_SEATS,
    PHASE_ANSWER,
    PHASE_BURN,
    PHASE_LEAD,
    SMALL,
    THREE,
    TWO,
    Target,
    play_t,
    ranks_t,
)
from gouji_sim.core._weights cimport (
    W_BURN,
    W_BURN_PARTNER,
    W_BURN_SMALL,
    W_DANGER,
    W_FEED,
    W_OWNER_OPPONENT,
    W_OWNER_PARTNER,
    W_PASS,
    W_SUFFOCATE,
    W_YIELD,
)
from gouji_sim.core._worth cimport (
    HIGH_RANKS,
    WINS,
    Best,
    Plan,
    closeness,
    loose_groups,
    make_plan,
    make_risks,
    price,
    worth,
)
from libc.stdint cimport int32_t, int64_t

cdef enum:
    MOST_COVERS = 12  # covering plays looked at
    HUNG_LEADS = 2  # lowest groups that a joker may be hung on
    PLAIN_LEADS = 4  # lowest groups that may be led as they are; of the others only large and gouji ones
    LARGE_GROUP = 4


# ---- leading -----------------------------------------------------------------------------------------------


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
        if i < PLAIN_LEADS or n >= LARGE_GROUP or n >= s.t.rules.threshold[rank]:
            consider_lead(s, &plan, make_play(rank, n, 0, 0, 0), &best)
        if i < HUNG_LEADS and not (q.plain >> rank) & 1:
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
    if t.may_yield and s.partners:
        # Of the two seats behind the head the second is its partner.
        least += (w[W_FEED] * closeness(s, seat_after(s.seat, 2))) >> 1
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
    cdef int n = popcount(loose_groups(s))
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
