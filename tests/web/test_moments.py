"""Moments tell what happened, what it pays and how rare it is; sounds are what they say."""

from typing import cast

import pytest
from playwright.sync_api import Page, expect

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


def private_table(surf: Surf, rulebook: str, **options: str) -> Seat:
    """Somebody at a table of these rules."""
    body = {"table": "mine", "rulebook": rulebook, "options": options}
    surf.live.admin().post("/api/tables", body, expect=201)
    return sit_at(surf, "mine", size=PHONE)


def about(probability: float) -> str:
    """One hand in so many, with three figures."""
    return f"about one hand in {float(f'{1 / probability:.3g}'):,.0f}"


def test_a_rare_win_tells_its_exact_odds_and_links_to_its_proof(surf: Surf) -> None:
    options = {"super_sevens": "true"}
    seat = private_table(surf, "nz", **options)
    stack(surf.live, "mine", "7s 9d 7s 7s 9h 9c 8d 8c")
    page = seat.page
    seat.lay(3, "main", "super_sevens")
    seat.press("Deal")
    seat.press("Hit")
    moment = page.locator(".moment.is-rare")
    expect(moment).to_contain_text("Super Sevens · Three suited")
    expect(moment.locator(".sum")).to_have_text("+25,000")
    sheet = par_sheet(rules_of("nz", **options))
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


def test_the_button_of_a_prize_shows_every_weight(surf: Surf) -> None:
    seat = private_table(surf, "nz", madness_21="true")
    stack(surf.live, "mine", "As 9d Kh 9c 8d")
    seat.lay(3, "main", "madness_21")
    seat.press("Deal")
    hand = seat.hand(3)
    button = seat.page.get_by_role("button", name="Press the prize button")
    button.wait_for()
    expect(hand).not_to_have_class("is-gone")
    button.click()
    moment = seat.page.locator(".moment.is-prize")
    chosen = rules_of("nz", madness_21="true").options["madness_prizes"]
    [(_, prizes)] = cast("Prizes", chosen)
    expect(moment.locator(".reel i")).to_have_count(len(prizes))
    expect(moment.locator(".drawn")).to_have_count(1)
    total = sum(weight for _, weight in prizes)
    expect(moment.locator(".how")).to_contain_text(f"of {total:,} places")


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
