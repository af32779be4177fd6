"""Boxes between two rounds: kept for their last bettors, and bots sit where nobody sat."""

from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.state import TableState
from pitboss.server.settings import Pace
from tests.patience import wait_until
from tests.server.live import Live, Visitor, serving

TABLE = "pa-free-bet"
SLOW = Pace(betting_ms=60_000, insurance_ms=60_000, turn_ms=200, prize_ms=50, cut_ms=30)
MAIN = {"do": "place_wager", "wager": "main", "amounts": [500]}


def state_of(live: Live) -> TableState:
    """The table as it is at the server."""
    return live.site.lobby.tables[TABLE].actor.state


def lay(visitor: Visitor, box: int) -> dict[str, object]:
    """The answer to a wager that is only tried."""
    (told,) = visitor.post(f"/api/tables/{TABLE}/lay", {"wagers": [MAIN | {"box": box}]})
    return dict(told)


def play(live: Live, visitor: Visitor, round_: int) -> None:
    """Deal the cards, and wait for the end of the round."""
    visitor.post(f"/api/tables/{TABLE}/ready", None)
    wait_until(lambda: state_of(live).round == round_ and state_of(live).phase == "betting")


def test_a_box_is_kept_for_its_last_bettor_until_they_sit_out() -> None:
    with serving(pace=SLOW) as live:
        ann, bob = live.guest("ann"), live.guest("bob")
        first, second = ann.socket(TABLE), bob.socket(TABLE)
        for wire in (first, second):
            wire.until("view")
            wire.buy()
        bob.post(f"/api/tables/{TABLE}/skip", None)
        assert first.give(PlaceWager(box=3, wager="main", amounts=(500,)))["ok"]
        play(live, ann, 1)
        refused = second.give(PlaceWager(box=3, wager="main", amounts=(500,)))["refused"]
        assert refused["code"] == "box_taken"
        assert refused["text"] == "box 3 is kept for ann until the cards are dealt"
        assert lay(bob, 3)["refused"] == lay(bob, 3)["refused"] is not None
        assert lay(bob, 4)["refused"] is None
        assert lay(ann, 3)["refused"] is None
        # Who sits the next round out gives the box up at once.
        ann.post(f"/api/tables/{TABLE}/skip", None)
        assert lay(bob, 3)["refused"] is None
        assert second.give(PlaceWager(box=3, wager="main", amounts=(500,)))["ok"]


def test_a_box_of_somebody_who_left_is_free() -> None:
    with serving(pace=SLOW) as live:
        ann, bob = live.guest("ann"), live.guest("bob")
        first, second = ann.socket(TABLE), bob.socket(TABLE)
        for wire in (first, second):
            wire.until("view")
            wire.buy()
        bob.post(f"/api/tables/{TABLE}/skip", None)
        assert first.give(PlaceWager(box=3, wager="main", amounts=(500,)))["ok"]
        play(live, ann, 1)
        assert lay(bob, 3)["refused"]
        first.close()
        wait_until(lambda: lay(bob, 3)["refused"] is None)
        # Presence is a connection: chips alone seat nobody in the lobby.
        (shown,) = [one for one in bob.get("/api/tables") if one["table"] == TABLE]
        assert shown["seated"] == ["bob"]


def test_six_invited_bots_bet_in_the_next_round_on_boxes_of_their_own() -> None:
    with serving(pace=SLOW) as live:
        ann = live.guest("ann")
        wire = ann.socket(TABLE)
        wire.until("view")
        wire.buy()
        assert wire.give(PlaceWager(box=1, wager="main", amounts=(500,)))["ok"]
        play(live, ann, 1)
        boxes = state_of(live).rules.table.boxes
        for _ in range(boxes - 1):
            ann.post(f"/api/tables/{TABLE}/bots", {"kind": "like_dealer"}, expect=201)
        # The first bot would take box 1 if it could: it is the lowest.
        wait_until(lambda: len(state_of(live).boxes) == boxes - 1)
        assert {box.number for box in state_of(live).boxes} == set(range(2, boxes + 1))
        seats = {box.number: box.seated for box in state_of(live).boxes}
        for round_ in (2, 3):
            assert wire.give(PlaceWager(box=1, wager="main", amounts=(500,)))["ok"]
            play(live, ann, round_)
            assert dict(state_of(live).floor.last_boxes) == {1: "ann", **seats}
