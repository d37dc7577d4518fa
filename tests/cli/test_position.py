"""``gouji-sim position``: answers, mistakes, streams and the drawn table."""

import io
import json
import signal
import subprocess
import sys

import pytest
from wcwidth import wcswidth

from gouji_sim.cli import main
from gouji_sim.position import Position

POSITION = {
    "variant": "qingdao",
    "hands": ["KK44", "2277", "WW88", "AAw5", "9966", "TT5"],
    "leader": 0,
}


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command, with bytes on its standard input; return its exit code and what it wrote."""
    monkeypatch.delenv("GOUJI_LANG", raising=False)

    def run(*arguments: str, given: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given)))
        with pytest.raises(SystemExit) as caught:
            main(["position", *arguments])
        streams = capsys.readouterr()
        return int(caught.value.code or 0), streams.out, streams.err

    return run


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "table.json"
    path.write_text(json.dumps(POSITION), encoding="utf-8")
    return str(path)


def lines(*positions: object) -> bytes:
    return "".join(f"{json.dumps(position)}\n" for position in positions).encode()


def test_legal(run, file):
    code, out, err = run("legal", file)
    assert (code, err) == (0, "")
    assert json.loads(out) == {"seat": 0, "phase": "lead", "actions": ["4", "44", "K", "KK"]}


def test_play(run, file):
    code, out, err = run("play", file)
    assert (code, err) == (0, "")
    assert list(json.loads(out)) == [
        "finished", "void", "settled", "places", "scores", "sweep", "opened", "revolted", "smothered",
        "burns", "obligations", "hands", "leader", "table", "owner",
    ]  # fmt: skip


def test_perft(run, file):
    for depth in (0, 1, 3):
        code, out, err = run("perft", file, "--depth", str(depth))
        assert (code, err) == (0, "")
        assert json.loads(out) == {"depth": depth, "nodes": Position.from_dict(POSITION).perft(depth)}


@pytest.mark.parametrize("query", ["legal", "play", "perft", "show"])
def test_a_bad_file_is_one_message_and_nothing_else(run, tmp_path, query):
    path = tmp_path / "bad.json"
    for content, message in {
        b"{": "column 2: is not JSON",
        b"[]": "a position is an object",
        b'{"variant": "qingdao", "variant": "hero"}': "variant given twice",
        b"\xff": "is not UTF-8 text",
        json.dumps({**POSITION, "leader": 7}).encode(): "leader: 7 is no seat",
        json.dumps({**POSITION, "actions": ["KK", "pass"]}).encode(): 'actions[1]: "pass"',
    }.items():
        path.write_bytes(content)
        code, out, err = run(query, str(path), *(["--depth", "1"] if query == "perft" else []))
        assert (code, out) == (2, "")
        assert err.startswith(f"error: {path}: ")
        assert message in err
        assert err.count("\n") == 1


def test_several_mistakes_are_told_in_one_go(run, tmp_path):
    path = tmp_path / "bad.json"
    path.write_text(json.dumps({"variant": "no", "hands": [], "leader": 7}), encoding="utf-8")
    code, out, err = run("legal", str(path))
    assert (code, out) == (2, "")
    assert [line.split(": ")[1] for line in err.splitlines()[1:]] == ["variant", "hands", "leader"]


@pytest.mark.parametrize("arguments", [[], ["--depth", "-1"], ["--depth", str(2**31)], ["--depth", "x"]])
def test_a_depth_that_is_none(run, file, arguments):
    code, out, err = run("perft", file, *arguments)
    assert (code, out) == (2, "")
    assert "depth" in err


def test_each_line_is_answered_in_turn(run):
    given = lines(POSITION, {**POSITION, "leader": 1}) + b"\nnothing\n\xff\n[]\n" + lines(POSITION)
    code, out, err = run("legal", "-", given=given)
    assert (code, err) == (0, "")
    answers = [json.loads(line) for line in out.splitlines()]
    assert [answer.get("seat") for answer in answers] == [0, 1, None, None, None, None, 0]
    assert answers[2] == {"error": "line 3: column 1: is not JSON: Expecting value"}
    assert answers[3] == {"error": "line 4: column 1: is not JSON: Expecting value"}
    assert answers[4] == {"error": "line 5: is not UTF-8 text (byte 0)"}
    assert answers[5] == {"error": "line 6: is no position: a position is an object with fields"}


def test_an_error_of_a_line_names_every_place(run):
    _, out, _ = run("play", "-", given=lines({**POSITION, "leader": 9, "hands": HELD_TWICE}))
    error = json.loads(out)["error"]
    assert "line 1: leader: 9 is no seat" in error
    assert "line 1: hands: must be six" in error


HELD_TWICE = ["KK44"] * 7


def test_a_line_may_carry_its_own_depth(run):
    given = lines({**POSITION, "depth": 2}, POSITION, {**POSITION, "depth": True}, {**POSITION, "depth": -1})
    count = Position.from_dict(POSITION).perft
    _, out, _ = run("perft", "-", "--depth", "1", given=given)
    answers = [json.loads(line) for line in out.splitlines()]
    assert answers[:2] == [{"depth": 2, "nodes": count(2)}, {"depth": 1, "nodes": count(1)}]
    assert "true is no depth" in answers[2]["error"]
    assert "-1 is no depth" in answers[3]["error"]
    _, out, _ = run("perft", "-", given=given)
    assert [list(json.loads(line)) for line in out.splitlines()] == [["depth", "nodes"]] + [["error"]] * 3


def test_lines_with_a_depth_go_through_every_query(run):
    for query in ("legal", "play"):
        _, out, _ = run(query, "-", given=lines({**POSITION, "depth": 2}))
        assert "error" not in json.loads(out)


def test_the_last_line_needs_no_end(run):
    for end in (b"", b"\n", b"\r\n"):
        _, out, _ = run("legal", "-", given=json.dumps(POSITION).encode() + end)
        assert json.loads(out)["seat"] == 0
        assert out.count("\n") == 1


def test_nothing_is_nothing(run):
    assert run("legal", "-") == (0, "", "")


def test_thousands_of_lines(run):
    many = [{**POSITION, "leader": i % 6, "options": {"yield": i % 2 == 0}} for i in range(3000)]
    _, out, _ = run("legal", "-", given=lines(*many))
    assert [json.loads(line)["seat"] for line in out.splitlines()] == [i % 6 for i in range(3000)]


def test_show_draws_the_table(run, file):
    code, out, err = run("show", file)
    assert (code, err) == (0, "")
    for text in (
        "▶ seat 0 · 4 cards",
        "seat 0 to act: leading, 4 legal actions",
        "only seat 0 leads",
        "WW 88",
    ):
        assert text in out
    assert "\x1b" not in out


def test_show_reads_standard_input_and_speaks_chinese(run):
    code, out, _ = run("show", "-", "--lang", "zh", given=json.dumps(POSITION, indent=1).encode())
    assert code == 0
    assert "青岛够级 [qingdao]" in out
    assert "轮到 0 号座：发牌，可选 4 种" in out
    assert out.count("只有 0 号座能发牌") == 5


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_show_fits_80_columns(run, tmp_path, lang):
    path = tmp_path / "table.json"
    hands = [
        "WWww22AAAAKK",
        "QQQJJJTTT999",
        "2222AKQJT987",
        "W55556666777",
        "888899990"[:8] + "A",
        "TTJJQQKKAA",
    ]
    table = {**POSITION, "hands": hands, "options": {"declare": False, "melee_at": 3, "resist": True}}
    path.write_text(json.dumps(table), encoding="utf-8")
    _, out, _ = run("show", str(path), "--lang", lang)
    assert max(map(wcswidth, out.splitlines())) <= 80


def test_colours_only_where_they_are_wanted(run, file, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    _, coloured, _ = run("show", file)
    assert "\x1b[1m" in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    _, plain, _ = run("show", file)
    assert "\x1b[3" not in plain


@pytest.mark.parametrize(
    "arguments", [["--help"], ["perft", "--help"], ["show", "--help"], ["legal", "--help"]]
)
def test_help(run, arguments):
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    assert "Usage" in out


def test_ctrl_c_ends_a_long_perft(tmp_path):
    """Exit 130 soon after the signal, without a traceback."""
    file = tmp_path / "big.json"
    hands = ["34445566778899TJQ"[i:] + "KKAA22wW"[: 4 + i] for i in range(6)]
    file.write_text(json.dumps({"variant": "camp", "leader": 0, "hands": hands}))
    command = [sys.executable, "-m", "gouji_sim", "position", "perft", str(file), "--depth", "14"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(4)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err
