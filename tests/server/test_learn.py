"""What learners ask for: drills, shoes to count, the chart's square, one's own figures."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.engine.state import OFFERING
from pitboss.odds.advice import advise
from pitboss.odds.solution import solve
from pitboss.rulebook.catalog import SHIPPED, load_rulebook, rules_of
from pitboss.server.analysis.counting import ShoeRequest, counted_shoe
from pitboss.server.analysis.drills import hand_of_day
from pitboss.server.analysis.solver import resolved
from pitboss.server.http.learn import COUNTING
from tests.patience import wait_until
from tests.server.live import Live, serving
from tests.server.test_table_http import SLOW
from tests.web.browsing import stack

HI_LO = [-1, 1, 1, 1, 1, 1, 0, 0, 0, -1, -1, -1, -1]
"""By rank, ace first."""
STAKE = 1_000


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    with serving(pace=SLOW) as served:
        yield served


class Player:
    """Somebody who plays at a table that deals when everybody is ready."""

    def __init__(self, live: Live, name: str, table: str) -> None:
        self.live, self.table, self.name = live, table, name
        self.visitor = live.guest(name)
        self._count = 0
        self.give(do="buy_in", player=name, amount=50_000)

    def give(self, **command: Any) -> None:
        self._count += 1
        body = {"id": f"c{self._count}", "command": command}
        answer = self.visitor.post(f"/api/tables/{self.table}/commands", body)
        assert answer["ok"], answer

    def deal(self, cards: str, *, sides: dict[str, int] | None = None) -> None:
        """Bet on box 1 and have these cards dealt."""
        stack(self.live, self.table, cards)
        self.give(do="place_wager", box=1, wager="main", amounts=[STAKE])
        for wager, amount in (sides or {}).items():
            self.give(do="place_wager", box=1, wager=wager, amounts=[amount])
        self.visitor.post(f"/api/tables/{self.table}/ready", {})

    def get(self, path: str) -> Any:
        return self.visitor.get(path)

    def insure(self, amount: int) -> None:
        """Answer, and wait until the house has closed insurance."""
        actor = self.live.site.lobby.tables[self.table].actor
        self.give(do="insure", box=1, amounts=[amount])
        wait_until(lambda: actor.state.phase != OFFERING, "insurance is not closed")

    def square(self) -> tuple[str, str, str] | None:
        told = self.get(f"/api/tables/{self.table}/square")
        return told and (told["chart"], told["row"], told["up"])


def test_no_option_is_named_like_a_parameter() -> None:
    options = {name for book in SHIPPED for name in load_rulebook(book).options}
    assert not options & COUNTING


def test_drills_are_every_first_decision_with_its_exact_worth(live: Live) -> None:
    visitor = live.visitor()
    sheet = visitor.get("/api/odds/pa_free_bet/drills")
    assert sheet["kinds"] == ["hard", "soft", "pairs", "free", "insurance"]
    assert visitor.get("/api/odds/nz/drills")["kinds"] == ["hard", "soft", "pairs", "insurance"]
    solution = solve(rules_of("pa_free_bet"))
    for hand in sheet["hands"]:
        worth = list(hand["values"].values())
        assert len(worth) > 1
        assert worth == sorted(worth, reverse=True)
        if hand["kinds"] != ["insurance"]:
            first, second = hand["cards"]
            exact = solution.values_of(first, second, hand["up"])
            assert hand["values"] == pytest.approx(exact, abs=1e-6)
    eights = next(one for one in sheet["hands"] if one["cards"] == [28, 29] and one["up"] == 36)
    assert (eights["kinds"], eights["free"]) == (["pairs", "free"], ["split"])
    assert next(iter(eights["values"])) == "split"
    # Every round has a first decision, but for a blackjack on either side.
    played = sum(one["chance"] for one in sheet["hands"] if one["kinds"] != ["insurance"])
    blackjack_p = 2 * 24 * 96 / (312 * 311)
    assert 1 - 2 * blackjack_p < played < 1 - blackjack_p
    refused = visitor.get("/api/odds/nz/drills?decks=9", expect=400)
    assert refused["clause"].startswith("NZ-")


def test_the_hand_of_the_day_is_one_close_decision_for_everybody() -> None:
    with serving() as live:
        told = live.visitor().get("/api/hand-of-the-day")
        assert live.guest("ann").get("/api/hand-of-the-day") == told
        hands = live.visitor().get(f"/api/odds/{told['rulebook']}/drills")["hands"]
        asked = [hand for hand in hands if hand["cards"] == told["cards"]]
        (same,) = [
            hand
            for hand in asked
            if hand["up"] == told["dealer"][0] and "decline" not in hand["values"]
        ]
        assert same["values"] == told["values"]
        best, second, *_ = sorted(told["values"].values(), reverse=True)
        assert 0.002 <= best - second <= 0.12


def test_another_day_brings_another_hand() -> None:
    days = [hand_of_day(f"2026-11-{day:02}", "double_deck", ()) for day in range(1, 9)]
    assert days == [hand_of_day(one.day, "double_deck", ()) for one in days]
    assert len({(one.cards, one.dealer) for one in days}) > 4


def test_a_shoe_is_counted_as_it_is_dealt(live: Live) -> None:
    visitor = live.visitor()
    shoe = visitor.get("/api/odds/nz/counted-shoe?seed=7&players=2")
    assert (shoe["title"], shoe["decks"], shoe["players"], shoe["start"]) == ("Hi-Lo", 6, 2, 0)
    seen: Counter[int] = Counter()
    running = 0
    for one in shoe["rounds"]:
        for card in one["cards"]:
            seen[card["card"]] += 1
            running += HI_LO[card["card"] // 4]
            assert card["running"] == running
            assert 0 <= card["box"] <= 2
        assert one["running"] == running
        assert one["count"] == running * 52 // one["cards_left"]
        units = [step[1] for step in shoe["ramp"] if one["count"] >= step[0]]
        assert one["units"] == units[-1]
    assert max(seen.values()) <= 6
    # The shoe is dealt to the cutting card; what is not seen is burned or still to come.
    assert 312 - shoe["rounds"][-1]["cards_left"] - sum(seen.values()) in (0, 1)
    assert shoe["rounds"][-1]["cards_left"] < 100
    assert visitor.get("/api/odds/nz/counted-shoe?seed=7&players=2") == shoe
    assert visitor.get("/api/odds/nz/counted-shoe")["seed"] != shoe["seed"]
    ko = visitor.get("/api/odds/nz/counted-shoe?seed=7&players=2&count=ko&ramp=-99:1,-15:3")
    first = ko["rounds"][0]
    assert (ko["start"], ko["is_true"], first["count"]) == (-20, False, first["running"])
    assert first["units"] == (3 if first["running"] >= -15 else 1)
    told = visitor.get("/api/odds/nz/counted-shoe?ramp=a:b", expect=400)
    assert "not a step of a ramp" in told["text"]
    told = visitor.get("/api/odds/nz/counted-shoe?shuffler=continuous", expect=400)
    assert "nothing to count" in told["text"], told


def test_a_shoe_ends_where_the_cutting_card_comes_before_the_first_card() -> None:
    options = resolved("nz", ())
    for seed in range(1, 40):
        shoe = counted_shoe("nz", options, ShoeRequest("hi_lo", "", 3, seed))
        assert len(shoe.rounds) > 10
        assert all(one.cards for one in shoe.rounds)


def test_the_square_of_a_hand(live: Live) -> None:
    ann = Player(live, "ann", "nz")
    assert ann.square() is None
    ann.deal("8s 6h 8d Tc 9c Td")
    assert ann.square() == ("pairs", "8,8", "6")
    ann.give(do="hit", box=1)
    ann.deal("As 9h 7d Tc 9c Td")
    assert ann.square() == ("soft", "A,7", "9")
    ann.give(do="stand", box=1)
    ann.deal("Ts Ah 6d Tc 9c Td")
    assert ann.square() is None, "insurance is asked about first"
    ann.insure(0)
    assert ann.square() == ("hard", "16", "A")
    ann.give(do="stand", box=1)
    ann.deal("Ts 9h Jd Tc 9c Td")
    assert ann.square() == ("pairs", "T,T", "9")
    ann.give(do="split", box=1)
    watcher = live.guest("wim")
    assert watcher.get("/api/tables/nz/square") is None


def test_ones_own_figures_equal_the_ledger(live: Live) -> None:
    bob = Player(live, "bob", "tribal")
    # A sixteen that stands against a nine, a twenty that doubles, a blackjack.
    bob.deal("2c Ts 9h 6d Tc 9c Td")  # The first card of a shoe is burned.
    bob.give(do="stand", box=1)
    bob.deal("Ts 9h Td Tc 9c Td")
    bob.give(do="double", box=1)
    bob.deal("As 9h Td Tc 9c Td")
    told = bob.get("/api/statistics")
    chips = live.site.lobby.tables["tribal"].actor.state.chips["bob"]
    assert [one["number"] for one in told["rounds"]] == [1, 2, 3]
    assert sum(one["net"] for one in told["rounds"]) == told["net"] == chips - 50_000
    assert [one["net"] for one in told["rounds"]] == [-1_000, -2_000, 1_500]
    (main,) = told["wagers"]
    assert (main["wager"], main["settled"], main["staked"], main["net"]) == (
        "main", 3, 4_000, told["net"],
    )  # fmt: skip
    solution = solve(rules_of("tribal"))
    per_round = -solution.house_edge * STAKE
    assert main["expected"] == pytest.approx(3 * per_round, rel=1e-6)
    for one in told["rounds"]:
        assert one["expected"] == pytest.approx(per_round, rel=1e-6)
        deviation = solution.results.standard_deviation * STAKE
        assert one["variance"] == pytest.approx(deviation**2, rel=1e-6)
    assert_decisions(told["decisions"])
    assert bob.get("/api/statistics?table=nz")["rounds"] == []
    later = told["rounds"][-1]["at_ms"] + 1
    assert bob.get(f"/api/statistics?since_ms={later}")["rounds"] == []
    nobody = live.visitor()
    assert nobody.get("/api/statistics", expect=401)


def assert_decisions(decisions: Any) -> None:
    """The stood sixteen and the doubled twenty cost what the exact odds say."""
    rules = rules_of("tribal")
    sixteen = advise(rules, "Ts 6d", "9h").values
    twenty = advise(rules, "Ts Td", "9h").values
    costs = {
        "stand": STAKE * (max(sixteen.values()) - sixteen["stand"]),
        "double": STAKE * (max(twenty.values()) - twenty["double"]),
    }
    assert (decisions["count"], decisions["right"]) == (2, 0)
    assert [one["act"] for one in decisions["mistakes"]] == ["double", "stand"]
    best = [next(iter(values)) for values in (twenty, sixteen)]
    assert [one["best"] for one in decisions["mistakes"]] == best
    for one in decisions["mistakes"]:
        assert one["cost"] == pytest.approx(costs[one["act"]], rel=1e-6)
    assert decisions["cost"] == pytest.approx(sum(costs.values()), rel=1e-6)


def test_side_wagers_and_insurance_have_their_own_lines(live: Live) -> None:
    cat = Player(live, "cat", "house")
    cat.deal("2c 9s Ah 5d Tc 9c Td 5c", sides={"over_13": 500})
    cat.insure(500)
    told = cat.get("/api/statistics")
    lines = {one["wager"]: one for one in told["wagers"]}
    assert set(lines) == {"main", "over_13", "insurance"}
    assert sum(one["net"] for one in lines.values()) == told["net"]
    assert lines["over_13"]["net"] == 500
    assert lines["insurance"]["net"] == 1_000
    assert lines["main"]["net"] == -1_000
    assert lines["insurance"]["expected"] < 0
    (mistake,) = told["decisions"]["mistakes"]
    assert (mistake["act"], mistake["best"]) == ("insure", "decline")
    ev = advise("house", "9s 5d", "Ah").insurance_ev
    assert ev is not None
    assert mistake["cost"] == pytest.approx(-ev * 500, rel=1e-6)


def test_the_felt_of_a_round_that_was_played(live: Live) -> None:
    dan = Player(live, "dan", "double-deck")
    dan.deal("Ts 9h Td 8c 9c Td")
    dan.give(do="stand", box=1)
    now = dan.get("/api/tables/double-deck/layout")
    then = dan.get("/api/tables/double-deck/rounds/1/layout")
    live_only = {"has_coach", "has_bots", "has_auto_deal", "house_edge"}
    assert {name: now[name] for name in now.keys() - live_only} == {
        name: then[name] for name in then.keys() - live_only
    }
    assert dan.visitor.get("/api/tables/double-deck/rounds/9/layout", expect=404)
