"""The words for what is on the table before a card is dealt: boxes, stakes, shoe, fees."""

from collections.abc import Iterable

from pitboss.cards import RANK_PLURALS, RANKS, name_card, parse_card
from pitboss.money import show
from pitboss.rulebook.file.sections_shoe import Shoe
from pitboss.rulebook.rules import Rules, SideWager

Told = dict[str, str]
"""A sentence for each value of a section by its name; empty where it says nothing."""


def count(number: int, one: str, many: str) -> str:
    """A number with its noun: ``1 deck``, ``6 boxes``."""
    return one if number == 1 else many.format(number)


def listed(words: Iterable[object], last: str = "and") -> str:
    """Words as a list: ``9, 10 and 11``."""
    *front, end = [str(word) for word in words]
    return f"{', '.join(front)} {last} {end}" if front else end


def _percent(share: float) -> str:
    return f"{share * 100:.6g} %"


def _named(texts: Iterable[str]) -> str:
    """Ranks and cards in words: ``the tens``, ``the ace of spades``."""
    return listed(
        f"the {RANK_PLURALS[RANKS.index(text)]}"
        if len(text) == 1
        else f"the {name_card(parse_card(text))}"
        for text in texts
    )


def tell_table(rules: Rules) -> Told:
    """The table."""
    table = rules.table
    several = table.boxes_per_player > 1
    decks, boxes = ("1 deck", "{} decks"), ("1 box", "{} boxes")
    return {
        "decks": f"The game uses {count(table.decks, *decks)}."
        if rules.decks_in_play == table.decks
        else f"The game uses {table.decks} decks, {rules.decks_in_play} of them in play at a time.",
        "without": f"Every deck is without {_named(table.without)}." if table.without else "",
        "with_more": f"Every deck has more of {_named(table.with_more)}."
        if table.with_more
        else "",
        "boxes": f"The layout has {count(table.boxes, *boxes)}.",
        "boxes_per_player": f"A player may bet on at most {count(table.boxes_per_player, *boxes)}.",
        "boxes_adjacent": {
            (True, True): "The boxes of one player must lie side by side.",
            (True, False): "The boxes of one player may lie apart.",
        }.get((several, table.boxes_adjacent), ""),
        "bettors_per_box": "Only one player may bet on a box."
        if table.bettors_per_box == 1
        else f"At most {table.bettors_per_box} players may bet on one box.",
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
        else f"A double adds at least {show(limits.increment)} to a wager.",
        "box_max": ""
        if limits.box_max is None
        else f"All main wagers on one box come to at most {show(limits.box_max)}.",
        "player_max": ""
        if limits.player_max is None
        else f"One player's main wager on a box is at most {show(limits.player_max)}.",
        "withdrawal": {
            "until_closed": "A wager may be taken back until betting closes.",
            "never": "A wager may not be taken back.",
        }[limits.withdrawal],
        "coupon": {
            "never": "",
            "equal": "A match play coupon may lie beside a main wager of equal value. It wins what "
            "a plain hand wins, even with a blackjack. The player keeps it only after a push.",
        }[limits.coupon],
        "side_wagers": {
            "any": "",
            "none": "The table takes no side wagers.",
        }[limits.side_wagers],
        "payout_unit": {
            "cent": "Payouts are rounded up to the cent.",
            "chip": "Payouts are rounded up to the smallest chip.",
            "exact": "A main wager must be an amount whose blackjack is paid to the cent.",
        }[limits.payout_unit],
    }


def tell_shoe(rules: Rules) -> Told:
    """Cards before they are dealt."""
    shoe = rules.shoe
    is_double = shoe.compartments == "double"
    cards = ("1 cutting card", "{} cutting cards")
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
            "continuous": "A continuous shuffler is used: cards go back into it after each round.",
        }[shoe.shuffler],
        "cutting_cards": f"A shoe has {count(shoe.cutting_cards, *cards)}.",
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
            "play": "If the cutting card comes before the first card, this round is the last.",
            "shuffle": "If the cutting card comes before the first card, the dealer shuffles.",
        }[shoe.cut_card_first],
        "rounds_after_cut_card": {
            "current": "The round in which the cutting card comes out is the last of the shoe.",
            "one_more": "After the round in which the cutting card comes out, one more is played.",
        }[shoe.rounds_after_cut_card],
        "runs_out": {
            "misdeal": "If the cards run out in a round, the round is void.",
            "shuffle_discards": "If the cards run out in a round, the discards are shuffled.",
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
    cards = ("1 card", "{} cards")
    return {
        "cut_from_end": f"A cut leaves at least {count(shoe.cut_from_end, *cards)} on either side."
        if shoe.cut_from_end
        else "",
        "behind_min": f"At least {least} of the stack lies behind the cutting card.",
        "behind_max": f"At most {most} of the stack lies behind the cutting card."
        if shoe.behind_max < 1
        else "",
        "behind_tolerance": f"The cutting card may lie {count(shoe.behind_tolerance, *cards)} off."
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
        "cut_offered": {
            "clockwise": "The cut is offered clockwise until somebody takes it.",
            "counterclockwise": "The cut is offered counterclockwise until somebody takes it.",
        }[shoe.cut_offered],
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
        "cut_fallback": {
            "dealer": "If no player cuts, the dealer does.",
            "staff": "If no player cuts, a member of the staff does.",
        }[shoe.cut_fallback],
        "left_empty": {
            "play_on": "",
            "idle": "When the table is empty, the cards are spread and shuffled.",
            "ask": "After the table was empty, the floor decides what happens to its cards.",
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
        "ante_waived_from": f"No ante is due on wagers from {show(fees.ante_waived_from)} up."
        if fees.ante and fees.ante_waived_from is not None
        else "",
        "meter": f"The meter starts at {show(fees.meter)}." if has_meter else "",
        "meter_reset": f"After a win the meter starts again at {show(fees.meter_reset)}."
        if has_meter
        else "",
        "progression": f"{share} of each progressive wager goes to the meter." if has_meter else "",
    }


def _payoffs(wager: SideWager) -> Iterable[object]:
    return (line.payoff for line in wager.lines.values())
