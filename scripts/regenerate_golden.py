#!/usr/bin/env python3
"""Write the golden files of ``tests/perft`` and ``tests/playthroughs`` anew, or check them.

Counts are made anew for the positions in the files. Playthroughs are dealt from their seeds and their
actions are carried out again; one whose actions are not legal any more is left alone and named, and
``--policies`` lets the policies of its header play it anew. ``--check`` writes nothing and exits 1 when a
file would change.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from golden import perft, playthroughs  # noqa: E402


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say; 1 when a file differs or cannot be played."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if a file would change")
    parser.add_argument("--policies", action="store_true", help="let the policies play the playthroughs anew")
    parser.add_argument("files", nargs="*", type=Path, help="golden files (default: all)")
    chosen = parser.parse_args(arguments)
    wanted = {path.resolve() for path in chosen.files}
    bad = 0
    for path, make in _golden_files(chosen.policies):
        if wanted and path not in wanted:
            continue
        name = f"{path.parent.name}/{path.name}"
        try:
            text = make(path)
        except playthroughs.Changed as change:
            print(f"cannot be played: {name}: {change}", file=sys.stderr)
            bad += 1
            continue
        if text != path.read_text(encoding="utf-8"):
            print(f"{'differs' if chosen.check else 'rewritten'}: {name}")
            bad += chosen.check
            if not chosen.check:
                path.write_text(text, encoding="utf-8")
    return 1 if bad else 0


def _golden_files(policies: bool) -> Iterator[tuple[Path, Callable[[Path], str]]]:
    """Every golden file with what makes its text anew."""
    play = playthroughs.played_by_policies if policies else playthroughs.replayed
    for path in perft.files():
        yield path, perft.regenerated
    for path in playthroughs.files():
        yield path, lambda path: play(path.read_text(encoding="utf-8"))


if __name__ == "__main__":
    sys.exit(main())
