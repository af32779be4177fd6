"""The words for each value of a table's rules; a value that decides nothing says nothing.

A sentence is one text, with places for numbers and names only, so that it can be translated
(`scripts/rule_words.py`).

The words for what is on the table before a card is dealt: boxes, stakes, shoe, fees.
"""

from collections.abc import Callable, Iterable

from pitboss.cards import RANK_PLURALS, RANKS, name_card, parse_card
from pitboss.money import show
from pitboss.rulebook.file.bonuses import bonuses
from pitboss.rulebook.file.sections import ShoeRules
from pitboss.rulebook.rules import Rules, SideWager

Told = dict[str, str]
"""A sentence for each value of a section by its name; empty where it says nothing."""


def count(number: int, one: str, many: str) -> str:
    """Return a number with its noun: ``1 deck``, ``6 boxes``."""
    return one if number == 1 else many.format(number)


def listed(words: Iterable[object], last: str = "and") -> str:
    """Return words as a list: ``9, 10 and 11``."""
    *front, end = [str(word) for word in words]
    return f"{', '.join(front)} {last} {end}" if front else end


def _percent(share: float) -> str:
    return f"{share * 100:.6g} %"


def _named(texts: Iterable[str]) -> str:
    """Return ranks and cards in words: ``the tens``, ``the ace of spades``."""
    return listed(
        f"the {RANK_PLURALS[RANKS.index(text)]}"
        if len(text) == 1
        else f"the {name_card(parse_card(text))}"
        for text in texts
    )


def tell_table(rules: Rules) -> Told:
    """Return the sentences on the table."""
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
    """Return the sentences on stakes."""
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
    """Return the sentences on the shoe, the shuffle and the cut."""
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


def _tell_cutting_card(shoe: ShoeRules) -> Told:
    """Return the sentences on the position of the cut and of the cutting card."""
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


def _tell_no_cut(shoe: ShoeRules) -> Told:
    """Return the sentences on the cut for a continuous shuffler, which has none (PA-5-h-s2)."""
    behind = ("behind_min", "behind_max", "behind_tolerance")
    places = ("cut_from_end", *behind, "cut_card_first", "rounds_after_cut_card")
    silent = dict.fromkeys((*places, *_tell_cut(shoe)), "")
    return {**silent, "cutting_cards": "There is no cut and no cutting card."}


def _tell_cut(shoe: ShoeRules) -> Told:
    """Return the sentences on the offer of the cut, a recut and the cards of an idle table."""
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
    """Return the sentences on antes and meters."""
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


def _deal(rules: Rules) -> Told:
    deal = rules.deal
    names = {"ace": "an ace", "ten": "a ten-value card"}
    peeks = listed((names[card] for card in deal.peek), "or") if deal.peek else ""
    return {
        "hole_card": ""
        if deal.hole_card_up
        else "The dealer takes a second card face down with the deal."
        if deal.hole_card
        else "The dealer takes no second card before the players have finished.",
        "hole_card_up": "Both dealer cards lie face up." if deal.hole_card_up else "",
        "player_cards": {
            "face_up": "Players' first cards lie face up.",
            "face_down": "Players' first cards lie face down.",
        }[deal.player_cards],
        "peek": ""
        if deal.hole_card_up
        else f"Under {peeks} the dealer looks for a blackjack before anyone plays."
        if peeks
        else "The dealer does not look for a blackjack before the players have finished.",
        "reader": {
            "none": "",
            "private": "A card reader tells of a blackjack and shows nobody the hole card.",
            "exposing": "A card reader tells a blackjack to the whole table.",
        }[deal.reader],
    }


def _blackjack(rules: Rules) -> Told:
    blackjack = rules.blackjack
    return {
        "pays": f"A blackjack pays {blackjack.pays}.",
        "bonuses": f"By its cards it pays differently: {listed(bonuses(blackjack.bonuses))}."
        if blackjack.bonuses
        else "",
        "tie": {
            "push": "A blackjack pushes against a dealer's blackjack.",
            "win": "A blackjack wins against a dealer's blackjack, too.",
            "win_under_ten": "A blackjack wins against a dealer's blackjack under a ten, and "
            "pushes under an ace.",
            "lose": "A blackjack loses against a dealer's blackjack.",
        }[blackjack.tie],
        "tie_pays": ""
        if blackjack.tie in ("push", "lose")
        else f"If it wins against a dealer's blackjack, it pays {blackjack.tie_pays}.",
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
        "cap": {
            "up": "Insurance may reach half of the wager, rounded up.",
            "down": "Insurance may reach half of the wager, rounded down.",
        }[insurance.cap],
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
        "cards_max": f"A hand takes at most {count(draw.cards_max, '1 card', '{} cards')}."
        if draw.cards_max
        else "",
    }


def _double(rules: Rules) -> Told:
    double = rules.double
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
        "with_ace": "Two cards with an ace may be doubled."
        if double.with_ace
        else "Two cards with an ace may not be doubled.",
        "on_21": ""
        if double.totals
        else "A 21 that is not a blackjack may be doubled."
        if double.on_21
        else "A 21 that is not a blackjack may not be doubled.",
        "on_blackjack": "A blackjack may be doubled, its ace then counting one."
        if double.on_blackjack
        else "",
        "amount": {
            "up_to_wager": "A double adds any amount up to the wager.",
            "equal": "A double adds an amount equal to the wager.",
            "full_or_half": "A double adds the whole wager or half of it.",
        }[double.amount],
        "after_split": "" if double.after_split else "A hand made by splitting may not be doubled.",
        "split_totals": "After a split, a double needs a total of "
        f"{listed(double.split_totals, 'or')}."
        if double.split_totals
        else "",
        "times": f"A hand may be doubled up to {double.times} times, each for all that lies on it."
        if double.times > 1
        else "",
        "draws_on": "A doubled hand may draw on." if double.draws_on else "",
        "split_aces": "Split aces may be doubled."
        if double.split_aces
        else "Split aces may not be doubled.",
        "free_totals": f"Two cards of a hard {listed(double.free_totals, 'or')} are doubled free."
        if double.free_totals
        else "",
    }


def _split(rules: Rules) -> Told:
    split = rules.split
    hands = ("1 hand", "{} hands")
    return {
        "match": {
            "value": "Two cards of equal value may be split: a king and a ten are a pair.",
            "rank": "Two cards of one rank may be split: a king and a ten are not a pair.",
        }[split.match],
        "hands_max": f"Splitting makes at most {count(split.hands_max, *hands)} of a box.",
        "resplit_aces": "Split aces may be split again."
        if split.resplit_aces
        else "Split aces may not be split again.",
        "ace_cards": {
            "one": "A split ace gets one card only.",
            "any": "A split ace is played like any other hand.",
        }[split.ace_cards],
        "free": {
            "none": "",
            "all_but_tens": "Every pair is split free, except ten-value cards.",
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
        "doubled": "A doubled hand may be surrendered for half of all that lies on it."
        if surrender.doubled
        else "",
        "when": ""
        if surrender.hands == "none"
        else {
            "in_turn": "",
            "late": "A dealer's blackjack takes the whole wager of a hand that was surrendered.",
            "early": "A hand of the deal is surrendered before the dealer looks for a blackjack.",
            "early_against_ten": "Against a ten a hand of the deal is surrendered before the "
            "dealer looks for a blackjack; against an ace a dealer's blackjack takes it whole.",
        }[surrender.when],
        "against_ace": ""
        if surrender.hands == "none" or surrender.against_ace
        else "No hand may be surrendered against an ace.",
    }


def _dealer(rules: Rules) -> Told:
    dealer = rules.dealer
    is_many = dealer.hands > 1
    return {
        "hits_soft_17": "The dealer draws on a soft 17."
        if dealer.hits_soft_17
        else "The dealer stands on every 17.",
        "second_card": {
            "if_needed": "The dealer takes a second card only if a wager depends on it.",
            "always": "The dealer always takes a second card and shows it.",
        }[dealer.second_card],
        "hands": f"The dealer plays {dealer.hands} hands in turn on one up card."
        if is_many
        else "",
        "hands_min": f"A player bets against at least {dealer.hands_min} of them."
        if is_many
        else "",
    }


def _by_cards(rules: Rules) -> Told:
    """Return the sentences on wins by the number, ranks or suits of the cards."""
    pay = rules.settlement
    return {
        "charlie_cards": f"A hand of {pay.charlie_cards} cards that has not busted wins, "
        "whatever its total."
        if pay.charlie_cards
        else "",
        "charlie": {
            "at_once": "That many cards win at once.",
            "all_but_blackjack": "That many cards beat everything but a dealer's blackjack.",
        }[pay.charlie]
        if pay.charlie_cards
        else "",
        "charlie_pays": f"That many cards pay {pay.charlie_pays}." if pay.charlie_cards else "",
        "bonuses": f"A winning 21 is paid by its cards: {listed(bonuses(pay.bonuses))}."
        if pay.bonuses
        else "",
        "bonus_doubled": "A doubled hand wins by its cards, too."
        if pay.bonus_doubled
        else "A doubled hand wins nothing by its cards."
        if pay.bonuses or pay.charlie_cards
        else "",
    }


def _settlement(rules: Rules) -> Told:
    pay = rules.settlement
    return {
        "pays": f"A hand that wins pays {pay.pays}.",
        "bust": {"loses": "A hand that busts loses, whatever the dealer makes."}[pay.bust],
        "lower": {"loses": "A total below the dealer's loses."}[pay.lower],
        "tie": {
            "push": "Equal totals are a push.",
            "loses": f"The dealer wins ties on {listed(pay.tie_totals, 'and')}; others push."
            if pay.tie_totals
            else "The dealer wins every tie of totals.",
        }[pay.tie],
        "tie_totals": "",
        "dealer_22": {
            "bust": "If the dealer busts, every hand that stands wins.",
            "push": "If the dealer has 22, every hand that stands pushes.",
        }[pay.dealer_22],
        "split_21_beats_21": "A two-card 21 after a split beats a dealer's 21 of more cards."
        if pay.split_21_beats_21
        else "",
        "five_card_21": "A 21 in five cards pays differently." if pay.five_card_21 else "",
        "five_card_21_pays": f"A 21 in five cards pays {pay.five_card_21_pays}."
        if pay.five_card_21
        else "",
        "always_wins_21": "A player's 21 wins at once." if pay.always_wins_21 else "",
        "long_21_wins": f"A 21 of {pay.long_21_wins} cards or more wins at once."
        if pay.long_21_wins
        else "",
        **_by_cards(rules),
        "dealer_blackjack_takes": {
            "all": "A dealer's blackjack takes every wager, doubles and splits included.",
            "original_only": "A dealer's blackjack takes the first wager of a box and gives back "
            "what was added.",
            "live_original": "A dealer's blackjack takes the first wager while one of its hands is "
            "live; what was added to live hands goes back, and busted hands stay lost.",
            "busted_plus_one": "A dealer's blackjack takes the busted hands and one live one.",
        }[pay.dealer_blackjack_takes],
        "cards_removed": {
            "at_once": "The cards of a hand are taken as soon as it is settled.",
            "at_end": "The cards of all hands are taken at the end of the round.",
        }[pay.cards_removed],
        "order": {
            "ascending": "Boxes are settled from the dealer's left.",
            "descending": "Boxes are settled from the dealer's right.",
            "collect_then_pay": "Losing wagers are taken first, from the dealer's right; then "
            "winners are paid.",
        }[pay.order],
    }


TELLERS: dict[str, tuple[str, Callable[[Rules], Told]]] = {
    "table": ("The table", tell_table),
    "limits": ("Stakes", tell_limits),
    "shoe": ("The shoe", tell_shoe),
    "deal": ("The deal", _deal),
    "blackjack": ("Blackjack", _blackjack),
    "insurance": ("Insurance and even money", _insurance),
    "draw": ("Hitting and standing", _draw),
    "double": ("Doubling", _double),
    "split": ("Splitting", _split),
    "surrender": ("Surrender", _surrender),
    "dealer": ("The dealer", _dealer),
    "settlement": ("Settlement", _settlement),
    "fees": ("Antes and meters", tell_fees),
}
"""A heading and the words for each section, in the order of a round."""
