"""Figures that the page works out itself: verdicts, chips at stake, net results, typed cents."""

from typing import Any

from playwright.sync_api import Page, Route

from tests.web.browsing import Surf
from tests.web.shift import Shift

MOVES: list[dict[str, Any]] = [
    {"account": "ann", "number": n, "at_ms": n, "kind": kind, "amount": amount, "held": 0,
     "source": "nz", "mark": str(n)}
    for n, kind, amount in ((9, "buy_in", -50_00), (7, "cash_out", 20_00), (5, "buy_in", -30_00))
]  # fmt: skip
"""Movements of a bankroll, the newest first."""


def answers(page: Page, path: str, *bodies: object) -> None:
    """Have the server's answers to a path be these, one after another."""
    left = list(bodies)

    def answer(route: Route) -> None:
        route.fulfill(json=left.pop(0) if len(left) > 1 else left[0])

    page.route(path, answer)


COACH = """async () => {
  sessionStorage.clear();
  if (!customElements.get("table-coach")) await import("/js/table/controls/coach.js");
  const coach = document.createElement("table-coach");
  coach.table = "nz";
  document.body.append(coach);
  const due = { version: 7, offers: [{ do: "hit" }] };
  const seen = [];
  const note = () => seen.push(coach.advice !== null);
  coach.toggle();
  await coach.ask(due);
  note();
  coach.toggle();
  note();
  coach.toggle();
  await coach.ask(due);
  note();
  coach.judge("hit");
  return [seen, coach.querySelector(".verdict").textContent,
    coach.querySelector(".score").firstChild.textContent];
}"""


def test_coach_counts_a_cost_of_four_thousandths_and_answers_again_when_switched_on(
    surf: Surf,
) -> None:
    page = surf.page("nowhere")
    acts = [
        {"act": "stand", "ev": -0.1, "cost": 0.0}, {"act": "hit", "ev": -0.104, "cost": 0.004},
    ]  # fmt: skip
    advice = {"box": 1, "hand": 1, "acts": acts, "insurance_ev": None, "cards_seen": 3}
    answers(page, "**/api/tables/nz/advice", advice)
    seen, verdict, score = page.evaluate(COACH)
    assert seen == [True, False, True]
    assert "0.004" in verdict
    assert "best was: Stand" in verdict
    assert score == "0 of 1 right · cost 0.004"


STAKES = """async (view) => {
  const { stakesUp } = await import("/js/shell/results.js");
  return stakesUp(view, "ann");
}"""


def test_chips_at_stake_leave_out_all_that_is_decided(surf: Surf) -> None:
    won = {"result": "win"}
    hand = {
        "bets": {"ann": {"stakes": [10_00, 20_00], "extra": [5_00, 5_00]}},
        "results": {"ann": {"0": won}},
    }
    view = {
        "boxes": {"1": {"antes": {}, "mains": {"ann": [10_00, 20_00]}, "hands": {"1": hand}}},
        "sides": {
            "a": {"player": "ann", "amount": 1_00, "results": {"0": won}},
            "b": {"player": "ann", "amount": 2_00, "results": {}},
            "c": {"player": "bob", "amount": 4_00, "results": {}},
        },
        "insured": {"d": {"player": "ann", "amounts": [3_00, 7_00], "results": {"0": won}}},
    }
    assert surf.page("nowhere").evaluate(STAKES, view) == 20_00 + 5_00 + 2_00 + 7_00


NET = """async () => {
  const { NetResult } = await import("/js/table/net_result.js");
  const view = { boxes: {}, sides: {}, insured: {} };
  const table = { you: "ann", view };
  let told;
  const net = await new Promise((told) => {
    const result = new NetResult("nz", () => told(result));
    result.see(table);
  });
  const first = net.standing(table, 6500).net;
  net.hear({ n: 11, at_ms: 11, event: { event: "chips_bought", player: "ann", amount: 1000 } });
  net.hear({ n: 12, at_ms: 12, event: { event: "chips_bought", player: "bob", amount: 9000 } });
  const more = net.standing(table, 6500).net;
  net.hear({ n: 13, at_ms: 13, event: { event: "chips_cashed", player: "ann", amount: 500 } });
  return [first, more, net.standing(table, 6500).net, net.standing(table, 6500).since_ms];
}"""


def test_net_result_counts_the_chips_of_this_stay_alone(surf: Surf) -> None:
    page = surf.page("nowhere")
    answers(
        page, "**/api/bankroll?*", {"held": 0, "today_left": None, "movements": MOVES, "before": 0}
    )
    assert page.evaluate(NET) == [15_00, 5_00, 10_00, 9]


BANKROLL = """async () => {
  const { bankroll } = await import("/js/account/bankroll.js");
  const panel = bankroll();
  document.body.append(panel);
  const rows = () => [...panel.querySelectorAll("tbody tr")].map((row) => row.cells.length);
  const more = panel.querySelector("button");
  const until = async (n) => {
    while (rows().length < n) await new Promise((on) => setTimeout(on, 5));
    return more.hidden;
  };
  const first = await until(2);
  more.click();
  return [first, await until(3), rows().length];
}"""


def test_older_movements_follow_those_that_are_shown(surf: Surf) -> None:
    page = surf.page("nowhere")
    sheet = {"held": 0, "today_left": None}
    answers(page, "**/api/bankroll?before=0", sheet | {"movements": MOVES[:2], "before": 7})
    answers(page, "**/api/bankroll?before=7", sheet | {"movements": MOVES[2:], "before": 0})
    assert page.evaluate(BANKROLL) == [False, True, 3]


def test_typed_cents_of_the_drop_box_are_sent_to_the_cent(surf: Surf) -> None:
    shift = Shift(surf, "house")
    shift.count("Opening count", {"5": 20})
    slip = shift.write_slip(
        "Take the drop box away", lambda form: form.get_by_label("Cash in the box").fill("1.15")
    )
    assert slip is not None
    # As a fraction of two, 1.15 times 100 lies below 115.
    assert (slip.kind, slip.amount) == ("drop", 115)
