"""The environment: PettingZoo's own tests, the play of the engine, and nothing hidden in what is seen."""

import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from gouji_sim import rl
from gouji_sim.core import CompiledRules, Engine
from gouji_sim.errors import IllegalActionError, VariantError
from gouji_sim.rl.environment import worst_score
from gouji_sim.rules import list_variants, load_variant
from gouji_sim.view import History, view_of
from gouji_sim.vocab import PHASES, RANKS

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = ["docs/reinforcement-learning.md", "docs/reinforcement-learning.zh-CN.md"]

# PettingZoo warns of every observation that is a Dict, save in environments of its own that it lists by name.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]

SIZES = {"std216": 82_051, "short196": 73_551, "threes204": 76_951, "fours192": 71_851}
LARGE = {"six324": 354_051, "jokers240": 948_235}


def choices(env, rng):
    """Play an episode at random; yields the action text, then the state after it."""
    for agent in env.agent_iter():
        observation, _, over, _, info = env.last()
        if over:
            env.step(None)
            continue
        index = rng.choice(info["legal"].tolist())
        assert observation["action_mask"][index]
        text = env.decode_action(index)
        env.step(index)
        yield agent, text


def engines(variant, seed, deals, *, rotation=0):
    """Engines at the decisions of random play with the view asked there."""
    options = load_variant(variant).options
    rules = CompiledRules(options)
    rng = random.Random(seed)
    for deal in range(deals):
        engine = Engine.from_deal(rules, seed, deal, rotation=rotation)
        engine.start()
        history = History()
        while engine.seat is not None:
            yield engine, view_of(engine, options, history.follow(engine))
            engine.apply(engine.nth_legal(rng.randrange(engine.n_actions())))


# ---- PettingZoo's tests --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "session"),
    [("qingdao", False), ("qingdao", True), ("heze_tribute", False), ("kansai", False), ("zaozhuang", False)],
)
def test_api(variant, session):
    api_test(rl.env(variant, session=session), num_cycles=60)
    api_test(rl.raw_env(variant, session=session), num_cycles=60)


@pytest.mark.parametrize("variant", ["qingdao", "heze_tribute", "kansai"])
def test_seed(variant):
    seed_test(lambda: rl.env(variant), num_cycles=40)


# ---- playing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", list_variants())
def test_scores_are_those_of_the_engine(variant):
    """The engine, given the actions that were chosen through the environment, ends with its rewards."""
    env = rl.env(variant)
    rng = random.Random(variant)
    for deal in range(2):
        env.reset(seed=5 if deal == 0 else None)
        engine = Engine.from_deal(CompiledRules(load_variant(variant).options), 5, deal)
        engine.start()
        rewards = None
        for agent, text in choices(env, rng):
            assert agent == f"seat_{engine.seat}"
            engine.apply(text)
            while engine.is_void:
                engine.redeal()
                engine.start()
            if engine.seat is None and rewards is None:
                rewards = dict(env.rewards)
                assert all(env.terminations.values())
                assert not any(env.truncations.values())
            elif engine.seat is not None:
                assert not any(env.rewards.values())
        assert list(rewards.values()) == engine.record_outcome()["scores"]


def test_a_session_is_the_engine_s():
    """Tribute of one deal is paid in the next; each deal's scores are rewards at its end."""
    env = rl.env("qingdao", session=True)
    options = load_variant("qingdao").options
    env.reset(seed=8, options={"session": 3})
    engine = Engine.from_deal(CompiledRules(options), 8, 3 * options.session_deals, session=True)
    engine.start()
    ends, phases, rng = 0, set(), random.Random(1)
    for _, text in choices(env, rng):
        phases.add(engine.phase)
        engine.apply(text)
        while engine.is_void:
            engine.redeal()
            engine.start()
        if engine.seat is None:
            assert list(env.rewards.values()) == engine.record_outcome()["scores"]
            ends += 1
            if ends == options.session_deals:
                break
            engine.next_deal()
            engine.start()
        else:
            assert not any(env.rewards.values())
    assert ends == options.session_deals
    assert {"return", "declare", "lead", "answer", "burn"} <= phases


def test_void_deals_are_dealt_anew():
    """九州 with hardly a 2 or a joker: each revolt voids the deal, the third is played out."""
    variant = load_variant("kyushu", {"deck": {"5": 16, "A": 16, "2": 1, "W": 2}})
    env = rl.env(variant)
    env.reset(seed=1)
    for attempt in range(3):
        engine = Engine.from_deal(CompiledRules(variant.options), 1, 0, attempt=attempt)
        engine.start()
        view = env.view()
        assert view.phase == "revolt"
        assert (view.seat, *view.hand) == (engine.seat, *engine.hand(engine.seat))
        if attempt < 2:
            env.step(env.encode_action("revolt"))
            assert not any(env.rewards.values())
    texts = [text for _, text in choices(env, random.Random(3)) if text != "revolt"]
    assert "stay" in texts
    assert not env.agents
    with pytest.raises(ValueError, match="overrides go with"):
        rl.env(variant, {"teams": True})


def test_resets_go_on_with_the_next_deal():
    env = rl.env("qingdao")

    def hand(**reset):
        env.reset(**reset)
        info = env.infos["seat_0"]
        return info["seed"], info["deal"], env.agent_selection, tuple(env.view().hand)

    first, second = hand(seed=3), hand()
    assert (first[:2], second[:2]) == ((3, 0), (3, 1))
    assert first != second
    assert hand(options={"deal": 0}) == first
    assert hand() == second
    assert hand(seed=3) == first
    turned = hand(options={"deal": 0, "rotation": 2})
    assert turned[3] == first[3]
    assert turned[2] == f"seat_{(int(first[2][-1]) + 2) % 6}"
    with pytest.raises(ValueError, match="'deal', not 'session'"):
        env.reset(options={"session": 1})


def test_without_a_seed_one_is_drawn():
    env = rl.env("qingdao")
    env.reset()
    seed, hand = env.infos["seat_0"]["seed"], env.view().hand.tolist()
    env.reset(seed=seed)
    assert env.view().hand.tolist() == hand


def test_illegal_actions():
    env = rl.raw_env("qingdao")
    index = env.encode_action("keep")
    assert env.decode_action(index) == "keep"
    with pytest.raises(ValueError, match="nobody is asked"):
        env.view()
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match="is asked to"):
        env.step(index)
    wrapped = rl.env("qingdao")
    wrapped.reset(seed=1)
    agent = wrapped.agent_selection
    wrapped.step(index)
    assert wrapped.terminations[agent]
    assert wrapped.rewards[agent] == -12
    assert worst_score(load_variant("kansai").options) == -4
    with pytest.raises(VariantError):
        rl.env("qingdao", {"no_such_option": 1})


# ---- actions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", [*SIZES, *LARGE])
def test_number_of_actions(deck):
    """12 words, 15 returns, and every set of naturals of one rank, twos and jokers that the deck holds."""
    options = load_variant("qingdao", {"deck": deck}).options
    counts = dict(zip(RANKS, options.deck_counts, strict=True))
    covers = (counts["2"] + 1) * (counts["w"] + 1) * (counts["W"] + 1)
    naturals = sum(counts[rank] for rank in "3456789TJQKA")
    n = 12 + 15 + covers - 1 + naturals * covers
    actions = rl.Actions(options)
    assert actions.n == n == (SIZES | LARGE)[deck]
    for document in DOCUMENTS:
        assert f"{n:,}" in (ROOT / document).read_text(encoding="utf-8")
    for index in {*range(3_000), *range(n - 3_000, n), *random.Random(deck).sample(range(n), 3_000)}:
        text = actions.decode(index)
        assert actions.encode(text) == index
        if index >= 27:
            assert actions.decode(index, "burn") == f"burn:{text}"
            assert actions.encode(f"burn:{text}") == index


def test_a_deck_without_some_ranks():
    options = load_variant("kanto", {"deck": {"5": 6, "A": 3, "2": 2, "W": 1}}).options
    actions = rl.Actions(options)
    texts = [actions.decode(index) for index in range(actions.n)]
    assert len(set(texts)) == actions.n == 27 + 5 + 9 * 6
    assert [actions.encode(text) for text in texts] == list(range(actions.n))


@pytest.mark.parametrize("text", ["", "34", "return:", "return:10", "burn:", "x", "W" * 5, "burn:pass"])
def test_no_actions(text):
    actions = rl.Actions(load_variant("qingdao").options)
    with pytest.raises(ValueError, match=r"."):
        actions.encode(text)


def test_indices_outside():
    actions = rl.Actions(load_variant("qingdao").options)
    for index in (-1, actions.n):
        with pytest.raises(ValueError, match="is no action"):
            actions.decode(index)


@pytest.mark.parametrize("variant", list_variants())
def test_legal_actions_are_those_of_the_view(variant):
    encoder = rl.Encoder(load_variant(variant).options)
    for _, view in engines(variant, 2, 1):
        legal = encoder.actions.legal(view)
        assert [encoder.actions.decode(int(index), view.phase) for index in legal] == list(view.actions)
        assert np.flatnonzero(encoder.actions.mask(legal)).tolist() == sorted(legal.tolist())


def test_setup_actions():
    """A return, where every rank may be given back, and the words of the setup."""
    options = load_variant("puji", {"tribute": True}).options
    hands = [[0] * 15 for _ in range(6)]
    for seat, hand in enumerate(hands):
        hand[seat] = hand[12] = hand[13] = 2
    engine = Engine.from_dealt(CompiledRules(options), hands, 0, obligations=[("last", 5, 0, 1)])
    view = view_of(engine, options, ())
    actions = rl.Actions(options)
    assert view.phase == "return"
    assert [actions.decode(int(index)) for index in actions.legal(view)] == list(view.actions)


# ---- observations --------------------------------------------------------------------------------------


def exchanged(engine, view, rng):
    """Hands in which what the asked seat does not see is dealt anew, as many cards to each seat."""
    sees = {view.seat, *view.shown} if view.n_cards.any() else set()
    hands = engine.hands()
    hidden = [seat for seat in range(6) if seat not in sees]
    pool = [rank for seat in hidden for rank in range(15) for _ in range(hands[seat][rank])]
    rng.shuffle(pool)
    for seat in hidden:
        cards, pool = pool[: (n := sum(hands[seat]))], pool[n:]
        hands[seat] = tuple(cards.count(rank) for rank in range(15))
    return hands


@pytest.mark.parametrize("variant", list_variants())
def test_hidden_cards_do_not_show(variant):
    options = load_variant(variant).options
    encoder, rng = rl.Encoder(options), random.Random(variant)
    for engine, view in engines(variant, 4, 1):
        seen = encoder.observation(view)
        other = engine.with_hands(exchanged(engine, view, rng))
        again = rl.Encoder(options).observation(view_of(other, options, view.history))
        for name, values in seen.items():
            assert np.array_equal(values, again[name])


@pytest.mark.parametrize("variant", ["qingdao", "heze_tribute", "zhangqiu", "kansai", "camp"])
@pytest.mark.parametrize("rotation", [1, 2, 3])
def test_a_turned_table_looks_the_same(variant, rotation):
    options = load_variant(variant).options
    encoder, turned = rl.Encoder(options), rl.Encoder(options)
    pairs = zip(engines(variant, 6, 2), engines(variant, 6, 2, rotation=rotation), strict=True)
    for (_, a), (_, b) in pairs:
        assert b.seat == (a.seat + rotation) % 6
        for name, values in encoder.observation(a).items():
            assert np.array_equal(values, turned.observation(b)[name])


@pytest.mark.parametrize("variant", list_variants())
def test_observations_are_in_their_bounds(variant):
    encoder = rl.Encoder(load_variant(variant).options)
    for _, view in engines(variant, 7, 2):
        vector = encoder.vector(view)
        assert (encoder.low <= vector).all()
        assert (vector <= encoder.high).all()
        fields = {name: vector[part] for name, part in encoder.fields.items()}
        assert fields["phase"].nonzero()[0].tolist() == [PHASES.index(view.phase)]
        assert np.array_equal(fields["hand"], view.hand)
        assert fields["n_cards"][0] == view.hand.sum()
        assert np.array_equal(fields["played"].reshape(6, 15).sum(axis=0), view.out_of_play)


def test_events_are_counted_once():
    """An encoder that follows a deal sees what a fresh one sees, also when deals are mixed."""
    options = load_variant("qingdao").options
    one = rl.Encoder(options)
    pairs = zip(engines("qingdao", 1, 1), engines("qingdao", 2, 1), strict=False)
    for number, pair in enumerate(pairs):
        for _, view in pair if number % 7 == 0 else pair[:1]:
            assert np.array_equal(one.vector(view), rl.Encoder(options).vector(view))


def test_what_a_vector_tells():
    """青岛, without a card to spare: seat 1 leads KK, seat 4 is its head."""
    options = load_variant("qingdao").options
    hands = [[0] * 15 for _ in range(6)]
    for hand in hands:
        hand[1] = hand[10] = 3
        hand[11] = 2
    engine = Engine.from_lead(CompiledRules(options), hands, 1)
    engine.apply("KK")
    engine.apply("decline")
    view = view_of(engine, options, (history := History()).follow(engine))
    encoder = rl.Encoder(options)
    fields = {name: encoder.vector(view)[part] for name, part in encoder.fields.items()}
    assert len(history.follow(engine)) == 2
    owner = (1 - view.seat) % 6
    assert fields["named"].reshape(-1, 6)[2].tolist() == [int(seat == owner) for seat in range(6)]
    assert fields["table"].tolist() == [0] * 10 + [2] + [0] * 4
    assert fields["in_round"].reshape(6, 15)[owner].tolist() == fields["table"].tolist()
    assert fields["n_cards"].tolist() == [6 if seat == owner else 8 for seat in range(6)]
    assert fields["facts"].tolist() == [1, 0, 0, 0]


# ---- looking on, documents -----------------------------------------------------------------------------


def test_render(capsys):
    env = rl.env("qingdao", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert env.unwrapped.view().phase in text
    assert all(f"seat_{seat}" in text for seat in range(6))
    assert rl.env("qingdao").unwrapped.render() is None
    human = rl.env("qingdao", render_mode="human")
    human.reset(seed=1)
    human.step(int(human.infos[human.agent_selection]["legal"][0]))
    assert capsys.readouterr().out.count("phase=") == 2
    with pytest.raises(ValueError, match="render_mode"):
        rl.env("qingdao", render_mode="rgb_array")


def test_without_the_extra():
    code = "import sys; sys.modules['pettingzoo'] = None; import gouji_sim.rl"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 1
    assert "ImportError: gouji_sim.rl needs the extra: pip install 'gouji-sim[rl]'" in done.stderr


@pytest.mark.parametrize("document", DOCUMENTS)
def test_documented(document, tmp_path, monkeypatch):
    """The examples run, and the table of fields is that of the vector."""
    monkeypatch.chdir(tmp_path)
    text = (ROOT / document).read_text(encoding="utf-8")
    encoder = rl.Encoder(load_variant("qingdao").options)
    for name, part in encoder.fields.items():
        assert f"| `{name}` | {part.start} | {part.stop - part.start} |" in text
    assert f"{encoder.size:,}" in text
    blocks = [block.split("```")[0] for block in text.split("```python\n")[1:]]
    assert len(blocks) == 3
    for block in blocks:
        names = {"__name__": "example"}
        exec(compile(block, document, "exec"), names)
    _, view = next(engines("qingdao", 1, 1))
    assert 0 <= names["Trained"]().choose(view) < view.n_actions
