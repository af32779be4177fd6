"""The words for each value of a table's rules; a value on which nothing hangs says nothing."""

from collections.abc import Callable, Iterable

from pitboss.cards import RANK_NAMES
from pitboss.money import Cents, show
from pitboss.rulebook.rules import Rules, SideWager

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


def _table(rules: Rules) -> Told:
    table = rules.table
    shared = f", {rules.decks_in_play} of them in play at a time"
    several = table.boxes_per_player > 1
    return {
        "decks": f"The game uses {count(table.decks, 'deck')}"
        f"{shared if rules.decks_in_play != table.decks else ''}.",
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


def _limits(rules: Rules) -> Told:
    limits = rules.limits
    return {
        "min_bet": f"The least main wager is {show(limits.min_bet)}.",
        "max_bet": f"The greatest main wager is {show(limits.max_bet)}.",
        "chip_unit": f"The smallest chip is {show(limits.chip_unit)}; stakes are multiples of it.",
        "increment": ""
        if limits.increment == limits.chip_unit
        else f"What is added to a wager is at least {show(limits.increment)}.",
        "box_max": _limit(limits.box_max, "All main wagers on one box come to at most {}."),
        "player_max": _limit(limits.player_max, "One player's main wager on a box is at most {}."),
        "payout_unit": {
            "cent": "A payout that does not come out even is rounded up to a cent.",
            "chip": "A payout that does not come out even is rounded up to the smallest chip.",
        }[limits.payout_unit],
    }


def _shoe(rules: Rules) -> Told:
    shoe = rules.shoe
    is_double = shoe.compartments == "double"
    least, most = _percent(shoe.behind_min), _percent(shoe.behind_max)
    return {
        "compartments": {
            "single": "Cards are dealt from one shoe.",
            "double": "Cards are dealt from a double shoe, whose halves are used in turn.",
        }[shoe.compartments],
        "red_suits_side": f"A red card starts the round from the {shoe.red_suits_side} half."
        if is_double
        else "",
        "shuffler": {
            "none": "All cards are shuffled together between shoes.",
            "batches": "Two batches alternate: one is shuffled while the other is dealt.",
            "continuous": "A machine shuffles without end: cards go back after each round.",
        }[shoe.shuffler],
        "cutting_cards": f"A shoe has {count(shoe.cutting_cards, 'cutting card')}.",
        "cut_from_end": f"A cut leaves at least {count(shoe.cut_from_end, 'card')} on either side."
        if shoe.cut_from_end
        else "",
        "behind_min": f"At least {least} of the stack lies behind the cutting card.",
        "behind_max": f"At most {most} of the stack lies behind the cutting card.",
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
        "cut_offered": f"The cut is offered {shoe.cut_offered} until somebody takes it.",
        "recut_by": {
            "last_cutter": "A second cut is made by the player who made the first.",
            "next_entitled": "A second cut is made by the next player in order.",
        }[shoe.recut_by],
        "preshuffled": "Cards arrive inspected and shuffled." if shoe.preshuffled else "",
    }


def _deal(rules: Rules) -> Told:
    deal = rules.deal
    names = {"ace": "an ace", "ten": "a ten-value card"}
    peeks = listed((names[card] for card in deal.peek), "or") if deal.peek else ""
    return {
        "hole_card": "The dealer takes a second card face down with the deal."
        if deal.hole_card
        else "The dealer takes no second card before the players have finished.",
        "player_cards": {
            "face_up": "Players' first cards lie face up.",
            "face_down": "Players' first cards lie face down.",
        }[deal.player_cards],
        "peek": f"Under {peeks} the dealer looks for a blackjack before anyone plays."
        if peeks
        else "The dealer does not look for a blackjack before the players have finished.",
        "reader": {
            "none": "",
            "private": "A card reader shows the hole card to nobody but the dealer.",
            "exposing": "A card reader tells a blackjack to the whole table.",
        }[deal.reader],
    }


def _blackjack(rules: Rules) -> Told:
    blackjack = rules.blackjack
    return {
        "pays": f"A blackjack pays {blackjack.pays}.",
        "tie": {
            "push": "Against a dealer's blackjack it is a push.",
            "win": "Against a dealer's blackjack it wins all the same.",
            "win_under_ten": "Against a dealer's blackjack it wins under a ten-value up card, and "
            "is a push under an ace.",
        }[blackjack.tie],
        "tie_pays": ""
        if blackjack.tie == "push"
        else f"Where it wins against a dealer's blackjack it pays {blackjack.tie_pays}.",
        "paid": {
            "after_deal": "It is paid right after the deal.",
            "after_deal_if_safe": "It is paid right after the deal unless the dealer's up card "
            "could make a blackjack.",
            "in_turn": "It is paid when its turn to play comes.",
            "with_dealer": "It is paid once the dealer's second card is known.",
        }[blackjack.paid],
    }


def _insurance(rules: Rules) -> Told:
    insurance = rules.insurance
    is_even = insurance.even_money != "never"
    return {
        "pays": f"Insurance may be taken against an ace and pays {insurance.pays}.",
        "unit": {
            "chip": "Insurance is staked in whole chips.",
            "cent": "Insurance is staked to the cent.",
        }[insurance.unit],
        "cap": f"Insurance may reach half of the wager, rounded {insurance.cap}.",
        "on_blackjack": "A blackjack may be insured."
        if insurance.on_blackjack
        else "A blackjack may not be insured.",
        "even_money": {
            "never": "A blackjack against an ace gets no even money.",
            "asked": "A blackjack against an ace is paid 1 to 1 at once when its player asks.",
            "insured": "A blackjack that is insured against an ace is paid 1 to 1 at once.",
        }[insurance.even_money],
        "even_money_and_insurance": {
            (True, "either"): "A player may have even money or insurance on a hand, not both.",
            (True, "returned"): "Insurance staked on a hand is given back with even money.",
        }.get((is_even, insurance.even_money_and_insurance), ""),
    }


def _draw(rules: Rules) -> Told:
    draw = rules.draw
    return {
        "at_21": {
            "ends": "A hand of 21 takes no further card.",
            "goes_on": "A hand of 21 may take further cards.",
        }[draw.at_21],
        "stand_min": f"A player must draw to {draw.stand_min}."
        if draw.stand_min
        else "A player may stand on any total.",
        "cards_max": f"A hand takes at most {count(draw.cards_max, 'card')}."
        if draw.cards_max
        else "",
    }


def _double(rules: Rules) -> Told:
    double = rules.double
    aces = "Two cards with an ace may {}be doubled."
    return {
        "cards": {
            "two": "A hand may be doubled on its first two cards, for one card more.",
            "any": "A hand may be doubled on any number of cards, for one card more.",
        }[double.cards],
        "totals": f"A double needs a total of {listed(double.totals, 'or')}."
        if double.totals
        else "Any total may be doubled.",
        "count_low": "The ace may count one to make that total."
        if double.totals and double.count_low
        else "",
        "with_ace": aces.format("" if double.with_ace else "not "),
        "on_21": ""
        if double.totals
        else f"A 21 that is no blackjack may {'' if double.on_21 else 'not '}be doubled.",
        "on_blackjack": "A blackjack may be doubled, its ace then counting one."
        if double.on_blackjack
        else "",
        "amount": {
            "up_to_wager": "A double adds any amount up to the wager.",
            "equal": "A double adds an amount equal to the wager.",
            "full_or_half": "A double adds the whole wager or half of it.",
        }[double.amount],
        "split_aces": f"Split aces may {'' if double.split_aces else 'not '}be doubled.",
        "free_totals": f"Two cards of a hard {listed(double.free_totals, 'or')} are doubled free."
        if double.free_totals
        else "",
    }


def _split(rules: Rules) -> Told:
    split = rules.split
    king, ten = RANK_NAMES[-1], RANK_NAMES[9]
    return {
        "match": {
            "value": f"Two cards of equal value may be split: a {king} and a {ten} are a pair.",
            "rank": f"Two cards of one rank may be split: a {king} and a {ten} are no pair.",
        }[split.match],
        "hands_max": f"Splitting makes at most {count(split.hands_max, 'hand')} of a box.",
        "resplit_aces": f"Split aces may {'' if split.resplit_aces else 'not '}be split again.",
        "ace_cards": {
            "one": "A split ace gets one card only.",
            "any": "A split ace is played like any other hand.",
        }[split.ace_cards],
        "free": {
            "none": "",
            "all_but_tens": "Pairs other than of ten-value cards are split free.",
        }[split.free],
    }


def _surrender(rules: Rules) -> Told:
    surrender = rules.surrender
    return {
        "hands": {
            "none": "No hand may be surrendered.",
            "first": "A hand of the deal may be surrendered for half of its wager.",
            "any": "A hand of the deal or from a split may be surrendered for half of its wager.",
            "split": "Only a hand from a split may be surrendered, for half of its wager.",
        }[surrender.hands],
        "cards": ""
        if surrender.hands == "none"
        else {
            "two": "Surrender is for hands of two cards.",
            "any": "Surrender is for hands of any number of cards.",
        }[surrender.cards],
    }


def _dealer(rules: Rules) -> Told:
    dealer = rules.dealer
    is_many = dealer.hands > 1
    return {
        "hits_soft_17": "The dealer draws on a soft 17."
        if dealer.hits_soft_17
        else "The dealer stands on every 17.",
        "second_card": {
            "if_needed": "The dealer's second card is left out where nothing hangs on it.",
            "always": "The dealer's second card is always taken and shown.",
        }[dealer.second_card],
        "hands": f"The dealer plays {dealer.hands} hands in turn on one up card."
        if is_many
        else "",
        "hands_min": f"A player bets against at least {dealer.hands_min} of them."
        if is_many
        else "",
    }


def _settlement(rules: Rules) -> Told:
    pay = rules.settlement
    return {
        "pays": f"A hand that wins pays {pay.pays}.",
        "bust": {"loses": "A hand over 21 loses, whatever the dealer makes."}[pay.bust],
        "lower": {"loses": "A total below the dealer's loses."}[pay.lower],
        "tie": {"push": "Equal totals are a push."}[pay.tie],
        "dealer_22": {
            "bust": "A dealer's total over 21 loses to every hand that stands.",
            "push": "A dealer's total of 22 is a push for every hand that stands.",
        }[pay.dealer_22],
        "split_21_beats_21": "A two-card 21 after a split beats a dealer's 21 of more cards."
        if pay.split_21_beats_21
        else "",
        "five_card_21": "A 21 in five cards has a price of its own." if pay.five_card_21 else "",
        "five_card_21_pays": f"That 21 in five cards pays {pay.five_card_21_pays}."
        if pay.five_card_21
        else "",
        "always_wins_21": "A player's 21 wins at once." if pay.always_wins_21 else "",
        "five_and_under": "Five cards that total less than 21 win at once."
        if pay.five_and_under
        else "",
        "dealer_blackjack_takes": {
            "all": "A dealer's blackjack takes every wager, doubles and splits included.",
            "original_only": "A dealer's blackjack takes the first wager of a box and gives back "
            "what was added.",
            "live_original": "A dealer's blackjack takes the first wager while one of its hands is "
            "live; what was added to live hands goes back, and busted hands stay lost.",
            "busted_plus_one": "A dealer's blackjack takes the busted hands and one live one.",
        }[pay.dealer_blackjack_takes],
        "order": {
            "ascending": "Boxes are settled from the dealer's left.",
            "descending": "Boxes are settled from the dealer's right.",
            "collect_then_pay": "Losing wagers are taken first, from the dealer's right; then "
            "winners are paid.",
        }[pay.order],
    }


def _fees(rules: Rules) -> Told:
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


TELLERS: dict[str, tuple[str, Callable[[Rules], Told]]] = {
    "table": ("The table", _table),
    "limits": ("Stakes", _limits),
    "shoe": ("The shoe", _shoe),
    "deal": ("The deal", _deal),
    "blackjack": ("Blackjack", _blackjack),
    "insurance": ("Insurance and even money", _insurance),
    "draw": ("Hitting and standing", _draw),
    "double": ("Doubling", _double),
    "split": ("Splitting", _split),
    "surrender": ("Surrender", _surrender),
    "dealer": ("The dealer", _dealer),
    "settlement": ("Settlement", _settlement),
    "fees": ("Antes and meters", _fees),
}
"""A heading and the words for each section, in the order of a round."""
