"""The policy ``expert``: its decisions in every phase."""

from gouji_sim.core._types cimport Table, action_t


cdef action_t choose_expert(const Table* t) noexcept nogil
