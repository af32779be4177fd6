"""The words for what is on the table before a card is dealt: boxes, stakes, shoe, fees."""

from collections.abc import Iterable

from pitboss.cards import RANK_NAMES, RANKS, name_card, parse_card
from pitboss.money import Cents, show
from pitboss.rulebook.rules import Rules, SideWager
from pitboss.rulebook.sections_shoe import Shoe

Told = dict[str, str]
"""A sentence for each value of a section by its name; empty where it says nothing."""


def count(number: int, noun: str) -> str:
    """A number with its noun: ``1 deck``, ``6 boxes``."""
    plural = "es" if noun.endswith("x") else "s"
    return f"{number} {noun}" if number == 1 else f"{number} {noun}{plural}"


def listed(words: Iterable[object], last: str = "and") -> str:
    """Words as a list: ``9, 10 and 11``."""
    *front, end = [str(word) for word in words]
    return f"{', '.join(front)} {last} {end}" if front else end


def _limit(cents: Cents | None, text: str) -> str:
    return "" if cents is None else text.format(show(cents))


def _percent(share: float) -> str:
    return f"{share * 100:.6g} %"


def _named(texts: Iterable[str]) -> str:
    """Ranks and cards in words: ``the tens``, ``the ace of spades``."""
    return listed(
        f"the {RANK_NAMES[RANKS.index(text)]}s".replace("xs", "xes")
        if len(text) == 1
        else f"the {name_card(parse_card(text))}"
        for text in texts
    )


def tell_table(rules: Rules) -> Told:
    """The table."""
    table = rules.table
    shared = f", {rules.decks_in_play} of them in play at a time"
    several = table.boxes_per_player > 1
    return {
        "decks": f"The game uses {count(table.decks, 'deck')}"
        f"{shared if rules.decks_in_play != table.decks else ''}.",
        "without": f"Every deck is without {_named(table.without)}." if table.without else "",
        "with_more": f"Every deck has more of {_named(table.with_more)}."
        if table.with_more
        else "",
        "boxes": f"The layout has {count(table.boxes, 'betting box')}.",
        "boxes_per_player": f"A player may bet on at most {count(table.boxes_per_player, 'box')}.",
        "boxes_adjacent": {
            (True, True): "The boxes of one player must lie side by side.",
            (True, False): "The boxes of one player may lie apart.",
        }.get((several, table.boxes_adjacent), ""),
        "bettors_per_box": f"At most {count(table.bettors_per_box, 'player')} may bet on one box.",
        "mid_shoe": {
            "open": "A player may join or come back at any time between rounds.",
            "barred": "A player who has sat out since the shuffle may not bet until the next one.",
            "minimum": "A player who has sat out since the shuffle bets only the minimum.",
            "box_barred": "A box left empty since the shuffle takes no wager until the next one.",
        }[table.mid_shoe],
    }


def tell_limits(rules: Rules) -> Told:
    """Stakes."""
    limits = rules.limits
    return {
        "min_bet": f"The smallest main wager is {show(limits.min_bet)}.",
        "max_bet": f"The largest main wager is {show(limits.max_bet)}.",
        "chip_unit": f"The smallest chip is {show(limits.chip_unit)}; stakes are multiples of it.",
        "increment": ""
        if limits.increment in (None, limits.chip_unit)
        else _limit(limits.increment, "What is added to a wager is at least {}."),
        "box_max": _limit(limits.box_max, "All main wagers on one box come to at most {}."),
        "player_max": _limit(limits.player_max, "One player's main wager on a box is at most {}."),
        "withdrawal": {
            "until_closed": "A wager may be taken back until betting closes.",
            "never": "A wager may not be taken back.",
        }[limits.withdrawal],
        "coupon": {
            "never": "",
            "equal": "A match play coupon may lie beside a main wager of equal worth; it wins what "
            "a plain hand wins, for a blackjack too, and is kept after a push only.",
        }[limits.coupon],
        "side_wagers": {
            "any": "",
            "none": "No wager is taken beside the main one.",
        }[limits.side_wagers],
        "payout_unit": {
            "cent": "A payout that does not come out even is rounded up to a cent.",
            "chip": "A payout that does not come out even is rounded up to the smallest chip.",
            "exact": "A main wager is one whose blackjack is paid to the cent.",
        }[limits.payout_unit],
    }


def tell_shoe(rules: Rules) -> Told:
    """Cards before they are dealt."""
    shoe = rules.shoe
    is_double = shoe.compartments == "double"
    told = {
        "compartments": {
            "single": "Cards are dealt from one shoe.",
            "double": "A double shoe has two halves; each round is dealt from one of them.",
        }[shoe.compartments],
        "parts": f"The decks make {shoe.parts} parts of equal size." if shoe.parts > 1 else "",
        "red_suits_side": f"A red card starts the round from the {shoe.red_suits_side} half."
        if is_double
        else "",
        "shuffler": {
            "none": "All cards are shuffled together between shoes.",
            "batches": "Two batches alternate: one is shuffled while the other is dealt.",
            "continuous": "A machine shuffles without end: cards go back after each round.",
        }[shoe.shuffler],
        "cutting_cards": f"A shoe has {count(shoe.cutting_cards, 'cutting card')}.",
        **_tell_cutting_card(shoe),
        "burn": {
            "none": "No card is burned.",
            "per_shoe": "One card is burned after each shuffle.",
            "per_round": "One card is burned before each round.",
        }[shoe.burn],
        "burn_by_new_dealer": "A dealer who takes over burns a card first."
        if shoe.burn_by_new_dealer
        else "",
        "burn_shown": "A burned card is shown to a player who asks." if shoe.burn_shown else "",
        "cut_card_first": {
            "play": "A cutting card that comes before the first card makes this the last round.",
            "shuffle": "A cutting card that comes before the first card asks for a shuffle first.",
        }[shoe.cut_card_first],
        "rounds_after_cut_card": {
            "current": "The round in which the cutting card comes is the last before a shuffle.",
            "one_more": "One more round is played after that in which the cutting card comes.",
        }[shoe.rounds_after_cut_card],
        "runs_out": {
            "misdeal": "Where the cards run out in a round, that round is void.",
            "shuffle_discards": "Where the cards run out in a round, the discards are shuffled.",
        }[shoe.runs_out],
        **_tell_cut(shoe),
        "refill_burn": (
            "When the discards are shuffled in a round, a card is burned."
            if shoe.refill_burn
            else ""
        ),
        "life_hours": (
            f"Decks are replaced within {shoe.life_hours} hours." if shoe.life_hours else ""
        ),
        "preshuffled": "Cards arrive inspected and shuffled." if shoe.preshuffled else "",
    }
    return told if shoe.cutting_cards else {**told, **_tell_no_cut(shoe)}


def _tell_cutting_card(shoe: Shoe) -> Told:
    """Where the stack is cut, and where the cutting card lies."""
    least, most = _percent(shoe.behind_min), _percent(shoe.behind_max)
    return {
        "cut_from_end": f"A cut leaves at least {count(shoe.cut_from_end, 'card')} on either side."
        if shoe.cut_from_end
        else "",
        "behind_min": f"At least {least} of the stack lies behind the cutting card.",
        "behind_max": f"At most {most} of the stack lies behind the cutting card."
        if shoe.behind_max < 1
        else "",
        "behind_tolerance": f"It may lie {count(shoe.behind_tolerance, 'card')} off that place."
        if shoe.behind_tolerance
        else "",
    }


def _tell_no_cut(shoe: Shoe) -> Told:
    """What is left of the cut and its card where a machine shuffles without end (PA-5-h-s2)."""
    behind = ("behind_min", "behind_max", "behind_tolerance")
    places = ("cut_from_end", *behind, "cut_card_first", "rounds_after_cut_card")
    silent = dict.fromkeys((*places, *_tell_cut(shoe)), "")
    return {**silent, "cutting_cards": "There is no cut and no cutting card."}


def _tell_cut(shoe: Shoe) -> Told:
    """Who cuts, when again, and what becomes of the cards of an idle table."""
    return {
        "cut_offered": f"The cut is offered {shoe.cut_offered} until somebody takes it.",
        "recut_by": {
            "last_cutter": "A second cut is made by the player who made the first.",
            "next_entitled": "A second cut is made by the next player in order.",
        }[shoe.recut_by],
        "recut_until": {
            "never": "",
            "load": "A supervisor may order a recut until the cards go into the shoe.",
            "first_card": "A supervisor may order a recut until the first card is dealt.",
        }[shoe.recut_until],
        "cutter_after_order": f"After a shuffle that the house orders, the player farthest to the "
        f"dealer's {shoe.cutter_after_order} is offered the cut.",
        "cutter_after_dealer": f"When the cutting card comes out on the dealer's hand, the player "
        f"farthest to the dealer's {shoe.cutter_after_dealer} is offered the cut.",
        "cutter_after_player": {
            "box": "When the cutting card comes out at a box, its player is offered the cut.",
            "left": "The cut is offered from the dealer's left.",
            "right": "The cut is offered from the dealer's right.",
        }[shoe.cutter_after_player],
        "cut_fallback": f"Where no player cuts, the {shoe.cut_fallback} does.",
        "left_empty": {
            "play_on": "",
            "idle": "When nobody is left at the table, the cards are spread and shuffled.",
            "ask": "When nobody was left at the table, the floor decides about its cards.",
        }[shoe.left_empty],
    }


def tell_fees(rules: Rules) -> Told:
    """Antes and meters."""
    fees = rules.fees
    has_meter = any("meter" in map(str, _payoffs(wager)) for wager in rules.wagers.values())
    share = _percent(fees.progression)
    return {
        "ante": f"Each main wager costs an ante of {show(fees.ante)}." if fees.ante else "",
        "ante_missing": {"void": "A wager without the ante that it needs is void."}[
            fees.ante_missing
        ]
        if fees.ante
        else "",
        "ante_waived_from": _limit(
            fees.ante_waived_from if fees.ante else None, "No ante is due on wagers from {} up."
        ),
        "meter": f"The meter starts at {show(fees.meter)}." if has_meter else "",
        "meter_reset": f"A meter that was won goes on from {show(fees.meter_reset)}."
        if has_meter
        else "",
        "progression": f"Of each progressive wager {share} goes to the meter." if has_meter else "",
    }


def _payoffs(wager: SideWager) -> Iterable[object]:
    return (line.payoff for line in wager.lines.values())
