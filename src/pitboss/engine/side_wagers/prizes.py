"""Prizes and meters, and payouts that the staff verifies first."""

from typing import ClassVar

from msgspec.structs import astuple, replace

from pitboss.engine.declare import ANYBODY, EVERYBODY, PIT, PLAYERS, Command, Event, Source
from pitboss.engine.draft import Draft
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.state import TableState
from pitboss.engine.state.boxes import Button, Settled, SideBet
from pitboss.engine.words import one_of
from pitboss.money import FLOAT, METER, Cents, Transfer, Transfers
from pitboss.rulebook.file.payoffs import Prize
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import SideWager, Step

DOLLAR = 100


class DrawPrize(Command, tag="draw_prize"):
    """Press the prize button for the next winner; the command carries the result."""

    prize: Cents = 0
    """The prize that the button shows; a server draws it."""
    player: str = ""
    """The player who pressed, if a staff member reports it; empty otherwise."""
    roles: ClassVar = ANYBODY
    filled: ClassVar = {"prize": Source.DRAWN_PRIZE}


class DeclinePrize(Command, tag="decline_prize"):
    """Leave the prize button to another player."""

    nominee: str = ""
    """A bettor with the wager on that box, named by its decider."""
    roles: ClassVar = PLAYERS | PIT
    taken_back_as: ClassVar = "refusal of the button"


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
    """Amount shown before."""
    meter: Cents
    """Amount shown from now on."""
    audience: ClassVar = EVERYBODY
    words: ClassVar = "The meter of {before} is won and starts again at {meter}."

    def apply(self, state: TableState) -> TableState:
        return replace(state, meter=self.meter)

    def transfers(self) -> Transfers:
        """Repay the float, which pays the winners, from the meter; then restart the meter."""
        return (
            Transfer(METER, FLOAT, self.before, "meter won"),
            Transfer(FLOAT, METER, self.meter, "meter reset"),
        )


class PrizeDrawn(Event, tag="prize_drawn"):
    """The button was pressed for the side wagers of a box."""

    box: int
    wager: str
    prize: Cents
    player: str = ""
    """The player who pressed; empty for an employee or an automatic draw."""
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Box {box}: the button shows {prize} for {wager}."

    def apply(self, state: TableState) -> TableState:
        key = (self.box, self.wager)
        sides = tuple(
            replace(side, prize=self.prize) if (side.box, side.wager) == key else side
            for side in state.sides
        )
        return replace(state, sides=sides)


class PrizeDeclined(Event, tag="prize_declined"):
    """A player left the prize button to another bettor, or to the staff."""

    box: int
    wager: str
    player: str
    nominee: str
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "nominee",
        yes="Box {box}: {player} leaves the button to {nominee} [{clause}].",
        no="Box {box}: {player} does not press the button [{clause}].",
    )

    def apply(self, state: TableState) -> TableState:
        declined = (*button_of(state, self.box, self.wager).declined, self.player)
        button = Button(state.round, self.box, self.wager, declined, self.nominee)
        return replace(state, button=button)


class PayoutHeld(Event, tag="payout_held"):
    """A side wager won, and is paid after the staff has verified it."""

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
    """The staff did one check of the first held payout."""

    step: str
    by: str
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by}: {step:plain} [{clause}]."

    def apply(self, state: TableState) -> TableState:
        return replace(state, checked=state.checked + 1)


def wins_prize(wager: SideWager) -> bool:
    """Return True if a win is paid by a draw."""
    return any(isinstance(line.payoff, Prize) for line in wager.lines.values())


def check_due(state: TableState) -> Step | None:
    """Return the next check of the first held payout, or None."""
    if not state.held:
        return None
    held = state.held[0]
    checks, paid = state.rules.wagers[held.wager].checks, held.net + held.stake
    steps = [step for step in checks if step.at_least <= paid < step.below]
    return steps[state.checked] if state.checked < len(steps) else None


def release_payout(draft: Draft) -> None:
    """Pay the first held payout after its checks (T-r-7, T-s-7)."""
    draft.add(WagerSettled(*astuple(draft.state.held[0])))


def button_of(state: TableState, box: int, wager: str) -> Button:
    """Return the button of a box and wager in this round."""
    button = state.button
    is_this = (button.round, button.box, button.wager) == (state.round, box, wager)
    return button if is_this else Button(state.round, box, wager)


def presser_due(state: TableState, side: SideBet) -> str:
    """Return the player to press the button, or "" if all have declined (NZ-15A.9, T-s-6-s2)."""
    if state.rules.wagers[side.wager].pressed_by == "winner":
        return side.player
    button = button_of(state, side.box, side.wager)
    names = (button.nominee, state.the_box(side.box).seated)
    return next((name for name in names if name and name not in button.declined), "")


def presser_refusal(
    state: TableState, side: SideBet, name: str, player: str = ""
) -> Rejection | None:
    """Refuse a press, or a report of one, out of turn; the table may press for all.

    An employee presses if the players have declined (NZ-15A.9).
    """
    wager, due = state.rules.wagers[side.wager], presser_due(state, side)
    is_staff = name in state.floor.staff
    is_employee = is_staff and not player and (not due or wager.pressed_by == "winner")
    presser = player if is_staff else name
    if not name or is_employee or (due and presser == due and player in ("", due)):
        return None
    text = f"the button is for {due or 'an employee'}"
    also = state.rules.cited("decider")
    return Rejection(Code.NOT_YOURS, text, wager.press_clause, also, side.wager)


def decline_refusal(
    state: TableState, side: SideBet, name: str, nominee: str = ""
) -> Rejection | None:
    """Refuse a player who may not leave the button to others, or not to this one (NZ-15A.9)."""
    wager, due = state.rules.wagers[side.wager], presser_due(state, side)
    box, button = state.the_box(side.box), button_of(state, side.box, side.wager)
    if wager.pressed_by != "decider":
        text = "only a winner presses the button"
        return Rejection(Code.NOT_OFFERED, text, wager.press_clause, (), side.wager)
    # If a nominee declines as well, the decider of the box may name another.
    is_again = name == box.seated and not due and nominee
    if not name or (name != due and not is_again) or (nominee and name != box.seated):
        text = f"the button is for {due or 'an employee'}, and {box.seated} may nominate"
        return Rejection(Code.NOT_YOURS, text, wager.press_clause, (), side.wager)
    has_wager = any(bet.key == (side.box, nominee, side.wager) for bet in state.sides)
    is_valid = has_wager and box.main(nominee) and nominee not in (name, *button.declined)
    if nominee and not is_valid:
        text = f"{nominee} has no main wager with {wager.title} on box {side.box}, or has declined"
        return Rejection(Code.UNKNOWN, text, wager.press_clause, (), side.wager)
    return None


def prize_range(state: TableState, side: SideBet) -> tuple[Cents, Cents]:
    """Return the smallest and largest prize that the button may show."""
    return state.rules.wagers[side.wager].prizes[prize_stake(state, side)]


def prize_stake(state: TableState, side: SideBet) -> Cents:
    """Return the stake for the table of prizes: a dollar, or the amount staked."""
    lines = state.rules.wagers[side.wager].lines.values()
    per_dollar = any(isinstance(line.payoff, Prize) and line.payoff.per_dollar for line in lines)
    return DOLLAR if per_dollar else side.amount
