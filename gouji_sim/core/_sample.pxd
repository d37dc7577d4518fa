"""Hidden hands as one seat may imagine them: sampled from what is public (section 16) and its own hand."""

from gouji_sim.core._rng cimport Rng
from gouji_sim.core._types cimport MAX_CARDS, N_SEATS, Table, seats_t
from libc.stdint cimport int16_t, uint8_t

cdef struct Unknown:
    # What a seat does not know: the same for all samples of a decision.
    seats_t hidden  # active seats whose hands it does not see
    int16_t n_pool  # cards not seen, less the certain ones
    uint8_t pool[MAX_CARDS]  # their ranks
    uint8_t certain[N_SEATS][16]  # cards that a hidden hand is taken to hold
    int16_t missing[N_SEATS]  # cards that it holds besides
    int16_t n_gone  # cards of the pool that are in no hand


cdef bint find_unknown(const Table* t, int seat, Unknown* unknown) noexcept nogil
cdef int sample_world(const Table* t, int seat, const Unknown* unknown, Rng* rng, Table* world) noexcept nogil
