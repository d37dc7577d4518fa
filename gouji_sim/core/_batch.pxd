"""Whole deals in one call without the GIL: deal, setup, play, record."""

from gouji_sim.core._deal cimport DealPlan, Shuffled
from gouji_sim.core._restrict cimport decide_restricted
from gouji_sim.core._rng cimport Rng
from gouji_sim.core._search cimport decide
from gouji_sim.core._types cimport (
    CRules,
    DealRecord,
    MAX_OBLIGATIONS,
    N_SEATS,
    Obligation,
    Outcome,
    Table,
    action_t,
    policy_t,
)
from libc.stdint cimport int64_t, uint8_t, uint64_t

cdef struct Game:
    # What the deals of one call share, and the state that a session carries from deal to deal.
    const CRules* rules
    DealPlan plan
    policy_t lineup[N_SEATS]  # policy by seat
    uint8_t restricted[N_SEATS]  # what each is kept from doing: `Restriction`
    uint64_t seed
    uint64_t replicate
    int rotation
    Rng streams[N_SEATS]  # play randomness by seat
    # between the deals of a session
    uint8_t first  # the next deal is the first of a session, or of a new one after a sweep
    int last_place  # seat in place 6 of the deal before
    int swept  # team that lost the deal before by a sweep and may shed, or -1
    int shed_run  # deals in a row with shedding so far
    uint8_t n_obligations
    Obligation obligations[MAX_OBLIGATIONS]


cdef inline action_t decision(Game* game, Table* t) noexcept nogil:
    """What the policy of the seat that is asked chooses."""
    cdef int seat = t.asked
    if game.restricted[seat]:
        return decide_restricted(t, game.lineup[seat], game.restricted[seat], &game.streams[seat])
    return decide(t, game.lineup[seat], &game.streams[seat])


cdef void begin_session(Game* game) noexcept nogil
cdef void start_deal(Game* game, uint64_t index, uint64_t attempt, Table* t, Shuffled* cards) noexcept nogil
cdef void end_deal(Game* game, const Table* t, const Outcome* outcome) noexcept nogil
cdef void record_dealt(const Table* t, DealRecord* record) noexcept nogil
cdef void write_record(
    const Game* game, uint64_t index, const Table* t, const Outcome* outcome, DealRecord* record
) noexcept nogil
cdef int play_deal(Game* game, uint64_t index, DealRecord* record) noexcept nogil
