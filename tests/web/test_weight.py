"""The page is light and quick, its types hold, and cards move smoothly."""

import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Request

from pitboss.server.http.page import page_files, page_sources, page_texts
from pitboss.server.http.page_bundle import SCRIPT, STYLE, modules
from tests.web.browsing import TOOLS, Surf, stack
from tests.web.seat import sit_at

ROOT = Path(__file__).parents[2]
FIRST_FELT_MAX = 80_000
"""Bytes, packed, of everything that a visitor of the lobby and of a table fetches."""
BRIDGE = "/js/core/dom.js"
"""A module of the first file under its own path, for drawings that come later."""
ART, ART_MAX = "/js/table/felt/courts.js", 60_000
"""The drawings of the cards, and the most that they may weigh, packed."""
WHOLE_PAGE_MAX = 300_000
"""Bytes, packed, of every file there is, in one language."""


def test_the_types_of_the_page_hold() -> None:
    tsc = TOOLS / "typescript" / "bin" / "tsc"
    if not tsc.is_file():
        pytest.skip("TypeScript is not installed; make types-js installs it")
    done = subprocess.run(
        ["node", str(tsc), "-p", "jsconfig.json"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def test_the_whole_page_is_light() -> None:
    """Even all of it, every page and style sheet, is little."""
    files = page_files()
    assert {"index.html", "js/main.js", "css/moment.css", STYLE} <= set(files)
    read = [file for name, file in files.items() if not name.endswith(".json")]
    assert sum(len(file.packed) for file in read) < WHOLE_PAGE_MAX


def test_no_line_of_the_page_is_long() -> None:
    """Sentences may be as long as they are; drawings are not read."""
    for name, data in page_sources().items():
        if not name.startswith("lang/") and not name.endswith((".ico", ".svg")):
            lines = data.decode().splitlines()
            assert max(map(len, lines), default=0) <= 100, name


def test_an_unchanged_file_is_not_sent_again(surf: Surf) -> None:
    http = surf.live.visitor().http
    first = http.get("/js/odds/page.js")
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["cache-control"] == "no-cache"
    again = http.get("/js/odds/page.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert http.get("/js/odds/page.js", headers={"accept-encoding": "identity"}).text == first.text
    by_content = f"/{SCRIPT}?v={page_files()[SCRIPT].version}"
    assert by_content in http.get("/").text
    assert "immutable" in http.get(by_content).headers["cache-control"]
    assert http.get(f"/{SCRIPT}?v=another").headers["cache-control"] == "no-cache"
    assert http.get("/js/nothing.js").status_code == 404
    assert http.get("/js/..%2f..%2f__init__.py").status_code == 404


def test_the_first_felt_is_light_and_comes_in_few_files(surf: Surf) -> None:
    """The lobby and a table, all that they fetch counted; the sources themselves come later."""
    page = surf.page(url="data:text/html,")
    fetched: dict[str, int] = {}

    def count(request: Request) -> None:
        path = request.url.removeprefix(surf.live.url).partition("?")[0]
        fetched[path] = fetched.get(path, 0) + request.sizes()["responseBodySize"]

    page.on("requestfinished", count)
    page.goto(f"{surf.live.url}/#/")
    page.locator("table-entry").first.wait_for()
    page.goto(f"{surf.live.url}/#/table/nz")
    page.locator(".spot").first.wait_for()
    page.wait_for_load_state("networkidle")  # What comes last is counted too, or never is.
    print(f"{sum(fetched.values())} bytes: {fetched}")
    files = {path for path in fetched if path.startswith(("/js/", "/css/"))}
    assert files == {f"/{SCRIPT}", f"/{STYLE}", ART, BRIDGE}
    # What is only to be looked at comes after the first paint.
    art = fetched.pop(ART)
    assert 1_000 < art <= ART_MAX
    assert 40_000 < sum(fetched.values()) <= FIRST_FELT_MAX


def test_pages_that_come_later_share_the_modules_of_the_first(surf: Surf) -> None:
    """What is joined runs once: a module under its own path is the same as in the first file."""
    page = surf.page()
    page.locator("table-entry").first.wait_for()
    same = page.evaluate(
        """async (paths) => {
      const { modules } = await import(document.querySelector("script[src]").src);
      const unlike = [];
      for (const path of paths)
        for (const [name, value] of Object.entries(await import(`/${path}`)))
          if (modules[path][name] !== value) unlike.push(`${path}: ${name}`);
      return [Object.keys(modules), unlike];
    }""",
        joined := modules(page_texts()),
    )
    assert same == [joined, []]


@pytest.mark.long
def test_frames_while_nine_boxes_are_dealt(surf: Surf) -> None:
    """Reported, not asserted: a busy machine drops frames by itself."""
    stack(surf.live, "nz", " ".join(["4s 5d 6h 7c 8s 9d"] * 20))
    guests = [surf.live.guest(f"guest{box}") for box in range(1, 9)]
    for box, guest in enumerate(guests, start=1):
        for number, command in enumerate(
            (
                {"do": "buy_in", "player": guest.name, "amount": 50_000},
                {"do": "place_wager", "box": box, "wager": "main", "amounts": [1_000]},
            )
        ):
            guest.post("/api/tables/nz/commands", {"id": str(number), "command": command})
    seat = sit_at(surf, "nz", motion=True)
    seat.lay(9, "main")
    seat.page.evaluate(
        """() => {
      window.frames_ms = [];
      let last = performance.now();
      const tick = (now) => {
        frames_ms.push(now - last);
        last = now;
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    }"""
    )
    seat.press("Deal")
    seat.page.get_by_text("Waiting for").wait_for()
    for guest in guests:
        guest.post("/api/tables/nz/ready", {})
    seat.hand(9).locator("playing-card").nth(1).wait_for()
    frames = sorted(seat.page.evaluate("frames_ms"))
    median, high = frames[len(frames) // 2], frames[int(len(frames) * 0.95)]
    print(f"{len(frames)} frames: median {median:.1f} ms, 95 % within {high:.1f} ms")
    assert frames
