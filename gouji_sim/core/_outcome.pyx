"""The outcome of a finished deal: see ``_outcome.pxd``. Sections are those of docs/rules.md."""

from gouji_sim.core._setup cimport sort_obligations
from gouji_sim.core._table cimport bit_of, head_of
from gouji_sim.core._types cimport (
    BY_BURN_FAILED,
    BY_LAST,
    BY_OUT,
    BY_SMOTHERED,
    BY_SUFFOCATED,
    CRules,
    MAX_OBLIGATIONS,
    N_SEATS,
    Obligation,
    PAY_BURN,
    PAY_LAST,
    PAY_POINT,
    PAY_SMOTHER,
)
from libc.string cimport memset

# Section 15.3: cards that a pays to b, by [a declared][b declared][a opened][b opened].
cdef unsigned char[2][2][2][2] POINT_CARDS = [
    [[[1, 1], [0, 0]], [[2, 3], [0, 0]]],
    [[[1, 3], [0, 2]], [[2, 4], [0, 2]]],
]


cdef int collect(const Table* t, int by, signed char* seats, int n) noexcept nogil:
    """Append the seats settled in one way, in order."""
    cdef int i
    for i in range(t.n_settled):
        if t.settled_by[i] == by:
            seats[n] = t.settled_seat[i]
            n += 1
    return n


cdef int collect_reversed(const Table* t, int by, signed char* seats, int n) noexcept nogil:
    cdef int i
    for i in range(t.n_settled - 1, -1, -1):
        if t.settled_by[i] == by:
            seats[n] = t.settled_seat[i]
            n += 1
    return n


cdef int collect_active(const Table* t, signed char* seats, int n) noexcept nogil:
    """Append the seats still active: fewer cards first, equal ones in rotation from the seat settled last."""
    cdef int last = t.settled_seat[t.n_settled - 1] if t.n_settled else N_SEATS - 1
    cdef int start = n
    cdef int d, s, j
    for d in range(1, N_SEATS + 1):
        s = (last + d) % N_SEATS
        if not t.active & bit_of(s):
            continue
        j = n
        while j > start and t.n_cards[seats[j - 1]] > t.n_cards[s]:
            seats[j] = seats[j - 1]
            j -= 1
        seats[j] = <signed char>s
        n += 1
    return n


cdef void find_places(const Table* t, Outcome* outcome) noexcept nogil:
    cdef signed char order[8]
    cdef int n, i, at
    n = collect(t, BY_OUT, order, 0)
    n = collect_active(t, order, n)
    n = collect_reversed(t, BY_SUFFOCATED, order, n)
    n = collect_reversed(t, BY_SMOTHERED, order, n)
    n = collect_reversed(t, BY_BURN_FAILED, order, n)
    if n < N_SEATS:
        # The revolter takes place 4, or 3 behind both its partners (section 11.3).
        at = 3
        if t.rules.teams and order[0] % 2 == t.revolter % 2 and order[1] % 2 == t.revolter % 2:
            at = 2
        for i in range(n, at, -1):
            order[i] = order[i - 1]
        order[at] = t.revolter
    for i in range(N_SEATS):
        outcome.place[order[i]] = <unsigned char>(i + 1)
    outcome.sweep = -1
    if t.rules.teams and order[0] % 2 == order[1] % 2 and order[1] % 2 == order[2] % 2:
        outcome.sweep = order[0] % 2


cdef void find_scores(const Table* t, Outcome* outcome) noexcept nogil:
    cdef const CRules* rules = t.rules
    cdef int points[N_SEATS]
    cdef int team[2]
    cdef int seat, place
    team[0] = 0
    team[1] = 0
    for seat in range(N_SEATS):
        place = 6 if outcome.settled_by[seat] == BY_SUFFOCATED else outcome.place[seat]
        points[seat] = rules.place_points[place - 1]
        team[seat % 2] += points[seat]
    for seat in range(N_SEATS):
        if not rules.teams:
            outcome.score[seat] = <short>points[seat]
            continue
        outcome.score[seat] = <short>(team[seat % 2] * (2 if outcome.sweep >= 0 else 1))
        if rules.positive_only and outcome.score[seat] < 0:
            outcome.score[seat] = 0


cdef inline void owe(
    const CRules* rules, Outcome* outcome, int kind, int payer, int receiver, int cards
) noexcept nogil:
    cdef Obligation* item
    if cards == 0 or rules.kind_rank[kind] == 255 or outcome.n_obligations == MAX_OBLIGATIONS:
        return
    item = &outcome.obligations[outcome.n_obligations]
    item.kind = <unsigned char>kind
    item.payer = <signed char>payer
    item.receiver = <signed char>receiver
    item.cards = <unsigned char>cards
    outcome.n_obligations += 1


cdef void find_obligations(const Table* t, Outcome* outcome) noexcept nogil:
    cdef const CRules* rules = t.rules
    cdef int i, a, b, losers
    cdef int at[N_SEATS]
    cdef bint swept = outcome.sweep >= 0
    if not rules.tribute or (swept and not rules.sweep_reduced):
        return
    for i in range(N_SEATS):
        at[outcome.place[i] - 1] = i
    if not swept:
        for i in range(t.n_settled):
            if t.settled_by[i] == BY_SMOTHERED and t.smothered_by[i] >= 0:
                owe(rules, outcome, PAY_SMOTHER, t.settled_seat[i], t.smothered_by[i], 1)
        for i in range(t.n_success):
            owe(
                rules, outcome, PAY_BURN, t.success_victim[i], t.success_burner[i],
                rules.counter_burn_cards if t.success_counter[i] else 1,
            )
    for a in range(N_SEATS):
        b = head_of(a)
        owe(
            rules, outcome, PAY_POINT, a, b,
            POINT_CARDS[t.declared >> a & 1][t.declared >> b & 1][t.opened >> a & 1][t.opened >> b & 1],
        )
    if swept:
        losers = 1 - outcome.sweep
        for a in range(losers, N_SEATS, 2):
            owe(rules, outcome, PAY_LAST, a, head_of(a), 1)
    else:
        for i in range(2):
            a = at[5 - i]
            b = at[i]
            if rules.last_within_team or not rules.teams or a % 2 != b % 2:
                owe(rules, outcome, PAY_LAST, a, b, 2 - i)
    sort_obligations(outcome.obligations, outcome.n_obligations, rules.kind_rank, 0)


cdef void find_outcome(const Table* t, Outcome* outcome) noexcept nogil:
    """Fill in the outcome of a deal that is over and not void."""
    cdef int i
    memset(outcome, 0, sizeof(Outcome))
    outcome.first_out = -1
    for i in range(N_SEATS):
        outcome.settled_by[i] = BY_LAST
    for i in range(t.n_settled):
        outcome.settled_by[t.settled_seat[i]] = t.settled_by[i]
        if t.settled_by[i] == BY_OUT and outcome.first_out < 0:
            outcome.first_out = t.settled_seat[i]
    find_places(t, outcome)
    find_scores(t, outcome)
    find_obligations(t, outcome)
