"""Candidates of a decision: see ``_candidates.pxd``.

A lead may be any of hundreds of plays. Those that are compared: all naturals of a rank, of the lower ranks
also with one joker or with twos; parts of a large high group; twos and jokers by themselves; everything that
is left. An answer: for each rank the play with the fewest jokers and twos, the same ranks one joker dearer
where that is unbeatable, the cheapest play of twos and of jokers. A cover: the few that spend least.
"""

from gouji_sim.core._actions cimport count_actions, nth_action
from gouji_sim.core._play cimport Query, allows, as_action, make_play
from gouji_sim.core._policy cimport choose
from gouji_sim.core._rng cimport highest_bit, lowest_bit
from gouji_sim.core._table cimport plays_query
from gouji_sim.core._types cimport (
    ACT_BURN,
    ACT_DECLINE,
    ACT_PASS,
    ACT_PLAY,
    ACT_YIELD,
    BIG,
    Hand,
    NO_RANK,
    PHASE_BURN,
    PHASE_CHOOSE,
    PHASE_LEAD,
    PHASE_REVOLT,
    SMALL,
    TWO,
    play_t,
    ranks_t,
)
from libc.stdint cimport int64_t

cdef enum:
    MAX_COVERS = 8


cdef inline void add(Candidates* found, action_t action) noexcept nogil:
    cdef int i
    if found.n == MAX_CANDIDATES:
        return
    for i in range(found.n):
        if found.action[i] == action:
            return
    found.action[found.n] = action
    found.n += 1


cdef inline void try_play(Candidates* found, const Query* q, int kind, play_t play) noexcept nogil:
    if found.n < MAX_CANDIDATES and allows(q, play):
        add(found, as_action(kind, play))


cdef void lead_candidates(const Query* q, Candidates* found) noexcept nogil:
    cdef const Hand* hand = q.hand
    cdef ranks_t groups = hand.layer[0] & q.ranks, rest = groups
    cdef int rank, n, twos = hand.count[TWO], number = 0, small = hand.count[SMALL], big = hand.count[BIG]
    rank = lowest_bit(groups) if groups else NO_RANK
    try_play(found, q, ACT_PLAY, make_play(rank, hand.count[rank], twos, small, big))
    while rest:
        rank = lowest_bit(rest)
        rest &= rest - 1
        try_play(found, q, ACT_PLAY, make_play(rank, hand.count[rank], 0, 0, 0))
    if groups:
        rank = highest_bit(groups)
        n = hand.count[rank]
        if n > 2:
            try_play(found, q, ACT_PLAY, make_play(rank, 2, 0, 0, 0))
        if n > 1:
            try_play(found, q, ACT_PLAY, make_play(rank, 1, 0, 0, 0))
    if twos:
        try_play(found, q, ACT_PLAY, make_play(NO_RANK, 0, 1, 0, 0))
        try_play(found, q, ACT_PLAY, make_play(NO_RANK, 0, twos, 0, 0))
    rest = groups
    while rest and number < 2:
        rank = lowest_bit(rest)
        rest &= rest - 1
        number += 1
        n = hand.count[rank]
        try_play(found, q, ACT_PLAY, make_play(rank, n, 0, 1, 0))
        try_play(found, q, ACT_PLAY, make_play(rank, n, 0, 0, 1))
        try_play(found, q, ACT_PLAY, make_play(rank, n, 1, 0, 0))
    try_play(found, q, ACT_PLAY, make_play(NO_RANK, 0, 0, 1, 0))
    try_play(found, q, ACT_PLAY, make_play(NO_RANK, 0, 0, 0, 1))
    if groups:
        rank = highest_bit(groups)
        try_play(found, q, ACT_PLAY, make_play(rank, hand.count[rank], 1, 0, 0))
        try_play(found, q, ACT_PLAY, make_play(rank, hand.count[rank], twos, 0, 0))


cdef inline play_t least_of_rank(const Query* q, int rank, int least_big) noexcept nogil:
    """The allowed answer with naturals of a rank that has the fewest jokers, then the fewest twos, with at
    least so many big jokers; 0: none.
    """
    cdef const Hand* hand = q.hand
    cdef int n = q.target.size, held = hand.count[rank]
    cdef int extra, small, twos, naturals
    cdef play_t play
    for extra in range(n - least_big + 1):
        # of the jokers beyond the big ones, small ones first
        small = extra if extra < hand.count[SMALL] else hand.count[SMALL]
        if not q.target.small_ok:
            small = 0
        naturals = n - least_big - extra
        if naturals <= 0:
            return 0
        naturals = naturals if naturals < held else held
        twos = n - least_big - extra - naturals
        if twos > hand.count[TWO]:
            continue
        play = make_play(rank, naturals, twos, small, least_big + extra - small)
        if allows(q, play):
            return play
    return 0


cdef void answer_candidates(const Query* q, Candidates* found) noexcept nogil:
    cdef const Hand* hand = q.hand
    cdef int n = q.target.size, big = q.target.big_min, rank, k
    cdef ranks_t ranks = hand.layer[0] & q.target.ranks & q.ranks, rest = ranks
    cdef play_t play
    while rest:
        rank = lowest_bit(rest)
        rest &= rest - 1
        play = least_of_rank(q, rank, big)
        if play:
            add(found, as_action(ACT_PLAY, play))
    k = n - big
    if k >= 0:
        try_play(found, q, ACT_PLAY, make_play(NO_RANK, 0, k, 0, big))
        try_play(found, q, ACT_PLAY, make_play(NO_RANK, 0, 0, k, big))
        try_play(found, q, ACT_PLAY, make_play(NO_RANK, 0, 0, 0, n))
    rest = ranks
    while rest:
        # One big joker more: nothing beats that.
        rank = lowest_bit(rest)
        rest &= rest - 1
        play = least_of_rank(q, rank, big + 1)
        if play:
            add(found, as_action(ACT_PLAY, play))


cdef void cover_candidates(const Table* t, const Query* q, Candidates* found) noexcept nogil:
    cdef const Hand* hand = q.hand
    cdef int big = q.target.big_min, rank
    cdef ranks_t rest = hand.layer[0] & q.target.ranks & q.ranks
    cdef play_t play
    cdef int64_t i, n
    while rest and found.n < MAX_COVERS:
        rank = lowest_bit(rest)
        rest &= rest - 1
        play = least_of_rank(q, rank, big)
        if play:
            add(found, as_action(ACT_BURN, play))
    n = count_actions(t)
    i = 0
    while i < n and found.n < MAX_COVERS:
        add(found, nth_action(t, i))
        i += 1


cdef void find_candidates(const Table* t, int rollout, Rng* rng, Candidates* found) noexcept nogil:
    """The candidates of the seat that is asked; only the choice of the rollout policy where search leaves the
    decision to it (buying, returns, shedding and declaring do not move the score of the deal, or hardly).
    """
    cdef Query q
    found.n = 1
    found.action[0] = choose(t, rollout, rng)
    if t.phase == PHASE_REVOLT or t.phase == PHASE_CHOOSE:
        add(found, nth_action(t, 0))
        add(found, nth_action(t, 1))
        return
    if t.phase < PHASE_LEAD:
        return
    plays_query(t, &q)
    if t.phase == PHASE_LEAD:
        lead_candidates(&q, found)
        return
    if t.phase == PHASE_BURN:
        add(found, as_action(ACT_DECLINE, 0))
        cover_candidates(t, &q, found)
        return
    add(found, as_action(ACT_PASS, 0))
    if t.may_yield:
        add(found, as_action(ACT_YIELD, 0))
    answer_candidates(&q, found)
