"""Install from a built wheel on each Python that is present and run the fast tests there: ``nox``."""

import nox

nox.options.error_on_missing_interpreters = False
nox.options.default_venv_backend = "venv"


@nox.session(python=["3.11", "3.12", "3.13"])
def wheel(session: nox.Session) -> None:
    """Build a wheel, install it into a clean environment, run the tests of the core and the command line."""
    session.install("build")
    out = session.create_tmp()
    session.run("python", "-m", "build", "--wheel", "--outdir", out, silent=True)
    session.run("python", "-m", "pip", "install", "--find-links", out, "--no-index", "--no-deps", "gouji-sim")
    session.install("gouji-sim[test]", "--find-links", out)
    session.chdir("tests")
    session.run("gouji-sim", "--version")
    session.run(
        "python",
        "-m",
        "pytest",
        "-c",
        "../pyproject.toml",
        "--rootdir",
        "..",
        "core",
        "cli",
        "-m",
        "not soak",
    )
