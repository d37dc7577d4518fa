"""The batch driver: see ``_batch.pxd``. Sections are those of docs/rules.md."""

from gouji_sim.core._deal cimport deal_out, find_leader, plan_deck, shuffle
from gouji_sim.core._outcome cimport find_outcome
from gouji_sim.core._rng cimport FOR_PLAY, deal_key, open_stream
from gouji_sim.core._rules cimport CompiledRules
from gouji_sim.core._setup cimport apply_action, begin_setup
from gouji_sim.core._table cimport table_reset
from gouji_sim.core._types cimport BIG, PHASE_LEAD, PHASE_OVER, SMALL, TWO, seats_t
from libc.string cimport memcpy, memset

import numpy as np

from gouji_sim.core.record import RECORD_DTYPE
from gouji_sim.core.policies import policy_codes, restrictions
from gouji_sim.errors import GoujiError

cdef enum:
    SHED_DEALS = 3  # deals in a row with shedding, then a new session starts (section 15.6)
    MAX_VOID = 10_000  # void deals in a row at one index: the rules cannot produce a deal

cdef enum Fault:
    FAULT_NONE
    FAULT_VOID
    FAULT_EMPTY_HAND

if sizeof(DealRecord) != RECORD_DTYPE.itemsize:
    raise ImportError("the compiled core and RECORD_DTYPE disagree about a record: rebuild the core")


cdef void begin_session(Game* game) noexcept nogil:
    game.first = 1
    game.last_place = -1
    game.swept = -1
    game.shed_run = 0
    game.n_obligations = 0


cdef void start_deal(Game* game, uint64_t index, uint64_t attempt, Table* t, Shuffled* cards) noexcept nogil:
    """Shuffle and deal; the table is ready for the setup."""
    cdef uint64_t key = deal_key(game.seed, index)
    cdef int seat
    shuffle(&game.plan, key, attempt, game.rotation, cards)
    table_reset(t, game.rules)
    deal_out(cards, t)
    t.leader = <signed char>find_leader(
        cards, game.rules.first_lead_first if game.first else game.rules.first_lead,
        game.last_place, key, attempt, game.rotation,
    )
    for seat in range(N_SEATS):
        open_stream(&game.streams[seat], key, FOR_PLAY + seat, attempt, game.replicate)
    t.swept = <signed char>game.swept
    t.n_obligations = game.n_obligations
    memcpy(t.obligations, game.obligations, game.n_obligations * sizeof(Obligation))


cdef void end_deal(Game* game, const Table* t, const Outcome* outcome) noexcept nogil:
    """Carry over what a finished deal leaves for the next one of its session (section 15)."""
    cdef int seat
    game.first = 0
    game.swept = -1
    game.n_obligations = outcome.n_obligations
    memcpy(game.obligations, outcome.obligations, outcome.n_obligations * sizeof(Obligation))
    for seat in range(N_SEATS):
        if outcome.place[seat] == 6:
            game.last_place = seat
    if game.shed_run == SHED_DEALS:
        begin_session(game)  # the third deal in a row with shedding: a new session, however it ended
        return
    if outcome.sweep < 0:
        game.shed_run = 0
        return
    game.first = not game.rules.sweep_reduced
    if game.rules.shed_fives:
        game.shed_run += 1
        game.swept = 1 - outcome.sweep


cdef void record_dealt(const Table* t, DealRecord* record) noexcept nogil:
    """The part of a record that is known before the setup."""
    cdef int seat
    for seat in range(N_SEATS):
        record.big[seat] = t.hands[seat].count[BIG]
        record.small[seat] = t.hands[seat].count[SMALL]
        record.twos[seat] = t.hands[seat].count[TWO]


cdef void write_record(
    const Game* game, uint64_t index, const Table* t, const Outcome* outcome, DealRecord* record
) noexcept nogil:
    """The part of a record that is known at the end of a deal."""
    cdef int seat, i
    record.deal = index
    record.plays = t.plays
    record.decisions = t.decisions
    record.rounds = t.rounds
    record.gouji_plays = t.gouji_plays
    record.burn_chances = t.burn_chances
    for seat in range(N_SEATS):
        record.settled_at[seat] = t.plays if t.active >> seat & 1 else t.settled_at[seat]
    memcpy(record.score, outcome.score, sizeof(record.score))
    memcpy(record.place, outcome.place, sizeof(record.place))
    memcpy(record.settled_by, outcome.settled_by, sizeof(record.settled_by))
    record.first_dealt = t.first_dealt
    record.opened = t.opened
    record.declared = t.declared
    record.sweep = outcome.sweep
    record.first_out = outcome.first_out
    record.revolter = t.revolter
    record.kept_head = t.kept_head
    memcpy(record.burns, t.burns, sizeof(record.burns))
    record.counter_burns = t.counter_burns
    record.burners = t.burners
    record.burn_winners = 0
    for i in range(t.n_success):
        record.burn_winners |= <seats_t>(1 << t.success_burner[i])
    record.first_burn_seat = t.first_burn_seat
    record.first_burn_victim = t.first_burn_victim
    record.first_burn_outcome = t.first_burn_outcome
    record.first_burn_jokers = t.first_burn_jokers
    record.first_burn_cards = t.first_burn_cards
    record.first_burn_settled = t.first_burn_settled
    record.yields = t.yields
    record.bought = t.bought
    memcpy(record.tribute, t.paid, sizeof(record.tribute))
    record.returned = t.returned
    record.resisted = t.resisted
    record.shed = t.shed


cdef int play_deal(Game* game, uint64_t index, DealRecord* record) noexcept nogil:
    """Play a deal to its end, redealing void ones, and write its record; 0 or a `Fault`."""
    cdef Table t
    cdef Shuffled cards
    cdef Outcome outcome
    cdef uint64_t attempt = 0
    t.log = NULL
    memset(record, 0, sizeof(DealRecord))
    while True:
        start_deal(game, index, attempt, &t, &cards)
        record_dealt(&t, record)
        begin_setup(&t)
        while t.phase != PHASE_OVER:
            if t.plays == 0 and t.phase == PHASE_LEAD:
                record.leader = <uint8_t>t.leader
            apply_action(&t, decision(game, &t))
        if t.error:
            return FAULT_EMPTY_HAND
        if not t.is_void:
            break
        attempt += 1
        record.void_deals += 1
        record.void_revolts += t.n_revolts
        if attempt == MAX_VOID:
            return FAULT_VOID
    find_outcome(&t, &outcome)
    write_record(game, index, &t, &outcome, record)
    end_deal(game, &t, &outcome)
    return FAULT_NONE


cdef int play_many(
    Game* game, uint64_t start, int64_t n, int64_t per_session, DealRecord* records
) noexcept nogil:
    """Play n deals in a row, a session at every multiple of ``per_session`` deals. Stops at a fault."""
    cdef int64_t i
    cdef int fault
    for i in range(n):
        if i % per_session == 0:
            begin_session(game)
        fault = play_deal(game, start + <uint64_t>i, &records[i])
        if fault:
            records[i].deal = start + <uint64_t>i
            return fault
    return FAULT_NONE


cdef play_records(
    CompiledRules rules, lineup, uint64_t seed, uint64_t start, int64_t n, int64_t per_session,
    int rotation, uint64_t replicate,
):
    cdef Game game
    cdef int seat, fault
    cdef DealRecord* first
    cdef unsigned char[::1] view
    if n < 0:
        raise ValueError(f"cannot play {n} deals")
    codes = policy_codes(lineup)
    masks = restrictions(lineup)
    records = np.zeros(n, dtype=RECORD_DTYPE)
    if n == 0:
        return records
    memset(&game, 0, sizeof(Game))
    game.rules = &rules.c
    plan_deck(&rules.c, &game.plan)
    for seat in range(N_SEATS):
        game.lineup[seat] = codes[seat]
        game.restricted[seat] = masks[seat]
    game.seed = seed
    game.replicate = replicate
    game.rotation = rotation % N_SEATS
    view = records.view(np.uint8)
    first = <DealRecord*>&view[0]
    with nogil:
        fault = play_many(&game, start, n, per_session, first)
    if fault:
        deal = int(records["deal"].max())
        if fault == FAULT_VOID:
            reason = (
                f"was void {MAX_VOID} times in a row: under these rules there is hardly a deal that is not"
            )
        else:
            reason = "would empty a hand before the play begins"
        raise GoujiError(reason, place=f"deal {deal} of seed {seed}")
    return records


def play_deals(
    CompiledRules rules, lineup, uint64_t seed, uint64_t start, int64_t count, *,
    int rotation=0, uint64_t replicate=0,
):
    """Play the single deals ``start`` to ``start + count - 1`` and return their records.

    ``lineup`` names six policies by seat (policies.py); ``seed`` is any 64-bit word. The record of a deal
    depends on the rules, the line-up, the seed, its index, ``rotation`` and ``replicate`` only.
    ``rotation = r`` gives each hand, the first card and the first lead to the seat r further on (duplicate
    deals); ``replicate`` renews the play randomness of the same cards. The GIL is released. Returns an array
    of `RECORD_DTYPE`, shape (count,). Raises `GoujiError` when the rules cannot produce a deal.
    """
    return play_records(rules, lineup, seed, start, count, 1, rotation, replicate)


def play_sessions(
    CompiledRules rules, lineup, uint64_t seed, uint64_t start, int64_t count, *,
    int rotation=0, uint64_t replicate=0,
):
    """Play the sessions ``start`` to ``start + count - 1`` (RULES 15) and return the records of their deals
    in order.

    Deal n of session s has the index ``s * session_deals + n``. Otherwise as `play_deals`; shape
    (count * session_deals,).
    """
    cdef int64_t per_session = rules.c.session_deals
    return play_records(
        rules, lineup, seed, start * <uint64_t>per_session, count * per_session, per_session,
        rotation, replicate,
    )
