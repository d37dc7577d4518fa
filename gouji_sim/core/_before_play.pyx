"""Decisions before the play: see ``_before_play.pxd``."""

from gouji_sim.core._actions cimport return_action
from gouji_sim.core._chances cimport Sight
from gouji_sim.core._hand cimport jokers
from gouji_sim.core._play cimport as_action
from gouji_sim.core._rng cimport lowest_bit, popcount
from gouji_sim.core._setup cimport return_choices
from gouji_sim.core._types cimport (
    ACT_BUY,
    ACT_DECLARE,
    ACT_KEEP,
    ACT_REVOLT,
    ACT_SHED,
    ACT_SILENT,
    ACT_SKIP,
    ACT_STAY,
    FOUR_NO,
    Hand,
    NATURALS,
    PHASE_BUY,
    PHASE_CHOOSE,
    PHASE_RETURN,
    PHASE_REVOLT,
    PHASE_SHED,
    STEP_DEAL,
    STEP_DECLARE,
    TWO,
    Table,
    ranks_t,
)
from gouji_sim.core._weights cimport W_REVOLT
from gouji_sim.core._worth cimport KINGS_AND_ACES, QUEENS, loose_groups

cdef enum:
    BUYING_WILD = 4  # twos and jokers from which a 4 is bought
    BUYING_HANDS = 7  # hands to go up to which


cdef int declares_from(const Table* t) noexcept nogil:
    """The twos and jokers with which a seat bets that its head does not open.

    The bet pays when the head opens in less than 45 % of deals (section 15.3). Of the heads of a seat that
    holds nine twos and jokers 51 to 53 % opened, in 20,000 deals, where a 4 completes an opening, 60 % where
    it does not; 5 to 10 % less for each one more.
    """
    return 12 if t.rules.open_needs_four == FOUR_NO else 10


cdef bint knows_hand(const Table* t) noexcept nogil:
    """Are the cards dealt before the seats declare? Otherwise a hand says nothing yet."""
    cdef int i
    for i in range(t.rules.n_steps):
        if t.rules.steps[i] == STEP_DEAL:
            return True
        if t.rules.steps[i] == STEP_DECLARE:
            return False
    return True


cdef inline int hands_to_go(const Sight* s) noexcept nogil:
    """Groups less those of gouji naturals."""
    cdef ranks_t groups = loose_groups(s) & ~(s.hand.layer[1] & KINGS_AND_ACES | s.hand.layer[2] & QUEENS)
    return popcount(groups)


cdef action_t expert_setup(const Sight* s) noexcept nogil:
    cdef const Table* t = s.t
    cdef const Hand* hand = s.hand
    cdef ranks_t ranks, single
    cdef int phase = t.phase, wild = hand.count[TWO] + jokers(hand)
    if phase == PHASE_RETURN:
        # A single low card is a hand less.
        ranks = return_choices(t)
        single = ranks & NATURALS & ~hand.layer[1]
        if s.hold:
            single &= ~1
        return return_action(lowest_bit(single if single else ranks))
    if phase == PHASE_BUY:
        # A 4 costs a two or a joker: only where an opening is likely, and counts.
        if t.rules.tribute and wild >= BUYING_WILD and hands_to_go(s) <= BUYING_HANDS:
            return as_action(ACT_BUY, 0)
        return as_action(ACT_SKIP, 0)
    if phase == PHASE_SHED:
        return as_action(ACT_SHED, 0)
    if phase == PHASE_REVOLT:
        return as_action(ACT_REVOLT if hands_to_go(s) >= s.weights[W_REVOLT] else ACT_STAY, 0)
    if phase == PHASE_CHOOSE:
        return as_action(ACT_KEEP, 0)
    if knows_hand(t) and wild >= declares_from(t):
        return as_action(ACT_DECLARE, 0)
    return as_action(ACT_SILENT, 0)
