"""Determinised search: see ``_search.pxd``."""

from gouji_sim.core._policy cimport choose


cdef action_t decide(const Table* t, policy_t policy, Rng* rng) noexcept nogil:
    """A legal action for the seat that is asked, by any policy of the core."""
    return choose(t, policy & 0xFF, rng)
