"""A table to play at from a program: sit, bet, act, and read what happened."""

from __future__ import annotations

import secrets
from copy import copy, deepcopy
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

from pitboss.arguments import Within, check, checked
from pitboss.cards import rest_of
from pitboss.charts import Chart
from pitboss.engine.automatic import drawn_prize, prepare, shuffle_due, step_on
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command, Event
from pitboss.engine.draft import Refused
from pitboss.engine.insurance import CloseInsurance, Insure, TakeEvenMoney, may_surrender_early
from pitboss.engine.legal import insurance_is_open, legal
from pitboss.engine.play.acts import Double, Hit, Split, Stand, Surrender
from pitboss.engine.play.elections import Stake
from pitboss.engine.round import PhaseBegan
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.side_wagers.prizes import DrawPrize
from pitboss.engine.side_wagers.settling import prize_to_draw
from pitboss.engine.state import BETTING, DEALING, ONLINE, PLAYING, SCRIPTED, TableState
from pitboss.engine.table import nets_by_player, open_table
from pitboss.engine.views import View, view
from pitboss.engine.words import tell
from pitboss.errors import UnknownName, WrongType, close_to
from pitboss.hands import Hand, show_total
from pitboss.ledger.balances import Balances, book, opening
from pitboss.library.hints import hint_at, meant_player, unknown_player
from pitboss.money import Amount, Cents, parse_amount
from pitboss.notebook import table_html, to_pandas, to_polars
from pitboss.playing_cards import Card, CardsLike, card_numbers
from pitboss.round_scripts.export import export_script
from pitboss.rulebook.catalog import Game, as_rules
from pitboss.rulebook.questions.stakes import insurance_stakes
from pitboss.rulebook.refusals import Rejection
from pitboss.rulebook.rules import Rules
from pitboss.shuffle import SEED_BYTES, Stream

TableSeed = Annotated[int, Within(0, 256**SEED_BYTES - 1)]

PAST_MAX = 1000
"""Calls that can be taken back."""

_ACTS: dict[str, type[Hit | Stand | Split | Surrender]] = {
    "hit": Hit,
    "stand": Stand,
    "split": Split,
    "surrender": Surrender,
}


Play = Literal["hit", "stand", "double", "split", "surrender"]
"""The plays of a hand."""


class LegalAct(TypedDict):
    """Something that a player may do now, with its stakes in table currency."""

    player: str
    act: str
    """A play, or ``place_wager``, ``insure``, ``take_even_money`` and others of the engine."""
    box: int
    hand: int
    wager: str
    """The wager to place; "" for anything else."""
    low: Decimal
    high: Decimal
    is_free: bool
    """True if the house puts the stake up."""


class HandRow(TypedDict):
    """A hand on the table."""

    box: int
    player: str
    hand: int
    cards: str
    total: int


class _Past(NamedTuple):
    """Everything of a table that a call may change."""

    state: TableState
    events: int
    sent: int
    books: Balances
    stream: Stream | None
    round_began: int


@dataclass(frozen=True, slots=True, repr=False)
class Turn:
    """The player to act, and the hand to play.

    >>> import pitboss
    >>> table = pitboss.Table("nz", cards="Ts 9d 8c 7s Kh")
    >>> table.sit("ann", 100)
    >>> table.bet("ann", 10)
    >>> table.deal()
    >>> table.turn
    <Turn of ann, hand 1.1: Ts 8c (18)>
    >>> table.turn.cards
    (Card('Ts'), Card('8c'))
    """

    player: str
    """The player who decides for the box."""
    box: int
    """Number of the box, from 1."""
    number: int
    """Number of the hand on its box, from 1."""
    hand: Hand
    """The cards with their total, as the engine holds them."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the hand."""
        return tuple(Card.of(number) for number in self.hand.cards)

    def __repr__(self) -> str:
        where = f"hand {self.box}.{self.number}"
        return f"<Turn of {self.player}, {where}: {self.hand} ({show_total(self.hand)})>"


class Table:
    """A table that deals for you. A forbidden play raises ``Refused`` and changes nothing.

    ``seed`` fixes every shuffle; without it the operating system's entropy does. ``cards`` come out
    first, in this order, and no card is burned.

    >>> import pitboss
    >>> table = pitboss.Table("nz", cards="Ts 9d 8c 7s Kh")
    >>> table.sit("ann", 100)
    >>> table.bet("ann", 10)
    >>> table.deal()
    >>> table.may("ann")
    ('hit', 'stand', 'double')
    >>> table.act("stand")
    >>> table.net
    {'ann': Decimal('10.00')}
    """

    @checked
    def __init__(self, game: Game, *, seed: TableSeed | None = None, cards: CardsLike = "") -> None:
        rules = as_rules(game)
        self.state = open_table(rules, SCRIPTED if cards else ONLINE)
        self.events: list[Event] = []
        """Everything that has happened, in order."""
        self.books: Balances = opening(rules.fees.meter)
        """The double-entry ledger: what every account holds, in cents."""
        self._stream = None if seed is None else Stream(seed.to_bytes(SEED_BYTES, "big"))
        self._round_began = 0
        self._opened = self.state
        self._sent: list[tuple[Command, tuple[Event, ...]]] = []
        self._past: list[_Past] = []
        if cards:
            listed = card_numbers(cards)
            self.send(LoadShoe(cards=listed + rest_of(rules.stack, listed)))

    @property
    def rules(self) -> Rules:
        """The rules in force; a supervisor may change them."""
        return self.state.rules

    def sit(self, player: str, chips: Amount) -> None:
        """Seat a player with these chips, or give more to one who sits there."""
        _named(player)
        self._keep()
        self.send(BuyIn(player=player, amount=parse_amount(chips)))

    def bet(self, player: str, *amounts: Amount, wager: str = "main", box: int = 0) -> None:
        """Place a wager on a box: the one you name, the player's own, or else the first free one.

        With several dealer hands (multiple action) give one amount for each.
        """
        _named(player)
        if isinstance(box, bool) or not isinstance(box, int):
            hint = f"write box=1 to box={self.rules.table.boxes}"
            raise WrongType(f"box = {box!r:.80} is not a whole number", place="box", hint=hint)
        check("wager", wager, str)
        self._keep()
        self._shuffle()
        stakes = tuple(parse_amount(amount) for amount in amounts)
        place = box or self._box_of(player)
        self.send(PlaceWager(by=player, box=place, wager=wager, amounts=stakes))

    def deal(self) -> None:
        """Close betting and deal."""
        self._keep()
        began = self.state.round
        while self.state.round == began:
            # A cutting card that comes first has the cards shuffled before the round begins.
            self._shuffle()
            self.send(Deal())

    def insure(self, player: str, amount: Amount | None = None) -> None:
        """Insure a player's wager, for the maximum unless you give an amount."""
        if not any(box.main(player) for box in self.state.boxes):
            message = f"{player!r:.80} has no main wager to insure"
            hint = meant_player(self.state, f"{player}") or "bet and deal first"
            raise UnknownName(message, place=f"{player!r:.80}", hint=hint)
        self._keep()
        for box in self.state.boxes:
            if mains := box.main(player):
                most = tuple(insurance_stakes(self.rules, main).high for main in mains)
                amounts = most if amount is None else (parse_amount(amount),) * len(mains)
                self.send(Insure(by=player, box=box.number, amounts=amounts))

    @checked
    def take_even_money(self, player: str) -> None:
        """Pay a player's blackjack 1 to 1 at once."""
        self._keep()
        self.send(TakeEvenMoney(by=player, box=self._box_of(player)))

    def decline(self) -> None:
        """Close the offer of insurance and even money."""
        self._keep()
        self.send(CloseInsurance())

    def act(self, what: Play, amount: Amount | None = None) -> None:
        """Play the hand: ``hit``, ``stand``, ``double``, ``split`` or ``surrender``.

        If insurance is open, it is declined first; if that ends the round, nothing more happens.
        With early surrender, ``surrender`` takes the first hand that may. A double is for the
        maximum, and free if the rulebook makes it free, unless you give an amount.
        """
        _known_act(what)
        self._keep()
        if insurance_is_open(self.state):
            early = [box for box in self.state.boxes if may_surrender_early(self.state, box)]
            if early and what == "surrender":
                self.send(Surrender(by=early[0].seated, box=early[0].number))
                return
            self.send(CloseInsurance())
            if self.is_over:
                return
        turn = self.turn
        if turn is None:
            message = "no hand is in play"
            raise UnknownName(message, code="wrong_time", place="turn", hint="bet and deal first")
        box, by = turn.box, turn.player
        if what == "double":
            stakes: dict[str, tuple[Stake, ...]] = {}
            if amount is not None:
                stakes[by] = (parse_amount(amount),)
            self.send(Double(by=by, box=box, stakes=stakes))
        else:
            self.send(_ACTS[what](by=by, box=box))

    @checked
    def play(self, chart: Chart) -> None:
        """Play every hand of the round by a chart, which answers an open insurance too.

        >>> import pitboss
        >>> table = pitboss.Table("nz", cards="Ts 9d 9c 8s")
        >>> table.sit("ann", 100)
        >>> table.bet("ann", 10)
        >>> table.deal()
        >>> table.play(pitboss.basic_chart())
        >>> table.net
        {'ann': Decimal('10.00')}
        """
        self._keep()
        if insurance_is_open(self.state):
            for box in self.state.boxes if chart.is_insured else ():
                mains = box.main(box.seated)
                amounts = tuple(insurance_stakes(self.rules, main).high for main in mains)
                self.send(Insure(by=box.seated, box=box.number, amounts=amounts))
            self.send(CloseInsurance())
        while turn := self.turn:
            offered = {offer.do for offer in legal(self.state, turn.player)}
            plays = frozenset((*_ACTS, "double")) & offered
            wanted = chart.act(turn.hand, view(self.state, "").dealer[0], plays)
            if wanted == "double":
                self.send(Double(by=turn.player, box=turn.box))
            else:
                self.send(_ACTS[wanted](by=turn.player, box=turn.box))

    def undo(self) -> None:
        """Take the last call back: a bet, a deal or a play, with everything that followed it.

        >>> import pitboss
        >>> table = pitboss.Table("nz", cards="Ts 9d 6c 7s 5h Kh")
        >>> table.sit("ann", 100)
        >>> table.undo()
        >>> table.balances
        {}
        """
        if not self._past:
            raise UnknownName(
                "nothing has happened at this table",
                code="wrong_time",
                place="undo",
                hint="table.copy() before a play keeps it too",
            )
        past = self._past.pop()
        del self.events[past.events :], self._sent[past.sent :]
        self.state, self.books = past.state, past.books
        self._stream, self._round_began = past.stream, past.round_began

    def copy(self) -> Table:
        """Return an independent table in the same state.

        >>> import pitboss
        >>> table = pitboss.Table("nz", seed=1)
        >>> table.copy().sit("ann", 100)
        >>> table.balances
        {}
        """
        other = copy(self)
        other.events, other._sent, other._past = self.events[:], self._sent[:], self._past[:]
        other.books, other._stream = deepcopy(self.books), deepcopy(self._stream)
        return other

    def to_script(self, title: str = "A table from Python") -> str:
        """Return everything that happened as a round script, which ``pitboss.replay`` judges.

        >>> import pitboss
        >>> table = pitboss.Table("nz", cards="Ts 9d 8c 7s Kh")
        >>> table.sit("ann", 100)
        >>> table.bet("ann", 10)
        >>> table.deal()
        >>> table.act("stand")
        >>> pitboss.replay(table.to_script()).ok
        True
        """
        return export_script(self._opened, self._sent, title)

    @property
    def turn(self) -> Turn | None:
        """The hand in play; None between rounds and while insurance is offered."""
        if self.state.phase != PLAYING:
            return None
        number, place = self.state.turn
        box = self.state.box(number)
        assert box is not None
        return Turn(box.seated, number, place, box.hands[place - 1].hand)

    @property
    def dealer(self) -> tuple[Card, ...]:
        """The dealer's cards that are face up."""
        return tuple(Card.of(card) for card in view(self.state, "").dealer if card >= 0)

    @property
    def is_over(self) -> bool:
        """True if the round is over, so that you can bet again."""
        return self.state.phase == BETTING

    @checked
    def may(self, player: str) -> tuple[str, ...]:
        """Return the names of the acts that a player may take now."""
        self._check_seated(player)
        return tuple(dict.fromkeys(offer.do for offer in legal(self.state, player)))

    @checked
    def legal(self, player: str = "") -> list[LegalAct]:
        """Return a row for everything that a player, or each player, may do now.

        >>> import pitboss
        >>> table = pitboss.Table("nz")
        >>> table.sit("ann", 100)
        >>> table.legal("ann")[0]["high"]
        Decimal('100.00')
        """
        if player:
            self._check_seated(player)
        return [
            {
                "player": name,
                "act": offer.do,
                "box": offer.box,
                "hand": offer.hand,
                "wager": offer.wager,
                "low": _money(offer.low),
                "high": _money(offer.high),
                "is_free": offer.is_free,
            }
            for name in ([player] if player else self.state.chips)
            for offer in legal(self.state, name)
        ]

    @checked
    def view(self, player: str) -> View:
        """Return the table as a player sees it."""
        self._check_seated(player)
        return view(self.state, player)

    @property
    def balances(self) -> dict[str, Decimal]:
        """The chips in front of each player, without those on the layout."""
        return {player: _money(chips) for player, chips in self.state.chips.items()}

    @property
    def net(self) -> dict[str, Decimal]:
        """Net win or loss of each player in the last round, or so far in this one."""
        played = nets_by_player(self.events[self._round_began :])
        return {player: _money(net) for player, net in played.items()}

    def story(self) -> list[str]:
        """Return everything that happened, one sentence for each event."""
        return [sentence for event in self.events if (sentence := tell(event, self.rules.titles))]

    def send(self, command: Command) -> tuple[Event, ...]:
        """Give the table any command, and get the events it led to."""
        if not isinstance(command, Command):
            raise WrongType(
                f"{command!r:.80} is not a command",
                place=type(command).__name__,
                hint="pitboss.engine.do has the commands; table.act('hit') plays a hand",
            )
        outcome = step_on(self.state, command, self._seed)
        if isinstance(outcome, Rejection):
            raise Refused(outcome, hint=hint_at(self.state, command, outcome))
        self.state, events = outcome
        if PhaseBegan(DEALING) in events:
            self._round_began = len(self.events)
        self.events.extend(events)
        self._sent.append((command, events))
        book(self.books, events)
        while prize_to_draw(self.state):
            events += self.send(DrawPrize(prize=drawn_prize(self.state, self._seed())))
        return events

    def rows(self) -> list[HandRow]:
        """Return a row for each hand on the table: box, player, hand, cards and total."""
        return [
            {
                "box": box.number,
                "player": box.seated,
                "hand": number,
                "cards": str(held.hand),
                "total": held.hand.total,
            }
            for box in self.state.boxes
            for number, held in enumerate(box.hands, start=1)
        ]

    def to_polars(self) -> Any:
        """Return the rows as a Polars data frame."""
        return to_polars(self.rows())

    def to_pandas(self) -> Any:
        """Return the rows as a pandas data frame."""
        return to_pandas(self.rows())

    def __repr__(self) -> str:
        players = ", ".join(list(self.state.chips)[:4]) or "nobody"
        more = f" and {len(self.state.chips) - 4} more" if len(self.state.chips) > 4 else ""
        state = f"round {self.state.round}, {self.state.phase}"
        return f"<Table {self.rules.rulebook!r}: {players}{more}; {state}>"

    def _repr_html_(self) -> str:
        return table_html(f"{self.rules.title}, round {self.state.round}", self.rows())

    def _check_seated(self, player: str) -> None:
        """Refuse a name without chips at this table."""
        if player not in self.state.chips:
            raise UnknownName(
                f"{player!r:.80} does not play at this table",
                place=f"{player!r:.80}",
                hint=unknown_player(self.state, player),
            )

    def _keep(self) -> None:
        """Remember the table as it is, for ``undo``."""
        books, stream = deepcopy(self.books), deepcopy(self._stream)
        sizes = len(self.events), len(self._sent)
        self._past.append(_Past(self.state, *sizes, books, stream, self._round_began))
        del self._past[:-PAST_MAX]

    def _shuffle(self) -> None:
        while shuffle_due(self.state, 0):
            self.send(prepare(self.state, self._seed()).command)

    def _seed(self) -> bytes:
        if self._stream is None:
            return secrets.token_bytes(SEED_BYTES)
        return b"".join(self._stream.word().to_bytes(4, "big") for _ in range(SEED_BYTES // 4))

    def _box_of(self, player: str) -> int:
        """Return the box where a player bets already, or the first free one."""
        held = {box.number: box for box in self.state.boxes}
        own = [number for number, box in held.items() if box.main(player)]
        free = [n for n in range(1, self.rules.table.boxes + 1) if n not in held]
        return next(iter([*own, *free]), 1)


def _named(player: object) -> None:
    """Refuse what is not a name."""
    if not isinstance(player, str) or not player.strip():
        message = f"{player!r:.80} is not a player's name"
        raise WrongType(message, place="player", hint="write a name, as in 'ann'")


def _known_act(what: object) -> None:
    """Refuse what is not a play of a hand, and name the one that was probably meant."""
    names = (*_ACTS, "double")
    if isinstance(what, str) and what in names:
        return
    meant = close_to(str(what), names)
    hint = f"did you mean {meant}?" if meant else f"write one of {', '.join(names)}"
    if what in ("insure", "insurance", "even_money", "take_even_money", "decline"):
        hint = "table.insure, table.take_even_money and table.decline answer the offer"
    raise UnknownName(f"there is no play {what!r:.80}", place=f"{what!r:.80}", hint=hint)


def _money(cents: Cents) -> Decimal:
    return Decimal(cents).scaleb(-2)
