"""What a seat may be kept from doing by choice: the rules stay, the seat just never does it."""

from gouji_sim.core._rng cimport Rng
from gouji_sim.core._types cimport Table, action_t, policy_t

cdef enum Restriction:
    # Bits, in the order of ``RESTRICTIONS`` in policies.py.
    NO_BURN = 1
    NO_YIELD = 2
    NO_OPEN = 4
    NO_DECLARE = 8
    NO_REVOLT = 16

cdef action_t decide_restricted(Table* t, policy_t policy, int restricted, Rng* rng) noexcept nogil
