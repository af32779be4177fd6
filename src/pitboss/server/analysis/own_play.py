"""One player's wagers, results and decisions at a table, read from its log."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pitboss.engine.betting.placing import AnteTaken
from pitboss.engine.declare import Event
from pitboss.engine.floor.corrections import CorrectionMade
from pitboss.engine.floor.taking_back import TakenBack
from pitboss.engine.insurance import Insure
from pitboss.engine.payouts import SettlementReversed, WagerSettled
from pitboss.engine.play.acts import Double, Hit, Split, Stand, Surrender
from pitboss.engine.round import RoundEnded
from pitboss.engine.side_wagers.prizes import MeterRaised
from pitboss.engine.state import MAIN, OFFERING, TableState
from pitboss.money import Cents, Net
from pitboss.rulebook.rules import Rules
from pitboss.server.analysis.coach import Question, asked_about
from pitboss.server.log.events import Logged
from pitboss.store.entry import Entry

ACTS = {Hit: "hit", Stand: "stand", Double: "double", Split: "split", Surrender: "surrender"}
HALF_DOUBLE, INSURE, DECLINE = "double_half", "insure", "decline"


@dataclass(frozen=True, slots=True)
class Stake:
    """A wager in the terms of its odds."""

    wager: str
    spots: int
    """Dealer hands that it lies against."""
    amount: Cents
    """All spots together."""
    meter: Cents = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """Something that the player decided, and what lay there."""

    question: Question
    act: str
    stake: Cents
    """The main wager of the box; for insurance the most that could be staked on it."""


@dataclass(slots=True)
class OwnRound:
    """A round in which the player had a wager settled."""

    rules: Rules
    number: int = 0
    at_ms: int = 0
    net: Cents = 0
    staked: Cents = 0
    stakes: list[Stake] = field(default_factory=list)
    by_wager: dict[str, tuple[int, Cents, Cents]] = field(default_factory=dict)
    """Number of settled wagers, their stakes and their net result, by wager."""
    decisions: list[Decision] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class OwnPlay:
    """A player's rounds and corrections at one table."""

    rounds: tuple[OwnRound, ...]
    corrected: Cents
    """Net amount of the floor's later corrections for the player."""


def own_play(logged: Iterable[Logged], player: str) -> OwnPlay:
    """Return the rounds and corrections of a player among these events."""
    return play_of_each(logged, [player])[player]


def play_of_each(logged: Iterable[Logged], players: Iterable[str]) -> dict[str, OwnPlay]:
    """Return the rounds and corrections of each player, from one pass over these events."""
    readers = [_Reader(player) for player in players]
    for step in logged:
        for reader in readers:
            reader.read(step)
    return {reader.player: OwnPlay(tuple(reader.rounds), reader.corrected) for reader in readers}


_Settled = tuple[Cents, Cents, bool]
"""Net result, stake, and True if the wager was decided; the stake of a void wager is 0."""


class _Reader:
    """One pass over events, from the beginning of a round."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.rounds: list[OwnRound] = []
        self.corrected: Cents = 0
        self._settled: dict[tuple[int, str], list[_Settled]] = defaultdict(list)
        self._decisions: list[Decision] = []
        self._meter: Cents = 0
        self._last: tuple[dict[tuple[int, str], list[_Settled]], list[Decision]] | None = None

    def read(self, step: Logged) -> None:
        """Take in one event."""
        if step.version == step.entry.first:
            self._decisions += _decision(step.before, step.entry, self.player)
        event = step.event
        match event:
            case WagerSettled(stake=stake, result=result):
                self._settle(event.nets()[0], stake, is_decided=result != "void")
            case AnteTaken(amount=amount):
                self._settle(event.nets()[0], amount, is_decided=True)
            case SettlementReversed() | TakenBack():
                self._take_back(event)
            case CorrectionMade(player=player, amount=amount) if player == self.player:
                self.corrected += amount
            case MeterRaised():
                self._meter = step.after.meter
            case RoundEnded(number=number):
                self._end(step, number)
            case _:
                pass

    def _settle(self, net: Net, stake: Cents, *, is_decided: bool) -> None:
        if net.player == self.player:
            key = (net.box, net.wager)
            self._settled[key].append((net.amount, stake if is_decided else 0, is_decided))

    def _take_back(self, event: Event) -> None:
        """Remove reversed settlements, and reopen the last round if its end was taken back."""
        is_reopened = isinstance(event, TakenBack) and event.is_round_reopened
        if is_reopened and self._last is not None:
            self._settled, self._decisions = self._last
            if self._settled:
                self.rounds.pop()
        for net in event.nets():
            if net.player == self.player:
                settled = self._settled[net.box, net.wager]
                same = next((part for part in reversed(settled) if part[0] == -net.amount), None)
                if same is not None:
                    settled.remove(same)
                    if not settled:
                        del self._settled[net.box, net.wager]

    def _end(self, step: Logged, number: int) -> None:
        if self._settled:
            self.rounds.append(self._round(step, number))
        self._last = self._settled, self._decisions
        self._settled, self._decisions = defaultdict(list), []

    def _round(self, step: Logged, number: int) -> OwnRound:
        state = step.before
        played = OwnRound(state.rules, number, step.entry.clock_ms, decisions=self._decisions)
        for (box, wager), settled in self._settled.items():
            net, staked = (sum(part[place] for part in settled) for place in (0, 1))
            count = sum(part[2] for part in settled)
            before = played.by_wager.get(wager, (0, 0, 0))
            played.by_wager[wager] = (before[0] + count, before[1] + staked, before[2] + net)
            played.net += net
            played.staked += staked
            played.stakes += self._stakes(state, box, wager, settled)
        return played

    def _stakes(
        self, state: TableState, box: int, wager: str, settled: list[_Settled]
    ) -> Iterator[Stake]:
        """Yield the stakes of a wager; for a main wager, those laid before the first card."""
        if wager == MAIN:
            laid = state.box(box)
            mains = laid.main(self.player) if laid else ()
            if mains and any(part[2] for part in settled):
                yield Stake(MAIN, len(mains), sum(mains))
            return
        side = state.rules.wagers.get(wager)
        meter = self._meter if side is not None and side.feeds_meter else 0
        for _, stake, is_decided in settled:
            if is_decided and stake:
                yield Stake(wager, 1, stake, meter)


def _decision(state: TableState, entry: Entry, player: str) -> Iterator[Decision]:
    """Yield the player's decision in a command; commands of the clock are no decisions."""
    command = entry.command
    if command is None or not entry.who or command.by != player:
        return
    if isinstance(command, Insure):
        question = asked_about(state, player, command.box, 1, is_insurance=True)
        box = state.box(command.box)
        if question is not None and box is not None:
            insured = sum(command.amounts)
            most = insured or sum(box.main(player)) // 2
            yield Decision(question, INSURE if insured else DECLINE, most)
        return
    act = ACTS.get(type(command), "")
    if not act:
        return
    number, hand = state.turn
    if isinstance(command, Surrender) and state.phase == OFFERING:
        number, hand = command.box, 1
    question = asked_about(state, player, number, hand, is_insurance=False)
    box = state.box(number)
    if question is None or box is None:
        return
    stake = sum(box.main(player))
    if isinstance(command, Double):
        stakes = [amount for amount in command.stakes.get(player, ()) if isinstance(amount, int)]
        act = HALF_DOUBLE if stakes and sum(stakes) < stake else act
    yield Decision(question, act, stake)
