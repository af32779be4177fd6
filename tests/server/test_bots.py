"""Bots: from a view to a command, by a strategy or at random."""

import pytest

from pitboss.bots.by_strategy import ByStrategy
from pitboss.bots.port import Bot, hand_in_play
from pitboss.bots.random_legal import RandomLegal
from pitboss.cards import full_shoe
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.insurance import CloseInsurance
from pitboss.engine.legal import legal
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.side_wagers.prizes import DrawPrize
from pitboss.engine.state import BETTING
from pitboss.engine.table import open_table, step
from pitboss.engine.views import view
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.refusals import Rejection
from pitboss.server.analysis.solver import solve_table
from pitboss.shuffle import shuffled

OPTIONS: dict[str, dict[str, str]] = {
    "tribal": {"multiple_action": "true", "surrender": "true", "even_money": "true"},
    "nz": {"variant": "antes_up", "ante": "0.50", "madness_21": "true"},
    "pa_free_bet": {"push_22": "a"},
    "house": {},
    "double_deck": {},
}


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_bots_play_what_is_offered(rulebook: str) -> None:
    """Nothing that the bot by a strategy does is refused, and both end every round."""
    rules = choose(load_rulebook(rulebook), OPTIONS[rulebook])
    strategy = solve_table(rulebook, ()).strategy
    bots: list[Bot] = [ByStrategy("ann", rules, strategy), RandomLegal("bob", rules, 3),
            ByStrategy("cat", rules)]  # fmt: skip
    state = open_table(rules)

    def give(command: object, *, must: bool = True) -> bool:
        nonlocal state
        outcome = step(state, command)  # type: ignore[arg-type]
        if isinstance(outcome, Rejection):
            assert not must, f"{command}: {outcome}"
            return False
        state = outcome[0]
        return True

    for bot in bots:
        give(BuyIn(player=bot.name, amount=10**7))
    for number in range(60):
        cards = shuffled(full_shoe(rules.decks_in_play), bytes([number] * 32))
        give(LoadShoe(cards=cards))
        for bot in bots:
            for _ in range(3):
                if command := bot.choose(view(state, bot.name)):
                    give(command, must=not isinstance(bot, RandomLegal))
        give(Deal())
        for _ in range(300):
            if state.phase == BETTING:
                break
            for bot in bots:
                command = bot.choose(view(state, bot.name)) if state.phase != BETTING else None
                if command is not None:
                    give(command, must=not isinstance(bot, RandomLegal))
            for offer in legal(state, ""):
                if offer.do == "close_insurance":
                    give(CloseInsurance())
                elif offer.do == "draw_prize":
                    give(DrawPrize(prize=offer.low))
        assert state.phase == BETTING
    assert state.round == 60
    assert hand_in_play(view(state, "ann")) is None
