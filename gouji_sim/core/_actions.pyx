"""The legal actions of a decision: see ``_actions.pxd``.

The order: first the actions without cards (pass, yield; decline), then the plays in the order of
`list_plays`.
"""

from gouji_sim.core._play cimport Query, count_plays, list_plays, nth_play
from gouji_sim.core._rng cimport lowest_bit, popcount
from gouji_sim.core._setup cimport return_choices
from gouji_sim.core._table cimport plays_query
from gouji_sim.core._types cimport (
    ACT_BURN,
    ACT_BUY,
    ACT_DECLARE,
    ACT_DECLINE,
    ACT_DROP,
    ACT_KEEP,
    ACT_PASS,
    ACT_PLAY,
    ACT_REVOLT,
    ACT_SHED,
    ACT_SILENT,
    ACT_SKIP,
    ACT_STAY,
    ACT_YIELD,
    PHASE_ANSWER,
    PHASE_BURN,
    PHASE_BUY,
    PHASE_CHOOSE,
    PHASE_LEAD,
    PHASE_OVER,
    PHASE_RETURN,
    PHASE_REVOLT,
    PHASE_SHED,
    ranks_t,
)


cdef inline int bare_actions(const Table* t) noexcept nogil:
    """How many actions of a lead, an answer or a burn are without cards."""
    if t.phase == PHASE_LEAD:
        return 0
    return 2 if t.phase == PHASE_ANSWER and t.may_yield else 1


cdef inline action_t bare_action(const Table* t, int64_t n) noexcept nogil:
    if t.phase == PHASE_BURN:
        return as_action(ACT_DECLINE, 0)
    return as_action(ACT_YIELD if n else ACT_PASS, 0)


cdef inline action_t setup_action(const Table* t, int64_t n) noexcept nogil:
    """Number 0 or 1 of the two actions of a setup phase other than a return."""
    if t.phase == PHASE_BUY:
        return as_action(ACT_BUY if n else ACT_SKIP, 0)
    if t.phase == PHASE_SHED:
        return as_action(ACT_SHED if n else ACT_SKIP, 0)
    if t.phase == PHASE_REVOLT:
        return as_action(ACT_REVOLT if n else ACT_STAY, 0)
    if t.phase == PHASE_CHOOSE:
        return as_action(ACT_KEEP if n else ACT_DROP, 0)
    return as_action(ACT_DECLARE if n else ACT_SILENT, 0)


cdef int64_t count_actions(const Table* t) noexcept nogil:
    """The number of legal actions; 0 when the deal is over."""
    cdef Query q
    if t.phase >= PHASE_LEAD:
        if t.phase == PHASE_OVER:
            return 0
        plays_query(t, &q)
        return bare_actions(t) + count_plays(&q)
    if t.phase == PHASE_RETURN:
        return popcount(return_choices(t))
    return 2


cdef action_t nth_action(const Table* t, int64_t n) noexcept nogil:
    """Action number n, 0 <= n < count."""
    cdef Query q
    cdef int64_t bare
    cdef ranks_t ranks
    if t.phase >= PHASE_LEAD:
        bare = bare_actions(t)
        if n < bare:
            return bare_action(t, n)
        plays_query(t, &q)
        return as_action(ACT_BURN if t.phase == PHASE_BURN else ACT_PLAY, nth_play(&q, n - bare))
    if t.phase == PHASE_RETURN:
        ranks = return_choices(t)
        while n:
            ranks &= ranks - 1
            n -= 1
        return return_action(lowest_bit(ranks))
    return setup_action(t, n)


cdef int64_t list_actions(const Table* t, action_t* out) noexcept nogil:
    """Write all actions into the caller's buffer, which holds at least `count_actions` of them; return
    their number.
    """
    cdef Query q
    cdef int64_t i, n, bare
    cdef int kind
    if t.phase < PHASE_LEAD:
        n = count_actions(t)
        for i in range(n):
            out[i] = nth_action(t, i)
        return n
    if t.phase == PHASE_OVER:
        return 0
    bare = bare_actions(t)
    for i in range(bare):
        out[i] = bare_action(t, i)
    plays_query(t, &q)
    n = list_plays(&q, out + bare)
    kind = ACT_BURN if t.phase == PHASE_BURN else ACT_PLAY
    for i in range(bare, bare + n):
        out[i] = as_action(kind, out[i])
    return bare + n
