"""Shuffling and dealing (section 3) with the same order of shared cards in every deck."""

from gouji_sim.core._types cimport CRules, Table
from libc.stdint cimport uint8_t, uint16_t, uint64_t

cdef enum:
    BASE_CARDS = 216  # four packs: the labels below
    ALL_CARDS = 360  # 24 copies of each rank: the labels of every deck

cdef struct DealPlan:
    # Which labelled cards a deck has.
    uint16_t n
    uint8_t whole_base  # exactly the four packs
    uint8_t has_extra  # cards beyond the four packs
    uint8_t in_deck[ALL_CARDS]

cdef struct Shuffled:
    uint16_t n
    uint8_t first_dealt
    uint16_t label[ALL_CARDS]  # in dealing order


cdef void plan_deck(const CRules* rules, DealPlan* plan) noexcept nogil
cdef void shuffle(
    const DealPlan* plan, uint64_t key, uint64_t attempt, int rotation, Shuffled* cards
) noexcept nogil
cdef void deal_out(const Shuffled* cards, Table* t) noexcept nogil
cdef int find_leader(
    const Shuffled* cards, int rule, int last_place, uint64_t key, uint64_t attempt, int rotation
) noexcept nogil
