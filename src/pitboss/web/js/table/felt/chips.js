// Chips: which there are, stacks of them, and what they look like.

import { fill, h } from "../../core/dom.js";
import { money, t } from "../../words/translate.js";

/** Worth in cents and the colour of its class. */
const CHIPS = /** @type {const} */ ([
  [50, "half"],
  [100, "one"],
  [500, "five"],
  [1_000, "ten"],
  [2_500, "twentyfive"],
  [10_000, "hundred"],
  [50_000, "fivehundred"],
  [100_000, "thousand"],
]);
const STACK_MAX = 12;

/**
 * The chips worth having at a table with these limits.
 *
 * @param {{min_bet: number, max_bet: number, chip_unit: number, wagers: {low: number}[]}} layout
 */
export function denominations({ min_bet, max_bet, chip_unit, wagers }) {
  const least = Math.min(min_bet, ...wagers.map((wager) => wager.low).filter((low) => low > 0));
  return CHIPS.map(([worth]) => worth).filter(
    (worth) => worth >= Math.min(least, min_bet) && worth <= max_bet && worth % chip_unit === 0,
  );
}

/** The colour of a chip. @param {number} worth */
const kindOf = (worth) => CHIPS.find(([value]) => value === worth)?.[1] ?? "one";

/** What is written on a chip. @param {number} worth */
const worthOf = (worth) => (worth >= 100 ? String(worth / 100) : "½");

/** A chip. @param {number} worth */
export function makeChip(worth) {
  return h(
    "svg",
    { viewBox: "0 0 48 48", class: `chip ${kindOf(worth)}`, "aria-hidden": "true" },
    h("circle", { cx: 24, cy: 24, r: 23, class: "body" }),
    h("circle", { cx: 24, cy: 24, r: 20, class: "dashes" }),
    h("circle", { cx: 24, cy: 24, r: 15.5, class: "inlay" }),
    h("text", { x: 24, y: 28.5, class: "worth" }, worthOf(worth)),
  );
}

/** An amount as few chips as make it, the largest first. @param {number} amount */
export function chipsFor(amount) {
  const chips = [];
  let rest = amount;
  for (const [worth] of [...CHIPS].reverse()) {
    while (rest >= worth && chips.length < STACK_MAX) {
      chips.push(worth);
      rest -= worth;
    }
  }
  return chips.length ? chips : [CHIPS[0][0]];
}

/** A lammer: the house put the stake up. @param {number} amount */
function makeLammer(amount) {
  return h(
    "span",
    { class: "lammer", title: t("box.lammer", { amount: money(amount) }) },
    h("span", { class: "disc" }, t("box.free")),
    h("span", { class: "amount" }, money(amount)),
  );
}

/**
 * Chips in a stack, or a lammer.
 *
 * @param {import("./stakes.js").Stack} stack
 */
export function stackOf({ amount, is_free, owner }) {
  if (is_free) return makeLammer(amount);
  const stack = new ChipStack();
  stack.amount = amount;
  stack.dataset.owner = owner;
  return stack;
}

/** A chip seen from the player's seat is an ellipse; each has its edge. In a width of 48. */
const FLAT = { rx: 22, ry: 11, edge: 5.5 };

/**
 * A pile of chips, as high as they are many.
 *
 * @param {readonly number[]} worths From the lowest one up.
 */
export function makePile(worths) {
  const { rx, ry, edge } = FLAT;
  const height = 2 * ry + 3 + edge * worths.length;
  const top = (/** @type {number} */ place) => height - ry - 1.5 - edge * (place + 1);
  const rim = (/** @type {number} */ y) =>
    `M${24 - rx} ${y}a${rx} ${ry} 0 0 0 ${2 * rx} 0v${edge}a${rx} ${ry} 0 0 1 ${-2 * rx} 0z`;
  return h(
    "svg",
    { viewBox: `0 0 48 ${height}`, class: "pile", "aria-hidden": "true" },
    h("ellipse", { class: "shade", cx: 26, cy: height - ry, rx, ry }),
    worths.map((worth, place) => {
      const y = top(place);
      const centre = { cx: 24, cy: y };
      const is_top = place === worths.length - 1;
      return h(
        "g",
        { class: `chip-of ${kindOf(worth)}` },
        h("path", { class: "body", d: rim(y) }),
        h("path", { class: "stripes", d: stripes(y) }),
        h("ellipse", { class: "body", ...centre, rx, ry }),
        is_top ? h("ellipse", { class: "dashes", ...centre, rx: rx - 3, ry: ry - 1.8 }) : null,
        is_top ? h("ellipse", { class: "inlay", ...centre, rx: rx - 7, ry: ry - 3.6 }) : null,
        is_top ? h("text", { class: "worth", x: 24, y: y + 3.6 }, worthOf(worth)) : null,
      );
    }),
  );
}

/** Marks on the edge of a chip. @param {number} y */
const stripes = (y) =>
  [6, 17, 31, 42]
    .map((x) => {
      const down = y + FLAT.ry * Math.sqrt(1 - ((x - 24) / FLAT.rx) ** 2);
      return `M${x - 2} ${down.toFixed(1)}v${FLAT.edge}h4v${-FLAT.edge}z`;
    })
    .join("");

/** `<chip-stack>`: an amount in chips, written below them. */
export class ChipStack extends HTMLElement {
  #amount = 0;

  get amount() {
    return this.#amount;
  }

  set amount(amount) {
    this.#amount = amount;
    const pile = makePile(chipsFor(amount));
    fill(this, h("span", { class: "discs" }, pile), h("span", { class: "amount" }, money(amount)));
  }
}

customElements.define("chip-stack", ChipStack);
