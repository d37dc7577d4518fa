"""Sampling of hidden hands: see ``_sample.pxd``.

A sample respects the number of cards of each hand, every card seen, the cards that hands are taken to hold
(``known``) and, as far as a bounded number of exchanges gets there, the forced passes (``unbeaten``): the
hands are dealt at random, ranks that a seat has played being unlikely there, then single cards are exchanged
as long as that does not take the hands further from what their seats have shown (`contradictions`). Nothing
of the hidden hands is read.
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
    EXCHANGES = 240  # tries for one sample
    FORCED = 4
    TEN = 7
    QUEEN = 9
    ACE = 11


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
    cdef int s, rank, n, needed = 0
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
    for rank in range(N_RANKS):
        for _i in range(left[rank]):
            u.pool[u.n_pool] = <uint8_t>rank
            u.n_pool += 1
    u.n_gone = <int16_t>(u.n_pool - needed)
    return needed <= u.n_pool


cdef struct Signs:
    # What a sample takes from how the seats have played.
    uint8_t least[N_SEATS][INFERRED_SIZES]  # passes by choice, as ``refused`` of the table
    ranks_t spent[N_SEATS]  # ranks taken to be played out
    ranks_t rare[N_SEATS]  # other ranks that a seat has played


cdef void draw_signs(const Table* t, Rng* rng, Signs* signs) noexcept nogil:
    """Most signs are respected, the less certain ones in some samples only.

    Measured in deals among ``expert``, beside hands dealt blindly: a rank that a seat has led is never left;
    of one that it beat a play with, up to 9 it holds 0.02 as much, up to Q 0.1 to 0.2, of K and A 0.5. After
    a pass by choice it holds a group of just that size a tenth as often, in teams groups above 1 a third to
    a half as often.
    """
    cdef int s, i
    cdef ranks_t kept
    cdef uint64_t word
    for s in range(N_SEATS):
        word = next_word(rng)
        kept = 0
        for i in range(TEN, ACE + 1):
            if word & 3 == 0 or (i > QUEEN and word & 1):
                kept |= <ranks_t>(1 << i)
            word >>= 2
        signs.spent[s] = t.led[s] | (t.answered[s] & ~kept)
        signs.rare[s] = t.answered[s] & kept
        for i in range(INFERRED_SIZES):
            signs.least[s][i] = t.refused[s][i]
            if t.rules.teams and i and word & 3 == 0:
                signs.least[s][i] = 0
            word >>= 2


cdef inline int likelihood(const Signs* signs, int seat, int rank) noexcept nogil:
    """How likely a hidden hand is to hold one more card of a rank; 64 where nothing speaks against it."""
    if signs.spent[seat] >> rank & 1:
        return 1
    return 16 if signs.rare[seat] >> rank & 1 else 64


cdef int contradictions(const Table* t, int seat, const Signs* signs, const Hand* hand) noexcept nogil:
    """How far the hand is from what its seat has shown: 0 when it could have beaten no play that it passed on
    by force, holds no rank taken to be played out and no group of just the size that it refused to play; else
    about the cards that are too many, `FORCED` times for forced passes, which are certain.
    """
    cdef Target target
    cdef int wild = hand.count[TWO] + hand.count[SMALL] + hand.count[BIG]
    cdef int i, extra, found = 0
    cdef ranks_t ranks = hand.layer[0] & signs.spent[seat]
    while ranks:
        found += hand.count[lowest_bit(ranks)]
        ranks &= ranks - 1
    target.big_min = 0
    target.small_ok = 1
    for i in range(INFERRED_SIZES):
        if signs.least[seat][i]:
            ranks = hand.layer[i] & ~hand.layer[i + 1] & NATURALS
            found += popcount(ranks & ~((1 << signs.least[seat][i]) - 1))
        if t.unbeaten[seat][i] == 0:
            continue
        target.size = <uint8_t>(i + 1)
        target.base = <uint8_t>(t.unbeaten[seat][i] - 1)
        target.ranks = <ranks_t>(NATURALS & ~((2 << target.base) - 1))
        if can_answer(hand, &target, 0):
            found += FORCED
            extra = wild - i
            ranks = hand.layer[0] & target.ranks
            while ranks:
                if extra + hand.count[lowest_bit(ranks)] > 0:
                    found += FORCED * (extra + hand.count[lowest_bit(ranks)])
                ranks &= ranks - 1
    return found


cdef int mend(
    const Table* t, const Unknown* u, const Signs* signs, uint8_t* pool, const int16_t* first, Rng* rng,
    Table* world,
) noexcept nogil:
    """Exchange cards between hands, and with those in none, until nothing is contradicted; return how far the
    hands still are from that.

    The cards of seat s are ``pool[first[s]]`` to ``pool[first[s + 1] - 1]``; from ``first[6]`` on they are in
    no hand.
    """
    cdef int found[7]
    cdef int total = 0, s, other, i, j, k, tries = 0, before, mine, its
    cdef uint8_t rank, got
    found[6] = 0
    for s in range(6):
        found[s] = contradictions(t, s, signs, &world.hands[s]) if u.hidden & bit_of(s) else 0
        total += found[s]
    s = 0
    while total and tries < EXCHANGES:
        tries += 1
        s = s + 1 if s < 5 else 0
        if found[s] == 0 or first[s + 1] == first[s]:
            continue
        i = first[s] + <int>below(rng, <uint64_t>(first[s + 1] - first[s]))
        for k in range(first[s], first[s + 1]):
            # A card that is to go for certain, if there is one.
            if signs.spent[s] >> pool[k] & 1:
                i = k
                break
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
        mine = contradictions(t, s, signs, &world.hands[s])
        its = 0
        if other < 6:
            hand_take(&world.hands[other], got, 1)
            hand_add(&world.hands[other], rank)
            its = contradictions(t, other, signs, &world.hands[other])
        if mine + its <= before:
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
    """The table with sampled hidden hands; return how far they are from what their seats have shown."""
    cdef uint8_t pool[MAX_CARDS]
    cdef uint8_t fresh[MAX_CARDS]
    cdef int16_t first[7]
    cdef int space[7]
    cdef int chance[6]
    cdef Signs signs
    cdef int s, rank, i, j, at, total, pick
    draw_signs(t, rng, &signs)
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
            chance[s] = space[s] * likelihood(&signs, s, rank) if space[s] else 0
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
    return mend(t, u, &signs, pool, first, rng, world)
