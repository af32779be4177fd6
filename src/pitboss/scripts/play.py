"""Plays round scripts through the real engine and judges what came of them."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import takewhile

from pitboss.cards import Card, CardError, rest_of_shoe, show_card
from pitboss.engine.automatic import decide_on
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command, Event
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.insurance import CloseInsurance
from pitboss.engine.legal import insurance_is_open, prize_to_draw
from pitboss.engine.play.acts import Stand
from pitboss.engine.results import nets
from pitboss.engine.shoe.loading import LoadShoe, ShoeLoaded
from pitboss.engine.sides.prizes import DrawPrize
from pitboss.engine.state import BETTING, PLAYING, TableState
from pitboss.engine.table import open_table
from pitboss.money import Cents, show
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.lines import line_of
from pitboss.rulebook.refusals import Rejection
from pitboss.rulebook.rules import Rules
from pitboss.scripts.acts import commands_of
from pitboss.scripts.export import Given
from pitboss.scripts.script import (
    OFFERS,
    STAFF,
    ActLine,
    AnyLine,
    Script,
    ScriptError,
    ScriptRound,
    WagerLine,
)
from pitboss.scripts.start import read_start
from pitboss.shuffle import SEED_BYTES

PURSE: Cents = 10**11
"""What every player of a script starts with."""


@dataclass
class Playing:
    """A script on its way through the engine."""

    state: TableState
    events: list[Event] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    net: Counter[str] = field(default_factory=Counter)
    listed_left: int = 0
    """How many of the next cards in the shoe the script lists."""
    overdrawn: int = 0
    """How many cards were dealt that the script does not list."""
    given: list[Given] = field(default_factory=list)
    """Every command that was accepted, with what it led to."""
    refusals: list[tuple[int, str]] = field(default_factory=list)
    """What was refused as it should be, and after how many events."""

    def mark(self) -> "Playing":
        """The script as it stands, to come back to."""
        return Playing(
            self.state,
            list(self.events),
            self.failures,
            Counter(self.net),
            self.listed_left,
            self.overdrawn,
            list(self.given),
        )

    def back_to(self, mark: "Playing") -> None:
        """Undo what was done since a mark, failures excepted."""
        self.state, self.events, self.net = mark.state, mark.events, mark.net
        self.listed_left, self.overdrawn = mark.listed_left, mark.overdrawn
        self.given = mark.given

    def send(self, command: Command) -> Rejection | None:
        """Send a command to the table; a refusal is returned and changes nothing."""
        # Where the shoe runs out in a round the discards follow, always in the same order.
        outcome = decide_on(self.state, command, lambda: bytes(SEED_BYTES))
        if isinstance(outcome, Rejection):
            return outcome
        before = self.state.position
        self.state = outcome[-1].states[-1]
        self.given += [(one.command, one.events) for one in outcome]
        events = [event for one in outcome for event in one.events]
        if not isinstance(command, LoadShoe):
            if any(isinstance(event, ShoeLoaded) for event in events):
                before = 0
            dealt = self.state.position - before
            self.overdrawn += max(0, dealt - self.listed_left)
            self.listed_left = max(0, self.listed_left - dealt)
        self.events.extend(events)
        for (player, box, wager), net in nets(events).items():
            self.net[f"{player} {box} {wager}"] += net
        return None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a script: whether everything held, and all that happened."""

    ok: bool
    failures: tuple[str, ...]
    net: dict[str, Cents]
    """By player, box and wager, over all rounds."""
    events: tuple[Event, ...]
    state: TableState
    given: tuple[Given, ...] = ()
    """Every command that was accepted, with what it led to."""
    refusals: tuple[tuple[int, str], ...] = ()
    """What was refused as it should be, in a sentence, and after how many events."""


def play_script(script: Script) -> Verdict:
    """Play a script and judge it. Raises for a script that cannot be played at all."""
    rules = choose(load_rulebook(script.rulebook), script.options)
    playing = Playing(_opened(script, rules))
    if not script.is_complete:
        rest = _rest(rules.decks_in_play, script.shoe, script)
        _must(playing.send(LoadShoe(cards=script.shoe + rest)))
        playing.listed_left = len(script.shoe)
        for role in STAFF:
            _must(playing.send(AssignStaff(name=role, role=role)))
    for number, entry in enumerate(script.rounds, start=1):
        _play_round(playing, entry, script, f"round {number}: " if len(script.rounds) > 1 else "")
        is_over = playing.state.phase == BETTING and not playing.state.floor.paused
        if not is_over and not script.is_complete:
            break
    if script.is_exact:
        _judge_cards(playing)
    return Verdict(
        ok=not playing.failures,
        failures=tuple(playing.failures),
        net=dict(playing.net),
        events=tuple(playing.events),
        state=playing.state,
        given=tuple(playing.given),
        refusals=tuple(playing.refusals),
    )


def _opened(script: Script, rules: Rules) -> TableState:
    """The table as the script finds it."""
    opened = open_table(rules, script.automations)
    try:
        return read_start(opened, script.start)
    except ValueError as error:
        line = line_of(script.lines, "start")
        raise ScriptError(script.source, line, f"start: {error}") from None


def _rest(decks: int, listed: tuple[Card, ...], script: Script) -> tuple[Card, ...]:
    try:
        return rest_of_shoe(decks, listed)
    except CardError as error:
        raise ScriptError(script.source, script.shoe_line, f"shoe: {error}") from None


def _must(refused: Rejection | None) -> None:
    assert refused is None, str(refused)


def _play_round(playing: Playing, entry: ScriptRound, script: Script, label: str) -> None:
    before = Counter(playing.net)
    if script.is_complete:
        for listed in (*entry.wagers, *entry.acts):
            _judge_act(playing, listed, label)
    else:
        _play_lines(playing, entry, script, label)
    changes = {key: playing.net[key] - before[key] for key in playing.net}
    _judge_expect(playing, entry.expect, changes, label)


def _play_lines(playing: Playing, entry: ScriptRound, script: Script, label: str) -> None:
    """The lines of a round, with the deal between them and what follows by itself."""
    _stack(playing, entry, script)
    for line in entry.wagers:
        _place(playing, line, label)
    # Nothing is dealt where every wager was to be refused, unless some stay from a misdeal.
    is_idle = bool(entry.wagers) and not playing.state.boxes
    refused = None if is_idle else playing.send(Deal())
    if refused:
        playing.failures.append(f"{label}the deal was refused by {refused}")
        return
    draws = {name: list(values) for name, values in entry.draws.items()}
    _press(playing, draws, label)
    for place, act in enumerate(entry.acts):
        _settle_in(playing, act, entry.acts[place + 1 :])
        _press(playing, draws, label)
        _judge_act(playing, act, label)
        _press(playing, draws, label)
    _finish(playing, draws, label)


def _stack(playing: Playing, entry: ScriptRound, script: Script) -> None:
    """Put a round's own cards on top of what the script still lists; a shuffle due comes first."""
    state = playing.state
    is_shuffled = entry.is_shuffled or 0 <= state.prep.last_round <= state.round
    if not entry.shoe and not is_shuffled:
        return
    top = entry.shoe + state.shoe[state.position : state.position + playing.listed_left]
    decks = state.rules.decks_in_play
    try:
        rest = rest_of_shoe(decks, top + (() if is_shuffled else state.discards))
    except CardError:
        # Cards that were dealt may be listed again; that alone is no shuffle, and who is out stays.
        rest = _rest(decks, top, script)
    _must(playing.send(LoadShoe(cards=top + rest, is_shuffle=is_shuffled)))
    playing.listed_left = len(top)


def _place(playing: Playing, line: AnyLine, label: str) -> None:
    if isinstance(line, WagerLine) and line.player not in playing.state.chips:
        _must(playing.send(BuyIn(player=line.player, amount=PURSE)))
    _judge_act(playing, line, label)


def _judge_line(
    playing: Playing,
    line: AnyLine,
    refused: Rejection | None,
    before: Playing,
    label: str,
) -> None:
    """Compare a line with what the table said to it."""
    if refused and not line.is_refused:
        playing.failures.append(f"{label}{line.text!r} was refused by {refused}")
    elif not refused and line.is_refused:
        playing.failures.append(f"{label}{line.text!r} was not refused")
    elif refused and line.clause and not names(refused, line.clause):
        clauses = ", ".join(refused.clauses)
        playing.failures.append(f"{label}{line.text!r} was refused by {clauses}")
    if line.is_refused:
        playing.back_to(before)
    if line.is_refused and refused:
        text = line.text.removeprefix("!").split("@")[0].strip()
        told = f"Refused: {text}. {refused.text[:1].upper()}{refused.text[1:]} [{refused.clause}]."
        playing.refusals.append((len(before.events), told))


def names(refused: Rejection, clause: str) -> bool:
    """Whether a refusal names a clause, or a part of it."""
    return any(cited == clause or cited.startswith(f"{clause}-") for cited in refused.clauses)


def _judge_act(playing: Playing, line: AnyLine, label: str) -> None:
    before = playing.mark()
    if playing.state.phase == BETTING and isinstance(line, ActLine):
        if not line.is_refused:
            playing.failures.append(f"{label}{line.text!r} came after the round had ended")
        return
    refused = None
    try:
        commands = commands_of(before.state, line)
    except CardError as error:
        playing.failures.append(f"{label}{line.text!r}: {error}")
        return
    for command in commands:
        refused = playing.send(command)
        if refused:
            break
    _judge_line(playing, line, refused, before, label)


def _settle_in(playing: Playing, line: AnyLine, later: tuple[AnyLine, ...]) -> None:
    """Bring the table to where the next line can be tried.

    The offer of insurance closes with the first decision. A hand of 21 that may go on but takes no
    line stands, and a blackjack that might be doubled is paid.
    """
    # A line of the staff in between may open a late offer, which is not this one.
    before_staff = takewhile(lambda other: isinstance(other, ActLine), later)
    if not isinstance(line, ActLine) or playing.state.floor.paused:
        return
    more_offers = line.act in OFFERS or any(
        isinstance(other, ActLine)
        and other.act in OFFERS
        and (line.is_refused or not other.is_refused)
        for other in before_staff
    )
    if insurance_is_open(playing.state) and not more_offers:
        _must(playing.send(CloseInsurance()))
    # A line that is refused changes nothing, so a hand that a later one names waits for that.
    _stand_on_21(playing, (line, *later) if line.is_refused else (line,))


def _stand_on_21(playing: Playing, lines: tuple[AnyLine, ...]) -> None:
    while playing.state.phase == PLAYING:
        state = playing.state
        number, hand = state.turn
        box = state.box(number)
        assert box is not None
        named = [(line.box, line.hand) for line in lines if isinstance(line, ActLine)]
        is_named = (number, hand) in named or (number, 0) in named
        if is_named or box.hands[hand - 1].hand.total != 21:
            return
        _must(playing.send(Stand(by=box.seated, box=number)))


def _press(playing: Playing, draws: dict[str, list[Cents]], label: str) -> None:
    """Press the prize button for every winner that waits for it."""
    while side := prize_to_draw(playing.state):
        values = draws.get(side.wager, [])
        if not values:
            return
        refused = playing.send(DrawPrize(prize=values.pop(0)))
        if refused:
            playing.failures.append(f"{label}the draw for {side.wager} was refused by {refused}")
            return


def _finish(playing: Playing, draws: dict[str, list[Cents]], label: str) -> None:
    """End the round; one that waits for a line that is not there has failed."""
    if playing.state.floor.paused:
        playing.failures.append(f"{label}the table is stopped: {playing.state.floor.paused}")
        return
    _press(playing, draws, label)
    if insurance_is_open(playing.state):
        _must(playing.send(CloseInsurance()))
    _stand_on_21(playing, ())
    _press(playing, draws, label)
    state = playing.state
    if state.phase == BETTING:
        return
    if side := prize_to_draw(state):
        playing.failures.append(
            f"{label}the button must be pressed for {side.player}: give draws for {side.wager}"
        )
        return
    number, hand = state.turn
    box = state.box(number)
    assert box is not None
    cards = box.hands[hand - 1].hand
    playing.failures.append(f"{label}hand {number}.{hand} ({cards}) still has to act")


def _judge_expect(
    playing: Playing, expect: dict[str, Cents], changes: dict[str, Cents], label: str
) -> None:
    for key, wanted in expect.items():
        words = key.split()
        got = sum(amount for name, amount in changes.items() if name.split()[: len(words)] == words)
        if got != wanted:
            playing.failures.append(f"{label}{key}: {show(got)}, where {show(wanted)} is expected")


def _judge_cards(playing: Playing) -> None:
    state = playing.state
    if playing.listed_left:
        left = state.shoe[state.position : state.position + playing.listed_left]
        cards = " ".join(show_card(card) for card in left)
        playing.failures.append(f"not dealt: {cards}")
    if playing.overdrawn:
        playing.failures.append(f"{playing.overdrawn} cards were dealt that are not listed")
