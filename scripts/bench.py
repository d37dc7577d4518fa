#!/usr/bin/env python3
"""Measure the core: deals a second, what a part costs, and what options that a variant does not use cost it.

    scripts/bench.py                        deals/s of each policy, ratios to random, on one core
    scripts/bench.py --variant all          the same for every variant
    scripts/bench.py --pass-through hero    against a core in which the options of that variant are constants
    scripts/bench.py --signature            the signature of the engine

Timed figures are medians over alternating rounds, so that a machine whose speed drifts still gives honest
ratios. Nothing in the tests depends on a time.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

TIMED = """
import sys, time
from gouji_sim.core import CompiledRules, play_deals
from gouji_sim.rules import load_variant
rules = CompiledRules(load_variant({variant!r}).options)
play_deals(rules, [{policy!r}] * 6, 1, 0, 500)
for line in sys.stdin:
    began = time.process_time()
    records = play_deals(rules, [{policy!r}] * 6, 1, int(line), {deals})
    print(time.process_time() - began, int(records["plays"].sum()), flush=True)
"""


def speeds(variants: list[str], policies: list[str], rounds: int, seconds: float) -> None:
    """Deals a second by variant and policy; policies take turns, so the ratios hold when the machine
    drifts.
    """
    from gouji_sim.core import CompiledRules, deal_hands, play_deals
    from gouji_sim.rules import load_variant

    print(f"{'variant':20s} {'policy':8s} {'deals/s':>10s} {'ns/decision':>12s} {'to ' + policies[0]:>10s}")
    for name in variants:
        rules = CompiledRules(load_variant(name).options)
        counts = {}
        for policy in policies:
            began = time.process_time()
            play_deals(rules, [policy] * 6, 1, 0, 200)
            each = (time.process_time() - began) / 200
            counts[policy] = max(200, int(seconds / rounds / each))
        found: dict[str, list[float]] = {policy: [] for policy in policies}
        decisions = dict.fromkeys(policies, 0.0)
        for turn in range(rounds):
            for policy in policies:
                n = counts[policy]
                began = time.process_time()
                records = play_deals(rules, [policy] * 6, 1, turn * n, n)
                found[policy].append((time.process_time() - began) / n)
                decisions[policy] = float(records["decisions"].mean())
        base = statistics.median(found[policies[0]])
        for policy in policies:
            each = statistics.median(found[policy])
            nanoseconds = 1e9 * each / decisions[policy]
            print(f"{name:20s} {policy:8s} {1 / each:10,.0f} {nanoseconds:12.1f} {base / each:10.2f}")
        began = time.process_time()
        deal_hands(rules, 1, 0, 20_000)
        each = (time.process_time() - began) / 20_000
        print(f"{name:20s} {'(dealing)':8s} {1 / each:9,.0f} {'':12s} {base / each:10.2f}")


def constant_core(variant: str, folder: Path) -> None:
    """A copy of the package whose core reads the options of one variant as constants."""
    from gouji_sim.core import CompiledRules
    from gouji_sim.rules import load_variant

    fields = CompiledRules(load_variant(variant).options).scalars()
    for path in ROOT.iterdir():
        if path.name in ("gouji_sim", "pyproject.toml", "setup.py", "README.md", "LICENSE"):
            copy = shutil.copytree if path.is_dir() else shutil.copy
            copy(path, folder / path.name)
    read = re.compile(r"\b(?:\w+\.)*rules\.(" + "|".join(fields) + r")\b")
    for path in (folder / "gouji_sim" / "core").iterdir():
        if path.suffix == ".so":
            path.unlink()
        elif path.suffix in (".pyx", ".pxd") and path.stem not in ("_rules", "_types"):
            path.write_text(read.sub(lambda match: f"({fields[match[1]]})", path.read_text("utf-8")), "utf-8")
    built = subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    if built.returncode:
        sys.exit(built.stderr)


def pass_through(variant: str, policy: str, rounds: int, deals: int) -> None:
    """Time the core against one with constant options, round by round, on the same deals."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        constant_core(variant, folder)
        code = TIMED.format(variant=variant, policy=policy, deals=deals)
        players = [
            subprocess.Popen(
                [sys.executable, "-c", code],
                cwd=where,
                text=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            for where in (ROOT, folder)
        ]
        ratios = []
        for turn in range(rounds):
            answers = []
            for player in players:
                assert player.stdin is not None
                assert player.stdout is not None
                player.stdin.write(f"{turn * deals}\n")
                player.stdin.flush()
                answers.append(player.stdout.readline().split())
            if answers[0][1] != answers[1][1]:
                sys.exit("the two cores play differently: an option is read as something else")
            ratios.append(float(answers[0][0]) / float(answers[1][0]))
        for player in players:
            player.communicate()
    low, high = min(ratios), max(ratios)
    print(
        f"{variant} {policy}: time with options read / constant = {statistics.median(ratios):.3f} "
        f"(median of {rounds} rounds of {deals} deals; {low:.3f} to {high:.3f})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--variant", action="append", help="variant, or all; may be repeated")
    parser.add_argument("--policy", action="append", help="policy; the first one is the base of the ratios")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each variant and policy")
    parser.add_argument("--pass-through", metavar="VARIANT")
    parser.add_argument("--deals", type=int, default=5000, help="deals a round of --pass-through")
    parser.add_argument("--signature", action="store_true")
    chosen = parser.parse_args()
    from gouji_sim.core import POLICIES, core_signature
    from gouji_sim.rules import list_variants

    if chosen.signature:
        print(core_signature())
    elif chosen.pass_through:
        for policy in chosen.policy or ["random"]:
            pass_through(chosen.pass_through, policy, chosen.rounds, chosen.deals)
    else:
        names = list_variants() if chosen.variant == ["all"] else chosen.variant or ["qingdao", "hero"]
        speeds(names, chosen.policy or list(POLICIES), chosen.rounds, chosen.seconds)


if __name__ == "__main__":
    main()
