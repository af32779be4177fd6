"""No state of a table dealt by hand leaves everybody with nothing due while chips are up."""

import random

import pytest

from pitboss.engine.state import BETTING, BY_HAND, Automations
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.rules import Rules
from tests.engine.test_manual import ENTERED
from tests.properties.guest_table import GuestTable
from tests.properties.random_play import random_rules


class WatchedTable(GuestTable):
    """A table of which every state is looked at."""

    def look(self) -> None:
        state = self.state
        if state.phase != BETTING or state.boxes:
            assert self.due() or self.acts(), f"nobody is due in {state.phase}: {state.prep}"


def variants() -> list[tuple[str, str, object]]:
    """Each option of each rulebook with each of its values."""
    listed: list[tuple[str, str, object]] = [(name, "", None) for name in SHIPPED]
    for name in SHIPPED:
        for option, told in load_rulebook(name).options.items():
            values = told.spec.values or ((True, False) if told.spec.type == "boolean" else ())
            listed += [(name, option, value) for value in values]
    return listed


def rules_with(name: str, option: str, value: object) -> Rules | None:
    """A rulebook with one option set; None where that needs others."""
    try:
        return choose(load_rulebook(name), {option: value} if option else {})
    except RulebookError:
        return None


@pytest.mark.parametrize("automations", [BY_HAND, ENTERED])
@pytest.mark.parametrize("rulebook", SHIPPED)
def test_somebody_is_due_while_chips_are_up(rulebook: str, automations: Automations) -> None:
    for number, (name, option, value) in enumerate(variants()):
        rules = rules_with(name, option, value) if name == rulebook else None
        if rules is not None:
            WatchedTable(random.Random(number), rules, automations).play(2)


@pytest.mark.parametrize("seed", range(40))
def test_somebody_is_due_with_any_options(seed: int) -> None:
    rng = random.Random(seed)
    WatchedTable(rng, random_rules(rng), rng.choice((BY_HAND, ENTERED))).play(3)


@pytest.mark.parametrize("seed", range(1, 5))
def test_shuffler_that_cards_wait_for_is_to_be_repaired(seed: int) -> None:
    rules = choose(load_rulebook("pa_free_bet"), {"shuffler": "continuous"})
    WatchedTable(random.Random(seed), rules, BY_HAND).play(8)
