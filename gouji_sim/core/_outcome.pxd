"""Places, scores and the obligations that a finished deal leaves (sections 11, 14, 15.2)."""

from gouji_sim.core._types cimport Outcome, Table


cdef void find_outcome(const Table* t, Outcome* outcome) noexcept nogil
