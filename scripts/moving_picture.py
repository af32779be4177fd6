"""Makes the moving picture of the README: a round in the page, from the bet to the payout."""

import argparse
import io
import sys
from pathlib import Path

from PIL import Image, ImageChops
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from pitboss.rulebook.catalog import rules_of  # noqa: E402
from scripts.stacked_shoe import full_shoe  # noqa: E402
from tests.machine import CHROMIUM_ARGS, chromium  # noqa: E402
from tests.server.live import serving  # noqa: E402
from tests.web.browsing import PATIENT, Surf, stack  # noqa: E402
from tests.web.seat import sit_as_regular  # noqa: E402

FILE = ROOT / "docs" / "images" / "round.webp"
BYTES_MAX = 400_000
SIZE = {"width": 1280, "height": 800}
WIDTH = 960
"""Of the picture; the page is drawn larger and made smaller, so that letters stay sharp."""
SHOTS = 8
"""Pictures after each step, while cards move."""
STEP_MS = 120
HOLD_MS = 1_600
"""Time for which the last picture of a step is shown."""
CARDS = "8s 6d 8h Tc 3d Kh 9c 7d 4s 4d 4h 4c 5s 5d"

Frames = list[tuple[Image.Image, int]]


def watch(page: Page, frames: Frames) -> None:
    """Take pictures of what moves now, and hold the last."""
    for _ in range(SHOTS):
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        height = round(picture.height * WIDTH / picture.width)
        small = picture.resize((WIDTH, height), Image.Resampling.LANCZOS)
        if frames and not ImageChops.difference(frames[-1][0], small).getbbox():
            frames[-1] = (small, frames[-1][1] + STEP_MS)
        else:
            frames.append((small, STEP_MS))
        page.wait_for_timeout(STEP_MS)
    frames[-1] = (frames[-1][0], max(frames[-1][1], HOLD_MS))


def play(surf: Surf) -> Frames:
    """Bet on main and Push 22, split eights free, double free, and win."""
    frames: Frames = []
    stack(surf.live, "pa-free-bet", full_shoe(rules_of("pa_free_bet"), CARDS))
    seat = sit_as_regular(surf, "pa-free-bet", size=SIZE, motion=True)
    seat.page.get_by_role("radio", name="Chip of 25").click()
    seat.lay(3, "main", "push_22")
    watch(seat.page, frames)
    for button in ("Deal", "Split", "Double", "Stand"):
        seat.press(button)
        watch(seat.page, frames)
    seat.page.wait_for_timeout(HOLD_MS)
    watch(seat.page, frames)
    return frames


def write(frames: Frames, file: Path) -> int:
    """Write the pictures as one that moves, as good as the limit allows; its size in bytes."""
    pictures, times = [list(part) for part in zip(*frames, strict=True)]
    for quality in (80, 65, 50, 35):
        made = io.BytesIO()
        pictures[0].save(
            made, "WEBP", save_all=True, append_images=pictures[1:], duration=times, loop=0,
            quality=quality, method=6, minimize_size=True,
        )  # fmt: skip
        if made.tell() <= BYTES_MAX:
            file.write_bytes(made.getvalue())
            return made.tell()
    raise SystemExit(f"{made.tell()} bytes are too many: the limit is {BYTES_MAX}")


def main() -> int:
    """Play the round and write the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=FILE)
    file = parser.parse_args().file
    if not chromium():
        print("chromium is not installed; hint: apt-get install chromium", file=sys.stderr)
        return 2
    with sync_playwright() as play_wright, serving(pace=PATIENT) as live:
        browser = play_wright.chromium.launch(executable_path=chromium(), args=CHROMIUM_ARGS)
        frames = play(Surf(browser, live))
        browser.close()
    print(f"{file}: {len(frames)} pictures, {write(frames, file):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
