"""Side wagers of an environment: their combinations and stakes."""

from itertools import combinations

from pitboss.errors import GymError
from pitboss.money import Cents
from pitboss.rulebook.file.payoffs import Prize
from pitboss.rulebook.questions.stakes import main_stakes, side_refusal
from pitboss.rulebook.rules import Rules, SideWager
from pitboss.sim.tables.side_wagers import PlayedSideWager, chosen, prize_ends, prizes_of
from pitboss.wagers.base import Stage

Names = tuple[str, ...]


def lays(rules: Rules, names: Names) -> tuple[Names, ...]:
    """Return every combination of these side wagers allowed on one box, the empty one first."""
    sides = stakes_of(rules, names)
    every = (some for size in range(len(names) + 1) for some in combinations(names, size))
    return tuple(some for some in every if _stand_together(rules, some, sides))


def stakes_of(rules: Rules, names: Names) -> dict[str, Cents]:
    """Return the stake on each side wager, which is the smallest."""
    for name in names:
        if name not in rules.wagers:
            offered = ", ".join(rules.wagers) or "none"
            told = f"{name} is not offered at this table"
            raise GymError(told, place="sides", hint=f"side wagers offered: {offered}")
    return {side.wager.name: _checked(rules, side) for side in chosen(rules, names, _unit(rules))}


def _unit(rules: Rules) -> Cents:
    return main_stakes(rules).low


def _checked(rules: Rules, side: PlayedSideWager) -> Cents:
    """Return the stake of a wager; raise if an environment cannot play it."""
    wager = side.wager
    main = _unit(rules) * rules.dealer.hands_min
    if refused := side_refusal(rules, wager, side.stake, main=main):
        raise GymError(str(refused), place="sides", hint="change its limits or the smallest wager")
    if rules.dealer.hands_min > 1 and wager.kind.decided >= Stage.DEALER:
        told = f"{wager.name} waits for the dealer's hand, of which this table has several"
        raise GymError(told, place="sides", hint="leave it out")
    payoff = prize_payoff(wager)
    if payoff and not prizes_of(side, payoff):
        told = f"{wager.name} has no list of prizes to draw from"
        raise GymError(told, place="sides", hint="choose the table's prizes, each with its weight")
    return side.stake


def prize_payoff(wager: SideWager) -> Prize | None:
    """Return the payoff of a wager that is paid a drawn prize; None for other wagers."""
    payoffs = (line.payoff for line in wager.lines.values())
    return next((payoff for payoff in payoffs if isinstance(payoff, Prize)), None)


def prize_drawn(wager: SideWager, stake: Cents, number: int) -> Cents:
    """Return the prize that a number below 2^32 draws."""
    payoff = prize_payoff(wager)
    assert payoff is not None
    ends = prize_ends(prizes_of(PlayedSideWager(wager, stake), payoff))
    return next(prize for end, prize in ends if number < end)


def streaks_of(rules: Rules, names: Names) -> Names:
    """Return the side wagers that may stay up over rounds."""
    return tuple(name for name in names if rules.wagers[name].kind.stays_up)


def _stand_together(rules: Rules, names: Names, sides: dict[str, Cents]) -> bool:
    assert set(names) <= set(sides)
    return not any(two in rules.wagers[one].alone for one in names for two in names)
