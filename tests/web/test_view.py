"""The page follows a table by the changes that it is told, and names no kind of wager."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

import pitboss
from pitboss.engine.state import COUPON
from pitboss.server.feed.messages import Messages
from pitboss.wagers.registry import wager_kinds
from tests.properties.random_floor import FloorTable
from tests.properties.random_hand import HandTable
from tests.properties.random_play import RandomTable
from tests.server.told import shown, told
from tests.store.logged import LoggedTable
from tests.web.browsing import Surf

TABLES = 5
ROUNDS = 3
VIEWERS = ("ann", "dee", "")
SCRIPTS = Path(pitboss.__file__).parent / "web" / "js"

FOLLOW = """async (given) => {
  const { WatchedTable } = await import("/js/core/view.js");
  const [start, messages] = JSON.parse(given);
  const table = new WatchedTable(start);
  const found = messages.map((message) => {
    table.take(message);
    return JSON.stringify([table.view, table.last]);
  });
  return `[${found.join(",")}]`;
}"""


def follow(page: Page, start: dict[str, Any], messages: list[Any], you: str) -> list[Any]:
    """The view after each message, and what is kept of the last round, as the page has them."""
    given = json.dumps([{"you": you, "view": start}, messages])
    return list(json.loads(page.evaluate(FOLLOW, given)))


def face_down(seed: int) -> RandomTable:
    return LoggedTable("double_deck", {}, seed)


@pytest.mark.parametrize("kind", [RandomTable, FloorTable, HandTable, face_down])
def test_the_page_has_the_view_of_the_server_after_each_event(
    surf: Surf, kind: Callable[[int], RandomTable]
) -> None:
    page = surf.page("nowhere")
    for seed in range(TABLES):
        table = kind(seed)
        for _ in range(ROUNDS):
            table.play_round()
        for viewer in VIEWERS:
            steps = list(told(table.start, table.log, viewer, Messages()))
            messages = [message for message, _ in steps]
            views = follow(page, shown(table.start, viewer), messages, viewer)
            for (message, state), (seen, _) in zip(steps, views, strict=True):
                assert seen == shown(state, viewer), f"seed {seed}, after {message['event']}"


def test_the_last_round_is_kept_as_it_lay_until_the_next_bet(surf: Surf) -> None:
    """Of the viewer, or until cards are dealt to others."""
    table = RandomTable(3)
    for _ in range(ROUNDS):
        table.play_round()
    steps = list(told(table.start, table.log, "ann", Messages()))
    page = surf.page("nowhere")
    start = shown(table.start, "ann")
    views = follow(page, start, [message for message, _ in steps], "ann")
    before = start
    for (message, state), (_, last) in zip(steps, views, strict=True):
        event = message["event"]
        is_bet = event["event"] == "wager_placed" and event["player"] == "ann"
        if event["event"] == "round_ended":
            assert last == before
        if is_bet or state.phase != "betting":
            assert last is None
        before = shown(state, "ann")
    assert any(last for _, last in views)


def test_no_script_names_a_kind_of_wager() -> None:
    """What is what is said by the server; words of people are looked up by name."""
    names = {*wager_kinds(), COUPON}
    pattern = re.compile(rf"""["'`](?:{"|".join(sorted(names))})\w*["'`]""")
    named = [
        f"{path.relative_to(SCRIPTS)}: {match[0]}"
        for path in sorted(SCRIPTS.rglob("*.js"))
        for match in pattern.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not named
