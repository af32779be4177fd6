"""New Zealand: what the table offers is exactly what it accepts."""

import pytest

from pitboss.engine import do
from pitboss.engine.declare import Command
from pitboss.engine.legal import legal
from pitboss.engine.offers import Offer
from pitboss.engine.play.elections import Stake
from pitboss.engine.table import step
from pitboss.rulebook.refusals import Rejection
from tests.clauses.rounds import AtTable, dealt, table_of


def accepts(table: AtTable, command: Command) -> bool:
    """Whether the table would take a command now."""
    return not isinstance(step(table.state, command), Rejection)


def offered(table: AtTable, player: str, do: str, box: int = 0, wager: str = "") -> Offer | None:
    """The offer of a command to a player, for any box or for one."""
    for offer in legal(table.state, player):
        if offer.do == do and box in (0, offer.box) and wager in ("", offer.wager):
            return offer
    return None


@pytest.mark.clause("NZ-2.0", "NZ-5.2", "NZ-14.2")
def test_main_wagers_are_offered_as_far_as_box_and_player_go() -> None:
    limits = {"max_bet": 100, "box_max": 60, "player_max": 50}
    table = table_of("nz", "Ts 9d 9h", "1 ann main 30", **limits)
    table.bet("2 bob main 20")
    for box, high in ((1, 3000), (3, 5000)):
        offer = offered(table, "bob", "place_wager", box, "main")
        assert offer is not None
        assert (offer.low, offer.high, offer.unit) == (500, high, 50)
        for amount in (450, 475, 500, 2950, 3000, 3050, 5000, 5050):
            command = do.PlaceWager(by="bob", box=box, wager="main", amounts=(amount,))
            is_fit = offer.low <= amount <= high and amount % 50 == 0
            assert accepts(table, command) == is_fit, (box, amount)
    assert offered(table, "bob", "place_wager", 2, "main") is None


@pytest.mark.clause("NZ-14.1")
def test_a_full_box_is_not_offered() -> None:
    table = table_of("nz", "Ts 9d 9h", "1 ann main 10", "1 bob main 10", "1 cal main 10")
    table.bet("2 dan main 10")
    assert offered(table, "dan", "place_wager", 1, "main") is None
    assert offered(table, "dan", "place_wager", 3, "main") is not None


@pytest.mark.clause("NZ-15C.3", "NZ-15B.2")
@pytest.mark.parametrize(
    "option, scale, boxes",
    [("any_pair", "scale_1", {1, 2}), ("perfect_pairs", "scale_1", {2})],
)
def test_pair_wagers_are_offered_where_they_may_stand(
    option: str, scale: str, boxes: set[int]
) -> None:
    table = table_of("nz", "Ts 9d 9h", "1 ann main 10", "2 bob main 10", **{option: scale})
    offered = {offer.box for offer in legal(table.state, "bob") if offer.wager == option}
    assert offered == boxes


@pytest.mark.clause("NZ-18.5", "NZ-18.4")
def test_the_ante_is_offered_while_it_is_due() -> None:
    table = table_of(
        "nz", "Ts 9d 9h", "1 ann main 10", "2 ann main 50", variant="antes_up", ante_waived_from=50
    )
    offer = offered(table, "ann", "place_wager", 1, "ante")
    assert offer is not None
    assert (offer.low, offer.high) == (50, 50)
    assert offered(table, "ann", "place_wager", 2, "ante") is None
    table.bet("1 ann ante 0.50")
    assert offered(table, "ann", "place_wager", 1, "ante") is None


@pytest.mark.clause("NZ-9.3", "NZ-9.3-a", "NZ-9.3-b")
@pytest.mark.parametrize(
    "unit, main, high",
    [(0.5, 5, 250), (0.5, 5.5, 250), (1, 7, 300), (1, 8, 400), (2.5, 12.5, 500), (0.01, 5.01, 250)],
)
def test_insurance_is_offered_in_chips_up_to_half(unit: float, main: float, high: int) -> None:
    table = dealt("nz", "Ts Ad 9h", f"1 ann main {main}", chip_unit=unit)
    offer = offered(table, "ann", "insure")
    assert offer is not None
    chip = round(unit * 100)
    assert (offer.low, offer.high, offer.unit) == (chip, high, chip)
    for amount in (chip, high):
        assert accepts(table, do.Insure(by="ann", box=1, amounts=(amount,)))
    for amount in (high + chip, chip // 2 or -1, high + 1):
        assert not accepts(table, do.Insure(by="ann", box=1, amounts=(amount,)))


@pytest.mark.clause("NZ-11.2", "NZ-11.2-a", "NZ-11.2-b")
def test_a_double_is_offered_from_the_increment_to_the_wager() -> None:
    table = dealt("nz", "5s 9d 6h", "1 ann main 20", min_increment=2.5)
    offer = offered(table, "ann", "double")
    assert offer is not None
    assert (offer.low, offer.high, offer.unit) == (250, 2000, 50)
    for amount in (200, 225, 250, 275, 300, 2000, 2050):
        stakes: dict[str, tuple[Stake, ...]] = {"ann": (amount,)}
        is_fit = 250 <= amount <= 2000 and amount % 50 == 0
        assert accepts(table, do.Double(by="ann", box=1, stakes=stakes)) == is_fit, amount


@pytest.mark.clause("NZ-11.1", "NZ-12.1", "NZ-13.1", "NZ-13.1-d", "NZ-8.3")
@pytest.mark.parametrize(
    "cards, acts",
    [
        ("8s 8h", {"hit", "stand", "double", "split"}),
        ("Ks Th", {"hit", "stand", "double", "split"}),
        ("As Ah", {"hit", "stand", "split"}),
        ("As 7h", {"hit", "stand"}),
        ("5s 6h", {"hit", "double"}),
        ("2s 2h", {"hit", "double", "split"}),
        ("2s Th", {"hit", "stand", "double"}),
    ],
)
def test_decisions_offered_on_two_cards(cards: str, acts: set[str]) -> None:
    first, second = cards.split()
    table = dealt("nz", f"{first} 9d {second}", "1 ann main 10")
    assert {offer.do for offer in legal(table.state, "ann")} == acts


@pytest.mark.clause("NZ-12.4-a", "NZ-12.4")
def test_no_split_is_offered_once_there_are_three_hands() -> None:
    table = dealt("nz", "8s 9d 8h 8d 8c", "1 ann main 10")
    for _ in range(2):
        assert offered(table, "ann", "split") is not None
        table.play("1 split")
    assert {offer.do for offer in legal(table.state, "ann")} == {"hit", "stand", "double"}
