"""Whether two cells that played the same deals came to the same figures in every one of them."""

from __future__ import annotations

from gouji_sim.stats.paired import PairedTotals

__all__ = ["identical"]


def identical(paired: PairedTotals) -> bool:
    """Were all figures of every deal the same in both cells?

    They were iff no sum of squared differences exceeds 0, and Σ(a − b)² = Σa² − 2Σab + Σb² is known exactly.
    """
    joint = paired.joint
    return all(
        joint.product(a, a) - 2 * joint.product(a, b) + joint.product(b, b) == 0
        for a, b in joint.pairs
        if a[0] == "a" and b == f"b.{a[2:]}"
    )
