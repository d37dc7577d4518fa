"""A play packed into one word, comparison, gouji (sections 4 to 6), and enumeration of plays.

Bits 0-7 naturals, 8-15 twos, 16-23 small jokers, 24-31 big jokers, 32-39 rank of the naturals (15 when
none), 56-63 the kind of action. The size is the sum of the four counts.
"""

from gouji_sim.core._hand cimport hand_take, held_at_least
from gouji_sim.core._types cimport (
    ACT_NONE,
    BIG,
    CRules,
    FOUR,
    Hand,
    NATURALS,
    NO_RANK,
    OPEN_ANY,
    OPEN_NONE,
    OPEN_PURE,
    SMALL,
    TWO,
    Target,
    action_t,
    play_t,
    ranks_t,
)
from libc.stdint cimport int64_t, uint8_t


cdef inline play_t make_play(int rank, int naturals, int twos, int small, int big) noexcept nogil:
    """``rank`` is ignored without naturals."""
    return (
        <play_t>naturals
        | (<play_t>twos << 8)
        | (<play_t>small << 16)
        | (<play_t>big << 24)
        | (<play_t>(rank if naturals else NO_RANK) << 32)
    )


cdef inline int n_naturals(play_t play) noexcept nogil:
    return <int>(play & 0xFF)


cdef inline int n_twos(play_t play) noexcept nogil:
    return <int>((play >> 8) & 0xFF)


cdef inline int n_small(play_t play) noexcept nogil:
    return <int>((play >> 16) & 0xFF)


cdef inline int n_big(play_t play) noexcept nogil:
    return <int>((play >> 24) & 0xFF)


cdef inline int natural_rank(play_t play) noexcept nogil:
    return <int>((play >> 32) & 0xFF)


cdef inline int play_size(play_t play) noexcept nogil:
    return n_naturals(play) + n_twos(play) + n_small(play) + n_big(play)


cdef inline int play_jokers(play_t play) noexcept nogil:
    return n_small(play) + n_big(play)


cdef inline int base_rank(play_t play) noexcept nogil:
    """Rank of the lowest card, twos counting as the naturals that they go with."""
    if n_naturals(play):
        return natural_rank(play)
    if n_twos(play):
        return TWO
    return SMALL if n_small(play) else BIG


cdef inline action_t as_action(int kind, play_t play) noexcept nogil:
    return (<action_t>kind << 56) | play


cdef inline int action_kind(action_t action) noexcept nogil:
    return <int>(action >> 56)


cdef inline play_t action_play(action_t action) noexcept nogil:
    return action & <action_t>0x00FFFFFFFFFFFFFF


cdef inline bint is_gouji(const CRules* rules, play_t play) noexcept nogil:
    """Section 6; the melee, where nothing is gouji, is the caller's."""
    if n_big(play):
        return not rules.red_not_gouji
    if n_small(play):
        return True
    return play_size(play) >= rules.threshold[base_rank(play)]


cdef inline bint qualifies(const CRules* rules, play_t play) noexcept nogil:
    """Section 9.1, for a gouji play."""
    if rules.open_by == OPEN_NONE or play_size(play) < rules.open_min_cards:
        return False
    if rules.open_by == OPEN_ANY:
        return True
    if play_jokers(play):
        return False
    if rules.open_by == OPEN_PURE:
        return n_twos(play) == 0
    return rules.open_single_two or not (n_naturals(play) == 0 and n_twos(play) == 1)


cdef inline void hand_take_play(Hand* hand, play_t play) noexcept nogil:
    if n_naturals(play):
        hand_take(hand, natural_rank(play), n_naturals(play))
    if n_twos(play):
        hand_take(hand, TWO, n_twos(play))
    if n_small(play):
        hand_take(hand, SMALL, n_small(play))
    if n_big(play):
        hand_take(hand, BIG, n_big(play))


cdef inline bint hand_holds(const Hand* hand, play_t play) noexcept nogil:
    return (
        hand.count[natural_rank(play)] >= n_naturals(play)
        and hand.count[TWO] >= n_twos(play)
        and hand.count[SMALL] >= n_small(play)
        and hand.count[BIG] >= n_big(play)
    )


cdef struct Query:
    # Which plays are asked for.
    const Hand* hand
    const Target* target  # NULL: a lead
    ranks_t ranks  # natural ranks that may be played
    ranks_t plain  # those of them that may not go with jokers
    uint8_t need_joker  # a running burn's lead: a joker, or the play that empties the hand
    uint8_t burnable  # a covering play: the rest must be burnable (section 8.2)
    uint8_t hold  # threes are held: only the last play, all of them
    int n_cards  # cards of the hand


cdef inline void set_target(const CRules* rules, play_t play, Target* target) noexcept nogil:
    """What beats ``play`` (section 5).

    A big joker is answered by two under ``red_two_for_one``, else by nothing; each small joker by a big
    one. Big jokers beside small ones count as small under ``mixed_jokers = "small"``, so a play that needs
    big jokers then holds no small one.
    """
    cdef int small = n_small(play)
    cdef int big = n_big(play)
    cdef int base
    if rules.mixed_small and small and big:
        small += big
        big = 0
    target.size = 0
    if big and not rules.red_two_for_one:
        return
    if n_naturals(play):
        base = natural_rank(play)
    elif n_twos(play):
        base = TWO
    else:
        base = SMALL  # of the rest beside the big jokers; no rest: only big jokers can fill the answer
    target.size = <uint8_t>(play_size(play) + big)
    target.big_min = <uint8_t>(2 * big + small)
    target.small_ok = not (rules.mixed_small and small)
    target.base = <uint8_t>base
    target.ranks = <ranks_t>(NATURALS & ~((2 << base) - 1))


cdef inline bint can_answer(const Hand* hand, const Target* target, ranks_t plain) noexcept nogil:
    """Can the hand beat the target at all? Ranks in ``plain`` do not go with jokers."""
    cdef int n = target.size
    cdef int twos = hand.count[TWO]
    cdef int small = hand.count[SMALL] if target.small_ok else 0
    cdef int big = hand.count[BIG]
    cdef int need
    cdef ranks_t ranks
    if n == 0 or big < target.big_min:
        return False
    if big >= n:
        return True
    if target.big_min < n:
        need = n - twos - small - big
        if need <= 0:
            # Wild cards fill the play: with a natural, or as a play of their own.
            if (twos and target.base < TWO) or (small and small + big >= n and target.base < SMALL):
                return True
            need = 1
        ranks = held_at_least(hand, need) & target.ranks
        if ranks & ~plain:
            return True
        if ranks and target.big_min == 0:
            need = n - twos
            return (held_at_least(hand, need if need > 1 else 1) & target.ranks & plain) != 0
    return False


cdef int64_t count_plays(const Query* query) noexcept nogil
cdef play_t nth_play(const Query* query, int64_t n) noexcept nogil
cdef int64_t list_plays(const Query* query, play_t* out) noexcept nogil
cdef bint has_play(const Query* query) noexcept nogil
cdef bint allows(const Query* query, play_t play) noexcept nogil
