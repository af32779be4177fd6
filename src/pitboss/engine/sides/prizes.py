"""Prizes and meters: what is drawn and shared, and what the staff verifies before it is paid."""

from typing import ClassVar

from msgspec.structs import astuple, replace

from pitboss.engine.boxes import Settled, Side
from pitboss.engine.declare import ANYBODY, EVERYBODY, Command, Event
from pitboss.engine.draft import Draft
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.state import TableState
from pitboss.money import FLOAT, METER, Cents, Transfer, Transfers
from pitboss.rulebook.payoffs import Prize
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import SideWager, Step

DOLLAR = 100


class DrawPrize(Command, tag="draw_prize"):
    """Press the prize button for the next winner: the draw comes in from outside."""

    prize: Cents
    roles: ClassVar = ANYBODY


class MeterRaised(Event, tag="meter_raised"):
    """The share of the round's progressive wagers went onto the meter."""

    amount: Cents
    audience: ClassVar = EVERYBODY
    words: ClassVar = "The meter rises by {amount}."

    def apply(self, state: TableState) -> TableState:
        return replace(state, meter=state.meter + self.amount)

    def transfers(self) -> Transfers:
        return (Transfer(FLOAT, METER, self.amount, "progression"),)


class MeterWon(Event, tag="meter_won"):
    """The meter was paid out and starts again."""

    before: Cents
    """What it showed."""
    meter: Cents
    """What it shows from now on."""
    audience: ClassVar = EVERYBODY
    words: ClassVar = "The meter of {before} is won and starts again at {meter}."

    def apply(self, state: TableState) -> TableState:
        return replace(state, meter=self.meter)

    def transfers(self) -> Transfers:
        """The winners are paid from the float, which the meter makes good; then it starts again."""
        return (
            Transfer(METER, FLOAT, self.before, "meter won"),
            Transfer(FLOAT, METER, self.meter, "meter reset"),
        )


class PrizeDrawn(Event, tag="prize_drawn"):
    """The button was pressed for the side wagers of a box."""

    box: int
    wager: str
    prize: Cents
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Box {box}: the button shows {prize} for {wager}."

    def apply(self, state: TableState) -> TableState:
        key = (self.box, self.wager)
        sides = tuple(
            replace(side, prize=self.prize) if (side.box, side.wager) == key else side
            for side in state.sides
        )
        return replace(state, sides=sides)


class PayoutHeld(Event, tag="payout_held"):
    """A side wager has won, and is paid once the staff has verified it."""

    box: int
    player: str
    wager: str
    stake: Cents
    net: Cents
    clause: str
    pays: str
    line: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Box {box}: {player} has won {net} on {wager}; the staff verifies it first."

    def apply(self, state: TableState) -> TableState:
        box, player, wager, *rest = astuple(self)
        held = Settled(box, 0, player, wager, 0, "win", *rest)
        return replace(state, held=(*state.held, held))


class PayoutChecked(Event, tag="payout_checked"):
    """The staff verified something about the payout that is held first."""

    step: str
    by: str
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by}: {step:plain} [{clause}]."

    def apply(self, state: TableState) -> TableState:
        return replace(state, checked=state.checked + 1)


def wins_prize(wager: SideWager) -> bool:
    """Whether a win is paid by a draw."""
    return any(isinstance(line.payoff, Prize) for line in wager.lines.values())


def check_due(state: TableState) -> Step | None:
    """The check that the payout held first waits for."""
    if not state.held:
        return None
    held = state.held[0]
    checks, paid = state.rules.wagers[held.wager].checks, held.net + held.stake
    steps = [step for step in checks if step.at_least <= paid < step.below]
    return steps[state.checked] if state.checked < len(steps) else None


def release_payout(draft: Draft) -> None:
    """Pay what has been verified (T-r-7, T-s-7)."""
    draft.add(WagerSettled(*astuple(draft.state.held[0])))


def presser_refused(state: TableState, side: Side, name: str) -> Rejection | None:
    """The seated player presses, or a bettor with the wager, or the staff (NZ-15A.9, T-s-6-s2)."""
    box = state.box(side.box)
    which = (side.box, side.wager)
    holders = [one.player for one in state.sides if (one.box, one.wager) == which]
    is_right = box is not None and (name == box.seated or name in holders)
    if is_right or not name or name in state.floor.staff:
        return None
    text = f"the button is for {' or '.join(holders)}"
    return state.rules.refuse(Code.NOT_YOURS, "prize", text, also="decider", where=side.wager)


def prize_range(state: TableState, side: Side) -> tuple[Cents, Cents]:
    """The least and the greatest prize that a clause lets the button show."""
    return state.rules.wagers[side.wager].prizes[prize_stake(state, side)]


def prize_stake(state: TableState, side: Side) -> Cents:
    """The stake that a table of prizes is read by: a dollar, or what was staked."""
    lines = state.rules.wagers[side.wager].lines.values()
    per_dollar = any(isinstance(one.payoff, Prize) and one.payoff.per_dollar for one in lines)
    return DOLLAR if per_dollar else side.amount
