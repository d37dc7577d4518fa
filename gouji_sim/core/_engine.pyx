"""One deal, step by step, for Python: positions, replays, policies written in Python."""

from gouji_sim.core._actions cimport count_actions, list_actions, nth_action, return_action
from gouji_sim.core._batch cimport (
    Game,
    begin_session,
    decision,
    end_deal,
    play_deal,
    record_dealt,
    start_deal,
    write_record,
)
from gouji_sim.core._candidates cimport Candidates, MAX_CANDIDATES, find_candidates
from gouji_sim.core._deal cimport Shuffled, plan_deck
from gouji_sim.core._hand cimport hand_add, hand_clear
from gouji_sim.core._outcome cimport find_outcome
from gouji_sim.core._play cimport (
    Query,
    action_kind,
    action_play,
    allows,
    as_action,
    has_play,
    make_play,
    n_big,
    n_naturals,
    n_small,
    n_twos,
    natural_rank,
    play_size,
    set_target,
)
from gouji_sim.core._rules cimport CompiledRules
from gouji_sim.core._rng cimport Rng, open_stream
from gouji_sim.core._sample cimport Unknown, find_unknown, sample_world
from gouji_sim.core._search cimport evaluate
from gouji_sim.core._setup cimport apply_action, begin_setup, return_choices
from gouji_sim.core._table cimport begin_play, bit_of, head_of, plays_query, settle, table_reset
from gouji_sim.core._types cimport (
    ACT_BURN,
    ACT_PLAY,
    ACT_RETURN,
    ALL_SEATS,
    DealRecord,
    ERROR_EMPTY_HAND,
    Event,
    EventLog,
    Hand,
    MAX_OBLIGATIONS,
    NO_RANK,
    N_LAYERS,
    N_RANKS,
    N_SEATS,
    Obligation,
    Outcome,
    PHASE_ANSWER,
    PHASE_BURN,
    PHASE_LEAD,
    PHASE_OVER,
    PHASE_RETURN,
    STAGE_WINDOW,
    Table,
    action_t,
    play_t,
)
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

import numpy as np

from gouji_sim.core.policies import POLICIES, policy_codes, restrictions
from gouji_sim.core.record import BURN_OUTCOMES, RECORD_DTYPE, SETTLED_BY, TRIBUTE_KINDS

PHASES = ("buy", "return", "shed", "revolt", "choose", "declare", "lead", "answer", "burn", "over")
WORDS = (
    "", "", "", "pass", "yield", "decline", "buy", "skip", "", "shed", "revolt", "stay", "keep", "drop",
    "declare", "silent",
)
EVENTS = (
    "buy", "pay", "return", "resist", "shed", "revolt", "keep", "drop", "declared", "void", "lead", "beat",
    "cover", "pass", "yield", "decline", "stands", "open", "settled", "burn_ends", "melee", "over",
)
RANKS = "3456789TJQKA2wW"

cdef enum:
    FIRST_EVENTS = 64
    NODES_BETWEEN_CHECKS = 10_000


cdef str play_text(play_t play):
    cdef str text = "W" * n_big(play) + "w" * n_small(play) + "2" * n_twos(play)
    if n_naturals(play):
        text += RANKS[natural_rank(play)] * n_naturals(play)
    return text


cdef str action_text(action_t action):
    cdef int kind = action_kind(action)
    if kind == ACT_PLAY:
        return play_text(action_play(action))
    if kind == ACT_BURN:
        return "burn:" + play_text(action_play(action))
    if kind == ACT_RETURN:
        return "return:" + RANKS[natural_rank(action_play(action))]
    return WORDS[kind]


cdef play_t parse_play(str text) except? 0:
    """Pack a play; ValueError says what is wrong with the text."""
    cdef int counts[N_RANKS]
    cdef int rank, natural = NO_RANK
    memset(counts, 0, sizeof(counts))
    if not text:
        raise ValueError("a play has at least one card")
    for character in text:
        rank = RANKS.find(character)
        if rank < 0:
            raise ValueError(f"{character!r} is no card (cards are {RANKS})")
        counts[rank] += 1
        if counts[rank] > 255:
            raise ValueError("no hand holds so many cards")
    for rank in range(12):
        if counts[rank]:
            if natural != NO_RANK:
                raise ValueError("a play has naturals of one rank only")
            natural = rank
    rank = counts[natural] if natural != NO_RANK else 0
    return make_play(natural, rank, counts[12], counts[13], counts[14])


cdef action_t parse_action(str text, int phase) except? 0:
    if text in WORDS and text:
        return as_action(WORDS.index(text), 0)
    if text.startswith("burn:"):
        return as_action(ACT_BURN, parse_play(text[5:]))
    if text.startswith("return:"):
        rank = RANKS.find(text[7:]) if len(text) == 8 else -1
        if rank < 0:
            raise ValueError("a return names one card")
        return return_action(rank)
    return as_action(ACT_PLAY, parse_play(text))


cdef int64_t count_sequences(const Table* t, int depth, int* until_check) except -1 nogil:
    """Section 20. Looks for a signal (Ctrl-C) now and then. Raises what its handler does, or MemoryError."""
    cdef int64_t n, i, total = 0
    cdef action_t* actions
    cdef Table after
    if depth == 0 or t.phase == PHASE_OVER:
        return 1
    n = count_actions(t)
    if depth == 1:
        return n
    until_check[0] -= 1
    if until_check[0] <= 0:
        until_check[0] = NODES_BETWEEN_CHECKS
        with gil:
            PyErr_CheckSignals()
    actions = <action_t*>malloc(n * sizeof(action_t))
    if actions == NULL:
        with gil:
            raise MemoryError()
    try:
        list_actions(t, actions)
        for i in range(n):
            memcpy(&after, t, sizeof(Table))
            after.log = NULL
            apply_action(&after, actions[i])
            total += count_sequences(&after, depth - 1, until_check)
    finally:
        free(actions)
    return total


cdef class Engine:
    """The table of one deal as the core plays it.

    Made from a position (`from_position`) or as a deal of a study (`from_deal`). It stands at a decision or
    at the end; `legal`, `apply` and the properties speak of that. Actions and cards are in the notation of
    RULES 19.
    """

    cdef Table t
    cdef EventLog log
    cdef Game game
    cdef bint has_game
    cdef uint64_t index
    cdef uint64_t attempt
    cdef int64_t applied
    cdef int observed  # mask of the seats whose cards are not known
    cdef DealRecord partial
    cdef readonly CompiledRules rules

    def __cinit__(self, CompiledRules rules, *args, **kwargs):
        self.rules = rules
        self.log.items = <Event*>malloc(FIRST_EVENTS * sizeof(Event))
        if self.log.items == NULL:
            raise MemoryError()
        self.log.capacity = FIRST_EVENTS
        self.log.n = 0
        self.t.log = &self.log
        table_reset(&self.t, &rules.c)

    def __dealloc__(self):
        free(self.log.items)

    # ---- making one ----------------------------------------------------------------------------------------

    cdef deal_hands(self, hands):
        cdef int seat, rank, _copy
        for seat in range(N_SEATS):
            for rank in range(N_RANKS):
                if hands[seat][rank] > N_LAYERS:
                    raise ValueError(f"seat {seat} holds more than {N_LAYERS} of {RANKS[rank]}")
                for _copy in range(hands[seat][rank]):
                    hand_add(&self.t.hands[seat], rank)
            self.t.n_cards[seat] = sum(hands[seat])

    @staticmethod
    def from_lead(CompiledRules rules, hands, int leader, *, opened=0, declared=0, settled=()):
        """A position with the first lead due: six hands of 15 counts, masks of seats, settled (seat, how)
        in order. Cards of the deck that are in no hand count as seen to leave the game.
        """
        cdef Engine self = Engine(rules)
        self.deal_hands(hands)
        for rank in range(N_RANKS):
            held = sum([hand[rank] for hand in hands])
            self.t.out_of_play[rank] = rules.c.deck[rank] - held if held < rules.c.deck[rank] else 0
        self.t.leader = leader
        self.t.opened = opened
        self.t.declared = declared
        for seat, how in settled:
            settle(&self.t, seat, SETTLED_BY.index(how), -1)
            if how == "revolt":
                self.t.revolter = seat
                self.t.opened |= bit_of(head_of(seat))
                self.t.opened &= ~bit_of(seat)
        self.log.n = 0
        begin_play(&self.t)
        return self

    @staticmethod
    def from_observed(
        CompiledRules rules, hands, n_cards, seen, int leader, *, opened=0, declared=0, settled=()
    ):
        """A position as somebody at the table sees it: None for a hidden hand, the number of cards of each
        seat, and 15 counts of cards seen to leave the game.

        A seat with a hidden hand is asked whenever it may act, since nobody knows whether it can; it may play
        whatever has not been seen elsewhere. Only `search` looks behind a hidden hand, by sampling it.
        """
        cdef Engine self = Engine.from_lead(
            rules, [[N_LAYERS] * N_RANKS if hand is None else hand for hand in hands], leader,
            opened=opened, declared=declared, settled=settled,
        )
        cdef int seat
        for seat in range(N_SEATS):
            if hands[seat] is None:
                self.observed |= bit_of(seat)
            self.t.n_cards[seat] = n_cards[seat]
        for rank in range(N_RANKS):
            self.t.out_of_play[rank] = seen[rank]
        self.t.lack_fours = 0
        return self

    @staticmethod
    def from_dealt(
        CompiledRules rules, hands, int leader, *, int first_dealt=0, int swept=-1, obligations=()
    ):
        """A position before the setup: ``swept`` is a team or -1, obligations are (kind, payer, receiver,
        cards).
        """
        cdef Engine self = Engine(rules)
        cdef int i
        self.deal_hands(hands)
        self.t.leader = leader
        self.t.first_dealt = first_dealt
        self.t.swept = swept
        if len(obligations) > MAX_OBLIGATIONS:
            raise ValueError(f"more than {MAX_OBLIGATIONS} obligations")
        self.t.n_obligations = len(obligations)
        for i, (kind, payer, receiver, cards) in enumerate(obligations):
            self.t.obligations[i].kind = TRIBUTE_KINDS.index(kind)
            self.t.obligations[i].payer = payer
            self.t.obligations[i].receiver = receiver
            self.t.obligations[i].cards = cards
        begin_setup(&self.t)
        return self

    @staticmethod
    def from_deal(
        CompiledRules rules, uint64_t seed, uint64_t index, lineup=("random",) * 6, *,
        bint session=False, int rotation=0, uint64_t replicate=0, uint64_t attempt=0,
    ):
        """The deal ``index`` of a seed, as `play_deals` (or, with ``session``, `play_sessions`) plays it.

        With ``session`` the deals before it in its session are played first by the line-up. ``attempt``
        counts the void deals that were dealt at this index before.
        """
        cdef Engine self = Engine(rules)
        cdef int seat
        cdef DealRecord record
        cdef uint64_t first = index
        memset(&self.game, 0, sizeof(Game))
        self.game.rules = &rules.c
        plan_deck(&rules.c, &self.game.plan)
        masks = restrictions(lineup)
        for seat, code in enumerate(policy_codes(lineup)):
            self.game.lineup[seat] = code
            self.game.restricted[seat] = masks[seat]
        self.game.seed = seed
        self.game.replicate = replicate
        self.game.rotation = rotation % N_SEATS
        begin_session(&self.game)
        if session:
            first = index - index % rules.c.session_deals
            while first < index:
                if play_deal(&self.game, first, &record):
                    raise ValueError(f"deal {first} of seed {seed} cannot be played under these rules")
                first += 1
        self.has_game = True
        self.index = index
        self.attempt = attempt
        self.start_attempt()
        return self

    cdef void start_attempt(self) noexcept:
        cdef Shuffled cards
        self.log.n = 0
        self.t.log = &self.log
        start_deal(&self.game, self.index, self.attempt, &self.t, &cards)
        record_dealt(&self.t, &self.partial)
        self.applied = 0

    cdef void carry_out(self, action_t action) noexcept nogil:
        if self.t.plays == 0 and self.t.phase == PHASE_LEAD:
            self.partial.leader = self.t.leader
        self.applied += 1
        apply_action(&self.t, action)

    def start(self):
        """Begin the setup of a deal made by `from_deal`."""
        begin_setup(&self.t)

    def redeal(self):
        """Deal a void deal anew, as a study does; the next call is `start`."""
        self.attempt += 1
        self.partial.void_deals += 1
        self.partial.void_revolts += self.t.n_revolts
        self.start_attempt()

    def next_deal(self):
        """Go on to the next deal of the session after this one has ended; the next call is `start`."""
        cdef Outcome outcome
        find_outcome(&self.t, &outcome)
        end_deal(&self.game, &self.t, &outcome)
        self.index += 1
        self.attempt = 0
        if self.index % self.rules.c.session_deals == 0:
            begin_session(&self.game)
        memset(&self.partial, 0, sizeof(DealRecord))
        self.start_attempt()

    def play_on(self, int waits):
        """Let the line-up play until a seat of the mask ``waits`` is asked or the deal is over."""
        with nogil:
            while self.t.phase != PHASE_OVER and not waits >> self.t.asked & 1:
                self.carry_out(decision(&self.game, &self.t))

    def record(self):
        """The record of a finished deal made by `from_deal`, as `play_deals` writes it.

        Shape (1,) of `RECORD_DTYPE`. Raises ValueError when the deal is not finished or void.
        """
        cdef Outcome outcome
        cdef DealRecord record = self.partial
        if not self.has_game or self.t.phase != PHASE_OVER or self.t.is_void or self.t.error:
            raise ValueError("there is no finished deal to record")
        find_outcome(&self.t, &outcome)
        write_record(&self.game, self.index, &self.t, &outcome, &record)
        return np.frombuffer((<char*>&record)[:sizeof(DealRecord)], dtype=RECORD_DTYPE).copy()

    def stream(self, int seat):
        """The state of the play stream of a seat: four 64-bit words."""
        return tuple([self.game.streams[seat].s[i] for i in range(4)])

    def policy_action(self):
        """What the policy of the seat that is asked chooses; calls for the same decision draw anew."""
        return action_text(decision(&self.game, &self.t))

    def copy(self):
        """An independent engine at the same decision, with no events before it."""
        cdef Engine other = Engine(self.rules)
        memcpy(&other.t, &self.t, sizeof(Table))
        other.t.log = &other.log
        other.game = self.game
        other.has_game = self.has_game
        other.index = self.index
        other.attempt = self.attempt
        other.partial = self.partial
        other.applied = self.applied
        other.observed = self.observed
        return other

    def with_hands(self, hands):
        """A copy in which each seat holds other cards, as many as before: six hands of 15 counts.

        What is public and the streams are the same. Raises ValueError for another number of cards.
        """
        cdef Engine other = self.copy()
        cdef int seat
        for seat in range(N_SEATS):
            if sum(hands[seat]) != self.t.n_cards[seat]:
                raise ValueError(f"seat {seat} holds {self.t.n_cards[seat]} cards, not {sum(hands[seat])}")
            hand_clear(&other.t.hands[seat])
        other.deal_hands(hands)
        return other

    def __reduce__(self):
        raise TypeError("an engine cannot be pickled: keep the position and its actions")

    # ---- the decision --------------------------------------------------------------------------------------

    @property
    def phase(self):
        """What is asked (RULES 19): ``"lead"``, ``"answer"``, … or ``"over"``."""
        return PHASES[self.t.phase]

    @property
    def seat(self):
        """The seat that is asked, or None when the deal is over."""
        return None if self.t.asked < 0 else self.t.asked

    @property
    def failed(self):
        """Would a setup step empty a hand? (RULES 22.9)"""
        return self.t.error == ERROR_EMPTY_HAND

    @property
    def n_applied(self):
        """Decisions carried out so far in this deal, those of the setup included."""
        return self.applied

    def n_actions(self):
        """The number of legal actions."""
        return count_actions(&self.t)

    def legal(self):
        """The legal actions in the order of the core."""
        cdef int64_t n = count_actions(&self.t), i
        cdef action_t* actions
        if n == 0:
            return []
        actions = <action_t*>malloc(n * sizeof(action_t))
        if actions == NULL:
            raise MemoryError()
        list_actions(&self.t, actions)
        texts = [action_text(actions[i]) for i in range(n)]
        free(actions)
        return texts

    def legal_codes(self):
        """The legal actions as the core packs them, in the order of `legal`: uint64, shape (n,).

        Bits 0-7 naturals, 8-15 twos, 16-23 small jokers, 24-31 big jokers, 32-39 rank of the naturals (15:
        none), 56-63 kind of action.
        """
        cdef int64_t n = count_actions(&self.t)
        cdef uint64_t[::1] buffer
        codes = np.empty(n, dtype=np.uint64)
        if n:
            buffer = codes
            list_actions(&self.t, &buffer[0])
        return codes

    def nth_legal(self, int64_t n):
        """Action number n of `legal`."""
        if not 0 <= n < count_actions(&self.t):
            raise IndexError("no such action")
        return action_text(nth_action(&self.t, n))

    def is_legal(self, str action):
        """Is the action legal here? ValueError when the text is no action at all."""
        return self.allowed(parse_action(action, self.t.phase))

    cdef bint allowed(self, action_t action):
        cdef Query q
        cdef int kind = action_kind(action)
        cdef int64_t i
        if self.t.phase == PHASE_OVER:
            return False
        if kind == ACT_PLAY or kind == ACT_BURN:
            if kind == ACT_BURN and self.t.phase != PHASE_BURN:
                return False
            if kind == ACT_PLAY and self.t.phase != PHASE_LEAD and self.t.phase != PHASE_ANSWER:
                return False
            plays_query(&self.t, &q)
            return allows(&q, action_play(action))
        if kind == ACT_RETURN:
            return self.t.phase == PHASE_RETURN and (return_choices(&self.t) >> natural_rank(action)) & 1
        if self.t.phase == PHASE_RETURN:
            return False
        for i in range(2):
            if i < count_actions(&self.t) and nth_action(&self.t, i) == action:
                return True
        return False

    def apply(self, str action):
        """Carry out an action and move on. ValueError when it is not legal; nothing has changed then."""
        cdef action_t code = parse_action(action, self.t.phase)
        cdef Hand before
        if self.t.asked >= 0 and self.observed & bit_of(self.t.asked):
            before = self.t.hands[self.t.asked]
            try:
                self.show_cards(code)
                if not self.allowed(code):
                    raise ValueError("it is not legal here")
            except ValueError:
                self.t.hands[self.t.asked] = before
                raise
        elif not self.allowed(code):
            raise ValueError("it is not legal here")
        self.carry_out(code)

    cdef show_cards(self, action_t action):
        """A seat with a hidden hand plays: no more than it holds, no cards that are elsewhere; its last play
        is all that it held.
        """
        cdef int seat = self.t.asked
        cdef int rank, other, elsewhere, n, kind = action_kind(action)
        cdef play_t play = action_play(action)
        if kind != ACT_PLAY and kind != ACT_BURN:
            return
        n = play_size(play)
        if n > self.t.n_cards[seat]:
            raise ValueError(f"seat {seat} holds {self.t.n_cards[seat]} cards only")
        counts = [0] * N_RANKS
        if n_naturals(play):
            counts[natural_rank(play)] = n_naturals(play)
        counts[12], counts[13], counts[14] = n_twos(play), n_small(play), n_big(play)
        for rank in range(N_RANKS):
            elsewhere = self.t.out_of_play[rank]
            for other in range(N_SEATS):
                if not self.observed & bit_of(other):
                    elsewhere += self.t.hands[other].count[rank]
            if counts[rank] and counts[rank] + elsewhere > self.rules.c.deck[rank]:
                raise ValueError(
                    f"seat {seat} cannot hold {counts[rank]} of {RANKS[rank]}: "
                    f"all but {self.rules.c.deck[rank] - elsewhere} of them are elsewhere"
                )
        if n == self.t.n_cards[seat]:
            hand_clear(&self.t.hands[seat])
            for rank in range(N_RANKS):
                for _ in range(counts[rank]):
                    hand_add(&self.t.hands[seat], rank)

    def sampled(self, uint64_t key, int number):
        """A copy in which the hands that the asked seat does not see are those of a sample of `search`.

        Raises ValueError when the unseen cards cannot fill the hidden hands.
        """
        cdef Engine other = self.copy()
        cdef Unknown unknown
        cdef Rng rng
        if self.t.asked < 0 or not find_unknown(&self.t, self.t.asked, &unknown):
            raise ValueError("there are not enough unseen cards to fill the hidden hands")
        open_stream(&rng, key, N_SEATS, number, 0)
        sample_world(&self.t, self.t.asked, &unknown, &rng, &other.t)
        other.t.log = &other.log
        other.observed = 0
        return other

    def perft(self, int depth):
        """The number of action sequences of ``depth`` decisions from here (RULES 20)."""
        cdef int until_check = NODES_BETWEEN_CHECKS
        cdef int64_t found
        if depth < 0:
            raise ValueError("depth must not be negative")
        with nogil:
            found = count_sequences(&self.t, depth, &until_check)
        return found

    # ---- search --------------------------------------------------------------------------------------------

    def search_candidates(self, str rollout):
        """The actions that search compares here (see ``_candidates.pyx``), 24 at most; first of them the one
        that the rollout policy chooses.
        """
        cdef Candidates found
        cdef Rng rng
        cdef int code = POLICIES.index(rollout)
        cdef int i
        if self.t.phase == PHASE_OVER:
            return []
        open_stream(&rng, 0, 0, 0, 0)
        find_candidates(&self.t, code, &rng, &found)
        return [action_text(found.action[i]) for i in range(found.n)]

    def search(self, actions, str rollout, uint64_t key, int first, int count):
        """Play out at most 24 legal actions on the samples ``first`` to ``first + count - 1`` of a key.

        Returns the scores of the seat that is asked and its places (0 where the deal was void), int16 and
        uint8, both of shape (count, len(actions)). A sample is the same for all actions and depends on the
        key, its number, what is public and the own hand only. The GIL is released. Raises ValueError when
        the unseen cards cannot fill the hidden hands.
        """
        cdef Candidates candidates
        cdef int code = POLICIES.index(rollout)
        cdef int n = len(actions)
        cdef int64_t made
        cdef int32_t[:, ::1] values
        cdef int16_t[:, ::1] scores
        cdef uint8_t[:, ::1] places
        if not 0 < n <= MAX_CANDIDATES or count < 1:
            raise ValueError("search compares 1 to 24 actions on one sample at least")
        candidates.n = n
        for i, action in enumerate(actions):
            candidates.action[i] = parse_action(action, self.t.phase)
            if not self.allowed(candidates.action[i]):
                raise ValueError(f"{action} is not legal here")
        values = np.empty((count, MAX_CANDIDATES), dtype=np.int32)
        score_array = np.zeros((count, MAX_CANDIDATES), dtype=np.int16)
        place_array = np.zeros((count, MAX_CANDIDATES), dtype=np.uint8)
        scores = score_array
        places = place_array
        with nogil:
            made = evaluate(
                &self.t, &candidates, (<uint32_t>1 << n) - 1, code, key, first, count,
                &values[0, 0], &scores[0, 0], &places[0, 0],
            )
        if made < 0:
            raise ValueError("there are not enough unseen cards to fill the hidden hands")
        return score_array[:, :n], place_array[:, :n]

    # ---- what is on the table ------------------------------------------------------------------------------

    def hand(self, int seat):
        """The cards of a seat as 15 counts."""
        return tuple([self.t.hands[seat].count[rank] for rank in range(N_RANKS)])

    def hands(self):
        """The six hands as 15 counts each."""
        return [self.hand(seat) for seat in range(N_SEATS)]

    def active(self, int seat):
        return bool(self.t.active & bit_of(seat))

    def state(self):
        """The public state of the table as a dict of plain values, for texts and tests."""
        cdef Table* t = &self.t
        return {
            "phase": PHASES[t.phase],
            "seat": None if t.asked < 0 else t.asked,
            "leader": t.leader,
            "owner": None if t.owner < 0 else t.owner,
            "table": None if t.owner < 0 else play_text(t.top),
            "gouji": bool(t.owner >= 0 and t.top_gouji),
            "dead": bool(t.owner >= 0 and t.top_dead),
            "melee": bool(t.melee),
            "active": t.active,
            "passed": t.passed,
            "headless": t.headless,
            "opened": t.opened,
            "given_up": t.given_up,
            "declared": t.declared,
            "cards": [t.n_cards[seat] for seat in range(N_SEATS)],
            "burner": None if t.burner < 0 else t.burner,
            "victim": None if t.victim < 0 else t.victim,
            "credits": t.credits,
            "credit_seat": None if t.credit_seat < 0 else t.credit_seat,
            "yielded": None if t.yielded < 0 else t.yielded,
            "chance": None if t.chance < 0 else t.chance,
            "first_dealt": t.first_dealt,
            "plays": t.plays,
            "decisions": t.decisions,
            "out_of_play": tuple([t.out_of_play[rank] for rank in range(N_RANKS)]),
            "to_burn": self.seats_in_wait(t.candidates) if t.owner >= 0 and t.stage == STAGE_WINDOW else 0,
            "to_answer": self.seats_in_wait(t.pending & ALL_SEATS) if t.owner >= 0 else 0,
            "head_asked_last": bool(t.owner >= 0 and t.pending >> N_SEATS & 1),
            "may_yield": bool(t.phase == PHASE_ANSWER and t.may_yield),
            "revolter": None if t.revolter < 0 else t.revolter,
            "resisted": t.resisted,
            "swept": None if t.swept < 0 else t.swept,
            "obligations": [self.obligation(i) for i in range(t.n_obligations)],
            "lack_fours": t.lack_fours,
            "counter": bool(t.burner >= 0 and t.counter),
        }

    cdef tuple obligation(self, int i):
        cdef Obligation* item = &self.t.obligations[i]
        return TRIBUTE_KINDS[item.kind], item.payer, item.receiver, item.cards

    cdef int seats_in_wait(self, int relative_seats):
        """The mask of seats for one in which bit d is the seat d after the owner of the play on the table."""
        cdef int d, seats = 0
        for d in range(N_SEATS):
            if relative_seats >> d & 1:
                seats |= bit_of((self.t.owner + d) % N_SEATS)
        return seats

    def could_beat(self, int seat):
        """Does the seat hold a legal play that beats the one on the table, whether it is asked or not?"""
        return self.could(seat, PHASE_ANSWER)

    def could_cover(self, int seat):
        """Does the seat hold a covering play (RULES 8.2), whether it is asked or not?"""
        return self.could(seat, PHASE_BURN)

    cdef bint could(self, int seat, int phase):
        cdef Query q
        cdef Table asked
        if self.t.owner < 0 or self.t.target.size == 0 or not 0 <= seat < N_SEATS or seat == self.t.owner:
            return False
        memcpy(&asked, &self.t, sizeof(Table))
        asked.asked = <signed char>seat
        asked.phase = <unsigned char>phase
        plays_query(&asked, &q)
        return has_play(&q)

    def events(self, int start=0):
        """What has happened, in order, from event number ``start`` on.

        Tuples (event, seat or None, other, extra, card or None, play or None); ``other`` and ``extra`` are
        the numbers described with ``EventKind`` in ``_types.pxd``.
        """
        cdef int i
        cdef Event* e
        found = []
        if self.log.capacity == 0:
            raise MemoryError()
        for i in range(max(start, 0), self.log.n):
            e = &self.log.items[i]
            found.append((
                EVENTS[e.kind], None if e.seat < 0 else e.seat, e.other, e.extra, RANKS[e.rank],
                play_text(e.play) if e.play else None,
            ))
        return found

    def record_outcome(self):
        """Places, scores, sweep and obligations of a deal that is over and not void, as plain values."""
        cdef Outcome outcome
        cdef Obligation* item
        if self.t.phase != PHASE_OVER or self.t.is_void or self.t.error:
            raise ValueError("the deal is not finished")
        find_outcome(&self.t, &outcome)
        obligations = []
        for i in range(outcome.n_obligations):
            item = &outcome.obligations[i]
            obligations.append((TRIBUTE_KINDS[item.kind], item.payer, item.receiver, item.cards))
        return {
            "places": [outcome.place[seat] for seat in range(N_SEATS)],
            "scores": [outcome.score[seat] for seat in range(N_SEATS)],
            "settled_by": [SETTLED_BY[outcome.settled_by[seat]] for seat in range(N_SEATS)],
            "sweep": None if outcome.sweep < 0 else outcome.sweep,
            "obligations": obligations,
        }

    @property
    def is_void(self):
        return bool(self.t.is_void)

    def settled(self):
        """The settled seats in order: (seat, how, who smothered it or None)."""
        return [
            (
                self.t.settled_seat[i], SETTLED_BY[self.t.settled_by[i]],
                None if self.t.smothered_by[i] < 0 else self.t.smothered_by[i],
            )
            for i in range(self.t.n_settled)
        ]

    def burns(self):
        """The burns so far: (burner, victim, counter, outcome)."""
        burns = []
        for event, seat, other, extra, _, _ in self.events():
            if event == "cover":
                burns.append((seat, other, bool(extra), "running"))
            elif event == "burn_ends":
                burner, victim, counter, _ = burns.pop()
                burns.append((burner, victim, counter, BURN_OUTCOMES[extra]))
        return burns


def action_of_code(uint64_t code):
    """The notation (RULES 19) of an action as `Engine.legal_codes` packs it."""
    return action_text(code)


def beats(CompiledRules rules, str play, str table):
    """Does the play beat the play on the table (RULES 5)? ValueError on what is no play."""
    cdef play_t above = parse_play(play)
    cdef play_t below = parse_play(table)
    cdef Query q
    cdef Engine holder = Engine(rules)
    hands = [[0] * N_RANKS for _ in range(N_SEATS)]
    for character in play:
        hands[0][RANKS.index(character)] += 1
    holder.deal_hands(hands)
    set_target(&rules.c, below, &holder.t.target)
    memset(&q, 0, sizeof(Query))
    q.hand = &holder.t.hands[0]
    q.target = &holder.t.target
    q.ranks = 0xFFF
    return allows(&q, above)
