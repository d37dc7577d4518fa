"""Chances of hidden cards: see ``_chances.pxd``.

The hidden hands are taken as random shares of the unseen cards: a seat that holds n of the N unseen cards
holds k or more of m unseen copies of a rank with the binomial chance at n/N. `TAIL` has those chances.
"""

from fractions import Fraction
from math import comb

from gouji_sim.core._play cimport is_gouji, set_target
from gouji_sim.core._rng cimport lowest_bit
from gouji_sim.core._table cimport bit_of, head_of
from gouji_sim.core._types cimport (
    ALL_SEATS,
    BIG,
    HOLD_OFF,
    INFERRED_SIZES,
    N_LAYERS,
    PASS_BINDS,
    PASS_HEAD,
    SMALL,
    TWO,
    Target,
)
from gouji_sim.core._weights cimport (
    W_FILL_JOKER,
    W_FILL_TWO,
    W_FOLLOWED,
    W_PARTNER_BEATS,
    W_REFUSED,
)
from libc.stdint cimport uint16_t

cdef enum:
    SHARES = 17  # shares of the unseen cards in sixteenths
    HARDLY = 6  # chances below count as none

# TAIL[m][i][k]: chance that of m unseen copies k or more lie in a hand that holds i/16 of the unseen cards.
cdef uint16_t TAIL[N_LAYERS + 1][SHARES][MOST_TAIL + 1]


cdef prepare_tails():
    cdef int copies, share, least
    for copies in range(N_LAYERS + 1):
        for share in range(SHARES):
            p = Fraction(share, SHARES - 1)
            exactly = [comb(copies, n) * p**n * (1 - p) ** (copies - n) for n in range(copies + 1)]
            for least in range(MOST_TAIL + 1):
                chance = sum(exactly[least:])
                TAIL[copies][share][least] = 0 if chance == 0 else max(1, round(SURE * chance))


prepare_tails()

cdef int[6] RECIPROCAL = [0, 256, 128, 86, 64, 52]  # of a number of seats, in 1/256


cdef inline seats_t team_of(const Table* t, int seat) noexcept nogil:
    """The seats of a seat's team, itself included; none with ``teams = false``."""
    if not t.rules.teams:
        return 0
    return 0x2A if seat & 1 else 0x15


cdef void look(const Table* t, int seat, Sight* s) noexcept nogil:
    cdef int rank, n = 0
    cdef const Hand* hand = &t.hands[seat]
    s.t = t
    s.hand = hand
    s.weights = t.rules.weights[seat]
    s.seat = seat
    s.head = head_of(seat)
    s.partners = team_of(t, seat) & ~bit_of(seat)
    for rank in range(16):
        s.unseen[rank] = <uint8_t>(t.rules.deck[rank] - t.out_of_play[rank] - hand.count[rank])
    for rank in range(16):
        n += s.unseen[rank]
    s.n_unseen = n if n > 0 else 1
    s.per_card = (16 << 16) // s.n_unseen
    s.ladders[0].who = 0
    s.ladders[1].who = 0
    s.hold = t.rules.hold_threes != HOLD_OFF


cdef inline seats_t responders(const Sight* s, bint gouji) noexcept nogil:
    """The seats that could answer if the seat made this play now (sections 7.2, 7.3, 12); burns apart."""
    cdef const Table* t = s.t
    cdef seats_t me = bit_of(s.seat)
    cdef seats_t free = t.active & ~(t.passed | me)
    cdef seats_t head = t.active & bit_of(s.head)
    if t.melee:
        return t.active & ~me
    if gouji or t.burner == s.seat:
        if t.credits and t.credit_seat == s.seat:
            return 0
        if t.rules.after_pass == PASS_BINDS:
            head &= ~t.passed
        if t.burner == s.seat:
            return head
        if t.headless & me:
            return free
        return head | (free & t.headless)
    if t.rules.after_pass == PASS_HEAD:
        free |= head
    return free


cdef inline int share_of(const Sight* s, int n_cards) noexcept nogil:
    """The share of the unseen cards that a hand holds, in sixteenths, at least one."""
    cdef int share = (n_cards * s.per_card + 0x8000) >> 16
    if share > SHARES - 1:
        return SHARES - 1
    return share if share else 1


cdef void begin_ladder(const Sight* s, Ladder* ladder, int size) noexcept nogil:
    """The answers without naturals: as many twos, or one joker."""
    cdef const int32_t* w = s.weights
    cdef int n_jokers = s.unseen[SMALL] + s.unseen[BIG], low
    cdef const uint16_t* tail = &TAIL[s.unseen[TWO]][ladder.share][0]
    if n_jokers > N_LAYERS:
        n_jokers = N_LAYERS
    ladder.size = size
    ladder.fill = (tail[1] * w[W_FILL_TWO] + TAIL[n_jokers][ladder.share][1] * w[W_FILL_JOKER]) >> 8
    if ladder.fill > SURE:
        ladder.fill = SURE
    elif ladder.fill < 0:
        ladder.fill = 0
    ladder.wild = s.unseen[TWO] + n_jokers
    ladder.clear[TWO + 1] = SURE - (n_jokers >= size)
    low = tail[size if size < MOST_TAIL else MOST_TAIL]
    if size == 1:
        if n_jokers:
            ladder.clear[TWO + 1] = SURE - 1 - (((ladder.fill * w[W_FILL_JOKER]) >> 8) * (SURE - 1) >> 8)
        low += ((SURE - low) * ladder.fill) >> 8
    elif size <= MOST_TAIL:
        low += ((tail[size - 1] - low) * ladder.fill) >> 9
    if low == 0 and ladder.wild >= size:
        low = 1
    ladder.clear[TWO] = SURE - low
    ladder.lowest = TWO


cdef inline void extend_ladder(const Sight* s, Ladder* ladder, int to) noexcept nogil:
    """Make ``clear`` known from rank ``to`` up. A two or a joker fills up a rank that is one card short."""
    cdef int rank = ladder.lowest, low
    cdef int at = ladder.size if ladder.size < MOST_TAIL else MOST_TAIL
    cdef int clear = ladder.clear[rank]
    cdef const uint16_t* tail
    while rank > to:
        rank -= 1
        if clear and s.unseen[rank]:
            tail = &TAIL[s.unseen[rank]][ladder.share][0]
            low = tail[at]
            low += ((tail[at - 1] - low) * ladder.fill) >> 8
            if low == 0 and s.unseen[rank] + ladder.wild >= ladder.size:
                low = 1
            clear = (clear * (SURE - low)) >> 8
            if clear < HARDLY:
                clear = 0
        ladder.clear[rank] = clear
    ladder.lowest = rank


cdef inline void take_share(const Sight* s, Ladder* ladder, seats_t who) noexcept nogil:
    """The mean share of the seats that may answer."""
    cdef int n = 0, cards = 0
    cdef seats_t left = who
    while left:
        cards += s.t.n_cards[lowest_bit(left)]
        left &= left - 1
        n += 1
    ladder.who = who
    ladder.share = share_of(s, (cards * RECIPROCAL[n]) >> 8)
    ladder.size = -1


cdef inline int answer_chance(Sight* s, const Target* target, seats_t who, Ladder* ladder) noexcept nogil:
    """The chance in 1/256 that one of the seats can, and would, beat the target."""
    cdef int k = target.size - target.big_min
    cdef int p = SURE, above
    if ladder.who != who:
        take_share(s, ladder, who)
    if target.big_min:
        p = TAIL[s.unseen[BIG]][ladder.share][target.big_min if target.big_min < MOST_TAIL else MOST_TAIL]
        if p == 0 or k <= 0:
            return p
    if ladder.size != k:
        begin_ladder(s, ladder, k)
    above = target.base + 1 if target.base <= TWO else TWO + 1
    if above < ladder.lowest:
        extend_ladder(s, ladder, above)
    return (p * (SURE - ladder.clear[above]) + SURE - 1) >> 8


cdef inline bint is_above(int least, int base) noexcept nogil:
    """Is a play of the base no lower than what an entry of `Table.unbeaten` or `Table.refused` names?"""
    return 0 < least <= base + 1


cdef int clear_chance(
    Sight* s, const Target* target, seats_t who, seats_t friends, int will, int slot
) noexcept nogil:
    """The chance in 1/256 that none of the seats beats the target.

    ``friends`` are partners of its owner; ``will`` is the chance in 1/256 that a seat that can beat it does.
    """
    cdef const Table* t = s.t
    cdef const int32_t* w = s.weights
    cdef int seat, chance = SURE, p, one, inferred = -1
    if who == 0:
        return SURE
    p = answer_chance(s, target, who, &s.ladders[slot])
    if p == 0:
        return SURE
    p = (p * will) >> 8
    if target.size <= INFERRED_SIZES and target.big_min == 0:
        inferred = target.size - 1
    while who:
        seat = lowest_bit(who)
        who &= who - 1
        if t.n_cards[seat] < target.size:
            continue
        one = p
        if inferred >= 0:
            if is_above(t.unbeaten[seat][inferred], target.base):
                continue
            if is_above(t.refused[seat][inferred], target.base):
                one = (one * w[W_REFUSED]) >> 8
        if friends >> seat & 1:
            one = (one * w[W_PARTNER_BEATS]) >> 8
        chance = (chance * (SURE - (one if one > 0 else 1))) >> 8
    return chance


cdef int stand_chance(Sight* s, play_t play) noexcept nogil:
    """The chance in 1/256 that nobody beats the play if the seat makes it now; burns apart.

    `SURE` means that no seat can, whatever lies hidden.
    """
    cdef const Table* t = s.t
    cdef Target target
    cdef bint gouji = not t.melee and is_gouji(t.rules, play)
    set_target(t.rules, play, &target)
    if target.size == 0:
        return SURE
    return clear_chance(s, &target, responders(s, gouji), s.partners, SURE, not gouji)


cdef int table_chance(Sight* s) noexcept nogil:
    """The chance in 1/256 that the play on the table stands if the seat that is asked passes."""
    cdef const Table* t = s.t
    cdef unsigned int after = t.pending
    cdef seats_t who
    if after == 0:
        return SURE
    # Bit d is the seat d after the owner; bit 6 is the owner's head.
    who = <seats_t>(((after << t.owner) | (after << t.owner >> 6)) & ALL_SEATS)
    if after >> 6 & 1:
        who |= bit_of(head_of(t.owner))
    who &= ~bit_of(s.seat)
    return clear_chance(s, &t.target, who, team_of(t, t.owner), s.weights[W_FOLLOWED], 1)


cdef int holds_big_chance(const Sight* s) noexcept nogil:
    """The chance in 1/256 that the head holds a big joker."""
    return TAIL[s.unseen[BIG]][share_of(s, s.t.n_cards[s.head])][1]
