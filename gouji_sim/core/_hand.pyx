"""The bitset hand, for tests: see ``_hand.pxd``."""


def layers(counts):
    """The layers of a hand given as 15 counts: layer k is the mask of the ranks held more than k times."""
    cdef Hand hand
    cdef int rank, i, _copy
    hand_clear(&hand)
    for rank in range(15):
        for _copy in range(counts[rank]):
            hand_add(&hand, rank)
    return [hand.layer[i] for i in range(N_LAYERS)]


def take(counts, int rank, int n):
    """The counts and layers that are left when n cards of a rank are taken from a hand."""
    cdef Hand hand
    cdef int r, i, _copy
    hand_clear(&hand)
    for r in range(15):
        for _copy in range(counts[r]):
            hand_add(&hand, r)
    if n > hand.count[rank]:
        raise ValueError(f"the hand holds {hand.count[rank]} of rank {rank}, not {n}")
    hand_take(&hand, rank, n)
    return [hand.count[r] for r in range(15)], [hand.layer[i] for i in range(N_LAYERS)]
