"""The steps before the play (sections 13 and 15): buying, tribute, shedding, revolt, declaring."""

from gouji_sim.core._check cimport CHECKS, check_table
from gouji_sim.core._table cimport apply_play_action
from gouji_sim.core._types cimport Obligation, PHASE_LEAD, Table, action_t, ranks_t


cdef void begin_setup(Table* t) noexcept nogil
cdef void apply_setup_action(Table* t, action_t action) noexcept nogil
cdef ranks_t return_choices(const Table* t) noexcept nogil
cdef void sort_obligations(Obligation* items, int n, const unsigned char* kind_rank, int first) noexcept nogil


cdef inline void apply_action(Table* t, action_t action) noexcept nogil:
    """Carry out a legal action of any phase and move on to the next decision or the end of the deal."""
    if t.phase < PHASE_LEAD:
        apply_setup_action(t, action)
    else:
        apply_play_action(t, action)
    if CHECKS:
        check_table(t)
