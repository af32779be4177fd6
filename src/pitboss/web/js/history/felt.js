// A small felt that shows one view of a table: the dealer, the boxes, what lies on them.

import { fill, h } from "../core/dom.js";
import { shownName } from "../shell/guests.js";
import { money, named, signed, t } from "../words/translate.js";
import "../../lang/en/floor.js";
import { CardFan } from "../table/felt/fan.js";
import { toldTotal } from "../table/felt/hand.js";
import { at, cardsOf, handsOf, sum } from "../core/view.js";

/**
 * @typedef {import("../core/protocol.js").HandView} HandView
 * @typedef {import("../core/protocol.js").BoxView} BoxView
 * @typedef {import("../core/protocol.js").TableView} TableView
 * @typedef {import("../core/protocol.js").ResultView} Result
 */

/** `<small-felt>`: shows one view of a table. */
export class SmallFelt extends HTMLElement {
  /** @param {TableView} view */
  show(view) {
    fill(
      this,
      h(
        "section",
        { class: "dealer", aria: { label: t("felt.dealer") } },
        h("h3", null, t("felt.dealer")),
        Object.values(view.dealer_hands).flatMap((hand) => [
          cards(hand.cards),
          h("p", { class: "total" }, toldTotal(hand)),
        ]),
      ),
      view.exposed < 0
        ? null
        : h(
            "section",
            { class: "exposed", aria: { label: t("felt.exposed") } },
            h("h3", null, t("felt.exposed")),
            cards({ exposed: view.exposed }),
          ),
      h(
        "div",
        { class: "boxes" },
        Object.values(view.boxes).map((box) => boxOf(box, view)),
      ),
    );
  }
}

customElements.define("small-felt", SmallFelt);

/** @param {BoxView} box @param {TableView} view */
function boxOf(box, view) {
  const hands = handsOf(box);
  const sides = Object.values(view.sides).filter((side) => side.box === box.number);
  const coupons = Object.values(view.coupons).filter((coupon) => coupon.box === box.number);
  const insured = Object.values(view.insured).filter(
    (answer) => answer.box === box.number && sum(answer.amounts) > 0,
  );
  return h(
    "section",
    { class: "box", aria: { label: t("felt.box", { n: box.number }) } },
    h("h3", null, t("felt.box", { n: box.number })),
    hands.length
      ? hands.map(([, hand]) =>
          handOf(hand, view.turn[0] === box.number && view.turn[1] === hand.number),
        )
      : Object.entries(box.mains).map(([name, amounts]) => stake(name, sum(amounts), {})),
    sides.map(({ player, amount, wager, results }) =>
      stake(player, amount, results, named("wager", wager)),
    ),
    coupons.map(({ player, face, results }) => stake(player, face, results, t("felt.coupon"))),
    insured.map(({ player, amounts, results }) =>
      stake(player, sum(amounts), results, named("wager", "insurance")),
    ),
  );
}

/** @param {HandView} hand @param {boolean} is_turn */
function handOf(hand, is_turn) {
  // What was given back lies there no more, and is told all the same.
  const players = new Set([...Object.keys(hand.bets), ...Object.keys(hand.results)]);
  return h(
    "div",
    { class: `hand${is_turn ? " turn" : ""}${hand.is_sideways ? " is-sideways" : ""}` },
    cards(hand.cards),
    h(
      "p",
      { class: "total" },
      hand.total,
      hand.how && hand.how !== hand.total
        ? h("span", { class: "how" }, ` ${named("how", hand.how)}`)
        : null,
    ),
    [...players].map((name) => {
      const { stakes, extra, free } = at(hand.bets, name) ?? { stakes: [], extra: [], free: 0 };
      const lammer = free ? t("felt.free", { amount: money(free) }) : "";
      return stake(name, sum(stakes) + sum(extra), at(hand.results, name) ?? {}, lammer);
    }),
  );
}

/** @param {Record<string, number>} held */
function cards(held) {
  const fan = new CardFan();
  fan.show(cardsOf(held, 0));
  return fan;
}

/**
 * @param {string} name
 * @param {number} amount
 * @param {Record<string, Result>} results
 * @param {string} [what]
 */
function stake(name, amount, results, what) {
  const settled = Object.values(results);
  const net = sum(settled.map((result) => result.net));
  return h(
    "p",
    { class: "stake" },
    h("span", null, shownName(name)),
    " ",
    h("strong", { class: "numbers" }, money(amount)),
    what ? ` ${what}` : null,
    settled.length ? " " : null,
    settled.length ? outcome(net, settled[0].result) : null,
  );
}

/** What came of a wager. @param {number} net @param {string} result */
function outcome(net, result) {
  const tone = net > 0 ? "win" : net < 0 ? "loss" : "push";
  return h("strong", { class: `numbers ${tone}` }, net ? signed(net) : named("result", result));
}
