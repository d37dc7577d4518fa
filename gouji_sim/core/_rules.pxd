from gouji_sim.core._types cimport CRules


cdef class CompiledRules:
    cdef CRules c
    cdef readonly object options
    cdef readonly object weights
