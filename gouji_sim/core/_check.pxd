"""What holds of every table between calls: checked after every action on a build with GOUJI_DEBUG=1."""

from gouji_sim.core._types cimport Table

cdef extern from *:
    """
    #include <assert.h>
    #ifdef GOUJI_DEBUG
    #define GOUJI_CHECKS 1
    #else
    #define GOUJI_CHECKS 0
    #endif
    """
    const int CHECKS "GOUJI_CHECKS"
    void require "assert"(bint holds) noexcept nogil


cdef void check_table(const Table* t) noexcept nogil
