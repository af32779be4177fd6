"""Settlement of side wagers: the cards that each sees, and the time of its payment."""

from typing import ClassVar

from msgspec.structs import replace

from pitboss.engine.declare import EVERYBODY, Event, decides
from pitboss.engine.draft import Draft
from pitboss.engine.payouts import Payout, SettlementReversed, settle_side_as
from pitboss.engine.side_wagers import prizes
from pitboss.engine.state import DEALING, OFFERING, PLAYING, SETTLING, TableState
from pitboss.engine.state.boxes import Box, Settled, SideBet
from pitboss.money import Cents, Transfer, Transfers, layout, purse, show
from pitboss.rulebook.file.payoffs import Meter, Prize, net_gain
from pitboss.rulebook.questions.stakes import ante_due, meter_raise
from pitboss.rulebook.refusals import Code, Rejection, refused_by
from pitboss.rulebook.rules import Line, SideWager
from pitboss.wagers.base import LOSE, OPEN, Sight, Stage
from pitboss.wagers.sight import decide, final_hand, sight_of


class StreakMoved(Event, tag="streak_moved"):
    """A lammer moved to the number of hands won in a row."""

    box: int
    player: str
    wins: int
    wagers: tuple[str, ...] = ()
    """The player's wagers on that box to which the lammer belongs."""
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Box {box}: {player} has won {wins} in a row."

    def apply(self, state: TableState) -> TableState:
        key = (self.box, self.player)
        sides = tuple(
            replace(side, wins=self.wins)
            if (side.box, side.player) == key and side.wager in self.wagers
            else side
            for side in state.sides
        )
        return replace(state, sides=sides)


def sight_now(
    state: TableState,
    box: Box,
    wager: SideWager,
    *,
    streak: int | None = None,
    result: str | None = None,
) -> Sight:
    """Return the cards that a side wager sees; the dealer's hand is final if it needs that.

    The hole card is one of the dealer's cards only when face up.
    """
    kind = wager.kind
    # A wager on the dealer or on results is decided when the box takes no more cards.
    is_over = kind.decided >= Stage.DEALER or all(played.how for played in box.hands)
    cards = box.dealt
    if wager.split == "settle" and box.has_split:
        # A split decides the wager: cards dealt after it do not count (NZ-15.5).
        cards, is_over = cards[:2], True
    dealer = state.dealer.cards
    up = dealer[0] if dealer else None
    hole = dealer[1] if len(dealer) > 1 else None
    final = final_hand(dealer) if kind.draws_out() else None
    return sight_of(
        cards, is_over=is_over, up=up, hole=hole, dealer=final, streak=streak, result=result
    )


def _on_box(draft: Draft, number: int) -> list[tuple[SideBet, SideWager]]:
    """Return the side wagers on a box, each with its rules."""
    wagers = draft.rules.wagers
    return [(side, wagers[side.wager]) for side in draft.state.sides if side.box == number]


def settle_decided(draft: Draft, number: int, *, is_dealing: bool = False) -> None:
    """Settle at once the side wagers decided by a box's cards (NZ-15.6, NZ-15.6-s2)."""
    due = ("at_once",) if is_dealing else ("at_once", "decided")
    for side, wager in _on_box(draft, number):
        if wager.paid in due and not _lacks_ante(draft.state, side):
            _settle_by_cards(draft, side, wager)


def settle_dealt(draft: Draft) -> None:
    """Settle side wagers decided by the deal (T-p-5, T-p-6, NZ-15B.6, NZ-15C.7, H-wagers-17)."""
    for box in draft.state.boxes:
        for side, wager in _on_box(draft, box.number):
            if wager.paid in ("at_once", "decided", "deal"):
                _settle_by_cards(draft, side, wager)


class SideReopened(Event, tag="side_reopened"):
    """A side wager of a rebuilt round went up again, to be decided by the correct cards."""

    box: int
    player: str
    wager: str
    amount: Cents
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Box {box}: {player}'s {wager} is decided again by these cards [{clause}]."

    def apply(self, state: TableState) -> TableState:
        key = (self.box, self.player, self.wager)
        side = SideBet(*key, self.amount, state.round)
        settled = tuple(record for record in state.settled if record.key != key)
        chips = state.paid(self.player, -self.amount)
        return replace(state, sides=(*state.sides, side), settled=settled, chips=chips)

    def transfers(self) -> Transfers:
        own, box = purse(self.player), layout(self.box, self.player)
        return (Transfer(own, box, self.amount, f"{self.wager} up again [{self.clause}]"),)


def decide_side_again(draft: Draft, settled: Settled, clause: str) -> None:
    """Decide a settled side wager again if the cards as rebuilt have another result.

    The cards of a box that was split keep their order only within each hand, and a meter that was
    won has been divided: these results stay.
    """
    state, wager = draft.state, draft.rules.wagers[settled.wager]
    box = state.box(settled.box)
    if box is None or box.has_split or settled.result == "void" or wager.kind.decided > Stage.HAND:
        return
    category = wager.kind.classify(sight_now(state, box, wager))
    lines = (wager.lines.get(settled.line), wager.lines.get(category))
    is_same = lines[0] is lines[1] and category != OPEN
    if is_same or any(line is not None and isinstance(line.payoff, Meter) for line in lines):
        return
    _reopen(draft, settled, clause)


def reopen_side(draft: Draft, settled: Settled, clause: str) -> None:
    """Put a settled side wager up again for the new deal (T-n-5); a meter that was won stays."""
    wager = draft.rules.wagers.get(settled.wager)
    line = wager.lines.get(settled.line) if wager else None
    has_meter = line is not None and isinstance(line.payoff, Meter)
    if wager is not None and settled.result != "void" and not has_meter:
        _reopen(draft, settled, clause)


def _reopen(draft: Draft, settled: Settled, clause: str) -> None:
    draft.add(SettlementReversed(*settled.key, -settled.net, clause))
    draft.add(SideReopened(*settled.key, settled.stake, clause))


def take_lost_bonuses(draft: Draft) -> None:
    """Take lost wagers of the kind paid last, before the hole card (T-s-5, T-s-5-i)."""
    for side in draft.state.sides:
        wager = draft.rules.wagers[side.wager]
        if wager.paid == "last":
            category = _category(draft.state, side, wager)
            if category not in (OPEN, *wager.lines):
                settle_side(draft, side, category)


def settle_sides(draft: Draft, number: int, *, only: bool | None) -> None:
    """Settle the side wagers of a box with its main wagers, except prizes still to be drawn.

    First those on the dealer's final hand (PA-7-n, PA-7-n-2), then those paid with the main wager
    (T-r-8), or not settled before because the box took no act.
    """
    box = draft.state.the_box(number)
    for stages in ((Stage.DEALER,), (Stage.DEAL, Stage.HAND)):
        for side, wager in _on_box(draft, number):
            if wager.kind.decided in stages:
                category = decide(wager.kind, sight_now(draft.state, box, wager))
                is_due = only is None or (category in wager.lines) == only
                if is_due and not _waits_for_prize(side, wager, category):
                    settle_side(draft, side, category)


def reads_dealer(state: TableState) -> bool:
    """Return True if a side wager is up that needs the dealer's second card."""
    return bool(state.sides) and any(
        state.rules.wagers[side.wager].kind.reads_dealer() for side in state.sides
    )


def draws_out(state: TableState) -> bool:
    """Return True if a side wager is up that needs the dealer's final hand."""
    return bool(state.sides) and any(
        state.rules.wagers[side.wager].kind.draws_out() for side in state.sides
    )


def _category(state: TableState, side: SideBet, wager: SideWager) -> str:
    box = state.box(side.box)
    return wager.kind.classify(sight_now(state, box, wager)) if box else LOSE


def _settle_by_cards(draft: Draft, side: SideBet, wager: SideWager) -> None:
    if wager.kind.decided > Stage.HAND:
        return
    category = _category(draft.state, side, wager)
    if category != OPEN and not _waits_for_prize(side, wager, category):
        settle_side(draft, side, category)


def _waits_for_prize(side: SideBet, wager: SideWager, category: str) -> bool:
    """Return True if the prize of a winner is still to be drawn."""
    line = wager.lines.get(category)
    return line is not None and isinstance(line.payoff, Prize) and side.prize < 0


def _lacks_ante(state: TableState, side: SideBet) -> bool:
    """Return True during the deal if the main wager lacks its ante, and will be void after it."""
    if not state.rules.fees.ante or state.phase != DEALING:
        return False
    main = state.main(side.box, side.player)
    is_due = bool(main) and ante_due(state.rules, main[0]) > 0
    return is_due and side.player not in dict(state.the_box(side.box).antes)


def settle_side(draft: Draft, side: SideBet, category: str) -> None:
    """Pay or take a side wager by its category only (T-p-10, T-r-4, T-s-9, T-t-9)."""
    wager, amount = draft.rules.wagers[side.wager], side.amount
    line = wager.lines.get(category)
    if line is None:
        settle_side_as(draft, side, Payout("loss", -amount, _taken_by(draft.state, side, wager)))
        return
    drawn = side.prize
    if isinstance(line.payoff, Meter):
        drawn = _meter_share(draft, side, wager, line)
    net = net_gain(line.payoff, amount, drawn=drawn, unit=draft.rules.payout_unit)
    pays = str(line.payoff)
    if not wager.checks or draft.state.automations.checks:
        settle_side_as(draft, side, Payout("win", net, line.clause, pays, category))
    elif side.key not in [held.key for held in draft.state.held]:
        draft.add(prizes.PayoutHeld(*side.key, amount, net, line.clause, pays, category))


def _taken_by(state: TableState, side: SideBet, wager: SideWager) -> str:
    """Return the clause by which a side wager is lost: to a dealer's blackjack, or else."""
    rules = state.rules
    if not (wager.kind.draws_out() and state.dealer.is_blackjack):
        return wager.lose_clause
    is_tie = state.hand(side.box, 1).hand.is_blackjack
    name = "side_both_blackjack" if is_tie else "side_blackjack"
    return rules.clause(name) if name in rules.refusals else wager.lose_clause


def void_side(draft: Draft, side: SideBet, clause: str) -> None:
    """Return a side wager."""
    settle_side_as(draft, side, Payout("void", 0, clause))


def reverse_sides(
    draft: Draft, number: int, clause: str, *, player: str = "", is_every: bool = False
) -> None:
    """Reverse settled side wagers of a void box: those that fall with it, or every one (NZ-15.7).

    ``player``: only this bettor's.
    """
    state = draft.state
    for settled in state.settled[state.settled_before :]:
        wager = draft.rules.wagers.get(settled.wager)
        is_due = wager is not None and (is_every or wager.voided == "reversed")
        if is_due and settled.box == number and settled.net and player in ("", settled.player):
            draft.add(SettlementReversed(*settled.key, -settled.net, clause))


def _meter_share(draft: Draft, side: SideBet, wager: SideWager, line: Line) -> Cents:
    """Return a winner's share of the meter, divided by all winners of the line (T-r-8-s2).

    The first settlement divides the meter; the shares of the others are stored as drawn prizes.
    """
    if side.prize >= 0:
        return side.prize
    state = draft.state
    winners = [
        other
        for other in state.sides
        if other.wager == wager.name and _category(state, other, wager) == line.category
    ]
    share, rest = divmod(state.meter, len(winners))
    for other in winners:
        draft.add(prizes.PrizeDrawn(other.box, other.wager, share))
    draft.add(prizes.MeterWon(state.meter, draft.rules.fees.meter_reset + rest))
    return share


def settle_flat(draft: Draft, side: SideBet, amount: Cents, clause: str) -> None:
    """Pay a won prize wager a fixed amount in place of a draw (NZ-16.12-s2)."""
    lines = draft.rules.wagers[side.wager].lines.values()
    returns = any(isinstance(ln.payoff, Prize) and ln.payoff.returns_stake for ln in lines)
    net = amount if returns else amount - side.amount
    settle_side_as(draft, side, Payout("win", net, clause, f"${show(amount)}"))


def prize_due(state: TableState, *, paid: str) -> SideBet | None:
    """Return the next winner from the dealer's left whose prize is to be drawn, or None."""
    for box in state.boxes if state.sides else ():
        for side in state.sides:
            wager = state.rules.wagers[side.wager]
            if side.box != box.number or side.prize >= 0 or wager.paid != paid:
                continue
            line = wager.lines.get(_category(state, side, wager))
            if line and isinstance(line.payoff, Prize):
                return side
    return None


def prize_to_draw(state: TableState) -> SideBet | None:
    """Return the winner whose prize is to be drawn now, or None."""
    paid = {OFFERING: "deal", PLAYING: "deal", SETTLING: "last"}.get(state.phase)
    return prize_due(state, paid=paid) if paid else None


@decides(prizes.DrawPrize)
def draw_prize(draft: Draft, command: prizes.DrawPrize) -> Rejection | None:
    """Press the button: one press serves the box (NZ-15A.7), or the winner (T-s-6-s2)."""
    state, rules = draft.state, draft.rules
    side = prize_to_draw(state)
    if side is None:
        path = "prize" if "prize" in rules.refusals else "wrong_time"
        return rules.refuse(Code.WRONG_TIME, path, "no prize is to be drawn now")
    wager = rules.wagers[side.wager]
    if state.floor.is_button_off:
        clauses = rules.irregularities["button_failed"].clauses
        return refused_by(clauses, Code.NOT_OFFERED, "the button is out of order")
    if refusal := prizes.presser_refusal(state, side, command.by, command.player):
        return refusal
    low, high = prizes.prize_range(state, side)
    if not low <= command.prize <= high:
        text = f"{wager.title} pays a prize from {show(low)} to {show(high)}"
        return rules.refuse(Code.PRIZE_NOT_OFFERED, "prize", text, where=side.wager, limit=high)
    is_staff = command.by in state.floor.staff
    presser = command.player if is_staff else command.by
    draft.add(prizes.PrizeDrawn(side.box, side.wager, command.prize, presser))
    for other in draft.state.sides:
        if (other.box, other.wager) == (side.box, side.wager):
            settle_side(draft, other, _category(draft.state, other, wager))
    return None


@decides(prizes.DeclinePrize)
def decline_prize(draft: Draft, command: prizes.DeclinePrize) -> Rejection | None:
    """Leave the button to a nominee or the staff, who may key it for the player (NZ-15A.9)."""
    state, rules = draft.state, draft.rules
    side = prize_to_draw(state)
    if side is None:
        path = "prize" if "prize" in rules.refusals else "wrong_time"
        return rules.refuse(Code.WRONG_TIME, path, "no prize is to be drawn now")
    name = command.by
    if name in state.floor.staff:
        name = prizes.presser_due(state, side) or state.the_box(side.box).seated
    if refusal := prizes.decline_refusal(state, side, name, command.nominee):
        return refusal
    clause = rules.wagers[side.wager].press_clause
    draft.add(prizes.PrizeDeclined(side.box, side.wager, name, command.nominee, clause))
    return None


def abandon_streaks(draft: Draft) -> None:
    """Take pending streaks of players who sit this round out (T-t-6)."""
    state = draft.state
    for side in state.sides:
        is_out = not state.main(side.box, side.player)
        if is_out and draft.rules.wagers[side.wager].kind.stays_up:
            settle_side(draft, side, LOSE)


def move_streaks(draft: Draft, number: int, results: dict[str, str]) -> None:
    """Move, pay or take the wagers of a box on the results of its main wagers (T-t-3).

    The lammer moves before any of them is paid (T-t-11-iii). A void main wager counts as a push.
    """
    box = draft.state.the_box(number)
    for player in dict.fromkeys(side.player for side, _ in _on_results(draft, number)):
        result = results.get(player, "push")
        if result == "win":
            _move_lammer(draft, number, player, 1)
        for side, wager in _on_results(draft, number):
            if side.player == player:
                streak = side.wins if wager.kind.stays_up else int(result == "win")
                sight = sight_now(draft.state, box, wager, streak=streak, result=result)
                category = decide(wager.kind, sight)
                if category != OPEN:
                    settle_side(draft, side, category)
        if result == "loss":
            _move_lammer(draft, number, player, 0)


def _move_lammer(draft: Draft, number: int, player: str, won: int) -> None:
    """Add a hand won in a row to a player's pending wagers, or restart their count."""
    pending = [
        side
        for side, wager in _on_results(draft, number)
        if side.player == player and wager.kind.stays_up
    ]
    if pending and (won or pending[0].wins):
        wins = pending[0].wins + 1 if won else 0
        draft.add(StreakMoved(number, player, wins, tuple(side.wager for side in pending)))


def _on_results(draft: Draft, number: int) -> list[tuple[SideBet, SideWager]]:
    """Return the wagers on a box that depend on the results of one or more rounds."""
    pairs = _on_box(draft, number)
    return [(side, wager) for side, wager in pairs if wager.kind.decided == Stage.ROUND]


def raise_meter(draft: Draft) -> None:
    """Register the round's progressive wagers, chip by chip, on the meter (T-r-2-s3, T-r-2-s4)."""
    staked = sum(
        side.amount for side in draft.state.sides if draft.rules.wagers[side.wager].feeds_meter
    )
    if staked:
        draft.add(prizes.MeterRaised(meter_raise(draft.rules, staked)))
