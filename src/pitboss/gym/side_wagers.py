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
    stakes_of(rules, names)
    every = (some for size in range(len(names) + 1) for some in combinations(names, size))
    return tuple(some for some in every if _are_compatible(rules, some))


def stakes_of(rules: Rules, names: Names) -> dict[str, Cents]:
    """Return the stake on each side wager, which is the smallest."""
    for name in names:
        if name not in rules.wagers:
            offered = ", ".join(rules.wagers) or "none"
            text = f"{name} is not offered at this table"
            raise GymError(text, place="sides", hint=f"side wagers offered: {offered}")
    unit = main_stakes(rules).low
    sides = chosen(rules, names, unit)
    for side in sides:
        _check_playable(rules, side, main=unit * rules.dealer.hands_min)
    return {side.wager.name: side.stake for side in sides}


def _check_playable(rules: Rules, side: PlayedSideWager, *, main: Cents) -> None:
    """Raise if an environment cannot play a wager beside this main wager."""
    wager = side.wager
    if refused := side_refusal(rules, wager, side.stake, main=main):
        raise GymError(str(refused), place="sides", hint="change its limits or the smallest wager")
    if rules.dealer.hands_min > 1 and wager.kind.decided >= Stage.DEALER:
        text = f"{wager.name} waits for the dealer's hand, of which this table has several"
        raise GymError(text, place="sides", hint="leave it out")
    payoff = prize_payoff(wager)
    if payoff and not prizes_of(side, payoff):
        text = f"{wager.name} has no list of prizes to draw from"
        raise GymError(text, place="sides", hint="choose the table's prizes, each with its weight")


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


def _are_compatible(rules: Rules, names: Names) -> bool:
    return not any(other in rules.wagers[name].alone for name in names for other in names)
