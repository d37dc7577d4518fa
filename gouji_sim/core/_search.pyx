"""Determinised search: see ``_search.pxd``.

Common random numbers: sample j gives every candidate the same hidden hands and the same streams. Candidates
are dropped as soon as they are behind the best by more than chance explains (`DROP` standard errors of the
paired difference); in the end the choice of the rollout policy stands unless a candidate is ahead of it by
`SWITCH` standard errors. Without that, 64 samples would often replace a good move by a lucky one.
"""

from gouji_sim.core._candidates cimport MAX_CANDIDATES, find_candidates
from gouji_sim.core._outcome cimport find_outcome
from gouji_sim.core._policy cimport choose
from gouji_sim.core._rng cimport mix64, next_word, open_stream
from gouji_sim.core._sample cimport Unknown, find_unknown, sample_world
from gouji_sim.core._setup cimport apply_action
from gouji_sim.core._types cimport N_SEATS, Outcome, PHASE_OVER
from libc.math cimport sqrt
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

cdef enum:
    SEARCH = 0xFF
    BLOCK = 8  # samples between two looks at who is behind
    LEAST = 16  # samples before anybody is dropped

cdef double DROP = 2.0
cdef double SWITCH = 2.0


cdef int64_t play_out(Table* world, int rollout, Rng* streams) noexcept nogil:
    """Play to the end of the deal; return the number of decisions."""
    cdef int64_t n = 0
    while world.phase != PHASE_OVER:
        apply_action(world, choose(world, rollout, &streams[world.asked]))
        n += 1
    return n


cdef inline int value_of(const Table* world, const Outcome* outcome, int seat) noexcept nogil:
    """What the seat wants to be large: twice its score where what one team wins the other loses.

    Where the losing team's points are not counted (``positive_only``) the score alone would not mind a higher
    loss; the difference of the teams does.
    """
    if world.rules.teams:
        return outcome.score[seat] - outcome.score[seat + 1 if seat < N_SEATS - 1 else 0]
    return 2 * outcome.score[seat]


cdef int64_t evaluate(
    const Table* t, const Candidates* candidates, uint32_t alive, int rollout, uint64_t key, int first,
    int count, int32_t* values, int16_t* scores, uint8_t* places,
) noexcept nogil:
    """Play out the candidates of the mask ``alive`` on the samples ``first`` to ``first + count - 1``.

    Sample j of candidate k goes to ``[j * MAX_CANDIDATES + k]``, j counted from ``first``; ``scores`` and
    ``places`` (of the seat that is asked; 0 where the deal was void) may be NULL. Returns the decisions made,
    or -1 when the unseen cards cannot fill the hidden hands.
    """
    cdef Unknown unknown
    cdef Table world, after
    cdef Rng rng
    cdef Rng streams[N_SEATS]
    cdef Outcome outcome
    cdef int seat = t.asked, j, k, s, at
    cdef int64_t nodes = 0
    if not find_unknown(t, seat, &unknown):
        return -1
    for j in range(count):
        open_stream(&rng, key, N_SEATS, <uint64_t>(first + j), 0)
        sample_world(t, seat, &unknown, &rng, &world)
        for k in range(candidates.n):
            if not alive >> k & 1:
                continue
            at = j * MAX_CANDIDATES + k
            memcpy(&after, &world, sizeof(Table))
            for s in range(N_SEATS):
                open_stream(&streams[s], key, s, <uint64_t>(first + j), 0)
            apply_action(&after, candidates.action[k])
            nodes += play_out(&after, rollout, streams)
            if after.is_void or after.error:
                values[at] = 0
                if scores != NULL:
                    scores[at] = 0
                    places[at] = 0
                continue
            find_outcome(&after, &outcome)
            values[at] = value_of(&after, &outcome, seat)
            if scores != NULL:
                scores[at] = outcome.score[seat]
                places[at] = outcome.place[seat]
    return nodes


cdef struct Sums:
    int64_t value[MAX_CANDIDATES]
    int64_t n


cdef inline double paired_error(const int32_t* values, int64_t n, int a, int b) noexcept nogil:
    """Standard error of the mean difference of two candidates over the same samples."""
    cdef int64_t j, d, total = 0, squares = 0
    for j in range(n):
        d = values[j * MAX_CANDIDATES + a] - values[j * MAX_CANDIDATES + b]
        total += d
        squares += d * d
    if n < 2:
        return 1e9
    return sqrt((<double>squares - <double>total * total / n) / (<double>n * (n - 1)))


cdef uint32_t drop(
    const int32_t* values, const Sums* sums, const Candidates* c, uint32_t alive
) noexcept nogil:
    """The candidates that stay: the choice of the rollout policy (number 0) and all that may be best."""
    cdef int k, best = 0
    for k in range(c.n):
        if alive >> k & 1 and sums.value[k] > sums.value[best]:
            best = k
    for k in range(1, c.n):
        if k == best or not alive >> k & 1:
            continue
        if (
            <double>(sums.value[best] - sums.value[k]) / sums.n
            > DROP * paired_error(values, sums.n, best, k)
        ):
            alive &= ~(<uint32_t>1 << k)
    return alive


cdef int best_candidate(
    const int32_t* values, const Sums* sums, const Candidates* c, uint32_t alive
) noexcept nogil:
    """The candidate that is furthest ahead of the rollout policy's choice beyond its margin, if any is."""
    cdef int k, best = 0
    cdef double ahead, most = 0
    for k in range(1, c.n):
        if not alive >> k & 1:
            continue
        ahead = <double>(sums.value[k] - sums.value[0]) / sums.n
        ahead -= SWITCH * paired_error(values, sums.n, k, 0)
        if ahead > most:
            most = ahead
            best = k
    return best


cdef action_t search(const Table* t, int rollout, int samples, int64_t node_limit, Rng* rng) noexcept nogil:
    cdef Candidates candidates
    cdef Sums sums
    cdef uint64_t key
    cdef uint32_t alive
    cdef int32_t* values
    cdef int k, n, best
    cdef int64_t j, nodes = 0, made
    find_candidates(t, rollout, rng, &candidates)
    if candidates.n == 1:
        return candidates.action[0]
    key = mix64(next_word(rng))
    values = <int32_t*>malloc(<size_t>samples * MAX_CANDIDATES * sizeof(int32_t))
    if values == NULL:
        return candidates.action[0]
    alive = (<uint32_t>1 << candidates.n) - 1
    sums.n = 0
    for k in range(MAX_CANDIDATES):
        sums.value[k] = 0
    while sums.n < samples and (node_limit == 0 or nodes < node_limit):
        n = BLOCK if samples - sums.n > BLOCK else <int>(samples - sums.n)
        made = evaluate(
            t, &candidates, alive, rollout, key, <int>sums.n, n, values + sums.n * MAX_CANDIDATES, NULL, NULL
        )
        if made < 0:
            break
        nodes += made
        for j in range(sums.n, sums.n + n):
            for k in range(candidates.n):
                if alive >> k & 1:
                    sums.value[k] += values[j * MAX_CANDIDATES + k]
        sums.n += n
        if sums.n >= LEAST:
            alive = drop(values, &sums, &candidates, alive)
            if alive == 1:
                break
    best = best_candidate(values, &sums, &candidates, alive) if sums.n else 0
    free(values)
    return candidates.action[best]


cdef action_t decide(const Table* t, policy_t policy, Rng* rng) noexcept nogil:
    """A legal action for the seat that is asked, by any policy of the core (codes: policies.py)."""
    if policy & 0xFF == SEARCH:
        return search(t, policy >> 8 & 0xFF, policy >> 16 & 0xFFFF, policy >> 32, rng)
    return choose(t, <int>(policy & 0xFF), rng)
