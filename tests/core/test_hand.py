"""The bitset hand against plain counts."""

from hypothesis import given
from hypothesis import strategies as st

from gouji_sim.core._hand import layers, take

hands = st.lists(st.integers(0, 24), min_size=15, max_size=15)


def layers_of(counts):
    """Layer k by its definition: the ranks held more than k times."""
    return [sum(1 << rank for rank, n in enumerate(counts) if n > k) for k in range(24)]


@given(hands)
def test_layers(counts):
    assert layers(counts) == layers_of(counts)


@given(hands, st.integers(0, 14), st.data())
def test_take(counts, rank, data):
    n = data.draw(st.integers(0, counts[rank]))
    left = [*counts]
    left[rank] -= n
    assert take(counts, rank, n) == (left, layers_of(left))
