// A small felt that shows one view of a table: the dealer, the boxes, what lies on them.

import { fill, h } from "../dom.js";
import { money, named, t } from "../strings.js";
import { CardFan } from "../table/fan.js";

/**
 * @typedef {import("../protocol.js").HandView} HandView
 * @typedef {import("../protocol.js").BoxView} BoxView
 * @typedef {import("../protocol.js").View} View
 */

/** @param {readonly number[]} amounts */
const sum = (amounts) => amounts.reduce((a, b) => a + b, 0);

/** `<small-felt>`: shows one view of a table. */
export class SmallFelt extends HTMLElement {
  /** @param {View} view */
  show(view) {
    fill(
      this,
      h(
        "section",
        { class: "dealer", aria: { label: t("felt.dealer") } },
        h("h3", null, t("felt.dealer")),
        cards(view.dealer),
        h("p", { class: "total" }, view.dealer_total),
      ),
      h(
        "div",
        { class: "boxes" },
        view.boxes.map((box) => boxOf(box, view)),
      ),
    );
  }
}

customElements.define("small-felt", SmallFelt);

/** @param {BoxView} box @param {View} view */
function boxOf(box, view) {
  const sides = view.sides.filter(([number]) => number === box.number);
  const insured = view.insured.filter(
    ([number, , amounts]) => number === box.number && sum(amounts) > 0,
  );
  return h(
    "section",
    { class: "box", aria: { label: t("felt.box", { n: box.number }) } },
    h("h3", null, t("felt.box", { n: box.number })),
    box.hands.length
      ? box.hands.map((hand, place) =>
          handOf(hand, view.turn[0] === box.number && view.turn[1] === place + 1),
        )
      : box.mains.map(([name, amounts]) => stake(name, sum(amounts))),
    sides.map(([, name, wager, amount]) => stake(name, amount, named("wager", wager))),
    box.coupons.map(([name, amount]) => stake(name, amount, named("wager", "match_play"))),
    insured.map(([, name, amounts]) => stake(name, sum(amounts), named("wager", "insurance"))),
  );
}

/** @param {HandView} hand @param {boolean} is_turn */
function handOf(hand, is_turn) {
  return h(
    "div",
    { class: `hand${is_turn ? " turn" : ""}${hand.is_sideways ? " is-sideways" : ""}` },
    cards(hand.cards),
    h(
      "p",
      { class: "total" },
      hand.total,
      hand.how ? h("span", { class: "how" }, ` ${named("how", hand.how)}`) : null,
    ),
    hand.bets.map(([name, stakes, extra, free]) =>
      stake(name, sum(stakes) + sum(extra), free ? t("felt.free", { amount: money(free) }) : ""),
    ),
  );
}

/** @param {readonly number[]} numbers */
function cards(numbers) {
  const fan = new CardFan();
  fan.show(numbers.map((card, place) => ({ id: String(place), card })));
  return fan;
}

/** @param {string} name @param {number} amount @param {string} [what] */
function stake(name, amount, what) {
  return h(
    "p",
    { class: "stake" },
    h("span", null, name),
    " ",
    h("strong", { class: "numbers" }, money(amount)),
    what ? ` ${what}` : null,
  );
}
