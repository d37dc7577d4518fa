"""The round state machine (sections 7 to 12): what is asked next, and what an action does."""

from gouji_sim.core._play cimport Query
from gouji_sim.core._types cimport (
    ALL_SEATS,
    CRules,
    Event,
    EventLog,
    Hand,
    N_SEATS,
    Table,
    action_t,
    play_t,
    seats_t,
)
from libc.stdint cimport int64_t


cdef inline int head_of(int seat) noexcept nogil:
    return seat + 3 if seat < 3 else seat - 3


cdef inline int seat_after(int seat, int steps) noexcept nogil:
    """The seat ``steps`` (0 to 6) further on in rotation."""
    cdef int s = seat + steps
    return s - 6 if s >= 6 else s


cdef inline seats_t bit_of(int seat) noexcept nogil:
    return <seats_t>(1 << seat)


cdef inline unsigned int relative(seats_t seats, int seat) noexcept nogil:
    """The seats as seen from one: bit d is the seat d after it."""
    return ((<unsigned int>seats | (<unsigned int>seats << 6)) >> seat) & ALL_SEATS


cdef inline void emit(
    Table* t, int kind, int seat, int other, int extra, int rank, play_t play
) noexcept nogil:
    if t.log != NULL:
        append_event(t.log, kind, seat, other, extra, rank, play)


cdef void append_event(
    EventLog* log, int kind, int seat, int other, int extra, int rank, play_t play
) noexcept nogil
cdef void table_reset(Table* t, const CRules* rules) noexcept nogil
cdef void settle(Table* t, int seat, int by, int smothered_by) noexcept nogil
cdef void update_headless(Table* t) noexcept nogil
cdef bint check_end(Table* t) noexcept nogil
cdef void begin_play(Table* t) noexcept nogil
cdef void apply_play_action(Table* t, action_t action) noexcept nogil
cdef void plays_query(const Table* t, Query* query) noexcept nogil
cdef bint can_still_open(const Table* t, int seat) noexcept nogil
