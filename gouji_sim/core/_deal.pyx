"""Shuffling and dealing: see ``_deal.pxd``.

Common random numbers: there is one shuffle of labelled cards for a (seed, deal), whatever the deck. The
four packs are permuted by one stream; the cards that larger decks add are permuted and merged in by
another; a deck deals the cards that it has in the order that they have there. So two decks agree on the
order of the cards that they share, and every deck is shuffled uniformly.
"""

from gouji_sim.core._hand cimport hand_add
from gouji_sim.core._rng cimport (
    FOR_EXTRA_CARDS,
    FOR_FIRST_DEALT,
    FOR_FIRST_LEAD,
    FOR_SHUFFLE,
    Rng,
    below,
    deal_key,
    mul_high,
    next_word,
    open_stream,
)
from gouji_sim.core._rules cimport CompiledRules
from gouji_sim.core._types cimport (
    BIG,
    FOUR,
    LEAD_LAST_PLACE,
    LEAD_RANDOM,
    LEAD_SHOW_FOURS,
    LEAD_SHOW_THREES,
    N_LAYERS,
    N_RANKS,
    N_SEATS,
    SMALL,
    THREE,
)
from libc.stdint cimport int64_t
from libc.string cimport memset

import numpy as np

cdef enum:
    PACKS = 4
    SUITS = 4
    MAX_GROUPS = 48

cdef uint8_t RANK[ALL_CARDS]
cdef uint8_t SUIT[ALL_CARDS]  # copy j of a rank is of suit j % 4; section 13.6 alone looks at suits
cdef uint8_t COPY[ALL_CARDS]

# The bounds 216, 215, ... 2 of the shuffle in groups whose product stays below 2**56, so that one word
# serves a group.
cdef int GROUP_SIZE[MAX_GROUPS]
cdef uint64_t GROUP_PRODUCT[MAX_GROUPS]
cdef int N_GROUPS = 0


cdef void prepare_labels() noexcept:
    cdef int rank, copy, label = 0, extra = BASE_CARDS, in_packs
    for rank in range(N_RANKS):
        in_packs = PACKS if rank == SMALL or rank == BIG else PACKS * SUITS
        for copy in range(N_LAYERS):
            if copy < in_packs:
                RANK[label], SUIT[label], COPY[label] = rank, copy % SUITS, copy
                label += 1
            else:
                RANK[extra], SUIT[extra], COPY[extra] = rank, copy % SUITS, copy
                extra += 1


cdef void prepare_groups() noexcept:
    global N_GROUPS
    cdef int bound = BASE_CARDS
    cdef uint64_t product
    cdef int size
    while bound >= 2:
        product = 1
        size = 0
        while bound >= 2 and product * bound < (<uint64_t>1 << 56):
            product *= bound
            size += 1
            bound -= 1
        GROUP_SIZE[N_GROUPS] = size
        GROUP_PRODUCT[N_GROUPS] = product
        N_GROUPS += 1


prepare_labels()
prepare_groups()


cdef void plan_deck(const CRules* rules, DealPlan* plan) noexcept nogil:
    cdef int label
    memset(plan, 0, sizeof(DealPlan))
    plan.whole_base = 1
    for label in range(ALL_CARDS):
        plan.in_deck[label] = COPY[label] < rules.deck[RANK[label]]
        plan.n += plan.in_deck[label]
        if label < BASE_CARDS:
            plan.whole_base &= plan.in_deck[label]
        else:
            plan.has_extra |= plan.in_deck[label]


cdef void shuffle_base(Rng* rng, uint16_t* label) noexcept nogil:
    """A uniform permutation of the four packs: Fisher and Yates, several bounded integers from one word.

    Method: Brackett-Rozinsky and Lemire 2024, exact by rejection.
    """
    cdef int group, i, k = BASE_CARDS, j
    cdef uint64_t low, least
    cdef int picks[64]
    cdef uint16_t card
    for i in range(BASE_CARDS):
        label[i] = <uint16_t>i
    for group in range(N_GROUPS):
        low = next_word(rng)
        for i in range(GROUP_SIZE[group]):
            picks[i] = <int>mul_high(low, <uint64_t>(k - i), &low)
        if low < GROUP_PRODUCT[group]:
            least = (0 - GROUP_PRODUCT[group]) % GROUP_PRODUCT[group]
            while low < least:
                low = next_word(rng)
                for i in range(GROUP_SIZE[group]):
                    picks[i] = <int>mul_high(low, <uint64_t>(k - i), &low)
        for i in range(GROUP_SIZE[group]):
            k -= 1
            j = picks[i]
            card = label[k]
            label[k] = label[j]
            label[j] = card


cdef void merge_extra(Rng* rng, const uint16_t* base, uint16_t* label) noexcept nogil:
    """Permute the labels beyond the four packs and merge them with ``base`` in a uniform order."""
    cdef uint16_t extra[ALL_CARDS - BASE_CARDS]
    cdef int n_extra = ALL_CARDS - BASE_CARDS, n_base = BASE_CARDS
    cdef int i, j, k = 0
    cdef uint16_t card
    for i in range(n_extra):
        extra[i] = <uint16_t>(BASE_CARDS + i)
    for i in range(n_extra - 1, 0, -1):
        j = <int>below(rng, <uint64_t>(i + 1))
        card = extra[i]
        extra[i] = extra[j]
        extra[j] = card
    while n_base + n_extra:
        if <int>below(rng, <uint64_t>(n_base + n_extra)) < n_base:
            label[k] = base[BASE_CARDS - n_base]
            n_base -= 1
        else:
            n_extra -= 1
            label[k] = extra[n_extra]
        k += 1


cdef void shuffle(
    const DealPlan* plan, uint64_t key, uint64_t attempt, int rotation, Shuffled* cards
) noexcept nogil:
    """The dealing order of a deal and the seat dealt first, ``rotation`` seats further on."""
    cdef Rng rng
    cdef uint16_t base[BASE_CARDS]
    cdef uint16_t merged[ALL_CARDS]
    cdef const uint16_t* source
    cdef int i, n, total
    open_stream(&rng, key, FOR_FIRST_DEALT, attempt, 0)
    cards.first_dealt = <uint8_t>((below(&rng, N_SEATS) + rotation) % N_SEATS)
    cards.n = plan.n
    open_stream(&rng, key, FOR_SHUFFLE, attempt, 0)
    if plan.whole_base and not plan.has_extra:
        shuffle_base(&rng, cards.label)
        return
    shuffle_base(&rng, base)
    source = base
    total = BASE_CARDS
    if plan.has_extra:
        open_stream(&rng, key, FOR_EXTRA_CARDS, attempt, 0)
        merge_extra(&rng, base, merged)
        source = merged
        total = ALL_CARDS
    n = 0
    for i in range(total):
        if plan.in_deck[source[i]]:
            cards.label[n] = source[i]
            n += 1


cdef void deal_out(const Shuffled* cards, Table* t) noexcept nogil:
    """Deal to the empty hands of a table, one by one."""
    cdef int i, seat = cards.first_dealt
    t.first_dealt = cards.first_dealt
    for i in range(cards.n):
        hand_add(&t.hands[seat], RANK[cards.label[i]])
        seat = seat + 1 if seat < N_SEATS - 1 else 0
    for i in range(N_SEATS):
        t.n_cards[(cards.first_dealt + i) % N_SEATS] = <short>((cards.n + N_SEATS - 1 - i) // N_SEATS)


cdef int find_leader(
    const Shuffled* cards, int rule, int last_place, uint64_t key, uint64_t attempt, int rotation
) noexcept nogil:
    """The seat that leads first (section 13.6); ``last_place`` is the seat in place 6 of the deal before."""
    cdef uint8_t shown[N_SEATS][SUITS]
    cdef int i, seat = cards.first_dealt, rank, most = 1, leader = -1, suit
    cdef Rng rng
    if rule == LEAD_LAST_PLACE:
        return last_place
    if rule != LEAD_RANDOM:
        rank = THREE if rule == LEAD_SHOW_THREES else FOUR
        memset(shown, 0, sizeof(shown))
        for i in range(cards.n):
            if RANK[cards.label[i]] == rank:
                suit = SUIT[cards.label[i]]
                shown[seat][suit] += 1
                if shown[seat][suit] > most:
                    most = shown[seat][suit]
                    leader = seat
            seat = seat + 1 if seat < N_SEATS - 1 else 0
        if leader >= 0:
            return leader
    open_stream(&rng, key, FOR_FIRST_LEAD, attempt, 0)
    return <int>((below(&rng, N_SEATS) + rotation) % N_SEATS)


def dealing_order(CompiledRules rules, uint64_t seed, uint64_t deal, *, uint64_t attempt=0, int rotation=0):
    """The seat dealt first and the cards of a deal in dealing order.

    Returns ``(first_dealt, cards)``; each card is ``(rank, suit, copy)``: rank 0 to 14, suit 0 to 3
    (without meaning for jokers), copy 0 to 23. RULES 3.
    """
    cdef DealPlan plan
    cdef Shuffled cards
    cdef int i
    plan_deck(&rules.c, &plan)
    shuffle(&plan, deal_key(seed, deal), attempt, rotation, &cards)
    return cards.first_dealt, [
        (RANK[cards.label[i]], SUIT[cards.label[i]], COPY[cards.label[i]]) for i in range(cards.n)
    ]


def leader_by_rule(
    CompiledRules rules, uint64_t seed, uint64_t deal, str rule, *, uint64_t attempt=0, int rotation=0
):
    """The first leader of a deal under ``random``, ``show_threes`` or ``show_fours`` (RULES 13.6)."""
    cdef DealPlan plan
    cdef Shuffled cards
    codes = {"random": LEAD_RANDOM, "show_threes": LEAD_SHOW_THREES, "show_fours": LEAD_SHOW_FOURS}
    plan_deck(&rules.c, &plan)
    shuffle(&plan, deal_key(seed, deal), attempt, rotation, &cards)
    return find_leader(&cards, codes[rule], -1, deal_key(seed, deal), attempt, rotation)


def deal_hands(CompiledRules rules, uint64_t seed, uint64_t start, int64_t count):
    """The hands of the deals ``start`` to ``start + count - 1`` as dealt, without playing them.

    Returns ``(hands, first_dealt)``: uint8 arrays of shapes (count, 6, 15), cards by seat and rank, and
    (count,). The GIL is released. RULES 3.
    """
    cdef DealPlan plan
    cdef Shuffled cards
    cdef int64_t i
    cdef int k, seat
    if count < 0:
        raise ValueError(f"cannot deal {count} deals")
    hands = np.zeros((count, N_SEATS, N_RANKS), dtype=np.uint8)
    firsts = np.zeros(count, dtype=np.uint8)
    cdef uint8_t[:, :, ::1] held = hands
    cdef uint8_t[::1] first = firsts
    plan_deck(&rules.c, &plan)
    with nogil:
        for i in range(count):
            shuffle(&plan, deal_key(seed, start + <uint64_t>i), 0, 0, &cards)
            first[i] = cards.first_dealt
            seat = cards.first_dealt
            for k in range(cards.n):
                held[i, seat, RANK[cards.label[k]]] += 1
                seat = seat + 1 if seat < N_SEATS - 1 else 0
    return hands, firsts
