"""Sampling of hidden hands: see ``_sample.pxd``.

A sample respects the number of cards of each hand, every card seen, the cards that hands are taken to hold
(``known``) and, as far as a bounded number of exchanges gets there, the forced passes (``unbeaten``): the
hands are dealt at random, ranks that a seat has played being unlikely there, then single cards are exchanged
as long as that does not take the hands further from the forced passes. Nothing of the hidden hands is read.
"""

from gouji_sim.core._hand cimport hand_add, hand_clear, hand_take
from gouji_sim.core._play cimport can_answer
from gouji_sim.core._rng cimport below, lowest_bit, next_word, popcount
from gouji_sim.core._table cimport bit_of, seat_after
from gouji_sim.core._types cimport (
    BIG,
    Hand,
    INFERRED_SIZES,
    NATURALS,
    N_RANKS,
    PHASE_LEAD,
    SMALL,
    TWO,
    Target,
    ranks_t,
)
from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

cdef enum:
    EXCHANGES = 160  # tries for one sample


cdef seats_t shown_hands(const Table* t, int seat) noexcept nogil:
    """Partners whose hands ``peek_partner_below`` shows (section 16)."""
    cdef seats_t shown = 0
    cdef int d, s
    if t.rules.teams:
        for d in range(2, 5, 2):
            s = seat_after(seat, d)
            if t.active & bit_of(s) and t.n_cards[s] < t.rules.peek_below:
                shown |= bit_of(s)
    return shown


cdef bint find_unknown(const Table* t, int seat, Unknown* u) noexcept nogil:
    """What the seat does not know; false when the unseen cards cannot fill the hidden hands."""
    cdef seats_t shown = shown_hands(t, seat) | bit_of(seat)
    cdef int left[16]
    cdef int s, rank, n, i, needed = 0
    memset(u, 0, sizeof(Unknown))
    u.hidden = t.active & ~shown
    for rank in range(N_RANKS):
        left[rank] = t.rules.deck[rank] - t.out_of_play[rank]
        for s in range(6):
            if shown & bit_of(s):
                left[rank] -= t.hands[s].count[rank]
        if left[rank] < 0:
            left[rank] = 0
    for s in range(6):
        if not u.hidden & bit_of(s):
            continue
        u.missing[s] = t.n_cards[s]
        for rank in range(N_RANKS):
            n = t.known[s][rank]
            n = n if n < left[rank] else left[rank]
            n = n if n < u.missing[s] else u.missing[s]
            u.certain[s][rank] = <uint8_t>n
            left[rank] -= n
            u.missing[s] -= <int16_t>n
        needed += u.missing[s]
        for i in range(INFERRED_SIZES):
            if t.unbeaten[s][i] or t.refused[s][i]:
                u.bound |= bit_of(s)
    for rank in range(N_RANKS):
        for _i in range(left[rank]):
            u.pool[u.n_pool] = <uint8_t>rank
            u.n_pool += 1
    u.n_gone = <int16_t>(u.n_pool - needed)
    return needed <= u.n_pool


cdef inline int likelihood(const Table* t, int seat, int rank) noexcept nogil:
    """How likely a hidden hand is to hold one more card of a rank; 64 where nothing speaks against it.

    Measured in deals among ``expert``: a seat that led a rank kept 0.00 of the cards that a blind guess gives
    it, one that beat a play with it 0.05 to 0.3.
    """
    if t.led[seat] >> rank & 1:
        return 1
    return 6 if t.answered[seat] >> rank & 1 else 64


cdef struct Refusals:
    # The passes by choice that a sample respects, as ``refused`` of the table.
    uint8_t least[N_SEATS][INFERRED_SIZES]


cdef int contradictions(const Table* t, int seat, const Refusals* refusals, const Hand* hand) noexcept nogil:
    """How far the hand is from its passes: 0 when it could have beaten none that was forced and holds no group
    of just the size that it refused to play, else about the number of cards that are too many.
    """
    cdef Target target
    cdef int wild = hand.count[TWO] + hand.count[SMALL] + hand.count[BIG]
    cdef int i, extra, found = 0
    cdef ranks_t ranks
    target.big_min = 0
    target.small_ok = 1
    for i in range(INFERRED_SIZES):
        if refusals.least[seat][i]:
            ranks = hand.layer[i] & ~hand.layer[i + 1] & NATURALS
            found += popcount(ranks & ~((1 << refusals.least[seat][i]) - 1))
        if t.unbeaten[seat][i] == 0:
            continue
        target.size = <uint8_t>(i + 1)
        target.base = <uint8_t>(t.unbeaten[seat][i] - 1)
        target.ranks = <ranks_t>(NATURALS & ~((2 << target.base) - 1))
        if can_answer(hand, &target, 0):
            found += 1
            extra = wild - i
            ranks = hand.layer[0] & target.ranks
            while ranks:
                if extra + hand.count[lowest_bit(ranks)] > 0:
                    found += extra + hand.count[lowest_bit(ranks)]
                ranks &= ranks - 1
    return found


cdef void draw_refusals(const Table* t, Rng* rng, Refusals* refusals) noexcept nogil:
    """Most passes by choice, others for every sample: measured in deals among ``expert``, seats without teams
    hold a group of just the size in a tenth of the cases of a blind guess, in teams of sizes above 1 in a third
    to a half.
    """
    cdef int s, i
    cdef uint64_t word = next_word(rng)
    for s in range(6):
        for i in range(INFERRED_SIZES):
            refusals.least[s][i] = t.refused[s][i]
            if t.rules.teams and i and word & 3 == 0:
                refusals.least[s][i] = 0
            word = (word >> 2) | (word << 62)


cdef int mend(
    const Table* t, const Unknown* u, uint8_t* pool, const int16_t* first, Rng* rng, Table* world
) noexcept nogil:
    """Exchange cards between hands, and with those in none, until no forced pass is contradicted; return how
    far the hands still are from that.

    The cards of seat s are ``pool[first[s]]`` to ``pool[first[s + 1] - 1]``; from ``first[6]`` on they are in
    no hand.
    """
    cdef int found[7]
    cdef int total = 0, s, other, i, j, tries = 0, before, mine, its
    cdef uint8_t rank, got
    cdef Refusals refusals
    draw_refusals(t, rng, &refusals)
    found[6] = 0
    for s in range(6):
        found[s] = contradictions(t, s, &refusals, &world.hands[s]) if u.bound & bit_of(s) else 0
        total += found[s]
    s = 0
    while total and tries < EXCHANGES:
        tries += 1
        s = s + 1 if s < 5 else 0
        if found[s] == 0 or first[s + 1] == first[s]:
            continue
        i = first[s] + <int>below(rng, <uint64_t>(first[s + 1] - first[s]))
        j = <int>below(rng, <uint64_t>u.n_pool)
        rank = pool[i]
        got = pool[j]
        if rank == got or first[s] <= j < first[s + 1]:
            continue
        other = 0
        while other < 6 and j >= first[other + 1]:
            other += 1
        before = found[s] + found[other]
        hand_take(&world.hands[s], rank, 1)
        hand_add(&world.hands[s], got)
        mine = contradictions(t, s, &refusals, &world.hands[s])
        its = 0
        if other < 6:
            hand_take(&world.hands[other], got, 1)
            hand_add(&world.hands[other], rank)
            if u.bound & bit_of(other):
                its = contradictions(t, other, &refusals, &world.hands[other])
        if mine + its < before or (
            mine + its == before and likelihood(t, s, got) >= likelihood(t, s, rank)
        ):
            found[s] = mine
            found[other] = its
            total += mine + its - before
            pool[i] = got
            pool[j] = rank
            continue
        hand_take(&world.hands[s], got, 1)
        hand_add(&world.hands[s], rank)
        if other < 6:
            hand_take(&world.hands[other], rank, 1)
            hand_add(&world.hands[other], got)
    return total


cdef int sample_world(const Table* t, int seat, const Unknown* u, Rng* rng, Table* world) noexcept nogil:
    """The table with sampled hidden hands, for playing out; return 0 when no forced pass is contradicted."""
    cdef uint8_t pool[MAX_CARDS]
    cdef uint8_t fresh[MAX_CARDS]
    cdef int16_t first[7]
    cdef int space[7]
    cdef int chance[6]
    cdef int s, rank, i, j, at, total, pick
    memcpy(world, t, sizeof(Table))
    world.log = NULL
    world.declaring &= bit_of(seat)
    world.given_up &= ~(t.lack_fours & ~bit_of(seat))
    if t.phase < PHASE_LEAD:
        # Who leads first is found out after the setup (section 13.6).
        world.leader = <signed char>below(rng, N_SEATS)
    at = 0
    for s in range(6):
        first[s] = <int16_t>at
        space[s] = 0
        if not u.hidden & bit_of(s):
            continue
        space[s] = u.missing[s]
        at += u.missing[s]
        hand_clear(&world.hands[s])
        for rank in range(N_RANKS):
            for _i in range(u.certain[s][rank]):
                hand_add(&world.hands[s], rank)
    first[6] = <int16_t>at
    space[6] = u.n_gone
    memcpy(fresh, u.pool, sizeof(fresh))
    for i in range(u.n_pool):
        # The cards in random order, each to a hand in proportion to its space and its likelihood.
        j = i + <int>below(rng, <uint64_t>(u.n_pool - i))
        rank = fresh[j]
        fresh[j] = fresh[i]
        total = 0
        for s in range(6):
            chance[s] = space[s] * likelihood(t, s, rank) if space[s] else 0
            total += chance[s]
        total += 64 * space[6]
        pick = <int>below(rng, <uint64_t>total)
        s = 0
        while s < 6 and pick >= chance[s]:
            pick -= chance[s]
            s += 1
        space[s] -= 1
        if s < 6:
            hand_add(&world.hands[s], rank)
            pool[first[s] + space[s]] = <uint8_t>rank
        else:
            pool[first[6] + space[6]] = <uint8_t>rank
    if u.bound:
        return mend(t, u, pool, first, rng, world)
    return 0
