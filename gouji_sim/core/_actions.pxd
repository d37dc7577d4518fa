"""The legal actions of the seat that is asked, in one fixed order."""

from gouji_sim.core._play cimport as_action, make_play
from gouji_sim.core._types cimport ACT_RETURN, Table, action_t
from libc.stdint cimport int64_t


cdef inline action_t return_action(int rank) noexcept nogil:
    return as_action(ACT_RETURN, make_play(rank, 1, 0, 0, 0))


cdef int64_t count_actions(const Table* t) noexcept nogil
cdef action_t nth_action(const Table* t, int64_t n) noexcept nogil
cdef int64_t list_actions(const Table* t, action_t* out) noexcept nogil
