"""Streams of random words: xoshiro256++ (Blackman and Vigna 2019), seeded by splitmix64 (Steele, Lea and
Flood 2014).

A stream belongs to a (seed, deal, purpose). For a fixed seed and purpose the map from the deal to the first
word of the seeding is a composition of bijections of 64-bit words, so no two deals share a stream, and any
deal is reached at once.
"""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    static inline uint64_t gouji_mul_high(uint64_t a, uint64_t b, uint64_t *low) {
        __uint128_t m = (__uint128_t)a * b;
        *low = (uint64_t)m;
        return (uint64_t)(m >> 64);
    }
    #define gouji_popcount(x) ((int)__builtin_popcount((unsigned int)(x)))
    #define gouji_lowest(x) ((int)__builtin_ctz((unsigned int)(x)))
    #define gouji_highest(x) (31 - (int)__builtin_clz((unsigned int)(x)))
    """
    uint64_t mul_high "gouji_mul_high"(uint64_t a, uint64_t b, uint64_t* low) noexcept nogil
    int popcount "gouji_popcount"(unsigned int x) noexcept nogil
    int lowest_bit "gouji_lowest"(unsigned int x) noexcept nogil  # x is not 0
    int highest_bit "gouji_highest"(unsigned int x) noexcept nogil  # x is not 0

cdef enum Purpose:
    FOR_SHUFFLE
    FOR_EXTRA_CARDS
    FOR_FIRST_DEALT
    FOR_FIRST_LEAD
    FOR_PLAY  # plus the seat: six streams

cdef struct Rng:
    uint64_t s[4]


cdef inline uint64_t mix64(uint64_t z) noexcept nogil:
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline uint64_t splitmix64(uint64_t* state) noexcept nogil:
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    return mix64(state[0])


cdef inline uint64_t deal_key(uint64_t seed, uint64_t deal) noexcept nogil:
    """What the streams of one deal have in common."""
    return mix64(mix64(seed + <uint64_t>0x9E3779B97F4A7C15) + deal * <uint64_t>0xD1342543DE82EF95)


cdef inline void open_stream(
    Rng* rng, uint64_t key, int purpose, uint64_t attempt, uint64_t replicate
) noexcept nogil:
    """The stream of a purpose; ``attempt`` counts void deals before, ``replicate`` renews the play."""
    cdef uint64_t state = key ^ mix64(<uint64_t>purpose + (attempt << 8) + (replicate << 32) + 1)
    rng.s[0] = splitmix64(&state)
    rng.s[1] = splitmix64(&state)
    rng.s[2] = splitmix64(&state)
    rng.s[3] = splitmix64(&state)


cdef inline uint64_t next_word(Rng* rng) noexcept nogil:
    cdef uint64_t sum03 = rng.s[0] + rng.s[3]
    cdef uint64_t result = ((sum03 << 23) | (sum03 >> 41)) + rng.s[0]
    cdef uint64_t t = rng.s[1] << 17
    rng.s[2] ^= rng.s[0]
    rng.s[3] ^= rng.s[1]
    rng.s[1] ^= rng.s[2]
    rng.s[0] ^= rng.s[3]
    rng.s[2] ^= t
    rng.s[3] = (rng.s[3] << 45) | (rng.s[3] >> 19)
    return result


cdef inline uint64_t below(Rng* rng, uint64_t n) noexcept nogil:
    """A uniform integer in [0, n), n >= 1: exact, by multiplication and rejection (Lemire 2019)."""
    cdef uint64_t low
    cdef uint64_t high = mul_high(next_word(rng), n, &low)
    cdef uint64_t least
    if low < n:
        least = (0 - n) % n
        while low < least:
            high = mul_high(next_word(rng), n, &low)
    return high
