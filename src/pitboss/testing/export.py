"""Writes rounds that were played as a round script, so that anybody can replay and judge them."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from pitboss.cards import show_card
from pitboss.engine.dealer import HoleCardRevealed
from pitboss.engine.declare import Event, evolve
from pitboss.engine.floor.notices import RulesChanged
from pitboss.engine.insurance import EvenMoneyTaken, InsurancePlaced
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.acts import HandDoubled, HandSplit
from pitboss.engine.round import HandFinished, RoundEnded
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.engine.sides.prizes import PrizeDrawn
from pitboss.engine.state import COUPON, DEALER, PLAYING, PlayedHand, TableState
from pitboss.engine.wagers.placing import (
    AnteTaken,
    CouponPlaced,
    CouponWithdrawn,
    WagerPlaced,
    WagerWithdrawn,
)
from pitboss.money import Cents, show
from pitboss.rulebook.options import plain_value
from pitboss.rulebook.payoffs import Prize

UNSEEN = "??"
"""A card from a physical shoe that lies face down."""


class UnseenCard(ValueError):
    """A card of a round is not known to anybody."""


@dataclass
class _Round:
    """One round as a script has it."""

    wagers: list[str] = field(default_factory=list)
    acts: list[str] = field(default_factory=list)
    draws: dict[str, list[str]] = field(default_factory=dict)
    cards: list[str] = field(default_factory=list)
    """Cards of the shoe that this round began; later rounds of the shoe go on with it."""
    net: Counter[str] = field(default_factory=Counter)
    is_shuffled: bool = False


def export_script(start: TableState, events: Iterable[Event], title: str) -> str:
    """The rounds that the events hold, as the text of a script.

    ``start`` is the table before the first of the events; begin where a shoe was loaded, so that
    who sat out and which streaks are up is the same when the script is played. A script has one
    set of options: where they changed at the table, it holds the rounds since then.
    """
    state = start
    rounds = [_Round()]
    shoe = rounds[0]
    last: Event | None = None
    for event in events:
        entry = rounds[-1]
        if isinstance(event, CardDealt):
            shoe.cards.append(show_card(event.card) if event.card >= 0 else UNSEEN)
        if isinstance(event, HoleCardRevealed) and UNSEEN in shoe.cards:
            shoe.cards[shoe.cards.index(UNSEEN)] = show_card(event.card)
        if isinstance(event, ShoeLoaded) and event.is_shuffle and len(rounds) > 1:
            entry.is_shuffled = True
            shoe = entry
        _note(entry, state, event, last)
        state = evolve(state, event)
        last = event
        if isinstance(event, RoundEnded):
            rounds.append(_Round())
        if isinstance(event, RulesChanged):
            start, rounds = state, [_Round()]
            shoe = rounds[0]
    played = [entry for entry in rounds if entry.net or entry.acts]
    if any(UNSEEN in entry.cards for entry in played):
        raise UnseenCard("a card from a physical shoe was never turned over, so no script is exact")
    return _write(start, title, played)


def _note(entry: _Round, state: TableState, event: Event, last: Event | None) -> None:
    """Write down what an event says of the round; ``state`` is the table before it."""
    match event:
        case WagerPlaced(box, player, wager, amounts):
            entry.wagers.append(f"{box} {player} {wager} {_amounts(amounts)}")
        case WagerWithdrawn(box, player, wager, amounts):
            entry.wagers.remove(f"{box} {player} {wager} {_amounts(amounts)}")
        case CouponPlaced(box, player, amount):
            entry.wagers.append(f"{box} {player} {COUPON} {show(amount)}")
        case CouponWithdrawn(box, player, amount):
            entry.wagers.remove(f"{box} {player} {COUPON} {show(amount)}")
        case InsurancePlaced(box, player, amounts):
            entry.acts.append(f"{box} insure {player}={_amounts(amounts)}")
        case EvenMoneyTaken(box, player):
            entry.acts.append(f"{box} even_money {player}")
        case PrizeDrawn(box, wager, prize):
            lines = state.rules.wagers[wager].lines.values()
            if any(isinstance(line.payoff, Prize) for line in lines):
                entry.draws.setdefault(wager, []).append(show(prize))
        case WagerSettled(box, _, player, wager):
            entry.net[f"{player} {box} {wager}"] += event.net
        case AnteTaken(box, player, amount):
            entry.net[f"{player} {box} ante"] -= amount
        case _ if state.phase == PLAYING:
            _note_act(entry, state, event, last)


def _note_act(entry: _Round, state: TableState, event: Event, last: Event | None) -> None:
    match event:
        case CardDealt(box, hand) if box != DEALER and not isinstance(last, HandDoubled):
            if len(_hand(state, box, hand).hand.cards) > 1:
                entry.acts.append(f"{box}.{hand} hit")
        case HandFinished(box, hand, how) if how in ("stood", "surrendered"):
            act = "stand" if how == "stood" else "surrender"
            entry.acts.append(f"{box}.{hand} {act}")
        case HandDoubled(box, hand, stakes):
            added = {one.player: "free" if one.free else _amounts(one.chips) for one in stakes}
            names = [bet.player for bet in _hand(state, box, hand).bets]
            given = " ".join(f"{name}={added.get(name, '0')}" for name in names)
            entry.acts.append(f"{box}.{hand} double {given}")
        case HandSplit(box, hand, _, moves, stakes):
            covers = [one.player for one in stakes]
            seated = state.box(box)
            assert seated is not None
            choices = [
                f"{bet.player}={_choice(bet.player, covers, moves)}"
                for bet in _hand(state, box, hand).bets
                if bet.player != seated.seated
            ]
            entry.acts.append(" ".join([f"{box}.{hand} split", *choices]))


def _choice(player: str, covers: list[str], moves: tuple[str, ...]) -> str:
    return "second" if player in moves else "cover" if player in covers else "first"


def _hand(state: TableState, number: int, hand: int) -> PlayedHand:
    box = state.box(number)
    assert box is not None
    return box.hands[hand - 1]


def _amounts(amounts: tuple[Cents, ...]) -> str:
    return "/".join(show(amount) for amount in amounts)


def _write(start: TableState, title: str, rounds: list[_Round]) -> str:
    """The script's text."""
    rules = start.rules
    lines = [
        f"title = {json.dumps(title)}",
        f"rulebook = {json.dumps(rules.rulebook)}",
        "exact = true",
        "",
        "[options]",
    ]
    known = rules.book.options
    for name, value in rules.options.items():
        if value != known[name].default:
            lines.append(f"{name} = {_toml(plain_value(known[name].spec, value))}")
    for entry in rounds:
        lines += ["", "[[rounds]]"]
        if entry.is_shuffled:
            lines.append("shuffle = true")
        if entry.cards:
            lines.append(f'shoe = "{" ".join(entry.cards)}"')
        lines.append(f"wagers = {json.dumps(entry.wagers)}")
        if entry.draws:
            draws = ", ".join(f"{name} = [{', '.join(v)}]" for name, v in entry.draws.items())
            lines.append(f"draws = {{ {draws} }}")
        lines.append(f"acts = {json.dumps(entry.acts)}")
        lines.append("[rounds.expect]")
        lines += [f"{json.dumps(key)} = {show(amount)}" for key, amount in entry.net.items()]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f'"{k}" = {json.dumps(v)}' for k, v in value.items()) + " }"
    return json.dumps(value)
