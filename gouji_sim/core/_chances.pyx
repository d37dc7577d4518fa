"""Chances of hidden cards: see ``_chances.pxd``.

The hidden hands are taken as random shares of the unseen cards: a seat that holds n of the N unseen cards
holds k or more of m unseen copies of a rank with the binomial chance at n/N. `TAIL` has those chances.
"""

from fractions import Fraction
from math import comb

from gouji_sim.core._play cimport is_gouji, set_target
from gouji_sim.core._rng cimport popcount
from gouji_sim.core._table cimport bit_of, head_of
from gouji_sim.core._types cimport (
    BIG,
    HOLD_OFF,
    N_LAYERS,
    N_RANKS,
    N_SEATS,
    PASS_BINDS,
    PASS_HEAD,
    SMALL,
    TWO,
    Target,
)
from gouji_sim.core._weights cimport (
    W_FILL_JOKER,
    W_FILL_TWO,
    W_PARTNER_BEATS,
)
from libc.stdint cimport uint16_t

cdef enum:
    SHARES = 17  # shares of the unseen cards in sixteenths

# TAIL[m][i][k]: chance that of m unseen copies k or more lie in a hand that holds i/16 of the unseen cards.
cdef uint16_t TAIL[N_LAYERS + 1][SHARES][MOST_TAIL + 1]


cdef prepare_tails():
    cdef int copies, share, least
    for copies in range(N_LAYERS + 1):
        for share in range(SHARES):
            p = Fraction(share, SHARES - 1)
            exactly = [comb(copies, n) * p**n * (1 - p) ** (copies - n) for n in range(copies + 1)]
            for least in range(MOST_TAIL + 1):
                TAIL[copies][share][least] = round(SURE * sum(exactly[least:]))


prepare_tails()


cdef void look(const Table* t, int seat, Sight* s) noexcept nogil:
    cdef int rank, n = 0, left
    cdef const Hand* hand = &t.hands[seat]
    s.t = t
    s.hand = hand
    s.weights = t.rules.weights[seat]
    s.seat = seat
    s.head = head_of(seat)
    s.partners = 0
    if t.rules.teams:
        s.partners = <seats_t>((0x2A if seat & 1 else 0x15) & ~bit_of(seat))
    for rank in range(N_RANKS):
        left = t.rules.deck[rank] - t.out_of_play[rank] - hand.count[rank]
        s.unseen[rank] = <uint8_t>left
        n += left
    s.unseen[15] = 0
    s.n_unseen = n if n > 0 else 1
    s.hold = t.rules.hold_threes != HOLD_OFF


cdef seats_t responders(const Sight* s, play_t play, bint gouji) noexcept nogil:
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


cdef int answer_chance(const Sight* s, const Target* target, int n_cards) noexcept nogil:
    """The chance in 1/256 that a seat with so many cards can, and would, beat the target."""
    cdef const int32_t* w = s.weights
    cdef int share = (16 * n_cards + s.n_unseen // 2) // s.n_unseen
    cdef int k = target.size - target.big_min
    cdef int rank, p, low, q = SURE, fill, at, under, n_jokers
    cdef const uint16_t* tail
    if n_cards < target.size:
        return 0
    if share > 16:
        share = 16
    if target.big_min:
        p = TAIL[s.unseen[BIG]][share][target.big_min if target.big_min < MOST_TAIL else MOST_TAIL]
        if p == 0:
            return 0
    else:
        p = SURE
    if k <= 0:
        return p
    at = k if k < MOST_TAIL else MOST_TAIL
    under = at - 1
    # A rank one short is filled up by a two or a joker.
    n_jokers = s.unseen[SMALL] + s.unseen[BIG]
    if n_jokers > N_LAYERS:
        n_jokers = N_LAYERS
    fill = (TAIL[s.unseen[TWO]][share][1] * w[W_FILL_TWO] + TAIL[n_jokers][share][1] * w[W_FILL_JOKER]) >> 8
    if fill > SURE:
        fill = SURE
    rank = target.base + 1
    while rank < TWO:
        if s.unseen[rank]:
            tail = &TAIL[s.unseen[rank]][share][0]
            low = tail[at]
            if under:
                low += ((tail[under] - low) * fill) >> 8
            q = (q * (SURE - low)) >> 8
            if q == 0:
                return p
        rank += 1
    if target.base < TWO and s.unseen[TWO]:
        tail = &TAIL[s.unseen[TWO]][share][0]
        low = tail[at]
        if under:
            low += ((tail[under] - low) * fill) >> 9
        q = (q * (SURE - low)) >> 8
    if k == 1 and target.big_min == 0:
        low = (fill * w[W_FILL_JOKER]) >> 8 if target.base == TWO else fill
        q = (q * (SURE - low)) >> 8
    return (p * (SURE - q)) >> 8


cdef int stand_chance(const Sight* s, play_t play) noexcept nogil:
    """The chance in 1/256 that nobody beats the play if the seat makes it now; burns apart."""
    cdef const Table* t = s.t
    cdef Target target
    cdef bint gouji
    cdef seats_t who
    cdef int n, k, seat, chance = SURE, p, cards = 0, size
    set_target(t.rules, play, &target)
    if target.size == 0:
        return SURE
    gouji = not t.melee and is_gouji(t.rules, play)
    who = responders(s, play, gouji)
    if who == 0:
        return SURE
    if who & (who - 1) == 0:
        if who == bit_of(s.head):
            return SURE - answer_chance(s, &target, t.n_cards[s.head])
    for seat in range(N_SEATS):
        if who >> seat & 1:
            cards += t.n_cards[seat]
    n = popcount(who)
    k = popcount(who & s.partners)
    p = answer_chance(s, &target, (cards + n // 2) // n)
    size = p * s.weights[W_PARTNER_BEATS] >> 8
    for seat in range(n):
        chance = (chance * (SURE - (size if seat < k else p))) >> 8
    return chance
