"""Moments tell what happened, what it pays and how rare it is; sounds are what they say."""

import re
from typing import cast

import pytest
from playwright.sync_api import Page, expect

from pitboss.engine.state import BETTING
from pitboss.library.questions import par_sheet
from pitboss.rulebook.catalog import rules_of
from pitboss.rulebook.file.options import Prizes
from tests.web.browsing import COMPILED_MS, PHONE, Surf, stack
from tests.web.seat import Seat, sit_at

SPECTRUM = """async ([sound, variant, low, high]) => {
  const rate = 44100;
  const { render } = await import("/js/table/motion/sounds.js");
  const samples = render(sound, variant, rate);
  const energy = (from, to) => {
    let all = 0;
    for (let pitch = from; pitch < to; pitch += 20) {
      let [re, im] = [0, 0];
      for (let n = 0; n < samples.length; n += 1) {
        const turn = 2 * Math.PI * pitch * n / rate;
        re += samples[n] * Math.cos(turn);
        im += samples[n] * Math.sin(turn);
      }
      all += re * re + im * im;
    }
    return all;
  };
  return energy(low, high) / energy(20, 12000);
}"""
"""Share of a sound's energy that lies in a band of pitches."""


def private_table(surf: Surf, rulebook: str, *, motion: bool = False, **options: str) -> Seat:
    """Somebody at a table of these rules."""
    body = {"table": "mine", "rulebook": rulebook, "options": options}
    surf.live.admin().post("/api/tables", body, expect=201)
    return sit_at(surf, "mine", size=PHONE, motion=motion)


def about(probability: float) -> str:
    """One hand in so many, with three figures."""
    return f"about one hand in {float(f'{1 / probability:.3g}'):,.0f}"


def test_a_rare_win_tells_its_exact_odds_and_links_to_its_proof(surf: Surf) -> None:
    seat = private_table(surf, "nz", super_sevens="true")
    stack(surf.live, "mine", "7s 9d 7s 7s 9h 9c 8d 8c")
    page = seat.page
    seat.lay(3, "main", "super_sevens")
    seat.press("Deal")
    seat.press("Hit")
    moment = page.locator(".moment.is-rare")
    expect(moment).to_contain_text("Super Sevens · Three suited")
    expect(moment.locator(".sum")).to_have_text("+25,000")
    sheet = par_sheet(rules_of("nz", super_sevens="true"))
    lines = sheet.wager("super_sevens").lines
    chance = next(float(one.chance) for one in lines if one.name == "three_suited")
    expect(moment.locator(".how")).to_have_text(
        f"5,000 to 1 · {about(chance)}", timeout=COMPILED_MS
    )
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    moment.get_by_role("button", name="Share with proof").click()
    expect(page.locator(".toast")).to_contain_text("Copied")
    copied = str(page.evaluate("navigator.clipboard.readText()"))
    assert copied.endswith("/#/history/mine/1")
    moment.get_by_role("button", name="Go on").click()
    expect(moment).to_have_count(0)


def test_a_settled_blackjack_is_not_greyed_while_its_prize_is_open(surf: Surf) -> None:
    seat = private_table(surf, "nz", madness_21="true")
    stack(surf.live, "mine", "As 9d Kh 9c 8d")
    seat.lay(3, "main", "madness_21")
    seat.press("Deal")
    seat.page.get_by_role("button", name="Press the prize button").wait_for()
    state = surf.live.site.lobby.tables["mine"].actor.state
    assert state.phase != BETTING
    # It has been paid and taken up, and lies there as bright as any other.
    expect(seat.hand(3).locator(".outcome")).to_have_text("+7.50")
    expect(seat.hand(3)).not_to_have_class(re.compile("is-gone"))
    expect(seat.hand(3)).to_have_css("opacity", "1")


LIT = """() => {
  window.lit = [];
  const look = (list) => {
    for (const { target } of list) {
      const bars = [...(target.parentElement?.children ?? [])];
      if (target.matches(".reel i.lit")) lit.push(bars.indexOf(target));
    }
  };
  const options = { subtree: true, attributeFilter: ["class"] };
  new MutationObserver(look).observe(document.querySelector("table-felt"), options);
}"""
"""The bars over which the light runs, in their order."""


@pytest.mark.parametrize("motion", [True, False])
def test_the_prize_is_revealed_among_every_weight(surf: Surf, motion: bool) -> None:
    seat = private_table(surf, "nz", motion=motion, madness_21="true")
    stack(surf.live, "mine", "As 9d Kh 9c 8d")
    seat.lay(3, "main", "madness_21")
    seat.press("Deal")
    seat.page.evaluate(LIT)
    seat.page.get_by_role("button", name="Press the prize button").click()
    moment = seat.page.locator(".moment.is-prize")
    how = moment.locator(".how")
    expect(how).to_have_text(re.compile("places on the wheel"))
    chosen = rules_of("nz", madness_21="true").options["madness_prizes"]
    [(_, listed)] = cast("Prizes", chosen)
    prizes = sorted(listed)
    heights = moment.locator(".reel i").evaluate_all(
        "bars => bars.map((bar) => Number(bar.style.getPropertyValue('--weight')))"
    )
    most = max(weight for _, weight in prizes)
    assert heights == pytest.approx([weight / most for _, weight in prizes])
    drawn = moment.locator(".reel i").evaluate_all(
        "bars => bars.findIndex((bar) => bar.matches('.drawn'))"
    )
    prize, weight = prizes[drawn]
    total = sum(one for _, one in prizes)
    told = f"{prize // 100:,} to 1 · {weight:,} of {total:,} places on the wheel"
    expect(how).to_have_text(told)
    expect(moment.locator(".sum")).to_have_text(f"+{5 * prize // 100:,}")
    lit = seat.page.evaluate("lit")
    if motion:
        # The light runs over the bars and stops at that which was drawn.
        assert len(set(lit)) > 1
        assert lit[-1] == drawn
    else:
        assert lit == []


ROLLED = """() => {
  const meter = document.querySelector("table-felt .meter");
  window.rolled = [meter.textContent];
  new MutationObserver(() => rolled.push(meter.textContent))
    .observe(meter, { childList: true, characterData: true, subtree: true });
}"""


@pytest.mark.parametrize("motion", [True, False])
def test_the_meter_of_a_progressive_rolls(surf: Surf, motion: bool) -> None:
    seat = private_table(surf, "tribal", motion=motion, progressive="true")
    stack(surf.live, "mine", "2c Ts 6d 9h Tc Td 5h")
    page = seat.page
    page.locator(".house-tray").wait_for()
    seat.lay(3, "main", "progressive")
    page.evaluate(ROLLED)
    seat.press("Deal")
    page.locator(".act-stand").wait_for()
    state = surf.live.site.lobby.tables["mine"].actor.state
    now = f"Meter {state.meter / 100:,.2f}".removesuffix(".00")
    expect(page.locator(".meter")).to_have_text(now)
    rolled = page.evaluate("rolled")
    amounts = [float(one.removeprefix("Meter ").replace(",", "")) for one in rolled]
    assert amounts == sorted(amounts)
    assert (amounts[0], amounts[-1]) == (10_000, state.meter / 100)
    assert amounts[-1] > amounts[0]
    # It is seen on its way; at rest it is at once what it is.
    assert (len(set(amounts)) > 2) == motion, amounts


def test_no_word_of_a_schema_stands_on_the_felt(surf: Surf) -> None:
    seat = private_table(surf, "tribal", progressive="true")
    expect(seat.spot(3, "progressive")).to_contain_text("the whole meter")
    expect(seat.page.locator(".meter")).to_have_text("Meter 10,000")


@pytest.fixture
def table(surf: Surf) -> Page:
    """A page that knows how sounds are made."""
    return sit_at(surf, "nz").page


@pytest.mark.parametrize(
    "sound, low, high, least",
    [("push", 20, 200, 0.9), ("chip", 5_000, 9_500, 0.6), ("card", 1_000, 6_000, 0.3)],
)
def test_a_sound_has_its_pitches(
    table: Page, sound: str, low: int, high: int, least: float
) -> None:
    for variant in range(3):
        assert table.evaluate(SPECTRUM, [sound, variant, low, high]) > least, variant


def test_variants_differ_and_none_is_too_loud(table: Page) -> None:
    told = table.evaluate(
        """async () => {
          const { render } = await import("/js/table/motion/sounds.js");
          const takes = ["card", "chip", "shuffle", "riffle", "prize"].map((sound) =>
            [0, 1, 2].map((variant) => render(sound, variant, 44100)));
          const most = Math.max(...takes.flat().map((one) =>
            one.reduce((high, sample) => Math.max(high, Math.abs(sample)), 0)));
          const alike = takes.filter(([a, b, c]) =>
            a.every((sample, n) => sample === b[n]) || b.every((sample, n) => sample === c[n]));
          return [most, alike.length];
        }"""
    )
    most, alike = told
    assert 0.1 < most <= 1
    assert alike == 0


def test_sounds_are_asked_for_once(surf: Surf) -> None:
    page = sit_at(surf, "nz").page
    switch = page.get_by_role("button", name="Sounds")
    expect(switch).to_have_text("Sound?")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    switch.click()
    expect(switch).to_have_text("")
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    expect(switch).to_have_text("")
