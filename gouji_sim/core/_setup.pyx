"""The steps before the play: see ``_setup.pxd``. Sections are those of docs/rules.md.

The hands are dealt already. Every step asks in rotation from the seat dealt first, itself included;
``step``, ``part`` and ``offset`` of the table say how far it has come. After the last step the play begins
with ``leader``; a void deal (``is_void``) and one in error (``error``) are over instead.
"""

from gouji_sim.core._hand cimport hand_add, hand_take
from gouji_sim.core._inference cimport infer_at_least, infer_from_move
from gouji_sim.core._rng cimport highest_bit
from gouji_sim.core._table cimport begin_play, bit_of, emit, head_of, seat_after, settle, update_headless
from gouji_sim.core._types cimport (
    ACT_BUY,
    ACT_DECLARE,
    ACT_DROP,
    ACT_KEEP,
    ACT_RETURN,
    ACT_REVOLT,
    ACT_SHED,
    BIG,
    BROKE_HIGHEST,
    BROKE_NONE,
    BROKE_REVOLT,
    BY_REVOLT,
    ERROR_EMPTY_HAND,
    EV_BUY,
    EV_DECLARED,
    EV_DROP,
    EV_KEEP,
    EV_PAY,
    EV_RESIST,
    EV_RETURN,
    EV_REVOLT,
    EV_SHED,
    EV_VOID,
    FIVE,
    FOUR,
    FOURS_NO,
    FOURS_OPTIONAL,
    FOURS_REQUIRED,
    Hand,
    N_SEATS,
    PAY_LAST,
    PHASE_BUY,
    PHASE_CHOOSE,
    PHASE_DECLARE,
    PHASE_OVER,
    PHASE_RETURN,
    PHASE_REVOLT,
    PHASE_SHED,
    RETURN_MAY_REFUSE,
    RETURN_NONE,
    REVOLT_NEVER,
    REVOLT_REDEAL,
    SMALL,
    STEP_BUY,
    STEP_DECLARE,
    STEP_REVOLT,
    STEP_SHED,
    STEP_TRIBUTE,
    THREE,
    TWO,
)
from gouji_sim.core._play cimport action_kind, natural_rank

cdef enum:
    NOT_PAID = 255
    KEPT_CREDITS = 3
    RESISTING = 4  # jokers of one kind that free from tribute
    WILD_CARDS = (1 << TWO) | (1 << SMALL) | (1 << BIG)


cdef inline void move_card(Table* t, int giver, int taker, int rank) noexcept nogil:
    hand_take(&t.hands[giver], rank, 1)
    hand_add(&t.hands[taker], rank)
    t.n_cards[giver] -= 1
    t.n_cards[taker] += 1
    infer_from_move(t, giver, taker, rank)


cdef inline bint is_broke(const Table* t, int seat) noexcept nogil:
    return (t.hands[seat].layer[0] & WILD_CARDS) == 0


cdef inline void ask(Table* t, int phase, int seat) noexcept nogil:
    t.phase = <unsigned char>phase
    t.asked = <signed char>seat


# ---- revolt (section 13.4) ---------------------------------------------------------------------------------


cdef void carry_out_revolt(Table* t, int seat, bint automatic) noexcept nogil:
    t.n_revolts += 1
    emit(t, EV_REVOLT, seat, -1, automatic, 0, 0)
    t.revolter = <signed char>seat
    t.opened &= ~bit_of(seat)
    t.opened |= bit_of(head_of(seat))
    settle(t, seat, BY_REVOLT, -1)
    if t.rules.revolt == REVOLT_REDEAL or t.n_revolts >= t.rules.revolt_void_at:
        t.is_void = 1
        emit(t, EV_VOID, -1, -1, 0, 0, 0)
        ask(t, PHASE_OVER, -1)


# ---- buying (section 13.3) ---------------------------------------------------------------------------------


cdef int find_seller(const Table* t, int seat, int rank, bint* paying) noexcept nogil:
    """Who sells a card of the rank to the seat: a seat that holds two at least, or -1."""
    cdef int head = head_of(seat)
    cdef int d, s
    paying[0] = True
    if t.hands[head].count[rank] >= 2:
        return head
    if not t.rules.teams:
        for d in range(1, N_SEATS):
            s = seat_after(seat, d)
            if s != head and t.hands[s].count[rank] >= 2:
                return s
        return -1
    for d in range(2, 5, 2):
        s = seat_after(head, d)
        if t.hands[s].count[rank] >= 2:
            return s
    paying[0] = False
    for d in range(2, 5, 2):
        s = seat_after(seat, d)
        if t.hands[s].count[rank] >= 2:
            return s
    return -1


cdef void buy(Table* t, int seat, int rank) noexcept nogil:
    cdef bint paying = False
    cdef int seller = find_seller(t, seat, rank, &paying)
    cdef int price = NOT_PAID
    cdef int broke = t.rules.buy_broke if rank == THREE else t.rules.buy_broke_fours
    if paying:
        if t.hands[seat].count[TWO]:
            price = TWO
        elif t.hands[seat].count[SMALL]:
            price = SMALL
        elif t.hands[seat].count[BIG]:
            price = BIG
        elif broke == BROKE_HIGHEST:
            price = highest_bit(t.hands[seat].layer[0])
    if seller < 0:
        return  # on a table with sampled hands: the real one has a seller
    t.known[seat][rank] = 0
    if price != NOT_PAID:
        move_card(t, seat, seller, price)
    move_card(t, seller, seat, rank)
    infer_at_least(t, seller, rank, 1)
    t.bought += 1
    emit(t, EV_BUY, seat, seller, price, rank, 0)


cdef bint step_buy(Table* t) noexcept nogil:
    """Go on buying; true when a seat is asked or the deal is void."""
    cdef int seat, rank, broke
    cdef bint paying = False
    while t.part < 2:
        rank = FOUR if t.part else THREE
        if (t.part and t.rules.buy_fours != FOURS_NO) or (not t.part and t.rules.buy_threes):
            while t.offset < N_SEATS:
                seat = seat_after(t.first_dealt, t.offset)
                t.offset += 1
                if not t.active & bit_of(seat):
                    continue
                if t.part == 0 or t.rules.buy_fours == FOURS_REQUIRED:
                    infer_at_least(t, seat, rank, 1)  # `buy` takes it back of a seat that has to buy
                if t.hands[seat].count[rank]:
                    continue
                if is_broke(t, seat):
                    broke = t.rules.buy_broke_fours if t.part else t.rules.buy_broke
                    if broke == BROKE_REVOLT:
                        carry_out_revolt(t, seat, True)
                        if t.is_void:
                            return True
                        continue
                    if broke == BROKE_NONE:
                        continue
                t.seller = <signed char>find_seller(t, seat, rank, &paying)
                if t.seller < 0:
                    continue
                if t.part and t.rules.buy_fours == FOURS_OPTIONAL:
                    ask(t, PHASE_BUY, seat)
                    return True
                buy(t, seat, rank)
        t.part += 1
        t.offset = 0
    return False


# ---- tribute (section 15) ----------------------------------------------------------------------------------


cdef void sort_obligations(
    Obligation* items, int n, const unsigned char* kind_rank, int first
) noexcept nogil:
    """Sort by the place of the kind, then by the payer in rotation from ``first``; equal ones keep their
    order.
    """
    cdef int i, j, key, other
    cdef Obligation item
    for i in range(1, n):
        item = items[i]
        key = kind_rank[item.kind] * 8 + (item.payer + N_SEATS - first) % N_SEATS
        j = i
        while j > 0:
            other = kind_rank[items[j - 1].kind] * 8 + (items[j - 1].payer + N_SEATS - first) % N_SEATS
            if other <= key:
                break
            items[j] = items[j - 1]
            j -= 1
        items[j] = item


cdef void begin_tribute(Table* t) noexcept nogil:
    """Sort the obligations and look at the hands once for who resists (sections 15.4, 22.8)."""
    cdef int seat
    t.obligation = 0
    t.returns_left = 0
    if not t.rules.tribute:
        t.n_obligations = 0
    if t.n_obligations == 0:
        return
    sort_obligations(t.obligations, t.n_obligations, t.rules.kind_rank, t.first_dealt)
    if t.rules.resist:
        for seat in range(N_SEATS):
            if t.hands[seat].count[BIG] >= RESISTING:
                t.resisted |= bit_of(seat)
                if t.rules.teams:
                    t.resisted |= bit_of(seat_after(seat, 2)) | bit_of(seat_after(seat, 4))
            if t.hands[seat].count[SMALL] >= RESISTING:
                t.resisted |= bit_of(seat)
        for seat in range(N_SEATS):
            if t.resisted & bit_of(seat):
                emit(t, EV_RESIST, seat, -1, 0, 0, 0)


cdef int highest_payable(const Table* t, int seat) noexcept nogil:
    """The highest rank that the seat may pay with, or -1: what it got as tribute in this deal stays
    (section 15.4).
    """
    cdef ranks_t ranks = t.hands[seat].layer[0]
    cdef int rank
    if not t.rules.tribute_any:
        ranks &= WILD_CARDS
    while ranks:
        rank = highest_bit(ranks)
        if t.hands[seat].count[rank] > t.received[seat][rank]:
            return rank
        ranks &= ~(1 << rank)
    return -1


cdef int pay(Table* t, const Obligation* item) noexcept nogil:
    """Pay an obligation in full or as far as the payer can; return the number of cards."""
    cdef int i, rank
    for i in range(item.cards):
        rank = highest_payable(t, item.payer)
        if rank < 0:
            return i
        if t.n_cards[item.payer] == 1:
            t.error = ERROR_EMPTY_HAND
            ask(t, PHASE_OVER, -1)
            return i
        move_card(t, item.payer, item.receiver, rank)
        t.received[item.receiver][rank] += 1
        t.paid[item.kind] += 1
        emit(t, EV_PAY, item.payer, item.receiver, item.kind, rank, 0)
    return item.cards


cdef ranks_t return_choices(const Table* t) noexcept nogil:
    """The ranks that the receiver of the obligation being paid may give back (section 15.5)."""
    cdef const Obligation* item = &t.obligations[t.obligation]
    cdef ranks_t ranks = t.hands[item.receiver].layer[0]
    if t.rules.tribute_return != RETURN_MAY_REFUSE:
        ranks &= t.hands[item.payer].layer[0]
    return ranks


cdef void give_back(Table* t, int rank) noexcept nogil:
    """Return one card; under ``"may_refuse"`` the payer refuses a rank that it does not hold."""
    cdef const Obligation* item = &t.obligations[t.obligation]
    cdef int seat = item.receiver
    t.returns_left -= 1
    if t.hands[item.payer].count[rank] == 0:
        emit(t, EV_RETURN, seat, item.payer, 1, rank, 0)
        return
    move_card(t, seat, item.payer, rank)
    if t.received[seat][rank] > t.hands[seat].count[rank]:
        t.received[seat][rank] = t.hands[seat].count[rank]
    t.returned += 1
    emit(t, EV_RETURN, seat, item.payer, 0, rank, 0)


cdef bint go_on_returning(Table* t) noexcept nogil:
    """True when the receiver has to choose; a return of which only one rank is possible is made."""
    cdef ranks_t ranks
    while t.returns_left:
        ranks = return_choices(t)
        if ranks == 0:
            t.returns_left = 0
        elif ranks & (ranks - 1):
            ask(t, PHASE_RETURN, t.obligations[t.obligation].receiver)
            return True
        else:
            give_back(t, highest_bit(ranks))
    t.obligation += 1
    return False


cdef bint step_tribute(Table* t) noexcept nogil:
    """Go on paying; true when a seat is asked or a hand would be emptied."""
    cdef Obligation* item
    cdef int n
    if not t.tribute_ready:
        begin_tribute(t)
        t.tribute_ready = 1
    elif t.obligation < t.n_obligations and go_on_returning(t):
        return True
    while t.obligation < t.n_obligations:
        item = &t.obligations[t.obligation]
        if (
            t.rules.kind_rank[item.kind] == 255
            or not t.active & bit_of(item.payer)
            or not t.active & bit_of(item.receiver)
            or t.resisted & bit_of(item.payer)
        ):
            t.obligation += 1
            continue
        n = pay(t, item)
        if t.error:
            return True
        if item.kind == PAY_LAST and t.rules.tribute_return != RETURN_NONE:
            t.returns_left = <unsigned char>n
        if go_on_returning(t):
            return True
    return False


# ---- the other steps ---------------------------------------------------------------------------------------


cdef bint step_seats(Table* t, int step) noexcept nogil:
    """Ask the next seat that has a choice in a step that asks each once; false when all are done."""
    cdef int seat
    cdef const Hand* hand
    while t.offset < N_SEATS:
        seat = seat_after(t.first_dealt, t.offset)
        t.offset += 1
        if not t.active & bit_of(seat):
            continue
        hand = &t.hands[seat]
        if step == STEP_DECLARE:
            if t.rules.declare:
                ask(t, PHASE_DECLARE, seat)
                return True
        elif step == STEP_SHED:
            if t.rules.shed_fives and t.rules.teams and t.swept == seat % 2 and hand.count[FIVE]:
                ask(t, PHASE_SHED, seat)
                return True
        elif t.rules.revolt != REVOLT_NEVER and is_broke(t, seat):
            ask(t, PHASE_REVOLT, seat)
            return True
    return False


cdef void advance_setup(Table* t) noexcept nogil:
    """Go on with the steps until a seat is asked or all are done."""
    cdef int step
    cdef bint waits
    while t.step < t.rules.n_steps:
        step = t.rules.steps[t.step]
        waits = False
        if step == STEP_BUY:
            waits = step_buy(t)
        elif step == STEP_TRIBUTE:
            waits = step_tribute(t)
        elif step == STEP_SHED or step == STEP_REVOLT or step == STEP_DECLARE:
            waits = step_seats(t, step)
        if waits:
            return
        if step == STEP_DECLARE and t.rules.declare:
            t.declared = t.declaring
            emit(t, EV_DECLARED, -1, t.declared, 0, 0, 0)
        t.step += 1
        t.offset = 0
        if t.step - 1 == t.rules.choose_after and t.revolter >= 0 and t.rules.head_choice:
            ask(t, PHASE_CHOOSE, head_of(t.revolter))
            return
    begin_play(t)


cdef void begin_setup(Table* t) noexcept nogil:
    """Start the steps. Hands, ``first_dealt``, ``leader``, ``swept`` and the obligations are given."""
    advance_setup(t)


cdef void apply_setup_action(Table* t, action_t action) noexcept nogil:
    """Carry out a legal action of a setup phase and move on to the next decision, the lead, or the end of a
    void deal.
    """
    cdef int kind = action_kind(action)
    cdef int seat = t.asked
    cdef int fives
    if kind == ACT_BUY:
        buy(t, seat, FOUR)
    elif kind == ACT_RETURN:
        give_back(t, natural_rank(action))
    elif kind == ACT_SHED:
        fives = t.hands[seat].count[FIVE]
        if fives == t.n_cards[seat]:
            t.error = ERROR_EMPTY_HAND
            ask(t, PHASE_OVER, -1)
            return
        hand_take(&t.hands[seat], FIVE, fives)
        t.n_cards[seat] -= <short>fives
        t.shed += <unsigned char>fives
        t.out_of_play[FIVE] += <unsigned char>fives
        emit(t, EV_SHED, seat, -1, fives, FIVE, 0)
    elif kind == ACT_REVOLT:
        carry_out_revolt(t, seat, False)
        if t.is_void:
            return
    elif kind == ACT_KEEP:
        t.credit_seat = <signed char>seat
        t.credits = KEPT_CREDITS
        t.kept_head = 1
        update_headless(t)
        emit(t, EV_KEEP, seat, -1, 0, 0, 0)
    elif kind == ACT_DROP:
        emit(t, EV_DROP, seat, -1, 0, 0, 0)
    elif kind == ACT_DECLARE:
        t.declaring |= bit_of(seat)
    advance_setup(t)
