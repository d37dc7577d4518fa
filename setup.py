"""Extension modules of the core and the Cython directives that they share.

``GOUJI_DEBUG=1`` builds with bounds, initialisation and overflow checks and C assertions.
"""

import os
import platform
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

DEBUG = os.environ.get("GOUJI_DEBUG", "") not in ("", "0")

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "wraparound": False,
    "cdivision": not DEBUG,
    "initializedcheck": DEBUG,
    "overflowcheck": False,
    "embedsignature": True,
}
COMPILE_ARGS = ["-O1", "-g", "-UNDEBUG", "-DGOUJI_DEBUG=1"] if DEBUG else ["-O3", "-DNDEBUG"]
if platform.machine() in ("x86_64", "AMD64"):
    COMPILE_ARGS += ["-march=x86-64-v2"]  # a popcount instruction: every such processor since 2009

MODULES = sorted(Path("gouji_sim/core").glob("*.pyx"))
if not MODULES:
    raise SystemExit("gouji_sim/core has no sources: build from a whole checkout or source archive")

extensions = [
    Extension(
        f"gouji_sim.core.{path.stem}",
        [str(path)],
        extra_compile_args=[*COMPILE_ARGS, "-fwrapv", "-Wno-unused-function"],
    )
    for path in MODULES
]

setup(
    ext_modules=cythonize(
        extensions,
        compiler_directives=DIRECTIVES,
        build_dir="build/cython-debug" if DEBUG else "build/cython",
        nthreads=2,
    )
)
