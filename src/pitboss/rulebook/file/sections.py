"""The values that a rulebook fixes once its options are chosen, section by section.

Each value has its description, its unit, and its default if a file may be silent on it.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pitboss.cards import DECKS_MAX, RANKS, SUIT_NAMES
from pitboss.money import Cents, Odds
from pitboss.rulebook.file.patterns import (
    CARD_NAME,
    DEALER_DRAWS,
    HAND_CONDITION,
    PAYS,
    RESULT,
)
from pitboss.rulebook.file.schema import note

Positive = Meta(ge=1)
DOUBLES_MAX = 4
"""Most doubles of one hand."""
CardName = Annotated[str, Meta(pattern=CARD_NAME)]
"""A rank, or a card."""
SUITED = "suited"
_SUITS = f"(?:{SUITED}|{'|'.join(SUIT_NAMES)})"
BONUS_21 = f"^(?:[1-9] cards|[{RANKS}]{{2,9}}(?: {_SUITS})?(?: against [A2-9])?): {PAYS}$"
BONUS_BLACKJACK = f"^(?:[{RANKS}]{{2}}|(?:[{RANKS}]{{2}} )?{_SUITS}): {PAYS}$"
"""Pattern of a bonus in a file, for a blackjack; ``BONUS_21`` is the one for a 21."""

ONLY = (
    "For these hands only; for any, if empty: `hard 9-11`, `soft 17-18 against 456`, `2 cards`, "
    "`of A2378` for cards of these values, T for all tens, `dealt` or `split`, `doubled` or "
    "`not doubled`."
)


def in_cents(text: str) -> Meta:
    """Return the description of an amount, which files give in table currency."""
    return Meta(description=text, extra={"unit": "cents"})


def optional(default: object, *, by: str) -> Meta:
    """Mark a value as optional, with its default and the value whose clause it then cites."""
    return Meta(extra={"default": (default, by)})


class Section(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A section of `[rules]`: every value it lists is given, each with its clause.

    A rulebook may leave out what is marked ``optional``.
    """


class ShoeRules(Section, frozen=True):
    """Cards before they are dealt."""

    compartments: Annotated[Literal["single", "double"], note("One shoe or a double shoe.")]
    parts: Annotated[
        int, Positive, note("Equal parts that the decks make; a round is dealt from one of them.")
    ]
    red_suits_side: Annotated[
        Literal["left", "right"], note("The side of a double shoe that hearts and diamonds name.")
    ]
    shuffler: Annotated[
        Literal["none", "batches", "continuous"],
        note("By hand or machine from one set; two sets that alternate; or without end."),
    ]
    cutting_cards: Annotated[int, Meta(ge=0), note("Cutting cards in use.")]
    cut_from_end: Annotated[int, Meta(ge=0), note("Fewest cards on either side of a cut.")]
    behind_min: Annotated[float, note("Smallest share of the stack behind the cutting card.")]
    behind_max: Annotated[float, note("Largest share of the stack behind the cutting card.")]
    behind_tolerance: Annotated[
        int, Meta(ge=0), note("Cards by which the cutting card may lie off those shares.")
    ]
    burn: Annotated[Literal["none", "per_shoe", "per_round"], note("When a card is burned.")]
    burn_by_new_dealer: Annotated[bool, note("Whether each new dealer burns a card.")]
    burn_shown: Annotated[bool, note("Whether a burned card is shown on request.")]
    cut_card_first: Annotated[
        Literal["play", "shuffle"],
        note("A cutting card met before the first card: play this round last, or shuffle first."),
    ]
    rounds_after_cut_card: Annotated[
        Literal["current", "one_more"], note("The last round of the shoe.")
    ]
    runs_out: Annotated[
        Literal["misdeal", "shuffle_discards"], note("What happens when the cards run out.")
    ]
    cut_offered: Annotated[
        Literal["clockwise", "counterclockwise"], note("How the cut goes on when refused.")
    ]
    recut_by: Annotated[Literal["last_cutter", "next_entitled"], note("Who makes a recut.")]
    recut_until: Annotated[
        Literal["never", "load", "first_card"], note("Until when a supervisor may order a recut.")
    ]
    cutter_after_order: Annotated[
        Literal["left", "right"],
        note("Who cuts after a shuffle that the house ordered: the player at that end."),
    ]
    cutter_after_dealer: Annotated[
        Literal["left", "right"],
        note("Who cuts when the cutting card came out on the dealer's hand, likewise."),
    ]
    cutter_after_player: Annotated[
        Literal["box", "left", "right"],
        note("Who cuts when it came out on a player's hand: that player, or the one at that end."),
    ]
    cut_fallback: Annotated[Literal["dealer", "staff"], note("Who cuts where no player does.")]
    left_empty: Annotated[
        Literal["play_on", "idle", "ask"],
        note(
            "When nobody is left at the table: nothing, the procedure of an idle table begins, or "
            "the floor decides on that before the next round."
        ),
    ]
    refill_burn: Annotated[
        bool, note("Whether a card is burned when the discards are shuffled in a round.")
    ]
    life_hours: Annotated[int, Meta(ge=0), note("Hours that decks may be in use; 0: no limit.")]
    preshuffled: Annotated[bool, note("Whether cards arrive inspected and shuffled.")]


class TableRules(Section, frozen=True):
    """The table: decks, boxes, who may bet where."""

    decks: Annotated[int, Meta(ge=1, le=DECKS_MAX), note("Decks in play.")]
    without: Annotated[
        tuple[CardName, ...],
        note("Ranks or cards taken out of every deck: `T` for the four tens, `Td` for one."),
        optional((), by="table.decks"),
    ]
    with_more: Annotated[
        tuple[CardName, ...],
        note("Ranks or cards added to every deck, named likewise."),
        optional((), by="table.decks"),
    ]
    boxes: Annotated[int, Positive, note("Betting boxes.")]
    boxes_per_player: Annotated[int, Positive, note("Boxes that one player may bet on.")]
    boxes_adjacent: Annotated[bool, note("Whether the boxes of a player must lie side by side.")]
    bettors_per_box: Annotated[int, Positive, note("Players who may bet on one box.")]
    mid_shoe: Annotated[
        Literal["open", "barred", "minimum", "box_barred"],
        note(
            "What a player who has sat out since the shuffle may do: bet, not bet, bet the minimum "
            "only; or, box by box, not bet on a box that was left empty."
        ),
    ]


class LimitRules(Section, frozen=True):
    """Stakes."""

    min_bet: Annotated[Cents, Positive, in_cents("Smallest main wager.")]
    max_bet: Annotated[Cents, Positive, in_cents("Largest main wager.")]
    chip_unit: Annotated[Cents, Positive, in_cents("Smallest chip: stakes are multiples of it.")]
    increment: Annotated[
        Cents | None,
        in_cents("Smallest amount by which a wager may be raised; off: the smallest chip."),
    ]
    box_max: Annotated[Cents | None, in_cents("Largest sum of main wagers on one box.")]
    player_max: Annotated[Cents | None, in_cents("Largest main wager of one player on one box.")]
    total_max: Annotated[
        Cents | None,
        in_cents("Largest sum of all that one player stakes on a round before the deal."),
        optional("off", by="limits.max_bet"),
    ]
    withdrawal: Annotated[
        Literal["until_closed", "never"], note("Until when a wager may be taken back.")
    ]
    coupon: Annotated[
        Literal["never", "equal"],
        note(
            "Whether a match play coupon may lie beside a main wager: no, or one of equal worth, "
            "against the first dealer hand. It is not a chip, and wins what a plain hand wins."
        ),
    ]
    side_wagers: Annotated[
        Literal["any", "none"],
        note("Whether wagers may be offered beside the main one; insurance is not one of them."),
        optional("any", by="limits.min_bet"),
    ]
    payout_unit: Annotated[
        Literal["cent", "chip", "chip_down", "exact", "exact_chip"],
        note(
            "What payouts are rounded up to, where they do not come out; chip_down: down to the "
            "chip. exact: a main wager whose blackjack would not come out to the cent is not "
            "taken; exact_chip: nor one whose blackjack would not come out in chips."
        ),
    ]


class DealRules(Section, frozen=True):
    """The initial deal."""

    hole_card: Annotated[bool, note("Whether the dealer takes a face-down card with the deal.")]
    hole_card_up: Annotated[
        bool,
        note("Whether that card lies face up, so that both dealer cards show (double exposure)."),
        optional(False, by="deal.hole_card"),
    ]
    player_cards: Annotated[
        Literal["face_up", "face_down"], note("Whether others see a player's first cards.")
    ]
    peek: Annotated[
        tuple[Literal["ace", "ten"], ...],
        note("The up cards under which the dealer looks for a blackjack before anyone plays."),
    ]
    reader: Annotated[Literal["none", "private", "exposing"], note("The card reader.")]


class BlackjackRules(Section, frozen=True):
    """A player's blackjack."""

    pays: Annotated[Odds, note("Against a dealer without blackjack.")]
    bonuses: Annotated[
        tuple[Annotated[str, Meta(pattern=BONUS_BLACKJACK)], ...],
        note(
            "What it pays by its cards where it wins, the best price counting: "
            "`suited: 2 to 1`, `diamonds: 2 to 1`, `AJ spades: 10 to 1`."
        ),
        optional((), by="blackjack.pays"),
    ]
    tie: Annotated[
        Literal["push", "win", "win_under_ten", "lose"],
        note(
            "Against a dealer's blackjack: a push, a win, a win where the up card is a ten, or a "
            "loss."
        ),
    ]
    tie_pays: Annotated[Odds, note("Where it wins against a dealer's blackjack.")]
    paid: Annotated[
        Literal["after_deal", "after_deal_if_safe", "in_turn", "with_dealer"],
        note(
            "When: right after the deal; right after the deal, but only if the up card cannot make "
            "a blackjack; in its turn; or once the dealer's second card is known."
        ),
    ]


class InsuranceRules(Section, frozen=True):
    """Insurance and even money."""

    pays: Annotated[Odds, note("When it wins.")]
    unit: Annotated[Literal["chip", "cent"], note("What its amount is a multiple of.")]
    cap: Annotated[
        Literal["down", "up"], note("How half a wager is rounded if the unit cannot make it.")
    ]
    on_blackjack: Annotated[bool, note("Whether a player's blackjack may be insured.")]
    even_money: Annotated[
        Literal["never", "asked", "insured"],
        note("Whether a blackjack is paid 1 to 1 at once: never, when asked for, when insured."),
    ]
    even_money_against: Annotated[
        tuple[Literal["ace", "ten"], ...],
        note("The up cards against which a blackjack may be paid even money."),
        optional(("ace",), by="insurance.even_money"),
    ]
    even_money_and_insurance: Annotated[
        Literal["either", "returned"],
        note("With even money, insurance is refused, or is given back."),
    ]
    offered: Annotated[
        bool, note("Whether insurance is offered at all."), optional(True, by="insurance.pays")
    ]


class DrawRules(Section, frozen=True):
    """Hitting and standing."""

    at_21: Annotated[Literal["ends", "goes_on"], note("Whether a total of 21 ends the hand.")]
    stand_min: Annotated[int, Meta(ge=0), note("Smallest total on which a player may stand.")]
    cards_max: Annotated[int, Meta(ge=0), note("Most cards of a hand; 0 for no limit.")]


class DoubleRules(Section, frozen=True):
    """Doubling down."""

    cards: Annotated[Literal["two", "any"], note("On how many cards.")]
    totals: Annotated[tuple[int, ...], note("On these totals only; on any, if empty.")]
    count_low: Annotated[bool, note("Whether a total with the ace as one may serve.")]
    with_ace: Annotated[bool, note("Whether two cards with an ace may be doubled.")]
    on_21: Annotated[bool, note("Whether a 21 other than a blackjack may be doubled.")]
    on_blackjack: Annotated[bool, note("Whether a blackjack may be doubled, its ace as one.")]
    amount: Annotated[Literal["up_to_wager", "equal", "full_or_half"], note("What may be added.")]
    after_split: Annotated[
        bool,
        note("Whether a hand made by splitting may be doubled."),
        optional(True, by="double.cards"),
    ]
    split_totals: Annotated[
        tuple[int, ...],
        note("After a split, on these totals only; as other hands, if empty."),
        optional((), by="double.totals"),
    ]
    times: Annotated[
        int,
        Meta(ge=1, le=DOUBLES_MAX),
        note("How often a hand may be doubled; each double matches all that lies on the hand."),
        optional(1, by="double.cards"),
    ]
    draws_on: Annotated[
        bool,
        note("Whether a doubled hand may draw on after the card of the double."),
        optional(False, by="double.cards"),
    ]
    split_aces: Annotated[bool, note("Whether hands from split aces may be doubled.")]
    free_totals: Annotated[tuple[int, ...], note("Hard totals of two cards doubled free.")]
    offered: Annotated[
        bool, note("Whether hands are doubled at all."), optional(True, by="double.cards")
    ]
    only: Annotated[
        tuple[Annotated[str, Meta(pattern=HAND_CONDITION)], ...],
        note(ONLY),
        optional((), by="double.cards"),
    ]


class SplitRules(Section, frozen=True):
    """Splitting pairs."""

    match: Annotated[Literal["value", "rank"], note("What makes a pair.")]
    hands_max: Annotated[int, Meta(ge=1), note("Most hands from one box.")]
    aces_max: Annotated[
        int,
        Meta(ge=0),
        note("Most hands from a pair of aces; 0: as many as from other pairs."),
        optional(0, by="split.hands_max"),
    ]
    resplit_aces: Annotated[bool, note("Whether split aces may be split again.")]
    ace_cards: Annotated[Literal["one", "any"], note("Cards that a split ace may take.")]
    free: Annotated[Literal["none", "all_but_tens"], note("Pairs that are split free.")]
    offered: Annotated[
        bool, note("Whether pairs are split at all."), optional(True, by="split.match")
    ]
    only: Annotated[
        tuple[Annotated[str, Meta(pattern=HAND_CONDITION)], ...],
        note(ONLY),
        optional((), by="split.match"),
    ]


class SurrenderRules(Section, frozen=True):
    """Surrendering a hand for half of its wager."""

    hands: Annotated[
        Literal["none", "first", "any", "split"], note("Which hands: of the deal, from splits.")
    ]
    cards: Annotated[Literal["two", "any"], note("On how many cards.")]
    doubled: Annotated[
        bool,
        note("Whether a doubled hand may be given up, at once, for half of all that lies on it."),
        optional(False, by="surrender.hands"),
    ]
    when: Annotated[
        Literal["in_turn", "late", "early", "early_against_ten", "before_play"],
        note(
            "In the hand's turn, for half at once; late: a dealer's blackjack found after that "
            "takes the whole wager; early: a hand of the deal, before the dealer looks for a "
            "blackjack; or early against a ten and late against an ace; before_play: a hand of the "
            "deal, before anybody draws and before any look, for half at once."
        ),
        optional("in_turn", by="surrender.hands"),
    ]
    against_ace: Annotated[
        bool,
        note("Whether hands may be surrendered against an ace."),
        optional(True, by="surrender.hands"),
    ]
    offered: Annotated[
        bool, note("Whether hands are surrendered at all."), optional(True, by="surrender.hands")
    ]
    only: Annotated[
        tuple[Annotated[str, Meta(pattern=HAND_CONDITION)], ...],
        note(ONLY),
        optional((), by="surrender.hands"),
    ]


class DealerRules(Section, frozen=True):
    """The dealer's hand."""

    hits_soft_17: Annotated[bool, note("Whether the dealer draws on a soft 17.")]
    draws: Annotated[
        tuple[Annotated[str, Meta(pattern=DEALER_DRAWS)], ...],
        note(
            "The hands on which the dealer draws, in place of all that; if empty, to 16 and on a "
            "soft 17 or not: `0-16`, `soft 17 2 cards` for six and ace alone, `hard 17`."
        ),
        optional((), by="dealer.hits_soft_17"),
    ]
    second_card: Annotated[
        Literal["if_needed", "always"],
        note(
            "Whether the second card is taken, or the hole card shown, where nothing depends on it."
        ),
    ]
    hands: Annotated[int, Meta(ge=1, le=3), note("Dealer hands played on one up card.")]
    hands_min: Annotated[int, Meta(ge=1, le=3), note("Dealer hands that must be bet against.")]


class SettlementRules(Section, frozen=True):
    """Results of hands and their payment."""

    pays: Annotated[Odds, note("A hand that wins.")]
    bust: Annotated[
        Literal["loses"],
        note("A hand over 21, whatever the dealer makes: no choice, it has a clause."),
    ]
    bust_takes: Annotated[
        Literal["hand", "insurance", "box", "unless_22"],
        note(
            "What a hand over 21 loses: its wagers; insurance too, once the box has no live hand; "
            "everything on its box; or its wagers, but a dealer's 22 returns those still up."
        ),
        optional("hand", by="settlement.bust"),
    ]
    lower: Annotated[
        Literal["loses"], note("A total below the dealer's: no choice, it has a clause.")
    ]
    tie: Annotated[
        Literal["push"],
        note("Equal totals, unless `[[results]]` say otherwise: no choice, it has a clause."),
    ]
    bonuses: Annotated[
        tuple[Annotated[str, Meta(pattern=BONUS_21)], ...],
        note(
            "What a winning 21 pays by its cards, the best price counting: `5 cards: 3 to 2` for "
            "five or more, `678: 3 to 2`, `678 suited: 2 to 1`, `777 spades: 3 to 1`, and for a "
            "hand not split `777 suited against 7: 50 to 1`."
        ),
        optional((), by="settlement.pays"),
    ]
    majority: Annotated[
        Literal["decided", "all"],
        note("The split hands of which a box wins most to win a round: those not pushed, or all."),
        optional("decided", by="settlement.tie"),
    ]
    bonus_doubled: Annotated[
        bool,
        note("Whether a doubled hand can win a bonus too."),
        optional(False, by="settlement.pays"),
    ]
    dealer_blackjack_takes: Annotated[
        Literal["all", "original_only", "live_original", "busted_plus_one", "all_but_doubles"],
        note("What a dealer's blackjack takes of wagers added by doubling and splitting."),
    ]
    cards_removed: Annotated[
        Literal["at_once", "at_end"], note("When the cards of a hand that is settled are taken.")
    ]
    order: Annotated[
        Literal["ascending", "descending", "collect_then_pay"],
        note("From the dealer's left; from the right; or all losers first, from the right."),
    ]
    results: tuple[Annotated[str, Meta(pattern=RESULT)], ...] = ()
    """The rows of `[[results]]` in force, which come before the usual results."""


class FeeRules(Section, frozen=True):
    """Antes and meters."""

    ante: Annotated[Cents, Meta(ge=0), in_cents("Fee for each main wager.")]
    ante_missing: Annotated[
        Literal["void"],
        note("A wager whose ante was forgotten, found after the deal: no choice, it has a clause."),
    ]
    ante_waived_from: Annotated[Cents | None, in_cents("Main wager from which no ante is due.")]
    meter: Annotated[Cents, Meta(ge=0), in_cents("The progressive meter at the start.")]
    meter_reset: Annotated[Cents, Meta(ge=0), in_cents("The meter after it has been won.")]
    progression: Annotated[float, Meta(ge=0, le=1), note("Share of a wager added to the meter.")]


SECTIONS: dict[str, type[Section]] = {
    "table": TableRules,
    "limits": LimitRules,
    "shoe": ShoeRules,
    "deal": DealRules,
    "blackjack": BlackjackRules,
    "insurance": InsuranceRules,
    "draw": DrawRules,
    "double": DoubleRules,
    "split": SplitRules,
    "surrender": SurrenderRules,
    "dealer": DealerRules,
    "settlement": SettlementRules,
    "fees": FeeRules,
}
