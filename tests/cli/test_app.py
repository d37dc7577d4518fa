"""The command line as a whole: verbs, errors, exit codes, streams."""

import os
import subprocess
import sys
from importlib import import_module

import pytest
import typer

from gouji_sim.cli import app as app_module
from gouji_sim.cli import main
from gouji_sim.errors import GoujiError, Problem, RunDirectoryError


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    return int(caught.value.code or 0)


def run_process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from gouji_sim.cli import main; main()", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        check=False,
    )


def test_help_lists_every_verb(capsys):
    assert run("--help") == 0
    out = capsys.readouterr().out
    assert all(verb in out for verb in app_module.VERBS)


HELP_AND_PRINT_MODULES = """
import sys
from gouji_sim.cli import main
try:
    main(["--help"])
except SystemExit:
    print("modules:", *sys.modules)
"""


def test_help_imports_neither_verbs_nor_heavy_packages():
    done = subprocess.run(
        [sys.executable, "-c", HELP_AND_PRINT_MODULES], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.rpartition("modules:")[2].split())
    verbs = {verb.module for verb in app_module.VERBS.values()}
    heavy = {
        "numpy",
        "pandas",
        "matplotlib",
        "scipy",
        "pyarrow",
        "joblib",
        "gouji_sim.rules",
        "gouji_sim.core",
    }
    assert loaded & (verbs | heavy) == set()


@pytest.mark.parametrize("verb", app_module.VERBS)
def test_every_verb_has_a_module_with_an_app_and_a_help_page(verb, capsys):
    assert isinstance(import_module(app_module.VERBS[verb].module).app, typer.Typer)
    assert run(verb, "--help") == 0
    assert f"gouji-sim {verb}" in capsys.readouterr().out


def test_help_speaks_chinese():
    done = run_process("--help", GOUJI_LANG="zh")
    assert done.returncode == 0
    assert app_module.VERBS["variants"].zh in done.stdout


def test_no_arguments_print_the_help_page(capsys):
    assert run() == 2
    assert "variants" in "".join(capsys.readouterr())


def test_version(capsys, monkeypatch):
    monkeypatch.setattr(app_module.metadata, "version", lambda name: f"1.2.3 of {name}")
    assert run("--version") == 0
    assert capsys.readouterr().out == "gouji-sim 1.2.3 of gouji-sim\n"


def test_version_of_a_source_tree(capsys, monkeypatch):
    def missing(name):
        raise app_module.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(app_module.metadata, "version", missing)
    assert run("--version") == 0
    assert capsys.readouterr().out == "gouji-sim (source tree, not installed)\n"


@pytest.mark.parametrize("arguments", [["variant"], ["--nothing"], ["variants", "list", "--lang", "fr"]])
def test_usage_errors_exit_2_and_keep_standard_output_clean(arguments, capsys):
    assert run(*arguments) == 2
    streams = capsys.readouterr()
    assert streams.out == ""
    assert "Usage" in streams.err


def test_an_unknown_verb_suggests_the_nearest(capsys):
    assert run("variant") == 2
    assert "variants" in capsys.readouterr().err


@pytest.fixture
def verb(monkeypatch):
    """Give the verb ``variants`` another body."""

    def install(body):
        app = typer.Typer(add_completion=False)
        app.command()(body)
        monkeypatch.setattr(import_module("gouji_sim.cli.variants"), "app", app)

    return install


def test_one_problem_is_one_line(verb, capsys):
    def body() -> None:
        raise RunDirectoryError("is damaged", "runs/a/parts")

    verb(body)
    assert run("variants") == 5
    assert capsys.readouterr().err == "error: runs/a/parts: is damaged\n"


def test_several_problems_are_one_paragraph(verb, capsys):
    def body() -> None:
        raise GoujiError([Problem("a.toml:1", "is wrong"), Problem("", "so is this")])

    verb(body)
    assert run("variants") == 2
    assert capsys.readouterr().err == "error: 2 problems\n  a.toml:1: is wrong\n  so is this\n"


def test_an_interrupt_exits_130(verb):
    def body() -> None:
        raise KeyboardInterrupt

    verb(body)
    assert run("variants") == 130


def test_an_unexpected_error_keeps_its_traceback(verb):
    def body() -> None:
        raise ZeroDivisionError

    verb(body)
    with pytest.raises(ZeroDivisionError):
        main(["variants"])


def test_a_closed_pipe_is_quiet():
    command = (
        f"{sys.executable} -c 'from gouji_sim.cli import main; main()' variants show qd --json | head -c 1"
    )
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.stdout == "{"
    assert done.stderr == ""


def test_a_terminal_that_cannot_show_chinese_gets_escapes():
    done = run_process("variants", "show", "qd", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0
    assert "\\u9752\\u5c9b" in done.stdout
