"""Side wagers that look at several things at once are settled, whatever becomes of the box."""

from dataclasses import dataclass, replace

from pitboss.cards import parse_cards, rest_of_shoe
from pitboss.engine.deal import Deal
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.acts import Hit, Stand
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.side_wagers.settling import StreakMoved
from pitboss.engine.table import open_table
from pitboss.rulebook.file.payoffs import Prize
from pitboss.rulebook.rules import Rules
from pitboss.wagers.base import LOSE, NO_CARD, OPEN, Sight, Stage, Wager
from tests.agreement.mixed_kinds import Comeback, PairWins, RedCard, offering, side_wager
from tests.clauses.options import rules_of
from tests.clauses.rounds import AtTable
from tests.clauses.staffed import DEALER


@dataclass(frozen=True)
class ThirdComes(Wager):
    """A third card comes."""

    kind = "third_comes"
    decided = Stage.HAND
    reads = ("third",)
    categories = ("came", "none")

    def classify(self, sight: Sight) -> str:
        if sight.third is None:
            return OPEN
        return "none" if sight.third == NO_CARD else "came"


def at_table(rules: Rules, shoe: str) -> AtTable:
    """A table with a dealer and these cards on top of its shoe; a wager of each kind on box 1."""
    cards = parse_cards(shoe)
    table = AtTable(open_table(rules))
    table.do(AssignStaff(name=DEALER, role="dealer"))
    table.do(LoadShoe(cards=cards + rest_of_shoe(rules.decks_in_play, cards)))
    bet(table)
    return table


def bet(table: AtTable) -> None:
    """A main wager, and one of each kind that is not up yet."""
    table.bet("1 ann main 10")
    up = [side.wager for side in table.state.sides]
    for name in table.state.rules.wagers:
        if name not in up:
            table.bet(f"1 ann {name} 1")


def settled(table: AtTable) -> dict[str, tuple[str, str]]:
    """The last result of each side wager, and its line."""
    events = table.all_of(WagerSettled)
    return {e.wager: (e.result, e.line) for e in events if e.wager != "main"}


def test_a_box_that_takes_no_act_has_its_wagers_settled() -> None:
    """A blackjack gets no third card, and nobody acts to say so."""
    table = at_table(offering(rules_of("nz"), ThirdComes()), "As 9d Kd 8c")
    table.do(Deal())
    assert settled(table) == {"third_comes": ("win", "none")}
    assert table.state.sides == ()


def test_cards_and_the_dealers_hand_are_seen_together() -> None:
    table = at_table(offering(rules_of("house"), RedCard(), PairWins()), "Th 9d 8d Kc 5s")
    table.do(Deal())
    table.do(Stand(by="ann", box=1))
    assert settled(table) == {"red_card": ("loss", ""), "pair_wins": ("loss", "")}
    table = at_table(offering(rules_of("house"), RedCard(), PairWins()), "8h 6d 8d Tc Ks")
    table.do(Deal())
    table.do(Stand(by="ann", box=1))
    assert settled(table) == {"red_card": ("win", "bust"), "pair_wins": ("win", "win")}


def test_a_push_settles_a_wager_on_one_round() -> None:
    table = at_table(offering(rules_of("house"), PairWins()), "9h Td 9d 8c")
    table.do(Deal())
    table.do(Stand(by="ann", box=1))
    assert settled(table) == {"pair_wins": ("win", "push")}


def test_a_run_that_a_loss_ends_begins_again() -> None:
    shoe = "Th Td 9d 8c " * 2 + "Th Td 8d 9c " + "Th Td 9d 8c " * 3
    table = at_table(offering(rules_of("house"), Comeback(length=3)), shoe)
    for _ in range(6):
        table.do(Deal())
        table.do(Stand(by="ann", box=1))
        if table.state.sides:
            bet(table)
    assert [event.wins for event in table.all_of(StreakMoved)] == [1, 2, 0, 1, 2, 3]
    assert settled(table) == {"comeback_3": ("win", "won")}


def test_a_misdeal_gives_back_wagers_on_a_dealers_hand_that_never_comes() -> None:
    """The box is decided and not dealt again, so the dealer plays no hand for it."""
    rules = offering(rules_of("tribal"), RedCard(), ThirdComes(), PairWins())
    table = at_table(rules, "Th 5s 9d 6d 5d Td Tc")
    table.bet("2 bob main 10")
    table.do(Deal())
    table.do(Hit(by="ann", box=1))
    table.do(Report(by=DEALER, what="missed_card"))
    assert settled(table) == {
        "red_card": ("void", ""),
        "third_comes": ("win", "came"),
        "pair_wins": ("loss", ""),
    }


@dataclass(frozen=True)
class TwoLines(Wager):
    """A high first card or a low one; the house prices only the high."""

    kind = "two_lines"
    decided = Stage.DEAL
    reads = ("first",)
    categories = ("high", "low")

    def classify(self, sight: Sight) -> str:
        if sight.first is None:
            return OPEN
        return LOSE if sight.first < 4 else "high" if sight.first >= 24 else "low"


def test_a_line_without_a_price_loses_also_where_prizes_are_paid_last() -> None:
    rules = rules_of("tribal", bonus=True)
    wager = side_wager(TwoLines(), paid="last")
    high = replace(wager.lines["high"], payoff=Prize(per_dollar=False, returns_stake=False))
    wager = replace(wager, lines={"high": high})
    table = at_table(replace(rules, wagers={wager.name: wager}), "2h 6d 8d Tc Ks")
    table.do(Deal())
    assert settled(table) == {"two_lines": ("loss", "")}
