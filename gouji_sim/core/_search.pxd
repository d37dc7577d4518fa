"""Determinised search (Ginsberg 2001): hidden hands are sampled, each candidate is played out on the same
samples by a fast policy, and the best mean score of the seat's team wins.

``evaluate`` scores candidates on a range of samples; a sample depends on a key and its number only, so
samples may be taken in any order, or in parallel. ``decide`` is the policy.
"""

from gouji_sim.core._candidates cimport Candidates
from gouji_sim.core._rng cimport Rng
from gouji_sim.core._types cimport Table, action_t, policy_t
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t


cdef int64_t evaluate(
    const Table* t, const Candidates* candidates, uint32_t alive, int rollout, uint64_t key, int first,
    int count, int32_t* values, int16_t* scores, uint8_t* places,
) noexcept nogil
cdef action_t decide(const Table* t, policy_t policy, Rng* rng) noexcept nogil
