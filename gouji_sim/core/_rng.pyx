"""The random streams of the core, for tests: see ``_rng.pxd``."""


def xoshiro_words(state, int count):
    """The next ``count`` words of xoshiro256++ from a state of four 64-bit words."""
    cdef Rng rng
    cdef int i
    for i in range(4):
        rng.s[i] = state[i]
    return [next_word(&rng) for _ in range(count)]


def splitmix_words(uint64_t state, int count):
    """The next ``count`` words of splitmix64."""
    return [splitmix64(&state) for _ in range(count)]


def stream_words(
    uint64_t seed, uint64_t deal, int purpose, int count, uint64_t attempt=0, uint64_t replicate=0
):
    """The first ``count`` words of the stream of (seed, deal, purpose)."""
    cdef Rng rng
    open_stream(&rng, deal_key(seed, deal), purpose, attempt, replicate)
    return [next_word(&rng) for _ in range(count)]


def bounded(uint64_t seed, uint64_t n, int count):
    """``count`` uniform integers in [0, n) from the stream of (seed, 0, 0)."""
    cdef Rng rng
    if n == 0:
        raise ValueError("n must be at least 1")
    open_stream(&rng, deal_key(seed, 0), 0, 0, 0)
    return [below(&rng, n) for _ in range(count)]
