"""Restricted play: see ``_restrict.pxd``.

A restricted seat declines every burn, plays or passes where it might yield, is silent, stays. It never
leads the 4s that complete an opening (section 9.2) while it has another lead; where no 4 is needed, or the
revolt of its head opens for it, there is no choice to restrict. Otherwise its policy plays as always.
"""

from gouji_sim.core._hand cimport hand_take
from gouji_sim.core._play cimport (
    Query,
    action_play,
    allows,
    as_action,
    count_plays,
    n_naturals,
    natural_rank,
    nth_play,
    play_size,
)
from gouji_sim.core._search cimport decide
from gouji_sim.core._table cimport can_still_open, plays_query
from gouji_sim.core._types cimport (
    ACT_DECLINE,
    ACT_PLAY,
    ACT_SILENT,
    ACT_STAY,
    FOUR,
    FOUR_SINGLE,
    Hand,
    PHASE_BURN,
    PHASE_DECLARE,
    PHASE_LEAD,
    PHASE_REVOLT,
    play_t,
)
from libc.stdint cimport int64_t


cdef inline bint completes(const Table* t, play_t play) noexcept nogil:
    """Would this lead of a seat with a chance open? (``four_rules`` of the table)"""
    cdef int fours = n_naturals(play)
    return (
        natural_rank(play) == FOUR
        and fours == play_size(play)
        and (fours == 1 or t.rules.open_needs_four != FOUR_SINGLE)
    )


cdef action_t lead_without_opening(Table* t, policy_t policy, Rng* rng) noexcept nogil:
    """The lead of a policy that knows of no chance to open; if that would open, its lead without 4s in the
    hand; if that is not legal, the first other play there is.
    """
    cdef int seat = t.asked
    cdef Hand held
    cdef int fours
    cdef int64_t i
    cdef play_t play
    cdef Query q
    cdef action_t action, other
    t.chance = -1
    action = decide(t, policy, rng)
    if completes(t, action_play(action)):
        fours = t.hands[seat].count[FOUR]
        if fours < t.n_cards[seat]:
            held = t.hands[seat]
            hand_take(&t.hands[seat], FOUR, fours)
            t.n_cards[seat] -= <short>fours
            other = decide(t, policy, rng)
            t.hands[seat] = held
            t.n_cards[seat] += <short>fours
            plays_query(t, &q)
            if allows(&q, action_play(other)):
                action = other
    if completes(t, action_play(action)):
        plays_query(t, &q)
        for i in range(count_plays(&q)):
            play = nth_play(&q, i)
            if not completes(t, play):
                action = as_action(ACT_PLAY, play)
                break
    t.chance = <signed char>seat
    return action


cdef action_t decide_restricted(Table* t, policy_t policy, int restricted, Rng* rng) noexcept nogil:
    """A legal action of the policy for the seat that is asked, within its restrictions.

    The table is the same afterwards.
    """
    cdef int phase = t.phase
    cdef unsigned char may_yield = t.may_yield
    cdef action_t action
    if phase == PHASE_LEAD and restricted & NO_OPEN and t.chance == t.asked and can_still_open(t, t.asked):
        return lead_without_opening(t, policy, rng)
    if restricted & NO_YIELD:
        t.may_yield = 0
    # The policy is asked in any case, so that its random numbers are the same with and without restrictions.
    action = decide(t, policy, rng)
    t.may_yield = may_yield
    if phase == PHASE_BURN and restricted & NO_BURN:
        return as_action(ACT_DECLINE, 0)
    if phase == PHASE_DECLARE and restricted & NO_DECLARE:
        return as_action(ACT_SILENT, 0)
    if phase == PHASE_REVOLT and restricted & NO_REVOLT:
        return as_action(ACT_STAY, 0)
    return action
