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
const STACK_MAX = 6;

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

/** A chip. @param {number} worth */
export function makeChip(worth) {
  const kind = CHIPS.find(([value]) => value === worth)?.[1] ?? "one";
  return h(
    "svg",
    { viewBox: "0 0 48 48", class: `chip ${kind}`, "aria-hidden": "true" },
    h("circle", { cx: 24, cy: 24, r: 23, class: "body" }),
    h("circle", { cx: 24, cy: 24, r: 20, class: "dashes" }),
    h("circle", { cx: 24, cy: 24, r: 15.5, class: "inlay" }),
    h("text", { x: 24, y: 28.5, class: "worth" }, worth >= 100 ? String(worth / 100) : "½"),
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

/** `<chip-stack>`: an amount in chips, written below them. */
export class ChipStack extends HTMLElement {
  #amount = 0;

  get amount() {
    return this.#amount;
  }

  set amount(amount) {
    this.#amount = amount;
    const discs = chipsFor(amount).map((worth, place) => {
      const chip = makeChip(worth);
      chip.style.setProperty("--place", String(place));
      return chip;
    });
    fill(this, h("span", { class: "discs" }, discs), h("span", { class: "amount" }, money(amount)));
  }
}

customElements.define("chip-stack", ChipStack);
