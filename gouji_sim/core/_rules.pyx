"""`Options` compiled into the integers that the core reads."""

from gouji_sim.core._types cimport (
    BROKE_FREE,
    BROKE_HIGHEST,
    BROKE_NONE,
    BROKE_REVOLT,
    FOURS_NO,
    FOURS_OPTIONAL,
    FOURS_REQUIRED,
    FOUR_ANY,
    FOUR_NO,
    FOUR_SINGLE,
    HOLD_OFF,
    HOLD_SMOTHER,
    HOLD_WAIT,
    LEAD_LAST_PLACE,
    LEAD_RANDOM,
    LEAD_SHOW_FOURS,
    LEAD_SHOW_THREES,
    N_SEATS,
    OPEN_ANY,
    OPEN_NONE,
    OPEN_NO_JOKER,
    OPEN_PURE,
    PASS_BINDS,
    PASS_HEAD,
    PASS_HEAD_GOUJI,
    PAY_BURN,
    PAY_LAST,
    PAY_POINT,
    PAY_SMOTHER,
    RETURN_MAY_REFUSE,
    RETURN_MUST_HOLD,
    RETURN_NONE,
    REVOLT_ALLOWED,
    REVOLT_NEVER,
    REVOLT_REDEAL,
    STEP_BUY,
    STEP_DEAL,
    STEP_DECLARE,
    STEP_LEAD,
    STEP_REVOLT,
    STEP_SHED,
    STEP_TRIBUTE,
    UNTIL_ANY_OUT,
    UNTIL_HEAD_OUT,
    UNTIL_MELEE,
)
from gouji_sim.core._weights cimport N_WEIGHTS
from libc.string cimport memset

from gouji_sim.core.weights import WEIGHT_NAMES, most_saved, shipped_weights

if len(WEIGHT_NAMES) != N_WEIGHTS:
    raise ImportError("the compiled core and weights.toml disagree about the weights: rebuild the core")

CODES = {
    "after_pass": {"none": PASS_BINDS, "head_gouji": PASS_HEAD_GOUJI, "head": PASS_HEAD},
    "open_by": {"pure": OPEN_PURE, "no_joker": OPEN_NO_JOKER, "any": OPEN_ANY, "none": OPEN_NONE},
    "open_needs_four": {"no": FOUR_NO, "fours": FOUR_ANY, "single_four": FOUR_SINGLE},
    "open_until": {"melee": UNTIL_MELEE, "head_out": UNTIL_HEAD_OUT, "any_out": UNTIL_ANY_OUT},
    "hold_threes": {"off": HOLD_OFF, "hold": HOLD_WAIT, "smother": HOLD_SMOTHER},
    "buy_fours": {"no": FOURS_NO, "optional": FOURS_OPTIONAL, "required": FOURS_REQUIRED},
    "buy_broke": {"none": BROKE_NONE, "free": BROKE_FREE, "highest": BROKE_HIGHEST, "revolt": BROKE_REVOLT},
    "revolt": {"never": REVOLT_NEVER, "allowed": REVOLT_ALLOWED, "redeal": REVOLT_REDEAL},
    "first_lead": {
        "random": LEAD_RANDOM,
        "show_threes": LEAD_SHOW_THREES,
        "show_fours": LEAD_SHOW_FOURS,
        "last_place": LEAD_LAST_PLACE,
    },
    "tribute_return": {"none": RETURN_NONE, "must_hold": RETURN_MUST_HOLD, "may_refuse": RETURN_MAY_REFUSE},
    "setup": {
        "deal": STEP_DEAL,
        "buy": STEP_BUY,
        "tribute": STEP_TRIBUTE,
        "shed": STEP_SHED,
        "revolt": STEP_REVOLT,
        "declare": STEP_DECLARE,
        "lead": STEP_LEAD,
    },
    "tribute_order": {"smother": PAY_SMOTHER, "burn": PAY_BURN, "point": PAY_POINT, "last": PAY_LAST},
}


cdef class CompiledRules:
    """The rules of one variant as the core reads them.

    ``options`` is the `Options` object that they were made from; two objects of equal options are equal. It
    can be pickled. The options are taken to be valid: `Options` has checked them.

    ``weights`` are six vectors of integers in the order of `gouji_sim.core.weights.WEIGHT_NAMES`, by seat,
    for the seats that play ``expert``; None means the shipped ones. Raises ValueError on any other shape.
    """

    def __init__(self, options, weights=None):
        cdef CRules* c = &self.c
        cdef int i, seat
        memset(c, 0, sizeof(CRules))
        self.options = options
        c.teams = options.teams
        c.mixed_small = options.mixed_jokers == "small"
        c.red_two_for_one = options.red_two_for_one
        c.red_not_gouji = options.red_not_gouji
        memset(c.threshold, 255, 16)
        for i, least in enumerate(options.thresholds):
            if least:
                c.threshold[i] = min(least, 255)
        c.yields = options.yield_
        c.after_pass = CODES["after_pass"][options.after_pass]
        c.dead_gouji_on_last = options.dead_gouji_on_last
        c.burn = options.burn
        c.burn_needs_open = options.burn_needs_open
        c.burn_until_first_out = options.burn_until_first_out
        c.burn_last_play = options.burn_last_play
        c.burn_team_first = options.burn_team_first
        c.bluff_burn = options.bluff_burn
        c.open_by = CODES["open_by"][options.open_by]
        c.open_single_two = options.open_single_two
        c.open_min_cards = min(options.open_min_cards, 65535)
        c.open_needs_four = CODES["open_needs_four"][options.open_needs_four]
        c.open_until = CODES["open_until"][options.open_until]
        c.open_if_head_smothered = options.open_if_head_smothered
        c.four_forfeits = options.four_forfeits
        c.no_four_forfeits = options.no_four_forfeits
        c.fours_after_open_closed = options.fours_with_jokers == "after_open_closed"
        c.hold_threes = CODES["hold_threes"][options.hold_threes]
        c.melee_at = options.melee_at
        c.melee_at_once = options.melee_starts == "at_once"
        c.suffocation = options.suffocation
        c.end_when_team_out = options.end_when_team_out
        c.n_steps = len(options.setup)
        for i, step in enumerate(options.setup):
            c.steps[i] = CODES["setup"][step]
            if step in ("buy", "revolt"):
                c.choose_after = i
        c.buy_threes = options.buy_threes
        c.buy_fours = CODES["buy_fours"][options.buy_fours]
        c.buy_broke = CODES["buy_broke"][options.buy_broke]
        c.buy_broke_fours = CODES["buy_broke"][options.buy_broke_fours]
        c.revolt = CODES["revolt"][options.revolt]
        c.revolt_void_at = options.revolt_void_at
        c.head_choice = options.head_choice
        c.declare = options.declare
        c.first_lead_first = CODES["first_lead"][options.first_lead_first]
        c.first_lead = CODES["first_lead"][options.first_lead]
        for i in range(6):
            c.place_points[i] = options.place_points[i]
        c.positive_only = options.positive_only
        c.tribute = options.tribute
        c.session_deals = options.session_deals
        memset(c.kind_rank, 255, 4)
        c.n_kinds = len(options.tribute_order)
        for i, kind in enumerate(options.tribute_order):
            c.kinds[i] = CODES["tribute_order"][kind]
            c.kind_rank[c.kinds[i]] = i
        c.counter_burn_cards = options.counter_burn_cards
        c.tribute_any = options.tribute_cards == "any"
        c.last_within_team = options.last_within_team
        c.tribute_return = CODES["tribute_return"][options.tribute_return]
        c.resist = options.resist
        c.sweep_reduced = options.sweep_tribute == "reduced"
        c.shed_fives = options.shed_fives
        c.peek_below = min(options.peek_partner_below, 255)
        for i, n in enumerate(options.deck_counts):
            c.deck[i] = n
        c.deck_size = options.deck_size
        self.weights = None if weights is None else tuple(map(tuple, weights))
        by_seat = [shipped_weights(options)] * N_SEATS if weights is None else self.weights
        if [len(vector) for vector in by_seat] != [N_WEIGHTS] * N_SEATS:
            raise ValueError(f"weights are six vectors of {N_WEIGHTS} integers, one for each seat")
        for seat in range(N_SEATS):
            for i in range(N_WEIGHTS):
                c.weights[seat][i] = by_seat[seat][i]
            c.most_saved[seat] = most_saved(by_seat[seat])

    def scalars(self):
        """The options that are one number each, as the core reads them: field of ``CRules`` to value."""
        fields = self.c
        return {name: value for name, value in fields.items() if isinstance(value, int)}

    def __eq__(self, other):
        if not isinstance(other, CompiledRules):
            return NotImplemented
        return self.options == other.options and self.weights == other.weights

    def __hash__(self):
        return hash(("CompiledRules", repr(self.options)))

    def __reduce__(self):
        return CompiledRules, (self.options, self.weights)

    def __repr__(self):
        return f"CompiledRules({self.options!r})"
