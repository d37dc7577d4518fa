"""Determinised search: hidden hands are sampled and played out by a fast policy."""

from gouji_sim.core._rng cimport Rng
from gouji_sim.core._types cimport Table, action_t, policy_t


cdef action_t decide(const Table* t, policy_t policy, Rng* rng) noexcept nogil
