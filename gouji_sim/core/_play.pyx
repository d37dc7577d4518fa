"""Comparison and enumeration of plays: see ``_play.pxd``."""

from gouji_sim.core._hand cimport jokers, natural_cards, only_threes
from gouji_sim.core._rng cimport lowest_bit, popcount
from gouji_sim.core._types cimport N_LAYERS, NATURALS, THREE


cdef inline bint wild_play_beats(const Target* target, int twos, int small) noexcept nogil:
    if twos:
        return target.base < TWO
    return small == 0 or target.base < SMALL


cdef inline ranks_t burnable_ranks(
    const Query* q, int naturals, int twos, int small, int big, ranks_t ranks
) noexcept nogil:
    """Of ``ranks``, those whose covering play with so many cards leaves a burnable rest (section 8.2).

    With ``naturals`` = 0 the answer is ``ranks`` or 0.
    """
    cdef bint held = q.hold and q.hand.count[THREE] > 0
    cdef ranks_t left = q.hand.layer[0] & NATURALS
    cdef int joker_left = jokers(q.hand) - small - big
    cdef int groups, least
    if q.hold:
        left &= ~1
    groups = popcount(left)
    least = groups if groups else (1 if q.hand.count[TWO] > twos else 0)
    if joker_left >= least - (not held):
        return ranks
    if naturals == 0 or groups == 0:
        return 0
    groups -= 1
    least = groups if groups else (1 if q.hand.count[TWO] > twos else 0)
    if joker_left < least - (not held):
        return 0
    if naturals < N_LAYERS:
        ranks &= ~q.hand.layer[naturals]
    return ranks


cdef inline int64_t walk_answers(const Query* q, play_t* out, int64_t pick, play_t* picked) noexcept nogil:
    """Visit the plays that beat the target; return their number, or stop at number ``pick`` >= 0 and set
    ``picked``.
    """
    cdef const Hand* hand = q.hand
    cdef const Target* target = q.target
    cdef int n = target.size
    cdef int max_small = hand.count[SMALL] if target.small_ok else 0
    cdef int big, small, twos, wild, k
    cdef int64_t found = 0
    cdef ranks_t ranks
    for big in range(target.big_min, hand.count[BIG] + 1):
        if big > n or n == 0:
            break
        for small in range(max_small + 1):
            if big + small > n:
                break
            for twos in range(hand.count[TWO] + 1):
                wild = big + small + twos
                if wild > n:
                    break
                if wild == n:
                    if not wild_play_beats(target, twos, small):
                        break
                    if q.burnable and burnable_ranks(q, 0, twos, small, big, 1) == 0:
                        break
                    if out != NULL:
                        out[found] = make_play(NO_RANK, 0, twos, small, big)
                    if found == pick:
                        picked[0] = make_play(NO_RANK, 0, twos, small, big)
                        return found
                    found += 1
                    break
                ranks = held_at_least(hand, n - wild) & target.ranks & q.ranks
                if big + small:
                    ranks &= ~q.plain
                if q.burnable and ranks:
                    ranks = burnable_ranks(q, n - wild, twos, small, big, ranks)
                if out == NULL:
                    k = popcount(ranks)
                    if pick < 0 or found + k <= pick:
                        found += k
                        continue
                while ranks:
                    k = lowest_bit(ranks)
                    ranks &= ranks - 1
                    if out != NULL:
                        out[found] = make_play(k, n - wild, twos, small, big)
                    if found == pick:
                        picked[0] = make_play(k, n - wild, twos, small, big)
                        return found
                    found += 1
    return found


cdef inline play_t whole_hand(const Hand* hand) noexcept nogil:
    """The play that empties the hand, or 0 when its naturals are of several ranks."""
    cdef ranks_t ranks = hand.layer[0] & NATURALS
    cdef int rank = NO_RANK
    if ranks:
        if ranks & (ranks - 1):
            return 0
        rank = lowest_bit(ranks)
    return make_play(rank, hand.count[rank], hand.count[TWO], hand.count[SMALL], hand.count[BIG])


cdef inline int64_t walk_leads(const Query* q, play_t* out, int64_t pick, play_t* picked) noexcept nogil:
    """Visit the plays that may be led, as `walk_answers` does."""
    cdef const Hand* hand = q.hand
    cdef int big, small, twos, naturals, rank
    cdef int64_t found = 0, n
    cdef int64_t all_naturals, joker_naturals
    cdef ranks_t allowed, ranks
    cdef play_t play
    if (q.hold and only_threes(hand)) or (q.need_joker and jokers(hand) == 0):
        play = whole_hand(hand)
        if play == 0 or (q.hold and hand.count[THREE] and not only_threes(hand)):
            return 0
        if out != NULL:
            out[0] = play
        if pick == 0:
            picked[0] = play
            return 0
        return 1
    all_naturals = natural_cards(hand, q.ranks)
    joker_naturals = natural_cards(hand, q.ranks & ~q.plain) if q.plain else all_naturals
    for big in range(hand.count[BIG] + 1):
        for small in range(hand.count[SMALL] + 1):
            if q.need_joker and big + small == 0:
                continue
            allowed = q.ranks & ~q.plain if big + small else q.ranks
            n = (joker_naturals if big + small else all_naturals) + 1
            for twos in range(hand.count[TWO] + 1):
                if big + small + twos == 0:
                    n -= 1
                if out == NULL and (pick < 0 or found + n <= pick):
                    found += n
                else:
                    if big + small + twos:
                        play = make_play(NO_RANK, 0, twos, small, big)
                        if out != NULL:
                            out[found] = play
                        if found == pick:
                            picked[0] = play
                            return found
                        found += 1
                    for naturals in range(1, N_LAYERS + 1):
                        ranks = hand.layer[naturals - 1] & allowed
                        if ranks == 0:
                            break
                        if out == NULL and found + popcount(ranks) <= pick:
                            found += popcount(ranks)
                            continue
                        while ranks:
                            rank = lowest_bit(ranks)
                            ranks &= ranks - 1
                            play = make_play(rank, naturals, twos, small, big)
                            if out != NULL:
                                out[found] = play
                            if found == pick:
                                picked[0] = play
                                return found
                            found += 1
                if big + small + twos == 0:
                    n += 1
    return found


cdef int64_t count_plays(const Query* query) noexcept nogil:
    """The number of plays that the query allows."""
    if query.target != NULL:
        return walk_answers(query, NULL, -1, NULL)
    return walk_leads(query, NULL, -1, NULL)


cdef play_t nth_play(const Query* query, int64_t n) noexcept nogil:
    """Play number n, 0 <= n < count, in the order of `list_plays`."""
    cdef play_t picked = 0
    if query.target != NULL:
        walk_answers(query, NULL, n, &picked)
    else:
        walk_leads(query, NULL, n, &picked)
    return picked


cdef int64_t list_plays(const Query* query, play_t* out) noexcept nogil:
    """Write all plays into the caller's buffer, which holds at least `count_plays` of them; return their
    number.
    """
    if query.target != NULL:
        return walk_answers(query, out, -1, NULL)
    return walk_leads(query, out, -1, NULL)


cdef bint has_play(const Query* query) noexcept nogil:
    """Is there any such play? Stops at the first."""
    cdef play_t picked = 0
    if query.target != NULL:
        walk_answers(query, NULL, 0, &picked)
    else:
        walk_leads(query, NULL, 0, &picked)
    return picked != 0


cdef bint allows(const Query* q, play_t play) noexcept nogil:
    """Is this one of the plays that the query asks for?"""
    cdef const Hand* hand = q.hand
    cdef int naturals = n_naturals(play), rank = natural_rank(play)
    if play_size(play) == 0 or not hand_holds(hand, play):
        return False
    if q.target == NULL and ((q.hold and only_threes(hand)) or (q.need_joker and jokers(hand) == 0)):
        return play == whole_hand(hand) and (not q.hold or hand.count[THREE] == 0 or only_threes(hand))
    if naturals and not (q.ranks >> rank) & 1:
        return False
    if naturals and play_jokers(play) and (q.plain >> rank) & 1:
        return False
    if q.target == NULL:
        return not q.need_joker or play_jokers(play) > 0
    if (
        play_size(play) != q.target.size
        or n_big(play) < q.target.big_min
        or (n_small(play) and not q.target.small_ok)
        or base_rank(play) <= q.target.base
    ):
        return False
    if not q.burnable:
        return True
    return burnable_ranks(
        q, naturals, n_twos(play), n_small(play), n_big(play), <ranks_t>(1 << rank) if naturals else 1
    ) != 0
