"""The acts of a hand, and the clauses that refuse them."""

from pitboss.cards import Card, is_ace, is_ten
from pitboss.hands import Hand
from pitboss.rulebook.file.hand_conditions import hand_condition, is_allowed
from pitboss.rulebook.questions.dealing import surrenders_before_play
from pitboss.rulebook.questions.settlement import rows_of, wins_if_safe
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Rules


def is_complete(rules: Rules, hand: Hand, *, hands: int) -> bool:
    """Return True if the hand has no choice left, so that its turn ends by itself.

    ``hands`` is the number of hands of the box.
    """
    if hand.low > 21:
        return True
    if hand.has_unseen:
        return False
    cards = len(hand.cards)
    if cards < 2:
        return False
    if wins_if_safe(rules, hand):
        return True
    if hand.doubles:
        return hand.total == 21 or not _goes_on(rules, hand)
    if hand.total == 21:
        if hand.is_blackjack:
            return not rules.double.on_blackjack
        if rules.draw.at_21 == "ends":
            return True
    if rules.draw.cards_max and cards >= rules.draw.cards_max:
        return True
    if hand.is_split_ace and rules.split.ace_cards == "one":
        return split_refusal(rules, hand, hands=hands) is not None
    return False


def _goes_on(rules: Rules, hand: Hand) -> bool:
    """Return True if a doubled hand may do more than stand."""
    return (
        hit_refusal(rules, hand) is None
        or double_refusal(rules, hand) is None
        or surrender_refusal(rules, hand) is None
    )


def acts_when_doubled(rules: Rules) -> bool:
    """Return True if any doubled hand may do more than stand."""
    return rules.double.times > 1 or rules.double.draws_on or rules.surrender.doubled


def wins_at_once(rules: Rules, hand: Hand) -> bool:
    """Return True if the hand is won and paid the moment it is made (NZ-19.5)."""
    if hand.has_unseen or not wins_if_safe(rules, hand):
        return False
    return not rows_of(rules, hand)[0].dealer


def hit_refusal(rules: Rules, hand: Hand) -> Rejection | None:
    """Refusal to let the hand draw, or None."""
    if hand.doubles and not rules.double.draws_on:
        text = "a doubled hand takes no card but that of a further double"
        return rules.refuse(Code.NOT_ALLOWED, "double.draws_on", text)
    if hand.total == 21 and rules.draw.at_21 == "ends":
        return rules.refuse(Code.NOT_ALLOWED, "draw.at_21", "a hand of 21 may not draw")
    if hand.is_blackjack:
        return rules.refuse(Code.NOT_ALLOWED, "blackjack.paid", "a blackjack may not draw")
    if hand.is_split_ace and rules.split.ace_cards == "one" and len(hand.cards) >= 2:
        return rules.refuse(Code.NOT_ALLOWED, "split.ace_cards", "a split ace takes one card only")
    return _full(rules, hand)


def _full(rules: Rules, hand: Hand) -> Rejection | None:
    """Refusal of one more card for any act, or None."""
    most = rules.draw.cards_max
    if most and len(hand.cards) >= most:
        text = f"a hand takes no more than {most} cards"
        return rules.refuse(Code.NOT_ALLOWED, "draw.cards_max", text, limit=most)
    return None


def stand_refusal(rules: Rules, hand: Hand) -> Rejection | None:
    """Refusal to let the hand stand, or None."""
    least = rules.draw.stand_min
    if hand.has_unseen:
        return None
    if hand.total < least and not hand.doubles:
        text = f"a hand of {hand.total} must draw until it has {least} or more"
        return rules.refuse(Code.MUST_DRAW, "draw.stand_min", text, limit=least)
    return None


def double_refusal(rules: Rules, hand: Hand, up: Card | None = None) -> Rejection | None:
    """Refusal to let the hand double, or None; without an up card, against any."""
    double = rules.double
    if not double.offered:
        text = "doubling is not offered at this table"
        return rules.refuse(Code.NOT_OFFERED, "double.offered", text)

    def refuse(path: str, text: str) -> Rejection:
        return rules.refuse(Code.NOT_ALLOWED, f"double.{path}", text)

    if hand.is_blackjack:
        if double.on_blackjack:
            return None
        return refuse("on_blackjack", "a blackjack may not be doubled")
    if hand.doubles >= double.times:
        times = {1: "once", 2: "twice"}.get(double.times, f"{double.times} times")
        return refuse("times", f"a hand may be doubled {times} and no more")
    if double.cards == "two" and len(hand.cards) != 2 and not hand.doubles:
        return refuse("cards", "only the first two cards of a hand may be doubled")
    if hand.is_split and not double.after_split:
        return refuse("after_split", "a hand made by splitting may not be doubled")
    if hand.is_split_ace and not double.split_aces:
        return refuse("split_aces", "a split ace may not be doubled")
    if hand.aces and not double.with_ace:
        return refuse("with_ace", "two cards that include an ace may not be doubled")
    if hand.total == 21 and not double.on_21 and not double.totals:
        return refuse("on_21", "a hand of 21 may not be doubled")
    wanted, path = double.totals, "totals"
    if hand.is_split and double.split_totals:
        wanted, path = double.split_totals, "split_totals"
    if wanted and hand.total not in wanted:
        # An ace and a ten are 21 and stay so: counting low serves A8 and A9 (DD-16).
        may_count_low = double.count_low and (hand.total < 21 or double.on_21)
        low_serves = may_count_low and hand.is_soft and hand.low in wanted
        if not low_serves:
            totals = ", ".join(str(total) for total in wanted)
            return refuse(path, f"only a total of {totals} may be doubled, not {hand.total}")
    if not is_allowed(double.only, hand, up):
        return refuse("only", f"hands that may be doubled: {'; '.join(double.only)}")
    return _full(rules, hand)


def split_refusal(
    rules: Rules, hand: Hand, up: Card | None = None, *, hands: int
) -> Rejection | None:
    """Refusal to let the hand split, or None; without an up card, against any.

    ``hands`` is the number that the box has already.
    """
    split = rules.split
    if not split.offered:
        text = "splitting is not offered at this table"
        return rules.refuse(Code.NOT_OFFERED, "split.offered", text)

    def refuse(path: str, text: str, limit: int | None = None) -> Rejection:
        return rules.refuse(Code.NOT_ALLOWED, f"split.{path}", text, limit=limit)

    is_pair = hand.is_pair_by_value if split.match == "value" else hand.is_pair_by_rank
    if not is_pair:
        return refuse("match", f"only two cards of equal {split.match} may be split")
    if hand.is_split_ace and not split.resplit_aces:
        return refuse("resplit_aces", "split aces may not be split again")
    own_max = split.aces_max if is_ace(hand.cards[0]) else 0
    most, path = (own_max, "aces_max") if own_max else (split.hands_max, "hands_max")
    if hands >= most:
        return refuse(path, f"a box may grow to {most} hands and no more", most)
    if not is_allowed(split.only, hand, up):
        return refuse("only", f"pairs that may be split: {'; '.join(split.only)}")
    return None


def surrender_refusal(
    rules: Rules, hand: Hand, up: Card | None = None, *, has_looked: bool = False
) -> Rejection | None:
    """Refusal to let the hand surrender, or None; without an up card, against any.

    ``has_looked``: the dealer has peeked, so that early surrender comes too late.
    """
    hands = rules.surrender.hands
    if not rules.surrender.offered:
        text = "surrendering is not offered at this table"
        return rules.refuse(Code.NOT_OFFERED, "surrender.offered", text)

    def refuse(path: str, text: str) -> Rejection:
        ahead = "split_surrender" if hands == "first" and hand.is_split else ""
        return rules.refuse(Code.NOT_ALLOWED, f"surrender.{path}", text, ahead=ahead)

    if hand.doubles:
        if rules.surrender.doubled:
            return None
        return refuse("doubled", "a doubled hand may not be surrendered")
    if hands == "none":
        return refuse("hands", "surrender is not offered at this table")
    if hands == "first" and hand.is_split:
        return refuse("hands", "a split hand may not be surrendered")
    if hands == "split" and not hand.is_split:
        return refuse("hands", "only a hand made by splitting may be surrendered")
    if rules.surrender.cards == "two" and len(hand.cards) != 2:
        return refuse("cards", "only the first two cards of a hand may be surrendered")
    if hand.is_blackjack:
        return refuse("hands", "a blackjack may not be surrendered")
    if not is_allowed(rules.surrender.only, hand, up):
        return refuse("only", f"hands that may be surrendered: {'; '.join(rules.surrender.only)}")
    if up is None:
        return None
    if not surrenders_against(rules, up):
        return refuse("against_ace", "no hand may be surrendered against an ace")
    if has_looked and is_early_hand(hand) and surrenders_before_play(rules, up):
        return refuse("when", "a hand is surrendered before the dealer looks, and not after")
    return None


def surrenders_against(rules: Rules, up: Card) -> bool:
    """Return True if this up card by itself bars no surrender."""
    return rules.surrender.against_ace or not is_ace(up)


def asks_up(rules: Rules) -> bool:
    """Return True if an act is allowed against some up cards only."""
    texts = (*rules.double.only, *rules.split.only, *rules.surrender.only)
    return any(hand_condition(text).against for text in texts)


def is_early_hand(hand: Hand) -> bool:
    """Return True for a hand as it was dealt, which early surrender is for."""
    return len(hand.cards) == 2 and not hand.is_split


def is_free_double(rules: Rules, hand: Hand) -> bool:
    """Return True if the house pays for doubling this hand (PA-9-a-1)."""
    is_hard_two = len(hand.cards) == 2 and not hand.is_soft
    return is_hard_two and hand.total in rules.double.free_totals


def is_free_split(rules: Rules, hand: Hand) -> bool:
    """Return True if the house pays for splitting this pair (PA-10-b-2)."""
    return rules.split.free == "all_but_tens" and not is_ten(hand.cards[0])


def insurance_refusal(rules: Rules, hand: Hand, up: int) -> Rejection | None:
    """Refusal of insurance on this hand and up card, or None (NZ-1.0-insurance-wager)."""
    if not rules.insurance.offered:
        text = "insurance is not offered at this table"
        return rules.refuse(Code.NOT_OFFERED, "insurance.offered", text)
    if rules.deal.hole_card_up:
        text = "nothing is insured where both dealer cards lie face up"
        return rules.refuse(Code.NOT_OFFERED, "deal.hole_card_up", text)
    if not is_ace(up):
        return rules.refuse(Code.NOT_OFFERED, "insurance", "insurance is offered against an ace")
    if hand.is_blackjack and not rules.insurance.on_blackjack:
        text = "a blackjack may not be insured"
        return rules.refuse(Code.NOT_ALLOWED, "insurance.on_blackjack", text)
    return None


def even_money_refusal(rules: Rules, hand: Hand, up: int) -> Rejection | None:
    """Refusal of even money for this hand and up card, or None."""
    path = "insurance.even_money"
    if rules.insurance.even_money == "never":
        return rules.refuse(Code.NOT_OFFERED, path, "even money is not offered at this table")
    if rules.deal.hole_card_up:
        text = "no even money where both dealer cards lie face up"
        return rules.refuse(Code.NOT_OFFERED, "deal.hole_card_up", text)
    against = rules.insurance.even_money_against
    if not (is_ace(up) and "ace" in against) and not (is_ten(up) and "ten" in against):
        return rules.refuse(Code.NOT_OFFERED, path, "even money is offered against an ace")
    if not hand.is_blackjack:
        return rules.refuse(Code.NOT_ALLOWED, path, "only a blackjack may be paid even money")
    return None
