"""The side wagers that an environment offers: which may lie together, and for how much."""

from itertools import combinations

from pitboss.gym.errors import GymError
from pitboss.money import Cents
from pitboss.rulebook.payoffs import Prize
from pitboss.rulebook.rules import Rules, SideWager
from pitboss.rulebook.stakes import main_stakes, side_refused
from pitboss.sim.wagers import Side, chosen
from pitboss.wagers.base import Stage

Names = tuple[str, ...]


def lays(rules: Rules, names: Names) -> tuple[Names, ...]:
    """Every choice of these side wagers that may lie on one box, none of them first."""
    sides = stakes_of(rules, names)
    every = (some for size in range(len(names) + 1) for some in combinations(names, size))
    return tuple(some for some in every if _stand_together(rules, some, sides))


def stakes_of(rules: Rules, names: Names) -> dict[str, Cents]:
    """What is staked on each side wager: the least amount."""
    for name in names:
        if name not in rules.wagers:
            offered = ", ".join(rules.wagers) or "none"
            told = f"{name} is not offered at this table"
            raise GymError(told, place="sides", hint=f"side wagers offered: {offered}")
    return {side.wager.name: _checked(rules, side) for side in chosen(rules, names, _unit(rules))}


def _unit(rules: Rules) -> Cents:
    return main_stakes(rules).low


def _checked(rules: Rules, side: Side) -> Cents:
    """The stake of a wager that an environment can play."""
    wager = side.wager
    main = _unit(rules) * rules.dealer.hands_min
    if refused := side_refused(rules, wager, side.stake, main=main):
        raise GymError(str(refused), place="sides", hint="change its limits or the least wager")
    if why := _not_played(rules, wager):
        raise GymError(f"{wager.name} {why}", place="sides", hint="leave it out")
    return side.stake


def _not_played(rules: Rules, wager: SideWager) -> str:
    if wager.kind.decided is Stage.ROUND:
        return "depends on results of rounds, and environments do not lay it"
    if any(isinstance(line.payoff, Prize) for line in wager.lines.values()):
        return "pays a drawn prize, and environments do not lay it"
    if rules.dealer.hands_min > 1 and wager.kind.decided >= Stage.DEALER:
        return "waits for the dealer's hand, of which this table has several"
    return ""


def _stand_together(rules: Rules, names: Names, sides: dict[str, Cents]) -> bool:
    assert set(names) <= set(sides)
    return not any(two in rules.wagers[one].alone for one in names for two in names)
