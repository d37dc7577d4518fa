"""The round state machine: see ``_table.pxd``. Sections are those of docs/rules.md.

Between calls a table stands at a decision: ``phase`` and ``asked`` say which, or the deal is over. An
action is carried out and the table moves on through everything that is forced to the next decision. The
rest of the state that a decision depends on is in `Table`; nothing else is kept.
"""

from gouji_sim.core._hand cimport hand_clear, jokers, only_threes
from gouji_sim.core._inference cimport infer_from_forced_pass, infer_from_pass, infer_from_play
from gouji_sim.core._play cimport (
    action_kind,
    action_play,
    can_answer,
    hand_take_play,
    has_play,
    is_gouji,
    n_big,
    n_naturals,
    n_small,
    n_twos,
    natural_rank,
    play_size,
    qualifies,
    set_target,
)
from gouji_sim.core._rng cimport lowest_bit
from gouji_sim.core._types cimport (
    ACT_BURN,
    ACT_DECLINE,
    ACT_PASS,
    ACT_PLAY,
    ACT_YIELD,
    BIG,
    BURN_BROKEN,
    BURN_COUNTERED,
    BURN_DISSOLVED,
    BURN_FAILED,
    BURN_RUNNING,
    BURN_SUCCESS,
    BY_BURN_FAILED,
    BY_OUT,
    BY_SMOTHERED,
    BY_SUFFOCATED,
    EV_BEAT,
    EV_BURN_ENDS,
    EV_COVER,
    EV_DECLINE,
    EV_LEAD,
    EV_MELEE,
    EV_OPEN,
    EV_OVER,
    EV_PASS,
    EV_SETTLED,
    EV_STANDS,
    EV_YIELD,
    FOUR,
    FOUR_NO,
    FOUR_SINGLE,
    HOLD_OFF,
    HOLD_SMOTHER,
    NATURALS,
    OPEN_NONE,
    PASS_BINDS,
    PASS_HEAD,
    PHASE_ANSWER,
    PHASE_BURN,
    PHASE_LEAD,
    PHASE_OVER,
    SMALL,
    STAGE_ANSWER,
    STAGE_WINDOW,
    TWO,
    UNTIL_ANY_OUT,
    UNTIL_HEAD_OUT,
    ranks_t,
)
from libc.stdlib cimport realloc
from libc.string cimport memset

cdef enum:
    EVEN_SEATS = 0x15
    ODD_SEATS = 0x2A


cdef void table_reset(Table* t, const CRules* rules) noexcept nogil:
    """An empty table with all six seats active and no cards."""
    cdef EventLog* log = t.log
    memset(t, 0, sizeof(Table))
    t.log = log
    t.rules = rules
    t.active = ALL_SEATS
    t.n_active = N_SEATS
    t.revolter = -1
    t.credit_seat = -1
    t.asked = -1
    t.leader = -1
    t.owner = -1
    t.yielded = -1
    t.chance = -1
    t.burner = -1
    t.victim = -1
    t.first_burn_seat = -1
    t.first_burn_victim = -1
    t.swept = -1
    t.seller = -1


cdef void append_event(
    EventLog* log, int kind, int seat, int other, int extra, int rank, play_t play
) noexcept nogil:
    """Keep an event; a log that cannot grow marks itself as broken (``capacity`` 0) and keeps no more."""
    cdef Event* event
    cdef Event* grown
    if log.n == log.capacity:
        if log.capacity == 0:
            return
        grown = <Event*>realloc(log.items, 2 * log.capacity * sizeof(Event))
        if grown == NULL:
            log.n = 0
            log.capacity = 0
            return
        log.items = grown
        log.capacity *= 2
    event = &log.items[log.n]
    event.kind = <unsigned char>kind
    event.seat = <signed char>seat
    event.other = <signed char>other
    event.extra = <unsigned char>extra
    event.rank = <unsigned char>rank
    event.play = play
    log.n += 1


# ---- seats -------------------------------------------------------------------------------------------------


cdef void update_headless(Table* t) noexcept nogil:
    """Section 7.5: a seat is headless when its head is settled, unless it keeps the head and has credits
    left.
    """
    cdef seats_t settled = ~t.active & ALL_SEATS
    t.headless = ((settled << 3) | (settled >> 3)) & ALL_SEATS
    if t.credits:
        t.headless &= ~bit_of(t.credit_seat)


cdef void settle(Table* t, int seat, int by, int smothered_by) noexcept nogil:
    """Take a seat out of play; what is left of its hand leaves the game."""
    cdef int n = t.n_settled
    t.active &= ~bit_of(seat)
    t.n_active -= 1
    t.settled_seat[n] = <signed char>seat
    t.settled_by[n] = <unsigned char>by
    t.smothered_by[n] = <signed char>smothered_by
    t.n_settled += 1
    t.settled_at[seat] = t.plays
    if by == BY_OUT:
        t.n_out += 1
    elif t.n_cards[seat]:
        hand_clear(&t.hands[seat])
        t.n_cards[seat] = 0
    update_headless(t)
    emit(t, EV_SETTLED, seat, smothered_by, by, 0, 0)


cdef inline void over(Table* t) noexcept nogil:
    t.phase = PHASE_OVER
    t.asked = -1
    if t.burner >= 0:
        t.burns[<int>BURN_RUNNING] += 1
        if t.first_burn_runs:
            t.first_burn_outcome = BURN_RUNNING
        emit(t, EV_BURN_ENDS, t.burner, -1, BURN_RUNNING, 0, 0)
        t.burner = -1
    emit(t, EV_OVER, -1, -1, 0, 0, 0)


cdef bint check_end(Table* t) noexcept nogil:
    """Section 11.1: end the deal when it is time; say whether it is."""
    if t.n_active <= 1 or (
        t.rules.end_when_team_out
        and t.rules.teams
        and ((t.active & EVEN_SEATS) == 0 or (t.active & ODD_SEATS) == 0)
    ):
        over(t)
        return True
    return False


cdef inline int next_active(const Table* t, int seat) noexcept nogil:
    """The first active seat in rotation from one, itself excluded."""
    return seat_after(seat, lowest_bit(relative(t.active, seat) & ~1))


# ---- burns -------------------------------------------------------------------------------------------------


cdef inline void end_burn(Table* t, int outcome) noexcept nogil:
    t.burns[outcome] += 1
    if t.first_burn_runs:
        t.first_burn_outcome = <unsigned char>outcome
        t.first_burn_runs = 0
    if outcome == BURN_SUCCESS:
        t.success_burner[t.n_success] = t.burner
        t.success_victim[t.n_success] = t.victim
        t.success_counter[t.n_success] = t.counter
        t.n_success += 1
    emit(t, EV_BURN_ENDS, t.burner, t.victim, outcome, 0, 0)
    t.burner = -1
    t.victim = -1


cdef inline void start_burn(Table* t, int seat, play_t cover) noexcept nogil:
    t.counter = t.burner >= 0
    if t.counter:
        end_burn(t, BURN_COUNTERED)
        t.counter_burns += 1
    t.burner = <signed char>seat
    t.victim = t.owner
    t.burners |= bit_of(seat)
    emit(t, EV_COVER, seat, t.owner, t.counter, 0, cover)
    if t.first_burn_seat < 0:
        t.first_burn_seat = <signed char>seat
        t.first_burn_victim = t.owner
        t.first_burn_jokers = <unsigned char>jokers(&t.hands[seat])
        t.first_burn_cards = <unsigned char>(t.n_cards[seat] if t.n_cards[seat] < 255 else 255)
        t.first_burn_settled = t.n_settled
        t.first_burn_runs = 1


# ---- opening -----------------------------------------------------------------------------------------------


cdef inline bint opening_closed(const Table* t, int seat) noexcept nogil:
    """Section 9.3: the time when the seat could open is over."""
    cdef int head = head_of(seat)
    cdef int i
    if t.melee or t.rules.open_by == OPEN_NONE:
        return True
    if t.rules.open_until == UNTIL_ANY_OUT:
        return t.n_settled > 0
    if t.rules.open_until == UNTIL_HEAD_OUT and not (t.active & bit_of(head)):
        if t.rules.open_if_head_smothered:
            for i in range(t.n_settled):
                if t.settled_seat[i] == head:
                    return t.settled_by[i] != BY_SMOTHERED
        return True
    return False


cdef bint can_still_open(const Table* t, int seat) noexcept nogil:
    return not ((t.opened | t.given_up) & bit_of(seat)) and not opening_closed(t, seat)


cdef inline void open_seat(Table* t, int seat) noexcept nogil:
    t.opened |= bit_of(seat)
    emit(t, EV_OPEN, seat, -1, 0, 0, 0)


# ---- asking ------------------------------------------------------------------------------------------------


cdef inline ranks_t plain_ranks(const Table* t, int seat) noexcept nogil:
    """The ranks that may not go with jokers: 4 under ``fours_with_jokers = "after_open_closed"`` (section
    9.4).
    """
    if t.rules.fours_after_open_closed and can_still_open(t, seat):
        return 1 << FOUR
    return 0


cdef inline void seat_query(const Table* t, int seat, Query* q) noexcept nogil:
    q.hand = &t.hands[seat]
    q.n_cards = t.n_cards[seat]
    q.hold = t.rules.hold_threes != HOLD_OFF
    q.ranks = NATURALS & ~1 if q.hold else NATURALS
    q.plain = plain_ranks(t, seat)
    q.target = NULL
    q.need_joker = 0
    q.burnable = 0


cdef void plays_query(const Table* t, Query* query) noexcept nogil:
    """The query of the plays open to the seat that is asked to lead, answer or burn."""
    seat_query(t, t.asked, query)
    if t.phase == PHASE_LEAD:
        query.need_joker = t.burner == t.asked
    else:
        query.target = &t.target
        query.burnable = t.phase == PHASE_BURN and not t.rules.bluff_burn


cdef inline bint can_burn(const Table* t, int seat) noexcept nogil:
    """Has the seat a covering play (section 8.2)?"""
    cdef Query q
    if not can_answer(&t.hands[seat], &t.target, plain_ranks(t, seat)):
        return False
    if t.rules.bluff_burn:
        return True
    seat_query(t, seat, &q)
    q.target = &t.target
    q.burnable = 1
    return has_play(&q)


cdef void begin_lead(Table* t, int seat) noexcept nogil:
    """A new round: the seat leads, or the next active seat inherits the lead (section 7.6)."""
    cdef Query q
    cdef int victim
    t.owner = -1
    t.passed = 0
    t.top = 0
    t.yielded = -1
    if not t.active & bit_of(seat):
        seat = next_active(t, seat)
    if t.chance != seat:
        t.chance = -1
    while True:
        if not t.melee and t.n_active <= t.rules.melee_at:
            t.melee = 1
            emit(t, EV_MELEE, -1, -1, 0, 0, 0)
        if t.burner < 0:
            break
        # A burn outlives its round only while the burner leads.
        if t.melee:
            end_burn(t, BURN_DISSOLVED)
            break
        seat_query(t, seat, &q)
        q.need_joker = 1
        if has_play(&q):
            break
        victim = t.victim
        end_burn(t, BURN_FAILED)
        settle(t, seat, BY_BURN_FAILED, -1)
        t.chance = -1
        if check_end(t):
            return
        seat = victim if t.active & bit_of(victim) else next_active(t, seat)
    t.leader = <signed char>seat
    t.asked = <signed char>seat
    t.phase = PHASE_LEAD
    t.rounds += 1
    t.decisions += 1


cdef void stands(Table* t) noexcept nogil:
    """Nobody beat the play on the table: its owner, or the seat that inherits, leads."""
    cdef int owner = t.owner
    emit(t, EV_STANDS, owner, -1, 0, 0, t.top)
    if t.top_qualifies and t.active & bit_of(owner) and can_still_open(t, owner):
        if t.rules.open_needs_four == FOUR_NO:
            open_seat(t, owner)
        else:
            t.chance = <signed char>owner
    begin_lead(t, owner)


cdef inline void ask_burn(Table* t, int seat) noexcept nogil:
    t.phase = PHASE_BURN
    t.asked = <signed char>seat
    t.burn_chances += 1
    t.decisions += 1


cdef void advance(Table* t) noexcept nogil:
    """Go on asking about the play on the table until somebody has a choice."""
    cdef int d, seat
    cdef unsigned int candidates
    while t.stage == STAGE_WINDOW:
        candidates = t.candidates
        if candidates == 0:
            t.stage = STAGE_ANSWER
            break
        if t.rules.burn_team_first and t.rules.teams and candidates & 0b10100:
            candidates &= 0b10100  # partners of the owner are 2 and 4 further on
        d = lowest_bit(candidates)
        t.candidates &= ~(1 << d)
        seat = seat_after(t.owner, d)
        if can_burn(t, seat):
            ask_burn(t, seat)
            return
    while t.pending:
        d = lowest_bit(t.pending)
        t.pending &= t.pending - 1
        seat = seat_after(t.owner, d) if d < 6 else head_of(t.owner)
        if can_answer(&t.hands[seat], &t.target, plain_ranks(t, seat)):
            t.phase = PHASE_ANSWER
            t.asked = <signed char>seat
            t.may_yield = (
                d == 3
                and t.rules.yields
                and not t.melee
                and not t.top_gouji
                and (t.pending & 0b110000) != 0
                and not (t.headless & bit_of(seat))
            )
            t.decisions += 1
            return
        t.passed |= bit_of(seat)
        infer_from_forced_pass(t, seat)
        emit(t, EV_PASS, seat, -1, 1, 0, 0)
    stands(t)


cdef inline unsigned int burn_candidates(const Table* t) noexcept nogil:
    """Section 8.1, relative to the owner of the play, which is gouji."""
    cdef const CRules* rules = t.rules
    cdef int owner = t.owner
    cdef seats_t seats
    if not rules.burn or (t.headless & bit_of(owner) and not t.top_dead):
        return 0
    if rules.burn_until_first_out and t.n_settled:
        return 0
    if not rules.burn_last_play and not t.active & bit_of(owner):
        return 0
    seats = t.active & ~(t.passed | t.headless | bit_of(owner) | bit_of(head_of(owner)))
    if rules.burn_needs_open:
        seats &= t.opened
    return relative(seats, owner)


cdef inline void open_asking(Table* t) noexcept nogil:
    """Decide who may burn and who may answer the play that was just made (sections 7.2, 7.3, 8, 12)."""
    cdef int owner = t.owner
    cdef int head = head_of(owner)
    cdef seats_t free = t.active & ~(t.passed | bit_of(owner))
    cdef seats_t may = 0
    cdef seats_t head_bit = t.active & bit_of(head)
    t.stage = STAGE_ANSWER
    t.candidates = 0
    if t.target.size == 0:
        t.pending = 0
        return
    if t.melee:
        t.pending = relative(t.active & ~bit_of(owner), owner)
        return
    if t.top_gouji or t.burner == owner:
        if t.top_gouji:
            t.candidates = burn_candidates(t)
            if t.candidates:
                t.stage = STAGE_WINDOW
        if t.rules.after_pass == PASS_BINDS:
            head_bit &= ~t.passed
        if t.burner == owner:
            may = head_bit
        elif t.headless & bit_of(owner):
            may = free
        else:
            may = head_bit | (free & t.headless)
        t.pending = 0 if t.top_dead else relative(may, owner)
        return
    t.pending = relative(free, owner)
    if t.rules.after_pass == PASS_HEAD and head_bit & t.passed:
        t.pending |= 1 << 6


# ---- acting ------------------------------------------------------------------------------------------------


cdef inline void four_rules(Table* t, int seat, play_t play) noexcept nogil:
    """A play of base rank 4: it completes an opening or gives one up (sections 9.2, 9.4)."""
    cdef int fours = n_naturals(play)
    if (
        t.chance == seat
        and fours == play_size(play)
        and (fours == 1 or t.rules.open_needs_four != FOUR_SINGLE)
        and can_still_open(t, seat)
    ):
        open_seat(t, seat)
    elif t.rules.four_forfeits and t.rules.open_by != OPEN_NONE and not t.opened & bit_of(seat):
        t.given_up |= bit_of(seat)


cdef void suffocate(Table* t, int seat) noexcept nogil:
    """Section 11.4: the first seat went out; who has not played is settled, in rotation from it."""
    cdef unsigned int idle = relative(t.active & ~t.played, seat)
    while idle:
        settle(t, seat_after(seat, lowest_bit(idle)), BY_SUFFOCATED, -1)
        idle &= idle - 1


cdef void carry_out(Table* t, int seat, play_t play) noexcept nogil:
    """A play is made, as a lead (``owner`` is -1) or on the play of the owner, in the order of section
    22.1.
    """
    cdef const CRules* rules = t.rules
    cdef int before = t.owner
    cdef bint gouji = not t.melee and is_gouji(rules, play)
    cdef bint dead = False
    cdef bint first_out
    if n_naturals(play) and natural_rank(play) == FOUR:
        four_rules(t, seat, play)
    t.chance = -1
    hand_take_play(&t.hands[seat], play)
    t.n_cards[seat] -= <short>play_size(play)
    t.out_of_play[natural_rank(play)] += n_naturals(play)
    t.out_of_play[TWO] += n_twos(play)
    t.out_of_play[SMALL] += n_small(play)
    t.out_of_play[BIG] += n_big(play)
    infer_from_play(t, seat, play)
    t.played |= bit_of(seat)
    t.plays += 1
    if gouji:
        t.gouji_plays += 1
        if t.credits and t.credit_seat == seat:
            t.credits -= 1
            dead = True
            if t.credits == 0:
                update_headless(t)
        elif (
            rules.dead_gouji_on_last
            and before == head_of(seat)
            and t.top_gouji
            and 1 <= t.top_out_place <= 2
        ):
            dead = True
    if before >= 0:
        if t.yielded >= 0 and t.yielded != seat:
            t.passed |= bit_of(t.yielded)
        if rules.hold_threes == HOLD_SMOTHER and t.active & bit_of(before) and only_threes(&t.hands[before]):
            settle(t, before, BY_SMOTHERED, seat)
    t.yielded = -1
    t.owner = <signed char>seat
    t.top = play
    t.top_dead = dead
    t.top_out_place = 0
    if t.n_cards[seat] == 0:
        first_out = t.n_out == 0
        settle(t, seat, BY_OUT, -1)
        t.top_out_place = t.n_out
        if t.burner == seat:
            end_burn(t, BURN_SUCCESS)
        if first_out and rules.suffocation:
            suffocate(t, seat)
    t.top_gouji = gouji
    t.top_qualifies = gouji and qualifies(rules, play)
    set_target(rules, play, &t.target)
    if t.n_settled and check_end(t):
        return
    if rules.melee_at_once and not t.melee and t.n_active <= rules.melee_at:
        t.melee = 1
        emit(t, EV_MELEE, -1, -1, 0, 0, 0)
        if t.burner >= 0:
            end_burn(t, BURN_DISSOLVED)
    if t.melee:
        t.top_gouji = 0
    open_asking(t)
    advance(t)


cdef void begin_play(Table* t) noexcept nogil:
    """The setup is over: ``leader``, or the next active seat, is to lead."""
    cdef int seat
    if t.rules.no_four_forfeits and t.rules.open_by != OPEN_NONE:
        for seat in range(N_SEATS):
            if t.active & bit_of(seat) and t.hands[seat].count[FOUR] == 0 and not t.opened & bit_of(seat):
                t.given_up |= bit_of(seat)
                t.lack_fours |= bit_of(seat)
    update_headless(t)
    if not check_end(t):
        begin_lead(t, t.leader)


cdef void apply_play_action(Table* t, action_t action) noexcept nogil:
    """Carry out a legal action of the phases lead, answer and burn, and move on to the next decision."""
    cdef int kind = action_kind(action)
    cdef int seat = t.asked
    if kind == ACT_PLAY:
        if t.owner < 0:
            emit(t, EV_LEAD, seat, -1, 0, 0, action_play(action))
        else:
            emit(t, EV_BEAT, seat, t.owner, 0, 0, action_play(action))
            if t.burner >= 0:
                end_burn(t, BURN_BROKEN)  # only the burner's head is asked to answer
        carry_out(t, seat, action_play(action))
    elif kind == ACT_PASS:
        t.passed |= bit_of(seat)
        infer_from_pass(t, seat)
        emit(t, EV_PASS, seat, -1, 0, 0, 0)
        advance(t)
    elif kind == ACT_DECLINE:
        emit(t, EV_DECLINE, seat, -1, 0, 0, 0)
        advance(t)
    elif kind == ACT_YIELD:
        t.yielded = <signed char>seat
        t.pending |= 1 << 6
        t.yields += 1
        emit(t, EV_YIELD, seat, -1, 0, 0, 0)
        advance(t)
    elif kind == ACT_BURN:
        start_burn(t, seat, action_play(action))
        carry_out(t, seat, action_play(action))
