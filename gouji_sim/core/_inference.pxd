"""What the public course of a deal says about hidden hands (section 16), kept in the table for policies.

``known[s][r]``
    Cards of rank r that seat s can be taken to hold: got by purchase, tribute or return and not played
    since, left with a seller, or one of a rank that it did not buy where a seat without any has to. (It may
    have none of these last after all when it could not pay, or nobody could sell. Hidden hands do not
    enter.)
``unbeaten[s][n - 1]``
    1 + the lowest base rank of the plays of n cards without jokers that seat s passed on by force: it could
    not beat them then, so it cannot now. 0: none.
``refused[s][n - 1]``
    The same for the plays of opponents that it passed on by choice.
``led[s]``, ``answered[s]``
    Ranks of which seat s has led, or beaten a play with, naturals: it has seldom kept any.
"""

from gouji_sim.core._play cimport n_big, n_naturals, n_small, n_twos, natural_rank
from gouji_sim.core._types cimport BIG, INFERRED_SIZES, SMALL, TWO, Table, play_t, ranks_t
from libc.stdint cimport uint8_t


cdef inline void fewer(uint8_t* known, int rank, int n) noexcept nogil:
    known[rank] = <uint8_t>(known[rank] - n) if known[rank] > n else 0


cdef inline void infer_from_play(Table* t, int seat, play_t play) noexcept nogil:
    """Called before the play lies on the table."""
    if n_naturals(play):
        if t.owner < 0:
            t.led[seat] |= <ranks_t>(1 << natural_rank(play))
        else:
            t.answered[seat] |= <ranks_t>(1 << natural_rank(play))
    fewer(t.known[seat], natural_rank(play), n_naturals(play))
    fewer(t.known[seat], TWO, n_twos(play))
    fewer(t.known[seat], SMALL, n_small(play))
    fewer(t.known[seat], BIG, n_big(play))


cdef inline void infer_from_move(Table* t, int giver, int taker, int rank) noexcept nogil:
    fewer(t.known[giver], rank, 1)
    t.known[taker][rank] += 1


cdef inline void infer_at_least(Table* t, int seat, int rank, int n) noexcept nogil:
    if t.known[seat][rank] < n:
        t.known[seat][rank] = <uint8_t>n


cdef inline void infer_from_forced_pass(Table* t, int seat) noexcept nogil:
    cdef int n = t.target.size
    cdef uint8_t* least
    if n == 0 or n > INFERRED_SIZES or t.target.big_min or not t.target.small_ok:
        return
    least = &t.unbeaten[seat][n - 1]
    if least[0] == 0 or least[0] > t.target.base + 1:
        least[0] = <uint8_t>(t.target.base + 1)


cdef inline void infer_from_pass(Table* t, int seat) noexcept nogil:
    cdef int n = t.target.size
    cdef uint8_t* least
    if n > INFERRED_SIZES or t.target.big_min or (t.rules.teams and (seat ^ t.owner) & 1 == 0):
        return
    least = &t.refused[seat][n - 1]
    if least[0] == 0 or least[0] > t.target.base + 1:
        least[0] = <uint8_t>(t.target.base + 1)
