"""Plays round scripts through the real engine and judges their results."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, TypedDict

from pitboss.cards import Card, CardError, rest_of, show_cards
from pitboss.engine.automatic import decide_on
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command, Event
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.insurance import CloseInsurance, may_surrender_early
from pitboss.engine.legal import insurance_is_open
from pitboss.engine.play.acts import Stand
from pitboss.engine.shoe.loading import LoadShoe, ShoeLoaded
from pitboss.engine.side_wagers.prizes import DrawPrize
from pitboss.engine.side_wagers.settling import prize_to_draw
from pitboss.engine.state import BETTING, PLAYING, TableState
from pitboss.engine.table import nets, open_table
from pitboss.engine.words import tell
from pitboss.money import Cents, show
from pitboss.notebook import table_html, to_pandas, to_polars
from pitboss.round_scripts.export import CommandEvents, read_start
from pitboss.round_scripts.format import Script, ScriptRound
from pitboss.round_scripts.lines import OFFERS, STAFF, Line, Wager, commands_of
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.refusals import Rejection
from pitboss.shuffle import SEED_BYTES

PURSE: Cents = 10**11
"""The buy-in of every player of a script."""


@dataclass
class Playing:
    """A script in play."""

    state: TableState
    label: str = ""
    """The round's name, which precedes its failures."""
    events: list[Event] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    net: Counter[str] = field(default_factory=Counter)
    listed_left: int = 0
    """Number of the next cards in the shoe that the script lists."""
    overdrawn: int = 0
    """Number of dealt cards that the script does not list."""
    accepted: list[CommandEvents] = field(default_factory=list)
    """Every accepted command with its events."""
    refusals: list[tuple[int, str]] = field(default_factory=list)
    """Expected refusals, each with the number of events before it."""
    set_up: set[int] = field(default_factory=set)
    """Places of the events that bring staff and chips, for which a script has no line."""

    def fail(self, text: str) -> None:
        """Note a failure."""
        self.failures.append(f"{self.label}{text}")

    def send(self, command: Command, who: str | None = None) -> Rejection | None:
        """Send a command to the table; a refusal is returned and changes nothing."""
        # If the shoe runs out in a round the discards follow, always in the same order.
        outcome = decide_on(self.state, command, lambda: bytes(SEED_BYTES), who)
        if isinstance(outcome, Rejection):
            return outcome
        before = self.state.position
        self.state = outcome[-1].states[-1]
        self.accepted += [(decided.command, decided.events) for decided in outcome]
        events = [event for decided in outcome for event in decided.events]
        if not isinstance(command, LoadShoe):
            is_refilled = any(isinstance(event, ShoeLoaded) for event in events)
            dealt = self.state.position - (0 if is_refilled else before)
            self.overdrawn += max(0, dealt - self.listed_left)
            self.listed_left = max(0, self.listed_left - dealt)
        self.events += events
        for (player, box, wager), net in nets(events).items():
            self.net[f"{player} {box} {wager}"] += net
        return None

    def must(self, command: Command) -> None:
        """Send a command that the table takes."""
        refused = self.send(command)
        assert refused is None, str(refused)

    def prepare(self, command: AssignStaff | BuyIn) -> None:
        """Bring staff and chips to the table that no line of a script brings."""
        before = len(self.events)
        self.must(command)
        self.set_up.update(range(before, len(self.events)))


class NetRow(TypedDict):
    """A row of ``Verdict.rows()``: a wager and its net result."""

    wager: str
    """Player, box and wager in one name."""
    net: str
    """Net amount, as in ``-10.00``."""


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """The result of a script: its verdict and its events.

    >>> import pitboss
    >>> script = [
    ...     'title = "A round"', 'rulebook = "tribal"', 'shoe = "Ts 9d 8c 7s Kh"',
    ...     "[[rounds]]", 'wagers = ["1 ann main 10"]', 'acts = ["1 stand"]',
    ... ]
    >>> verdict = pitboss.replay(chr(10).join(script))
    >>> verdict.ok, verdict.net
    (True, {'ann 1 main': 1000})
    """

    ok: bool
    """True if every expectation of the script was met."""
    failures: tuple[str, ...]
    """Unmet expectations, a sentence each."""
    net: dict[str, Cents]
    """Net result in cents, by player, box and wager, over all rounds."""
    events: tuple[Event, ...]
    """Every event, in order."""
    state: TableState
    """The table at the end."""
    start: TableState
    """The table before the first event."""
    given: tuple[CommandEvents, ...] = ()
    """Every accepted command with its events."""
    refusals: tuple[tuple[int, str], ...] = ()
    """Expected refusals: the number of events before each, and a sentence."""
    set_up: frozenset[int] = frozenset()
    """Places of the events that bring staff and chips, for which a script has no line."""
    notes: tuple[str, ...] = ()
    """Warnings that are no failures, such as an unused result of a prize button."""

    def rows(self) -> list[NetRow]:
        """Return a row for each wager: player, box and wager in one name, and the net amount."""
        return [{"wager": key, "net": show(amount)} for key, amount in self.net.items()]

    def to_polars(self) -> Any:
        """Return the rows as a Polars data frame."""
        return to_polars(self.rows())

    def to_pandas(self) -> Any:
        """Return the rows as a pandas data frame."""
        return to_pandas(self.rows())

    def __hash__(self) -> int:
        """Hash the results; the events are long, and ``net`` has no hash."""
        return hash((self.ok, self.failures, frozenset(self.net.items()), len(self.events)))

    def __repr__(self) -> str:
        held = "holds" if self.ok else f"fails: {self.failures[0]:.100}"
        return f"<Verdict {held}; {len(self.events)} events, {len(self.net)} wagers>"

    def _repr_html_(self) -> str:
        return table_html("It holds" if self.ok else "It fails", self.rows())

    def story(self) -> list[str]:
        """Return a sentence for each event, with every refusal in its place."""
        sentences: list[str] = []
        titles = self.state.rules.titles
        for place, event in enumerate(self.events):
            sentences += [text for after, text in self.refusals if after == place]
            if place not in self.set_up and (text := tell(event, titles)):
                sentences.append(text)
        return sentences + [text for after, text in self.refusals if after >= len(self.events)]


def play_script(script: Script) -> Verdict:
    """Play a script and judge it. Raises for a script that cannot be played at all."""
    opened = open_table(choose(load_rulebook(script.rulebook), script.options), script.automations)
    try:
        start = read_start(opened, script.start)
        playing = Playing(start)
    except ValueError as error:
        raise script.fault("start", str(error)) from None
    if not script.is_complete:
        _stack(playing, script, script.shoe, is_shuffled=True)
        for role in STAFF:
            playing.prepare(AssignStaff(name=role, role=role))
    for number, entry in enumerate(script.rounds, start=1):
        playing.label = f"round {number}: " if len(script.rounds) > 1 else ""
        _play_round(playing, entry, script)
        is_over = playing.state.phase == BETTING and not playing.state.floor.paused
        if not is_over and not script.is_complete:
            break
    playing.label = ""
    if script.is_exact:
        _judge_cards(playing)
    return Verdict(
        ok=not playing.failures,
        failures=tuple(playing.failures),
        net=dict(playing.net),
        events=tuple(playing.events),
        state=playing.state,
        start=start,
        given=tuple(playing.accepted),
        refusals=tuple(playing.refusals),
        set_up=frozenset(playing.set_up),
        notes=tuple(playing.notes),
    )


def _stack(playing: Playing, script: Script, shoe: tuple[Card, ...], *, is_shuffled: bool) -> None:
    """Put cards on top of what the script still lists; those that it does not list follow."""
    state = playing.state
    top = shoe + state.shoe[state.position : state.position + playing.listed_left]
    stack = state.rules.stack
    try:
        rest = rest_of(stack, top + (() if is_shuffled else state.discards))
    except CardError:
        # Cards that were dealt may be listed again; that alone is no shuffle, and who is out stays.
        try:
            rest = rest_of(stack, top)
        except CardError as error:
            raise script.fault("shoe", str(error)) from None
    playing.must(LoadShoe(cards=top + rest, is_shuffle=is_shuffled))
    playing.listed_left = len(top)


def _play_round(playing: Playing, entry: ScriptRound, script: Script) -> None:
    before = Counter(playing.net)
    if script.is_complete:
        for line in (*entry.wagers, *entry.acts):
            _judge(playing, line)
    else:
        _play_lines(playing, entry, script)
    for key, wanted in entry.expect.items():
        words = key.split()
        meant = [name for name in playing.net if name.split()[: len(words)] == words]
        got = sum(playing.net[name] - before[name] for name in meant)
        if got != wanted:
            playing.fail(f"{key}: {show(got)}, where {show(wanted)} is expected")


def _play_lines(playing: Playing, entry: ScriptRound, script: Script) -> None:
    """Play the lines of a round, with the deal between them and the automatic actions."""
    state = playing.state
    is_shuffled = entry.is_shuffled or _is_shuffle_due(state)
    if entry.shoe or is_shuffled:
        _stack(playing, script, entry.shoe, is_shuffled=is_shuffled)
    for line in entry.wagers:
        _bring_chips(playing, line)
        _judge(playing, line)
    # Nothing is dealt where every wager was to be refused, unless some stay from a misdeal.
    is_idle = bool(entry.wagers) and not playing.state.boxes
    if not is_idle and (refused := playing.send(Deal())):
        playing.fail(f"the deal was refused by {refused}")
        return
    draws = {name: list(values) for name, values in entry.draws.items()}
    _press(playing, draws)
    for place, line in enumerate(entry.acts):
        if line.act and not line.is_refused and playing.state.is_locked:
            _deal_again(playing, script)
        if isinstance(line.asks, Wager) and playing.state.phase == BETTING:
            continue  # It was to be refused while the round went on, and that is over.
        _bring_chips(playing, line)
        _settle_in(playing, line, entry.acts[place + 1 :])
        _press(playing, draws)
        _judge(playing, line)
        _press(playing, draws)
    _finish(playing, draws)
    for wager, left in draws.items():
        if left:
            shown = ", ".join(map(show, left))
            playing.notes.append(f"{playing.label}no button was pressed for {wager}: {shown} left")


def _bring_chips(playing: Playing, line: Line) -> None:
    """Bring chips for a player who places the first wager."""
    if isinstance(line.asks, Wager) and line.asks.player not in playing.state.chips:
        playing.prepare(BuyIn(player=line.asks.player, amount=PURSE))


def _deal_again(playing: Playing, script: Script) -> None:
    """Deal a misdealt round again before the first play that follows."""
    if _is_shuffle_due(playing.state):
        _stack(playing, script, (), is_shuffled=True)
    playing.must(Deal())


def _is_shuffle_due(state: TableState) -> bool:
    return 0 <= state.prep.last_round <= state.round


def _judge(playing: Playing, line: Line) -> None:
    """Play a line, and compare the table's answer with the expected one."""
    if playing.state.phase == BETTING and line.act:
        if not line.is_refused:
            playing.fail(f"{line.text!r} came after the round had ended")
        return
    try:
        commands = commands_of(playing.state, line)
    except CardError as error:
        playing.fail(f"{line.text!r}: {error}")
        return
    # A line to be refused is tried on a copy: it must not change the script.
    at = Playing(playing.state) if line.is_refused else playing
    refusals = (at.send(command, line.who) for command in commands)
    refused = next(filter(None, refusals), None)
    if not refused:
        if line.is_refused:
            playing.fail(f"{line.text!r} was not refused")
        return
    if not line.is_refused:
        playing.fail(f"{line.text!r} was refused by {refused}")
        return
    if line.clause and not names(refused, line.clause):
        playing.fail(f"{line.text!r} was refused by {', '.join(refused.clauses)}")
    text = line.text.removeprefix("!").split("@")[0].strip()
    sentence = f"Refused: {text}. {refused.text[:1].upper()}{refused.text[1:]} [{refused.clause}]."
    playing.refusals.append((len(playing.events), sentence))


def names(refused: Rejection, clause: str) -> bool:
    """Return True if a refusal names a clause, or a part of the clause."""
    return any(cited == clause or cited.startswith(f"{clause}-") for cited in refused.clauses)


def _settle_in(playing: Playing, line: Line, later: tuple[Line, ...]) -> None:
    """Prepare the table for the next line.

    The offer of insurance closes with the first decision. A hand of 21 that could be played but
    takes no line stands, and a blackjack that might be doubled is paid.
    """
    if not line.act or playing.state.floor.paused:
        return
    # A line of the staff in between may open a late offer, which is not this one.
    before_staff = takewhile(lambda other: other.act, later)
    waits = [other for other in before_staff if line.is_refused or not other.is_refused]
    has_offers = any(other.act and other.act.do in OFFERS for other in (line, *waits))
    is_early = line.act.do == "surrender" and _may_surrender_early(playing, line.act.box)
    if insurance_is_open(playing.state) and not has_offers and not is_early:
        playing.must(CloseInsurance())
    # A line that is refused changes nothing, so a hand that a later one names waits for that.
    _stand_on_21(playing, (line, *later) if line.is_refused else (line,))


def _may_surrender_early(playing: Playing, number: int) -> bool:
    box = playing.state.box(number)
    is_open = box is not None and insurance_is_open(playing.state)
    return box is not None and is_open and may_surrender_early(playing.state, box)


def _stand_on_21(playing: Playing, lines: tuple[Line, ...]) -> None:
    named = {(line.act.box, line.act.hand) for line in lines if line.act}
    while playing.state.phase == PLAYING:
        number, hand = playing.state.turn
        box = playing.state.the_box(number)
        if named & {(number, hand), (number, 0)} or box.hands[hand - 1].hand.total != 21:
            return
        playing.must(Stand(by=box.seated, box=number))


def _press(playing: Playing, draws: dict[str, list[Cents]]) -> None:
    """Press the prize button for every waiting winner."""
    while (side := prize_to_draw(playing.state)) and draws.get(side.wager):
        if refused := playing.send(DrawPrize(prize=draws[side.wager].pop(0))):
            playing.fail(f"the draw for {side.wager} was refused by {refused}")
            return


def _finish(playing: Playing, draws: dict[str, list[Cents]]) -> None:
    """End the round; one that waits for a missing line has failed."""
    if playing.state.floor.paused:
        playing.fail(f"the table is stopped: {playing.state.floor.paused}")
        return
    _press(playing, draws)
    if insurance_is_open(playing.state):
        playing.must(CloseInsurance())
    _stand_on_21(playing, ())
    _press(playing, draws)
    state = playing.state
    if side := prize_to_draw(state):
        playing.fail(f"the button must be pressed for {side.player}: give draws for {side.wager}")
    elif state.phase != BETTING:
        number, hand = state.turn
        cards = state.the_box(number).hands[hand - 1].hand
        playing.fail(f"hand {number}.{hand} ({cards}) still has to act")


def _judge_cards(playing: Playing) -> None:
    state = playing.state
    if playing.listed_left:
        left = state.shoe[state.position : state.position + playing.listed_left]
        playing.fail(f"not dealt: {show_cards(left)}")
    if playing.overdrawn:
        playing.fail(f"{playing.overdrawn} cards were dealt that are not listed")
