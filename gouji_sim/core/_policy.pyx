"""Which policy plays how: see ``_policy.pxd``.

``random``
    Uniform over the legal actions of each decision.

``greedy``
    Leads its lowest group: all its naturals of the lowest rank; without naturals all its twos, then its
    jokers. Completes an opening with 4s when its next lead may. Answers with the cheapest play that beats:
    fewest jokers, then fewest twos, then lowest rank; so never a joker where a natural will do. Spends no
    two and no joker on a partner's play (measured: worth 3 to 4 points a deal). Burns whenever the rest is
    burnable, with the cheapest such cover; while its burn runs it leads the lowest group with one joker, and
    everything but the 3s at last. Buys a 4 when offered, returns its lowest card, sheds its fives, revolts
    when it may, keeps the head, never declares and never yields.

"""

from gouji_sim.core._actions cimport count_actions, nth_action, return_action
from gouji_sim.core._expert cimport choose_expert
from gouji_sim.core._hand cimport jokers
from gouji_sim.core._play cimport (
    Query,
    as_action,
    base_rank,
    count_plays,
    has_play,
    make_play,
    n_big,
    n_twos,
    nth_play,
    play_jokers,
)
from gouji_sim.core._rng cimport below, lowest_bit
from gouji_sim.core._setup cimport return_choices
from gouji_sim.core._table cimport plays_query
from gouji_sim.core._types cimport (
    ACT_BURN,
    ACT_BUY,
    ACT_DECLINE,
    ACT_KEEP,
    ACT_PASS,
    ACT_PLAY,
    ACT_REVOLT,
    ACT_SHED,
    ACT_SILENT,
    BIG,
    FOUR,
    FOUR_SINGLE,
    Hand,
    NO_RANK,
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
from libc.stdint cimport int64_t, uint64_t


# ---- random ------------------------------------------------------------------------------------------------


cdef inline action_t choose_random(const Table* t, Rng* rng) noexcept nogil:
    return nth_action(t, <int64_t>below(rng, <uint64_t>count_actions(t)))


# ---- greedy ------------------------------------------------------------------------------------------------


cdef inline ranks_t loose_naturals(const Table* t, const Query* q) noexcept nogil:
    """The natural ranks held that may be played before the last play."""
    return q.hand.layer[0] & q.ranks


cdef inline play_t all_of(const Hand* hand, int rank) noexcept nogil:
    return make_play(rank, hand.count[rank], 0, 0, 0)


cdef play_t greedy_lead(const Table* t, const Query* q) noexcept nogil:
    cdef const Hand* hand = q.hand
    cdef ranks_t groups = loose_naturals(t, q)
    cdef int rank, small
    if t.chance == t.asked and hand.count[FOUR]:
        return make_play(FOUR, 1 if t.rules.open_needs_four == FOUR_SINGLE else hand.count[FOUR], 0, 0, 0)
    if q.need_joker and jokers(hand):
        if groups == 0:
            return make_play(NO_RANK, 0, hand.count[TWO], hand.count[SMALL], hand.count[BIG])
        rank = lowest_bit(groups & ~q.plain) if groups & ~q.plain else NO_RANK
        if rank == NO_RANK:
            # 4s that may not go with jokers: jokers alone, one at a time.
            small = 1 if hand.count[SMALL] else 0
            return make_play(NO_RANK, 0, 0, small, 1 - small)
        if groups & (groups - 1) == 0:
            return make_play(rank, hand.count[rank], hand.count[TWO], hand.count[SMALL], hand.count[BIG])
        small = 1 if hand.count[SMALL] else 0
        return make_play(rank, hand.count[rank], 0, small, 1 - small)
    if q.need_joker:
        return nth_play(q, 0)
    if groups:
        return all_of(hand, lowest_bit(groups))
    if hand.count[TWO]:
        return make_play(NO_RANK, 0, hand.count[TWO], 0, 0)
    if jokers(hand):
        return make_play(NO_RANK, 0, 0, hand.count[SMALL], hand.count[BIG])
    return all_of(hand, THREE)


cdef play_t cheapest(const Query* q) noexcept nogil:
    """Of the plays that the query allows, of which there is one: fewest jokers, fewest twos, lowest rank.

    Walks numbers of jokers and twos upward instead of listing the plays.
    """
    cdef Query part = q[0]
    cdef int n = q.target.size
    cdef const Hand* hand = q.hand
    cdef int n_jokers, twos, big, small, naturals
    cdef int least = q.target.big_min
    cdef ranks_t ranks
    cdef int64_t i, count
    cdef play_t play, best = 0
    cdef int cost, best_cost = 1 << 30
    if not q.burnable:
        for n_jokers in range(least, n + 1):
            small = n_jokers - least
            if not q.target.small_ok or small > hand.count[SMALL]:
                small = hand.count[SMALL] if q.target.small_ok and hand.count[SMALL] < small else 0
            big = n_jokers - small
            if big > hand.count[BIG]:
                continue
            for twos in range(hand.count[TWO] + 1):
                naturals = n - n_jokers - twos
                if naturals < 0:
                    break
                if naturals == 0:
                    if twos and q.target.base >= TWO:
                        continue
                    if twos == 0 and small and q.target.base >= SMALL:
                        continue
                    return make_play(NO_RANK, 0, twos, small, big)
                ranks = hand.layer[naturals - 1] & q.target.ranks & q.ranks if naturals <= 24 else 0
                if n_jokers:
                    ranks &= ~q.plain
                if ranks:
                    return make_play(lowest_bit(ranks), naturals, twos, small, big)
    count = count_plays(&part)
    for i in range(count):
        play = nth_play(&part, i)
        cost = play_jokers(play) * 4096 + n_big(play) * 1024 + n_twos(play) * 32 + base_rank(play)
        if cost < best_cost:
            best_cost = cost
            best = play
    return best


cdef action_t choose_greedy(const Table* t) noexcept nogil:
    cdef Query q
    cdef int phase = t.phase
    cdef play_t play
    if phase == PHASE_LEAD:
        plays_query(t, &q)
        return as_action(ACT_PLAY, greedy_lead(t, &q))
    if phase == PHASE_ANSWER:
        plays_query(t, &q)
        play = cheapest(&q)
        if t.rules.teams and t.owner % 2 == t.asked % 2 and n_twos(play) + play_jokers(play):
            return as_action(ACT_PASS, 0)
        return as_action(ACT_PLAY, play)
    if phase == PHASE_BURN:
        plays_query(t, &q)
        q.burnable = 1
        if has_play(&q):
            return as_action(ACT_BURN, cheapest(&q))
        return as_action(ACT_DECLINE, 0)
    if phase == PHASE_RETURN:
        return return_action(lowest_bit(return_choices(t)))
    if phase == PHASE_BUY:
        return as_action(ACT_BUY, 0)
    if phase == PHASE_SHED:
        return as_action(ACT_SHED, 0)
    if phase == PHASE_REVOLT:
        return as_action(ACT_REVOLT, 0)
    if phase == PHASE_CHOOSE:
        return as_action(ACT_KEEP, 0)
    return as_action(ACT_SILENT, 0)


cdef action_t choose(const Table* t, int policy, Rng* rng) noexcept nogil:
    """A legal action for the seat that is asked."""
    if policy == POLICY_GREEDY:
        return choose_greedy(t)
    if policy == POLICY_EXPERT:
        return choose_expert(t)
    return choose_random(t, rng)
