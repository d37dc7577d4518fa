"""What a seat can tell about the hidden cards: what is unseen, and how likely a play of its own stands.

Everything is integer arithmetic with chances in 1/256, so that decisions are the same on every machine.
"""

from gouji_sim.core._types cimport CRules, Hand, Table, play_t, seats_t
from libc.stdint cimport int16_t, int32_t, uint8_t

cdef enum:
    SURE = 256
    MOST_TAIL = 12  # sizes from here on share one entry of the table

cdef struct Sight:
    # What one seat sees: its hand and what is public.
    const Table* t
    const Hand* hand
    const int32_t* weights
    int seat
    int head
    seats_t partners  # not the seat itself; none with teams = false
    uint8_t unseen[16]  # by rank: neither held by the seat nor played
    int n_unseen
    bint hold  # 3s are held

cdef void look(const Table* t, int seat, Sight* sight) noexcept nogil
cdef seats_t responders(const Sight* sight, play_t play, bint gouji) noexcept nogil
cdef int stand_chance(const Sight* sight, play_t play) noexcept nogil
