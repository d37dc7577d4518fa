"""What a seat can tell about the hidden cards: what is unseen, and how likely a play of its own stands.

Everything is integer arithmetic with chances in 1/256, so that decisions are the same on every machine.
"""

from gouji_sim.core._types cimport CRules, Hand, Table, TWO, play_t, seats_t
from libc.stdint cimport int16_t, int32_t, uint8_t

cdef enum:
    SURE = 256
    MOST_TAIL = 12  # sizes from here on share one entry of the table

cdef struct Ladder:
    # The chances, for one size of play and the seats that may answer, that nothing from a rank up beats it.
    seats_t who
    int share  # mean share of the unseen cards of these seats, in sixteenths
    int size  # -1: not begun
    int wild  # twos and jokers unseen
    int fill  # chance that a two or a joker fills up a rank that is one card short
    int lowest  # `clear` is known from here up
    int clear[TWO + 2]  # no answer with naturals of the rank, or of a higher one, or without naturals

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
    int per_card  # 16 shares of the unseen cards a card, in 1/65536
    bint hold  # 3s are held
    Ladder ladders[2]  # for plays that only the head may answer, and for others

cdef void look(const Table* t, int seat, Sight* sight) noexcept nogil
cdef int stand_chance(Sight* sight, play_t play) noexcept nogil
cdef int holds_big_chance(const Sight* sight) noexcept nogil
cdef int table_chance(Sight* sight) noexcept nogil
