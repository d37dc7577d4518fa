"""Widths, enumerations and structs that the modules of the core share. Section numbers are those of
docs/rules.md.
"""

from gouji_sim.core._weights cimport N_WEIGHTS
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    N_SEATS = 6
    N_RANKS = 15
    N_LAYERS = 24  # copies of one rank that a hand can hold: six packs
    N_NATURALS = 12
    THREE = 0
    FOUR = 1
    FIVE = 2
    TWO = 12
    SMALL = 13
    BIG = 14
    NO_RANK = 15
    ALL_SEATS = 0x3F
    NATURALS = 0x0FFF  # ranks 3 to A
    MAX_CARDS = N_RANKS * N_LAYERS
    MAX_OBLIGATIONS = 64
    MAX_STEPS = 6
    INFERRED_SIZES = 8  # sizes of plays for which forced passes are kept

ctypedef uint16_t ranks_t  # bit r: rank r
ctypedef uint8_t seats_t  # bit s: seat s
ctypedef uint64_t play_t  # a set of cards, packed: see _play.pxd
ctypedef uint64_t action_t  # a play with the kind of action in its top byte: see _play.pxd
ctypedef int64_t policy_t  # a policy of the core with its settings: see policies.py

cdef struct Hand:
    # layer[k] is the mask of the ranks held more than k times; count[r] copies of rank r: bit r of layer[k]
    # is set iff k < count[r]. 64 bytes: one cache line.
    ranks_t layer[N_LAYERS]
    uint8_t count[16]  # count[15] is 0: NO_RANK counts nothing

cdef struct Target:
    # What a play must be to beat the play on the table (section 5).
    uint8_t size  # cards; 0: nothing beats it
    uint8_t big_min  # big jokers at least
    uint8_t small_ok  # 0: no small joker may be in it
    uint8_t base  # its base rank must be higher
    ranks_t ranks  # natural ranks above the base

cdef enum Phase:
    PHASE_BUY
    PHASE_RETURN
    PHASE_SHED
    PHASE_REVOLT
    PHASE_CHOOSE
    PHASE_DECLARE
    PHASE_LEAD
    PHASE_ANSWER
    PHASE_BURN
    PHASE_OVER

cdef enum ActionKind:
    ACT_NONE
    ACT_PLAY
    ACT_BURN
    ACT_PASS
    ACT_YIELD
    ACT_DECLINE
    ACT_BUY
    ACT_SKIP
    ACT_RETURN
    ACT_SHED
    ACT_REVOLT
    ACT_STAY
    ACT_KEEP
    ACT_DROP
    ACT_DECLARE
    ACT_SILENT

cdef enum SettledBy:
    BY_LAST  # took a place that remained
    BY_OUT
    BY_REVOLT
    BY_SMOTHERED
    BY_BURN_FAILED
    BY_SUFFOCATED

cdef enum BurnOutcome:
    BURN_SUCCESS
    BURN_BROKEN
    BURN_COUNTERED
    BURN_FAILED
    BURN_DISSOLVED
    BURN_RUNNING

cdef enum TributeKind:
    PAY_SMOTHER
    PAY_BURN
    PAY_POINT
    PAY_LAST

cdef enum Step:
    STEP_DEAL
    STEP_BUY
    STEP_TRIBUTE
    STEP_SHED
    STEP_REVOLT
    STEP_DECLARE
    STEP_LEAD

cdef enum AfterPass:
    PASS_BINDS  # "none"
    PASS_HEAD_GOUJI
    PASS_HEAD

cdef enum OpenBy:
    OPEN_PURE
    OPEN_NO_JOKER
    OPEN_ANY
    OPEN_NONE

cdef enum OpenFour:
    FOUR_NO
    FOUR_ANY  # "fours"
    FOUR_SINGLE

cdef enum OpenUntil:
    UNTIL_MELEE
    UNTIL_HEAD_OUT
    UNTIL_ANY_OUT

cdef enum HoldThrees:
    HOLD_OFF
    HOLD_WAIT  # "hold"
    HOLD_SMOTHER

cdef enum BuyFours:
    FOURS_NO
    FOURS_OPTIONAL
    FOURS_REQUIRED

cdef enum Broke:
    BROKE_NONE
    BROKE_FREE
    BROKE_HIGHEST
    BROKE_REVOLT

cdef enum RevoltRule:
    REVOLT_NEVER
    REVOLT_ALLOWED
    REVOLT_REDEAL

cdef enum FirstLead:
    LEAD_RANDOM
    LEAD_SHOW_THREES
    LEAD_SHOW_FOURS
    LEAD_LAST_PLACE

cdef enum ReturnRule:
    RETURN_NONE
    RETURN_MUST_HOLD
    RETURN_MAY_REFUSE

cdef enum SweepTribute:
    SWEEP_NONE
    SWEEP_REDUCED

cdef struct CRules:
    # `Options` as small integers: section 17, field for field.
    uint8_t teams
    uint8_t mixed_small
    uint8_t red_two_for_one
    uint8_t red_not_gouji
    uint8_t threshold[16]  # by base rank; 255: never gouji
    uint8_t yields
    uint8_t after_pass
    uint8_t dead_gouji_on_last
    uint8_t burn
    uint8_t burn_needs_open
    uint8_t burn_until_first_out
    uint8_t burn_last_play
    uint8_t burn_team_first
    uint8_t bluff_burn
    uint8_t open_by
    uint8_t open_single_two
    uint16_t open_min_cards
    uint8_t open_needs_four
    uint8_t open_until
    uint8_t open_if_head_smothered
    uint8_t four_forfeits
    uint8_t no_four_forfeits
    uint8_t fours_after_open_closed
    uint8_t hold_threes
    uint8_t melee_at
    uint8_t melee_at_once
    uint8_t suffocation
    uint8_t end_when_team_out
    uint8_t n_steps
    uint8_t steps[8]
    uint8_t choose_after  # index of the step after which keep or drop is asked
    uint8_t buy_threes
    uint8_t buy_fours
    uint8_t buy_broke
    uint8_t buy_broke_fours
    uint8_t revolt
    uint8_t revolt_void_at
    uint8_t head_choice
    uint8_t declare
    uint8_t first_lead_first
    uint8_t first_lead
    int16_t place_points[6]
    uint8_t positive_only
    uint8_t tribute
    uint16_t session_deals
    uint8_t n_kinds
    uint8_t kinds[4]  # tribute_order
    uint8_t kind_rank[4]  # place in tribute_order, or 255
    uint8_t counter_burn_cards
    uint8_t tribute_any
    uint8_t last_within_team
    uint8_t tribute_return
    uint8_t resist
    uint8_t sweep_reduced
    uint8_t shed_fives
    uint8_t peek_below
    uint8_t deck[16]
    uint16_t deck_size
    int32_t weights[N_SEATS][N_WEIGHTS]  # of the policy `expert`, by seat
    int32_t most_saved[N_SEATS]  # bound of what a play can save of the cost of a hand under these weights

cdef struct Obligation:
    uint8_t kind
    int8_t payer
    int8_t receiver
    uint8_t cards

cdef enum EventKind:
    EV_BUY  # seat, other = seller, rank bought, extra = rank paid or 255
    EV_PAY  # seat, other, rank, extra = kind of tribute
    EV_RETURN  # seat gives rank to other; extra = 1: refused
    EV_RESIST  # seat
    EV_SHED  # seat, extra = cards
    EV_REVOLT  # seat; extra = 1: automatic
    EV_KEEP
    EV_DROP
    EV_DECLARED  # other = mask of seats that declared
    EV_VOID
    EV_LEAD  # seat, play
    EV_BEAT  # seat, other = owner before, play
    EV_COVER  # seat, other = victim, play; extra = 1: counter-burn
    EV_PASS  # seat; extra = 1: by force
    EV_YIELD
    EV_DECLINE
    EV_STANDS  # seat
    EV_OPEN  # seat
    EV_SETTLED  # seat, other = who smothered it, extra = SettledBy
    EV_BURN_ENDS  # seat = burner, extra = BurnOutcome
    EV_MELEE
    EV_OVER

cdef struct Event:
    uint8_t kind
    int8_t seat
    int8_t other
    uint8_t extra
    uint8_t rank
    play_t play

cdef struct EventLog:
    Event* items
    int n
    int capacity

cdef enum Stage:
    STAGE_WINDOW
    STAGE_ANSWER

cdef enum TableError:
    ERROR_NONE
    ERROR_EMPTY_HAND  # a setup step would empty a hand (section 22.9)

cdef struct Table:
    Hand hands[N_SEATS]
    int16_t n_cards[N_SEATS]
    const CRules* rules
    EventLog* log  # NULL: events are not kept
    # seats
    seats_t active
    seats_t passed  # gave up the running round
    seats_t headless
    seats_t opened
    seats_t given_up  # gave up opening
    seats_t declared
    seats_t played  # made at least one play
    uint8_t n_active
    uint8_t n_settled
    uint8_t n_out
    int8_t revolter
    int8_t credit_seat  # keeps its head; -1 none
    uint8_t credits  # dead gouji plays left to it
    uint8_t kept_head
    int8_t settled_seat[N_SEATS]  # in order
    uint8_t settled_by[N_SEATS]  # in order
    int8_t smothered_by[N_SEATS]  # in order; -1 otherwise
    uint16_t settled_at[N_SEATS]  # by seat: plays made until then
    # what is asked
    uint8_t phase
    int8_t asked
    uint8_t may_yield
    # the round
    int8_t leader  # leads or led the running round; before the play: is to lead first
    int8_t owner  # seat whose play is on the table; -1 before a lead
    play_t top  # that play
    Target target
    uint8_t top_gouji
    uint8_t top_dead
    uint8_t top_out_place  # 1 + seats gone out before, when its owner went out with it; else 0
    uint8_t top_qualifies  # it opens if it stands
    uint8_t stage
    uint8_t candidates  # still to be asked to burn: bit d is the seat d after the owner
    uint8_t pending  # still to be asked to answer: bit d as above; bit 6 is the head once more
    int8_t yielded  # head that yielded on this play, or -1
    uint8_t melee
    int8_t chance  # seat whose next lead of 4s opens, or -1
    # burns
    int8_t burner  # -1: no burn runs
    int8_t victim
    uint8_t counter
    uint8_t burns[6]  # by outcome
    uint8_t counter_burns
    uint8_t n_success
    int8_t success_burner[N_SEATS]
    int8_t success_victim[N_SEATS]
    uint8_t success_counter[N_SEATS]
    seats_t burners
    int8_t first_burn_seat
    int8_t first_burn_victim
    uint8_t first_burn_outcome
    uint8_t first_burn_jokers
    uint8_t first_burn_cards
    uint8_t first_burn_settled
    uint8_t first_burn_runs
    # counts
    uint16_t plays
    uint16_t decisions
    uint16_t rounds
    uint16_t gouji_plays
    uint16_t burn_chances
    uint8_t yields
    uint8_t out_of_play[16]  # cards played so far, by rank: public
    # the setup
    uint8_t first_dealt
    uint8_t step
    uint8_t part  # buying: 0 threes, 1 fours
    uint8_t offset  # seats of this step done, in rotation from first_dealt
    uint8_t n_revolts
    uint8_t is_void
    uint8_t error
    int8_t swept  # team that lost by a sweep the deal before, or -1
    seats_t declaring  # declarations so far; hidden until all are made
    seats_t resisted
    uint8_t n_obligations
    uint8_t obligation  # the one being paid
    uint8_t returns_left
    uint8_t bought
    uint8_t returned
    uint8_t shed
    uint8_t paid[4]  # cards by kind
    int8_t seller  # of the purchase that is offered
    Obligation obligations[MAX_OBLIGATIONS]
    uint8_t received[N_SEATS][16]  # cards got as tribute in this deal
    uint8_t tribute_ready
    # what everybody can infer about hidden hands: see _inference.pxd
    uint8_t known[N_SEATS][16]
    uint8_t unbeaten[N_SEATS][INFERRED_SIZES]
    uint8_t refused[N_SEATS][INFERRED_SIZES]
    ranks_t led[N_SEATS]
    ranks_t answered[N_SEATS]
    seats_t lack_fours  # gave up opening for want of a 4 (section 9.4): hidden

cdef struct Outcome:
    # A finished deal: sections 11, 14, 15.2.
    uint8_t place[N_SEATS]
    int16_t score[N_SEATS]
    uint8_t settled_by[N_SEATS]
    int8_t sweep
    int8_t first_out
    uint8_t n_obligations
    Obligation obligations[MAX_OBLIGATIONS]

cdef packed struct DealRecord:
    # Memory layout of `RECORD_DTYPE` (record.py).
    uint64_t deal
    uint16_t plays
    uint16_t decisions
    uint16_t rounds
    uint16_t gouji_plays
    uint16_t burn_chances
    uint16_t void_deals
    uint16_t void_revolts
    uint16_t settled_at[N_SEATS]
    int16_t score[N_SEATS]
    uint8_t place[N_SEATS]
    uint8_t settled_by[N_SEATS]
    uint8_t big[N_SEATS]
    uint8_t small[N_SEATS]
    uint8_t twos[N_SEATS]
    uint8_t first_dealt
    uint8_t leader
    uint8_t opened
    uint8_t declared
    int8_t sweep
    int8_t first_out
    int8_t revolter
    uint8_t kept_head
    uint8_t burns[6]
    uint8_t counter_burns
    uint8_t burners
    uint8_t burn_winners
    int8_t first_burn_seat
    int8_t first_burn_victim
    uint8_t first_burn_outcome
    uint8_t first_burn_jokers
    uint8_t first_burn_cards
    uint8_t first_burn_settled
    uint8_t yields
    uint8_t bought
    uint8_t tribute[4]
    uint8_t returned
    uint8_t resisted
    uint8_t shed

ctypedef uint32_t word_t
