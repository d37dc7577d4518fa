"""The policies of the core. A policy reads its own hand and what is public (section 16), nothing else."""

from gouji_sim.core._rng cimport Rng
from gouji_sim.core._types cimport Table, action_t

cdef enum Policy:
    POLICY_RANDOM
    POLICY_GREEDY
    POLICY_EXPERT


cdef action_t choose(const Table* t, int policy, Rng* rng) noexcept nogil
