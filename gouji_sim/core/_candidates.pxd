"""The actions that search compares: few, and none of them twice."""

from gouji_sim.core._rng cimport Rng
from gouji_sim.core._types cimport Table, action_t

cdef enum:
    MAX_CANDIDATES = 24

cdef struct Candidates:
    int n
    action_t action[MAX_CANDIDATES]  # the first is what the rollout policy would do


cdef void find_candidates(const Table* t, int rollout, Rng* rng, Candidates* found) noexcept nogil
