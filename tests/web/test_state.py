"""What the page shows after each event is what the server would show: random play, folded."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from pitboss.engine.declare import evolve
from pitboss.engine.views import view
from pitboss.server.feed import seen_by
from pitboss.server.rebuild import Logged
from pitboss.store.entry import Entry
from tests.properties.random_floor import FloorTable
from tests.properties.random_play import RandomTable
from tests.store.logged import LoggedTable
from tests.web.browsing import Surf

TABLES = 10
ROUNDS = 3
EVERY = 7
"""Views are compared after every so many events."""
VIEWER = "ann"

FOLD = """async ([start, steps, every]) => {
  const { opened, apply } = await import("/js/state.js");
  const plain = (table) => ({
    phase: table.phase, round: table.round, cards_dealt: table.dealt, cards_left: table.left,
    dealer: table.dealer.cards.map(({ card }) => card), dealer_total: table.dealer.total,
    boxes: table.boxes.map((box) => ({
      number: box.number, mains: box.mains.map(({ player, amounts }) => [player, amounts]),
      antes: box.antes.map(({ player, amount }) => [player, amount]),
      coupons: box.coupons.filter((coupon) => !coupon.result)
        .map(({ player, amount }) => [player, amount]),
      hands: box.hands.map((hand) => ({
        cards: hand.cards.map(({ card }) => card), total: hand.total, how: hand.how,
        bets: hand.bets.map(({ player, stakes, extra, free }) => [player, stakes, extra, free]),
      })),
    })),
    sides: table.sides.filter((side) => !side.result)
      .map(({ box, player, wager, amount, wins }) => [box, player, wager, amount, wins]),
    insured: table.insured.map(({ box, player, amounts }) => [box, player, amounts]),
    turn: table.turn, exposed: table.exposed, meter: table.meter, chips: table.chips,
    discarded: table.discarded, cut_card: table.cut_card,
    pending: table.notices.filter(({ place }) => place === "pending"),
  });
  const table = opened(start);
  const found = [];
  steps.forEach((message, place) => {
    apply(table, message);
    if (place % every === 0) found.push(structuredClone(plain(table)));
  });
  return found;
}"""


def plain(value: Any) -> Any:
    """A Struct as it arrives in the browser."""
    return msgspec.json.decode(msgspec.json.encode(value))


def expected(state: Any) -> dict[str, Any]:
    """The server's view, as far as the fold has it."""
    seen = plain(view(state, VIEWER))
    for name in ("offers", "spot"):
        seen.pop(name)
    seen["pending"] = [one for one in seen.pop("notices") if one["place"] == "pending"]
    for box in seen["boxes"]:
        for hand in box["hands"]:
            hand.pop("is_sideways")
    return dict(seen)


def with_coupons(seed: int) -> RandomTable:
    """Few tables of the others take match play coupons."""
    return LoggedTable("tribal", {"match_play": "true"}, seed)


@pytest.mark.parametrize("kind", [RandomTable, FloorTable, with_coupons])
def test_the_page_folds_events_as_the_engine_does(
    surf: Surf, kind: Callable[[int], RandomTable]
) -> None:
    compare(surf, kind, seeds=range(TABLES), every=EVERY)


@pytest.mark.long
@pytest.mark.parametrize("kind", [RandomTable, FloorTable])
def test_the_page_folds_events_for_long(surf: Surf, kind: type[RandomTable]) -> None:
    compare(surf, kind, seeds=range(1_000, 1_500), every=1)


def compare(surf: Surf, kind: Callable[[int], RandomTable], *, seeds: range, every: int) -> None:
    """Fold the events of random rounds in the browser and in the engine."""
    page = surf.page("nowhere")
    for seed in seeds:
        table = kind(seed)
        for _ in range(ROUNDS):
            table.play_round()
        state = table.start
        start = {"you": VIEWER, "view": plain(view(state, VIEWER))}
        steps, views = [], []
        for version, event in enumerate(table.log, start=1):
            before, state = state, evolve(state, event)
            logged = Logged(version, event, before, state, Entry(version, 0, 0, (event,)))
            steps.append(plain(seen_by(logged, VIEWER)))
            if (version - 1) % every == 0:
                views.append(expected(state))
        shown = page.evaluate(FOLD, [start, steps, every])
        for place, (mine, theirs) in enumerate(zip(shown, views, strict=True)):
            assert mine == theirs, f"seed {seed}, after {steps[place * every]['event']}"
