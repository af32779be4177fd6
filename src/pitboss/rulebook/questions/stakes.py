"""The stakes allowed on each wager, and the clauses that refuse others."""

from fractions import Fraction
from math import gcd, lcm

import msgspec

from pitboss.money import Cents, round_up, show
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Rules, SideWager


class Stakes(msgspec.Struct, frozen=True, gc=False):
    """The stakes allowed: a range in steps, or a few amounts only."""

    low: Cents
    high: Cents
    unit: Cents = 1
    only: tuple[Cents, ...] = ()

    def __contains__(self, amount: Cents) -> bool:
        if self.only:
            return amount in self.only
        return self.low <= amount <= self.high and amount % self.unit == 0


def main_stakes(rules: Rules) -> Stakes:
    """Return the stakes allowed on a main wager."""
    limits = rules.limits
    unit = lcm(limits.chip_unit, _exact_unit(rules))
    return Stakes(round_up(limits.min_bet, unit), limits.max_bet, unit)


def _exact_unit(rules: Rules) -> Cents:
    """Unit of main wagers with an exact blackjack, if the table takes no others.

    It is exact to the cent (PA-11-a), or in chips (NZ-5.4).
    """
    if rules.limits.payout_unit not in ("exact", "exact_chip"):
        return 1
    pays, unit = rules.blackjack.pays, rules.payout_unit
    return unit * pays.stake // gcd(pays.gain, unit * pays.stake)


def main_refusal(rules: Rules, amount: Cents) -> Rejection | None:
    """Refusal of a main wager of this amount, or None."""
    limits = rules.limits
    if amount <= 0 or amount % limits.chip_unit:
        is_within = limits.min_bet <= amount <= limits.max_bet
        path = "limits.min_bet" if amount < limits.min_bet else "limits.max_bet"
        return _not_chips(rules, amount, *(() if is_within else rules.cited(path)))
    if amount < limits.min_bet:
        text = f"a main wager is at least {show(limits.min_bet)}"
        return rules.refuse(Code.STAKE_TOO_SMALL, "limits.min_bet", text, limit=limits.min_bet)
    if amount > limits.max_bet:
        text = f"a main wager is at most {show(limits.max_bet)}"
        return rules.refuse(Code.STAKE_TOO_LARGE, "limits.max_bet", text, limit=limits.max_bet)
    if amount % _exact_unit(rules):
        text = f"a blackjack on {show(amount)} could not be paid to the cent"
        if rules.limits.payout_unit == "exact_chip":
            text = f"a blackjack on {show(amount)} could not be paid in chips"
        return rules.refuse(Code.STAKE_NOT_OFFERED, "limits.payout_unit", text)
    most = limits.player_max
    if most is not None and amount > most:
        text = f"a player may stake at most {show(most)} on a box"
        return rules.refuse(Code.STAKE_TOO_LARGE, "limits.player_max", text, limit=most)
    return None


def _not_chips(rules: Rules, amount: Cents, *also: str) -> Rejection:
    unit = rules.limits.chip_unit
    text = f"{show(amount)} cannot be made of chips of {show(unit)}"
    first, *rest = rules.cited("chips")
    return Rejection(Code.STAKE_NOT_CHIPS, text, first, (*rest, *also), limit=unit)


def side_stakes(wager: SideWager, *, main: Cents) -> Stakes:
    """Return the stakes allowed on a side wager beside a main wager."""
    if wager.stakes:
        only = tuple(s for s in wager.stakes if s <= wager.stake_max)
        if wager.up_to_main:
            only = tuple(stake for stake in only if stake <= main)
        return Stakes(min(only, default=0), max(only, default=0), only=only or (0,))
    high = min(wager.stake_max, main) if wager.up_to_main else wager.stake_max
    # Where the limit falls between two stakes, the next one up is the least.
    return Stakes(round_up(wager.stake_min, wager.unit), high, wager.unit)


def side_refusal(rules: Rules, wager: SideWager, amount: Cents, *, main: Cents) -> Rejection | None:
    """Refusal of a side wager of this amount, or None."""

    def refuse(code: Code, text: str, limit: Cents) -> Rejection:
        first, *rest = wager.stakes_clauses
        return Rejection(code, text, first, tuple(rest), wager.name, limit)

    stakes = side_stakes(wager, main=main)
    if wager.stakes and amount in wager.stakes and amount % rules.limits.chip_unit:
        return _not_chips(rules, amount, *wager.stakes_clauses)
    if amount in stakes and amount > 0:
        return None
    if wager.stakes:
        amounts = " or ".join(show(stake) for stake in wager.stakes)
        if amount in wager.stakes:
            text = f"{wager.title} may not be more than the main wager or the house's limit"
            return refuse(Code.STAKE_TOO_LARGE, text, stakes.high)
        return refuse(Code.STAKE_NOT_OFFERED, f"{wager.title} takes {amounts}", stakes.high)
    if amount <= 0 or amount % wager.unit:
        if wager.unit != rules.limits.chip_unit:
            text = f"{wager.title} is staked in multiples of {show(wager.unit)}"
            return refuse(Code.STAKE_NOT_CHIPS, text, wager.unit)
        is_within = stakes.low <= amount <= stakes.high
        return _not_chips(rules, amount, *(() if is_within else wager.stakes_clauses))
    if amount < stakes.low:
        text = f"{wager.title} is at least {show(stakes.low)}"
        return refuse(Code.STAKE_TOO_SMALL, text, stakes.low)
    return refuse(
        Code.STAKE_TOO_LARGE, f"{wager.title} is at most {show(stakes.high)}", stakes.high
    )


def double_stakes(rules: Rules, original: Cents) -> Stakes:
    """Return the amounts that a double may add; ``original`` is the wager of the box."""
    unit = rules.limits.chip_unit
    match rules.double.amount:
        case "equal":
            return Stakes(original, original, only=(original,))
        case "full_or_half":
            half = original // 2
            return Stakes(half, original, only=(half, original))
        case _:
            return Stakes(rules.limits.increment or unit, original, unit)


def double_stake_refusal(rules: Rules, original: Cents, amount: Cents) -> Rejection | None:
    """Refusal of a double of this amount, or None."""
    stakes = double_stakes(rules, original)
    if amount in stakes:
        return None
    path = "double.amount"
    if stakes.only:
        amounts = " or ".join(show(stake) for stake in stakes.only)
        return rules.refuse(
            Code.STAKE_NOT_OFFERED, path, f"a double is {amounts}", limit=stakes.high
        )
    if amount > stakes.high:
        text = f"a double is at most the original wager of {show(original)}"
        return rules.refuse(Code.STAKE_TOO_LARGE, path, text, limit=stakes.high)
    if amount < stakes.low:
        text = f"a double is at least {show(stakes.low)}"
        return rules.refuse(
            Code.STAKE_TOO_SMALL, "limits.increment", text, also=path, limit=stakes.low
        )
    return _not_chips(rules, amount, *rules.cited(path))


def insurance_stakes(rules: Rules, original: Cents) -> Stakes:
    """Return the stakes allowed on insurance beside a main wager."""
    unit = rules.limits.chip_unit if rules.insurance.unit == "chip" else 1
    half = Fraction(original, 2)
    cap = round_up(half, unit) if rules.insurance.cap == "up" else int(half // unit) * unit
    return Stakes(unit, cap, unit)


def even_money_stake(rules: Rules, original: Cents) -> Cents:
    """Insurance that makes a blackjack even money: exactly half, or 0 if chips cannot make that.

    Half that is rounded up is not half (T-g-2).
    """
    half = original // 2
    return half if 2 * half == original and half in insurance_stakes(rules, original) else 0


def insurance_stake_refusal(rules: Rules, original: Cents, amount: Cents) -> Rejection | None:
    """Refusal of an insurance wager of this amount, or None."""
    stakes = insurance_stakes(rules, original)
    if amount in stakes:
        return None
    if amount > stakes.high and 2 * amount > original:
        text = f"insurance is at most half of the wager, {show(stakes.high)}"
        return rules.refuse(Code.STAKE_TOO_LARGE, "insurance.cap", text, limit=stakes.high)
    if rules.insurance.unit == "chip" and amount > 0:
        text = f"insurance is made of chips of {show(stakes.unit)}"
        return rules.refuse(
            Code.STAKE_NOT_CHIPS, "insurance.unit", text, also="chips", limit=stakes.unit
        )
    text = f"insurance is at least {show(stakes.low)}"
    return rules.refuse(Code.STAKE_TOO_SMALL, "insurance.unit", text, limit=stakes.low)


def ante_due(rules: Rules, main: Cents) -> Cents:
    """Return the ante of a main wager; 0 if it is waived (NZ-18.4)."""
    waived = rules.fees.ante_waived_from
    return 0 if waived is not None and main >= waived else rules.fees.ante


def meter_raise(rules: Rules, staked: Cents) -> Cents:
    """Amount that the progressive wagers of a round add to the meter (T-r-2-s4, T-r-9)."""
    return round(staked * rules.fees.progression)
