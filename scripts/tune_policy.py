#!/usr/bin/env python3
"""Improve a set of weights of the policy ``expert`` by self-play on duplicate deals, with CMA-ES.

A candidate plays seats 0, 2, 4 against the weights it started from in seats 1, 3, 5, every deal twice with
the teams' hands exchanged, and in a share of the deals against ``greedy``. All candidates of a generation
play the same deals. Training deals and the held-out deals of the final measurement have different seeds.

    python scripts/tune_policy.py teams_held --generations 60 --state runs/teams_held.tune

An interrupted run goes on from its state file. The result is printed as TOML for gouji_sim/core/weights.toml.
"""

from __future__ import annotations

import argparse
import os
import pickle
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cma
import numpy as np

from gouji_sim.core import CompiledRules, play_deals
from gouji_sim.core.weights import WEIGHT_NAMES, WEIGHT_SETS, shipped_weights, weight_set
from gouji_sim.rules import list_variants, load_variant

TRAINING_SEED = 1_000_003
HELD_OUT_SEED = 2_000_003


def differences(options, candidate, opponent, *, seed, start, count):
    """Points of the candidate's side less the other's by deal, mean of the two ways to deal it: (count,)."""
    policy = "greedy" if opponent is None else "expert"
    other = candidate if opponent is None else opponent
    rules = CompiledRules(options, [candidate, other] * 3)
    total = np.zeros(count)
    for rotation in (0, 1):
        records = play_deals(rules, ["expert", policy] * 3, seed, start, count, rotation=rotation)
        score = records["score"].astype(float)
        total += score[:, 0::2].mean(axis=1) - score[:, 1::2].mean(axis=1)
    return total / 2


class Problem:
    """The search space: an offset from the start for each weight, in units of its own step."""

    def __init__(self, name, variants, frozen):
        self.variants = variants
        self.options = [load_variant(variant).options for variant in variants]
        self.start = np.array(shipped_weights(self.options[0]))
        self.free = [i for i, weight in enumerate(WEIGHT_NAMES) if weight not in frozen]
        self.steps = np.maximum(np.abs(self.start) * 0.25, 8.0)[self.free]

    def weights(self, x):
        found = self.start.astype(float)
        found[self.free] += np.asarray(x) * self.steps
        return [round(value) for value in found]

    def loss(self, x, *, start, count, greedy_share):
        """Minus the points a deal, mean over the variants."""
        gains = []
        for options in self.options:
            weights = self.weights(x)
            plain = round(count * (1 - greedy_share))
            found = [differences(options, weights, self.start, seed=TRAINING_SEED, start=start, count=plain)]
            if count > plain:
                found.append(
                    differences(
                        options, weights, None, seed=TRAINING_SEED, start=start + plain, count=count - plain
                    )
                )
            gains.append(np.mean(np.concatenate(found)))
        return -float(np.mean(gains))


def interval(values):
    return f"{values.mean():+.3f} ± {1.96 * values.std(ddof=1) / np.sqrt(len(values)):.3f}"


def report(problem, weights, count):
    """Measure on held-out deals and print the weights."""
    for variant, options in zip(problem.variants, problem.options, strict=True):
        gains = [
            differences(options, weights, opponent, seed=HELD_OUT_SEED, start=0, count=count)
            for opponent in (problem.start, None)
        ]
        before = differences(options, list(problem.start), None, seed=HELD_OUT_SEED, start=0, count=count)
        print(
            f"{variant}: over the start {interval(gains[0])}, over greedy {interval(gains[1])} "
            f"(start {interval(before)}) points a deal, {count} duplicate deals",
            flush=True,
        )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("set", choices=list(WEIGHT_SETS), help="set of weights to improve")
    parser.add_argument("--variants", nargs="+", help="variants to play (default: all that use the set)")
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--population", type=int, default=16)
    parser.add_argument("--deals", type=int, default=1500, help="duplicate deals a candidate and variant")
    parser.add_argument("--greedy-share", type=float, default=0.25, help="share of them against greedy")
    parser.add_argument(
        "--sigma", type=float, default=0.6, help="first step, in units of a quarter of a weight"
    )
    parser.add_argument("--frozen", nargs="*", default=[], metavar="WEIGHT", help="weights to leave alone")
    parser.add_argument("--held-out", type=int, default=6000, help="duplicate deals of the final measurement")
    parser.add_argument("--state", type=Path, required=True, help="state file, kept after every generation")
    parser.add_argument("--jobs", type=int, default=1, help="threads")
    parser.add_argument("--seed", type=int, default=1, help="seed of the search")
    options = parser.parse_args()

    variants = options.variants or [
        v for v in list_variants() if weight_set(load_variant(v).options) == options.set
    ]
    problem = Problem(options.set, variants, options.frozen)
    if options.state.exists():
        strategy, start = pickle.loads(options.state.read_bytes())
        problem.start = np.array(start)
    else:
        strategy = cma.CMAEvolutionStrategy(
            np.zeros(len(problem.free)),
            options.sigma,
            {"popsize": options.population, "seed": options.seed, "verbose": -9},
        )
    began = time.monotonic()
    with ThreadPoolExecutor(options.jobs) as pool:
        while strategy.countiter < options.generations:
            candidates = strategy.ask()
            losses = list(
                pool.map(
                    lambda x: problem.loss(
                        x,
                        start=strategy.countiter * options.deals,
                        count=options.deals,
                        greedy_share=options.greedy_share,
                    ),
                    candidates,
                )
            )
            strategy.tell(candidates, losses)
            partial = options.state.with_name(options.state.name + ".part")
            partial.write_bytes(pickle.dumps((strategy, problem.start.tolist())))
            os.replace(partial, options.state)
            print(
                f"{strategy.countiter}: best {-min(losses):+.3f}, mean {-np.mean(losses):+.3f}, "
                f"sigma {strategy.sigma:.3f}, {time.monotonic() - began:.0f} s",
                flush=True,
            )
    weights = problem.weights(strategy.result.xfavorite)
    print(f"[{options.set}]")
    for name, value in zip(WEIGHT_NAMES, weights, strict=True):
        print(f"{name} = {value}")
    report(problem, weights, options.held_out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
