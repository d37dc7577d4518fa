"""The decisions of the policy ``expert`` before the play (section 13)."""

from gouji_sim.core._chances cimport Sight
from gouji_sim.core._types cimport action_t


cdef action_t expert_setup(const Sight* sight) noexcept nogil
