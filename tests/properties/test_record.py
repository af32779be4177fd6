"""The record of any table: each round as a script, each command decided again, logs of any age."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.cards import Card, full_shoe
from pitboss.engine.declare import Event
from pitboss.engine.floor.procedures import StackShuffled
from pitboss.engine.floor.taking_back import TakenBack
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.loading import LoadShoe, ShoeLoaded
from pitboss.engine.state import Automations, TableState
from pitboss.engine.table import replay, step
from pitboss.round_scripts.export import export_script
from pitboss.round_scripts.format import parse_script
from pitboss.round_scripts.play import play_script
from pitboss.rulebook.rules import Rules
from tests.properties.random_floor import FloorTable
from tests.properties.random_hand import HandTable
from tests.properties.random_play import Given, RandomTable

ROUNDS = 5
"""Rounds a table."""


class BurningTable(FloorTable):
    """A table of the server: cards are burned, and sides of a double shoe named, as its rulebook
    says.
    """

    automations = Automations(burn=True)

    def shuffle(self) -> None:
        """A new shoe; of a double shoe the side that is due, and both before the first round."""
        if self.rules.shoe.compartments != "double":
            super().shuffle()
            return
        prep = self.state.prep
        for side in (0, 1) if prep.other is None else (max(prep.due_side, 0),):
            cards = list(full_shoe(self.rules.decks_in_play))
            self.rng.shuffle(cards)
            self.send(LoadShoe(cards=tuple(cards), side=side))


KINDS: tuple[type[RandomTable], ...] = (RandomTable, FloorTable, BurningTable, HandTable)


def told(event: Event) -> object:
    """An event without the order of cards that had not left the shoe."""
    if isinstance(event, ShoeLoaded | StackShuffled):
        return msgspec.structs.replace(event, cards=tuple(sorted(event.cards)))
    return event


def check_script(part: list[Given]) -> None:
    """The commands, written as a script and played, lead to the same events and payouts."""
    text = export_script(part[0].before, [(one.command, one.events) for one in part], "exported")
    verdict = play_script(parse_script(text))
    assert verdict.failures == (), text
    wanted = [told(event) for one in part for event in one.events]
    assert [told(event) for event in verdict.events] == wanted, text


def rounds_of(record: list[Given]) -> list[list[Given]]:
    """The commands of each round, and of what came before it."""
    rounds: list[list[Given]] = [[]]
    for one in record:
        if any(isinstance(event, TakenBack) and event.is_round_reopened for event in one.events):
            # The round goes on.
            rounds[-2:] = [[*rounds[-2], *rounds[-1]]]
        rounds[-1].append(one)
        if any(isinstance(event, RoundEnded) for event in one.events):
            rounds.append([])
    return [part for part in rounds if part]


class Forbidden:
    """Stands for rules that nobody may read."""

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError(f"applying an event read the rules: {name}")


def without_rules(state: TableState) -> TableState:
    """A table whose rules do not matter."""
    remembered = tuple(
        msgspec.structs.replace(one, before=without_rules(one.before)) for one in state.remembered
    )
    return msgspec.structs.replace(state, rules=None, awaiting=None, remembered=remembered)


def with_longer_procedures(rules: Rules) -> Rules:
    """The rulebook of tomorrow: every procedure has gained a step."""
    longer = {name: (*steps, steps[-1]) for name, steps in rules.procedures.items()}
    return replace(rules, procedures=longer)


def check_fold(table: RandomTable) -> None:
    """The events alone lead to the same table, whatever has become of the rulebook since."""
    tomorrow = msgspec.structs.replace(
        table.start, rules=with_longer_procedures(table.start.rules)
    )  # fmt: skip
    after = replay(tomorrow, table.log)
    assert without_rules(after) == without_rules(table.state)
    if not table.state.floor.changed:
        unread: Any = Forbidden()
        blind = replay(msgspec.structs.replace(table.start, rules=unread), table.log)
        assert without_rules(blind) == without_rules(table.state)


def check_decisions(table: RandomTable) -> None:
    """Every command, given again to the table that its events led to, is decided the same."""
    state = table.start
    for _, command, events in table.given:
        outcome = step(state, command)
        assert isinstance(outcome, tuple), f"{command} was refused: {outcome}"
        assert outcome[1] == events
        state = replay(state, events)
    assert state == table.state


def check_record(seed: int, kind: type[RandomTable]) -> int:
    """All of it for one table; gives the number of its rounds."""
    table = kind(seed)
    played = sum(table.play_round() for _ in range(ROUNDS))
    check_fold(table)
    check_decisions(table)
    for part in rounds_of(table.given):
        if part[0].before.awaiting is None:
            check_script(part)
    return played


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_the_record_of_any_table(kind: type[RandomTable], seed: int) -> None:
    """Four kinds of table with 80 seeds and five rounds each: 1,600 rounds."""
    check_record(seed, kind)


@pytest.mark.long
def test_the_record_of_any_table_for_long() -> None:
    """At least 200,000 rounds from the seeds 2,000,000 onwards."""
    rounds = seed = 0
    while rounds < 200_000:
        rounds += sum(check_record(2_000_000 + seed, kind) for kind in KINDS)
        seed += 1
    assert rounds >= 200_000


def order_of(text: str) -> list[list[str]]:
    """The cards that a script lists for each shoe."""
    return [line.split("'")[1].split() for line in text.splitlines() if "load_shoe cards='" in line]


@pytest.mark.parametrize("seed", range(20))
def test_a_script_tells_nothing_of_cards_to_come(seed: int) -> None:
    """It lists the cards that have left each shoe, and comes out the same for any order behind."""
    table = BurningTable(seed)
    for _ in range(ROUNDS):
        table.play_round()
    pairs = [(one.command, one.events) for one in table.given]
    text = export_script(table.start, pairs, "exported")
    other = [_reordered(command, events, table) for command, events in pairs]
    assert export_script(table.start, other, "exported") == text


def _reordered(command: Any, events: tuple[Event, ...], table: RandomTable) -> Any:
    """The last shoe with the cards that are still in it the other way round."""
    state = table.state
    if not any(isinstance(e, ShoeLoaded) and e.cards == state.shoe for e in events):
        return command, events
    left = state.shoe[state.position :]
    cards: tuple[Card, ...] = state.shoe[: state.position] + left[::-1]
    loaded = tuple(
        msgspec.structs.replace(e, cards=cards) if isinstance(e, ShoeLoaded) else e for e in events
    )
    return msgspec.structs.replace(command, cards=cards, cut=0), loaded
