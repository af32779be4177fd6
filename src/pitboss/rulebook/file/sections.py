"""The values that a rulebook fixes once its options are chosen, section by section.

Each value has its description, its unit, and its default if a file may be silent on it.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pitboss.cards import DECKS_MAX, RANKS, SUIT_NAMES
from pitboss.money import Cents, Odds

Positive = Meta(ge=1)
DOUBLES_MAX = 4
"""Most doubles of one hand."""
CARD_NAME = "^[A2-9TJQK][shdc]?$"
CardName = Annotated[str, Meta(pattern=CARD_NAME)]
"""A rank, or a card."""
SUITED = "suited"
_SUITS = f"(?:{SUITED}|{'|'.join(SUIT_NAMES)})"
_PAYS = "[1-9][0-9]* to [1-9][0-9]*"
BONUS_21 = f"^(?:[1-9] cards|[{RANKS}]{{2,9}}(?: {_SUITS})?(?: against [A2-9])?): {_PAYS}$"
BONUS_BLACKJACK = f"^(?:[{RANKS}]{{2}}|(?:[{RANKS}]{{2}} )?{_SUITS}): {_PAYS}$"
"""Pattern of a bonus in a file, for a blackjack; ``BONUS_21`` is the one for a 21."""


def says(text: str) -> Meta:
    """Return a description that the reference page shows."""
    return Meta(description=text)


def cents(text: str) -> Meta:
    """Return the description of an amount, which files give in table currency."""
    return Meta(description=text, extra={"unit": "cents"})


def silent(as_: object, *, by: str) -> Meta:
    """Mark a value as optional, with its default and the value whose clause it then cites."""
    return Meta(extra={"silent": (as_, by)})


class Section(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A section of `[rules]`: every value it lists is given, each with its clause.

    A rulebook may leave out what is marked ``silent``.
    """


class ShoeRules(Section, frozen=True):
    """Cards before they are dealt."""

    compartments: Annotated[Literal["single", "double"], says("One shoe or a double shoe.")]
    parts: Annotated[
        int, Positive, says("Equal parts that the decks make; a round is dealt from one of them.")
    ]
    red_suits_side: Annotated[
        Literal["left", "right"], says("The side of a double shoe that hearts and diamonds name.")
    ]
    shuffler: Annotated[
        Literal["none", "batches", "continuous"],
        says("By hand or machine from one set; two sets that alternate; or without end."),
    ]
    cutting_cards: Annotated[int, Meta(ge=0), says("Cutting cards in use.")]
    cut_from_end: Annotated[int, Meta(ge=0), says("Fewest cards on either side of a cut.")]
    behind_min: Annotated[float, says("Smallest share of the stack behind the cutting card.")]
    behind_max: Annotated[float, says("Largest share of the stack behind the cutting card.")]
    behind_tolerance: Annotated[
        int, Meta(ge=0), says("Cards by which the cutting card may lie off those shares.")
    ]
    burn: Annotated[Literal["none", "per_shoe", "per_round"], says("When a card is burned.")]
    burn_by_new_dealer: Annotated[bool, says("Whether each new dealer burns a card.")]
    burn_shown: Annotated[bool, says("Whether a burned card is shown on request.")]
    cut_card_first: Annotated[
        Literal["play", "shuffle"],
        says("A cutting card met before the first card: play this round last, or shuffle first."),
    ]
    rounds_after_cut_card: Annotated[
        Literal["current", "one_more"], says("The last round of the shoe.")
    ]
    runs_out: Annotated[
        Literal["misdeal", "shuffle_discards"], says("What happens when the cards run out.")
    ]
    cut_offered: Annotated[
        Literal["clockwise", "counterclockwise"], says("How the cut goes on when refused.")
    ]
    recut_by: Annotated[Literal["last_cutter", "next_entitled"], says("Who makes a recut.")]
    recut_until: Annotated[
        Literal["never", "load", "first_card"], says("Until when a supervisor may order a recut.")
    ]
    cutter_after_order: Annotated[
        Literal["left", "right"],
        says("Who cuts after a shuffle that the house ordered: the player at that end."),
    ]
    cutter_after_dealer: Annotated[
        Literal["left", "right"],
        says("Who cuts when the cutting card came out on the dealer's hand, likewise."),
    ]
    cutter_after_player: Annotated[
        Literal["box", "left", "right"],
        says("Who cuts when it came out on a player's hand: that player, or the one at that end."),
    ]
    cut_fallback: Annotated[Literal["dealer", "staff"], says("Who cuts where no player does.")]
    left_empty: Annotated[
        Literal["play_on", "idle", "ask"],
        says(
            "When nobody is left at the table: nothing, the procedure of an idle table begins, or "
            "the floor decides on that before the next round."
        ),
    ]
    refill_burn: Annotated[
        bool, says("Whether a card is burned when the discards are shuffled in a round.")
    ]
    life_hours: Annotated[int, Meta(ge=0), says("Hours that decks may be in use; 0: no limit.")]
    preshuffled: Annotated[bool, says("Whether cards arrive inspected and shuffled.")]


class TableRules(Section, frozen=True):
    """The table: decks, boxes, who may bet where."""

    decks: Annotated[int, Meta(ge=1, le=DECKS_MAX), says("Decks in play.")]
    without: Annotated[
        tuple[CardName, ...],
        says("Ranks or cards taken out of every deck: `T` for the four tens, `Td` for one."),
        silent((), by="table.decks"),
    ]
    with_more: Annotated[
        tuple[CardName, ...],
        says("Ranks or cards added to every deck, named likewise."),
        silent((), by="table.decks"),
    ]
    boxes: Annotated[int, Positive, says("Betting boxes.")]
    boxes_per_player: Annotated[int, Positive, says("Boxes that one player may bet on.")]
    boxes_adjacent: Annotated[bool, says("Whether the boxes of a player must lie side by side.")]
    bettors_per_box: Annotated[int, Positive, says("Players who may bet on one box.")]
    mid_shoe: Annotated[
        Literal["open", "barred", "minimum", "box_barred"],
        says(
            "What a player who has sat out since the shuffle may do: bet, not bet, bet the minimum "
            "only; or, box by box, not bet on a box that was left empty."
        ),
    ]


class LimitRules(Section, frozen=True):
    """Stakes."""

    min_bet: Annotated[Cents, Positive, cents("Smallest main wager.")]
    max_bet: Annotated[Cents, Positive, cents("Largest main wager.")]
    chip_unit: Annotated[Cents, Positive, cents("Smallest chip: stakes are multiples of it.")]
    increment: Annotated[
        Cents | None,
        cents("Smallest amount by which a wager may be raised; off: the smallest chip."),
    ]
    box_max: Annotated[Cents | None, cents("Largest sum of main wagers on one box.")]
    player_max: Annotated[Cents | None, cents("Largest main wager of one player on one box.")]
    withdrawal: Annotated[
        Literal["until_closed", "never"], says("Until when a wager may be taken back.")
    ]
    coupon: Annotated[
        Literal["never", "equal"],
        says(
            "Whether a match play coupon may lie beside a main wager: no, or one of equal worth, "
            "against the first dealer hand. It is not a chip, and wins what a plain hand wins."
        ),
    ]
    side_wagers: Annotated[
        Literal["any", "none"],
        says("Whether wagers may be offered beside the main one; insurance is not one of them."),
        silent("any", by="limits.min_bet"),
    ]
    payout_unit: Annotated[
        Literal["cent", "chip", "exact"],
        says(
            "What payouts are rounded up to, where they do not come out; exact: a main wager whose "
            "blackjack would not come out to the cent is not taken."
        ),
    ]


class DealRules(Section, frozen=True):
    """The initial deal."""

    hole_card: Annotated[bool, says("Whether the dealer takes a face-down card with the deal.")]
    hole_card_up: Annotated[
        bool,
        says("Whether that card lies face up, so that both dealer cards show (double exposure)."),
        silent(as_=False, by="deal.hole_card"),
    ]
    player_cards: Annotated[
        Literal["face_up", "face_down"], says("Whether others see a player's first cards.")
    ]
    peek: Annotated[
        tuple[Literal["ace", "ten"], ...],
        says("The up cards under which the dealer looks for a blackjack before anyone plays."),
    ]
    reader: Annotated[Literal["none", "private", "exposing"], says("The card reader.")]


class BlackjackRules(Section, frozen=True):
    """A player's blackjack."""

    pays: Annotated[Odds, says("Against a dealer without blackjack.")]
    bonuses: Annotated[
        tuple[Annotated[str, Meta(pattern=BONUS_BLACKJACK)], ...],
        says(
            "What it pays by its cards where it wins, the best price counting: "
            "`suited: 2 to 1`, `diamonds: 2 to 1`, `AJ spades: 10 to 1`."
        ),
        silent((), by="blackjack.pays"),
    ]
    tie: Annotated[
        Literal["push", "win", "win_under_ten", "lose"],
        says(
            "Against a dealer's blackjack: a push, a win, a win where the up card is a ten, or a "
            "loss."
        ),
    ]
    tie_pays: Annotated[Odds, says("Where it wins against a dealer's blackjack.")]
    paid: Annotated[
        Literal["after_deal", "after_deal_if_safe", "in_turn", "with_dealer"],
        says(
            "When: right after the deal; right after the deal, but only if the up card cannot make "
            "a blackjack; in its turn; or once the dealer's second card is known."
        ),
    ]


class InsuranceRules(Section, frozen=True):
    """Insurance and even money."""

    pays: Annotated[Odds, says("When it wins.")]
    unit: Annotated[Literal["chip", "cent"], says("What its amount is a multiple of.")]
    cap: Annotated[
        Literal["down", "up"], says("How half a wager is rounded if the unit cannot make it.")
    ]
    on_blackjack: Annotated[bool, says("Whether a player's blackjack may be insured.")]
    even_money: Annotated[
        Literal["never", "asked", "insured"],
        says("Whether a blackjack is paid 1 to 1 at once: never, when asked for, when insured."),
    ]
    even_money_and_insurance: Annotated[
        Literal["either", "returned"],
        says("With even money, insurance is refused, or is given back."),
    ]


class DrawRules(Section, frozen=True):
    """Hitting and standing."""

    at_21: Annotated[Literal["ends", "goes_on"], says("Whether a total of 21 ends the hand.")]
    stand_min: Annotated[int, Meta(ge=0), says("Smallest total on which a player may stand.")]
    cards_max: Annotated[int, Meta(ge=0), says("Most cards of a hand; 0 for no limit.")]


class DoubleRules(Section, frozen=True):
    """Doubling down."""

    cards: Annotated[Literal["two", "any"], says("On how many cards.")]
    totals: Annotated[tuple[int, ...], says("On these totals only; on any, if empty.")]
    count_low: Annotated[bool, says("Whether a total with the ace as one may serve.")]
    with_ace: Annotated[bool, says("Whether two cards with an ace may be doubled.")]
    on_21: Annotated[bool, says("Whether a 21 other than a blackjack may be doubled.")]
    on_blackjack: Annotated[bool, says("Whether a blackjack may be doubled, its ace as one.")]
    amount: Annotated[Literal["up_to_wager", "equal", "full_or_half"], says("What may be added.")]
    after_split: Annotated[
        bool,
        says("Whether a hand made by splitting may be doubled."),
        silent(True, by="double.cards"),
    ]
    split_totals: Annotated[
        tuple[int, ...],
        says("After a split, on these totals only; as other hands, if empty."),
        silent((), by="double.totals"),
    ]
    times: Annotated[
        int,
        Meta(ge=1, le=DOUBLES_MAX),
        says("How often a hand may be doubled; each double matches all that lies on the hand."),
        silent(1, by="double.cards"),
    ]
    draws_on: Annotated[
        bool,
        says("Whether a doubled hand may draw on after the card of the double."),
        silent(as_=False, by="double.cards"),
    ]
    split_aces: Annotated[bool, says("Whether hands from split aces may be doubled.")]
    free_totals: Annotated[tuple[int, ...], says("Hard totals of two cards doubled free.")]


class SplitRules(Section, frozen=True):
    """Splitting pairs."""

    match: Annotated[Literal["value", "rank"], says("What makes a pair.")]
    hands_max: Annotated[int, Meta(ge=1), says("Most hands from one box.")]
    resplit_aces: Annotated[bool, says("Whether split aces may be split again.")]
    ace_cards: Annotated[Literal["one", "any"], says("Cards that a split ace may take.")]
    free: Annotated[Literal["none", "all_but_tens"], says("Pairs that are split free.")]


class SurrenderRules(Section, frozen=True):
    """Surrendering a hand for half of its wager."""

    hands: Annotated[
        Literal["none", "first", "any", "split"], says("Which hands: of the deal, from splits.")
    ]
    cards: Annotated[Literal["two", "any"], says("On how many cards.")]
    doubled: Annotated[
        bool,
        says("Whether a doubled hand may be given up, at once, for half of all that lies on it."),
        silent(as_=False, by="surrender.hands"),
    ]
    when: Annotated[
        Literal["in_turn", "late", "early", "early_against_ten"],
        says(
            "In the hand's turn, for half at once; late: a dealer's blackjack found after that "
            "takes the whole wager; early: a hand of the deal, before the dealer looks for a "
            "blackjack; or early against a ten and late against an ace."
        ),
        silent("in_turn", by="surrender.hands"),
    ]
    against_ace: Annotated[
        bool,
        says("Whether hands may be surrendered against an ace."),
        silent(as_=True, by="surrender.hands"),
    ]


class DealerRules(Section, frozen=True):
    """The dealer's hand."""

    hits_soft_17: Annotated[bool, says("Whether the dealer draws on a soft 17.")]
    second_card: Annotated[
        Literal["if_needed", "always"],
        says(
            "Whether the second card is taken, or the hole card shown, where nothing depends on it."
        ),
    ]
    hands: Annotated[int, Meta(ge=1, le=3), says("Dealer hands played on one up card.")]
    hands_min: Annotated[int, Meta(ge=1, le=3), says("Dealer hands that must be bet against.")]


class SettlementRules(Section, frozen=True):
    """Results of hands and their payment."""

    pays: Annotated[Odds, says("A hand that wins.")]
    bust: Annotated[Literal["loses"], says("A hand over 21, whatever the dealer makes.")]
    lower: Annotated[Literal["loses"], says("A total below the dealer's.")]
    tie: Annotated[Literal["push", "loses"], says("Equal totals: a push, or the dealer wins.")]
    tie_totals: Annotated[
        tuple[int, ...],
        says("Where the dealer wins ties: on these totals only; on any, if empty."),
        silent((), by="settlement.tie"),
    ]
    dealer_22: Annotated[Literal["bust", "push"], says("A dealer's total of 22.")]
    split_21_beats_21: Annotated[
        bool, says("Whether a two-card 21 after a split beats a dealer's 21 of more cards.")
    ]
    five_card_21: Annotated[bool, says("Whether a 21 in five cards has its own price.")]
    five_card_21_pays: Annotated[Odds, says("That price.")]
    always_wins_21: Annotated[bool, says("Whether a player's 21 wins at once.")]
    long_21_wins: Annotated[
        int,
        Meta(ge=0),
        says("A 21 of this many cards or more wins at once; 0: never."),
        silent(0, by="settlement.always_wins_21"),
    ]
    charlie_cards: Annotated[
        int,
        Meta(ge=0),
        says(
            "A hand of this many cards that has not busted wins, whatever its total; 0: none does."
        ),
    ]
    charlie: Annotated[
        Literal["at_once", "all_but_blackjack"],
        says("Such a hand wins at once, or beats everything but a dealer's blackjack."),
        silent("at_once", by="settlement.charlie_cards"),
    ]
    charlie_pays: Annotated[
        Odds, says("Such a hand."), silent("1 to 1", by="settlement.charlie_cards")
    ]
    bonuses: Annotated[
        tuple[Annotated[str, Meta(pattern=BONUS_21)], ...],
        says(
            "What a winning 21 pays by its cards, the best price counting: `5 cards: 3 to 2` for "
            "five or more, `678: 3 to 2`, `678 suited: 2 to 1`, `777 spades: 3 to 1`, and for a "
            "hand not split `777 suited against 7: 50 to 1`."
        ),
        silent((), by="settlement.pays"),
    ]
    bonus_doubled: Annotated[
        bool,
        says("Whether a doubled hand can win a bonus or the price of a long hand too."),
        silent(as_=False, by="settlement.pays"),
    ]
    dealer_blackjack_takes: Annotated[
        Literal["all", "original_only", "live_original", "busted_plus_one"],
        says("What a dealer's blackjack takes of wagers added by doubling and splitting."),
    ]
    cards_removed: Annotated[
        Literal["at_once", "at_end"], says("When the cards of a hand that is settled are taken.")
    ]
    order: Annotated[
        Literal["ascending", "descending", "collect_then_pay"],
        says("From the dealer's left; from the right; or all losers first, from the right."),
    ]


class FeeRules(Section, frozen=True):
    """Antes and meters."""

    ante: Annotated[Cents, Meta(ge=0), cents("Fee for each main wager.")]
    ante_missing: Annotated[
        Literal["void"], says("A wager whose ante was forgotten, found after the deal.")
    ]
    ante_waived_from: Annotated[Cents | None, cents("Main wager from which no ante is due.")]
    meter: Annotated[Cents, Meta(ge=0), cents("The progressive meter at the start.")]
    meter_reset: Annotated[Cents, Meta(ge=0), cents("The meter after it has been won.")]
    progression: Annotated[float, Meta(ge=0, le=1), says("Share of a wager added to the meter.")]


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
