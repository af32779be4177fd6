// A place for chips in a box: the circle of the main wager, or that of a side wager.

import { fill, h } from "../dom.js";
import { make } from "../element.js";
import { money, signed, t } from "../strings.js";
import { draftOf } from "./betting.js";
import { ChipStack } from "./chips.js";

/**
 * A chip is to be put on a place; `chip` is there where it was dragged.
 *
 * @typedef {{box: number, wager: string, spot: number, chip?: number}} Bet
 * @typedef {import("../state.js").Table} Table
 * @typedef {import("../state.js").Side} Side
 * @typedef {import("../protocol.js").Layout} Layout
 * @typedef {{
 *   up: number, others: number, planned: number, insurance: number, ante: number,
 *   coupon: number, mark: string, tone: string,
 * }} Held
 */

/** @param {readonly number[]} amounts */
const sum = (amounts) => amounts.reduce((total, amount) => total + amount, 0);

export class Spot {
  /** @param {Bet} at @param {Layout} layout */
  constructor(at, layout) {
    this.at = at;
    this.layout = layout;
    this.title =
      at.wager === "main"
        ? t("box.main")
        : (layout.wagers.find((one) => one.name === at.wager)?.title ?? at.wager);
    this.held = h("span", { class: "held" });
    this.sign = "";
    this.element = h(
      "button",
      {
        type: "button",
        class: `spot ${at.wager === "main" ? "spot-main" : "spot-side"}`,
        data: at,
        title: at.wager === "main" ? null : this.title,
        onclick: () => this.bet(at),
        ondragover: (/** @type {DragEvent} */ event) => {
          event.preventDefault();
          this.element.classList.add("is-over");
        },
        ondragleave: () => this.element.classList.remove("is-over"),
        ondrop: (/** @type {DragEvent} */ event) => {
          event.preventDefault();
          this.element.classList.remove("is-over");
          const chip = Number(event.dataTransfer?.getData("text/plain"));
          if (chip > 0) this.bet({ ...at, chip });
        },
      },
      this.held,
      at.wager === "main"
        ? null
        : h(
            "span",
            { class: "name", aria: { hidden: "true" } },
            h("span", { class: "full" }, this.title),
            h("span", { class: "short" }, short(this.title)),
          ),
    );
  }

  /** Tell the table. @param {Bet} detail */
  bet(detail) {
    this.element.dispatchEvent(new CustomEvent("bet", { bubbles: true, detail }));
  }

  /** @param {Table} table @param {import("./betting.js").Draft} draft */
  show(table, draft) {
    const { box, wager, spot } = this.at;
    const held = wager === "main" ? mainAt(table, box, spot) : sideAt(table, box, wager);
    held.planned = draftOf(draft, box, wager, spot);
    const sign = Object.values(held).join("|");
    if (this.sign === sign) return;
    this.sign = sign;
    this.element.classList.toggle("has-chips", held.up + held.others + held.planned > 0);
    this.element.classList.toggle("is-planned", held.planned > 0);
    this.element.ariaLabel = this.#inWords(held);
    fill(this.held, this.#chips(held));
  }

  /** @param {Held} held */
  #inWords({ up, others, planned, coupon, mark }) {
    const { box, wager, spot } = this.at;
    return [
      t("box.number", { n: box }),
      this.title,
      wager === "main" && this.layout.dealer_hands > 1 ? t("box.spot", { n: spot + 1 }) : "",
      up ? t("box.yours", { amount: money(up) }) : "",
      others ? t("box.others", { amount: money(others) }) : "",
      planned ? t("box.planned", { amount: money(planned) }) : "",
      coupon ? t("box.coupon", { amount: money(coupon) }) : "",
      mark,
    ]
      .filter(Boolean)
      .join(", ");
  }

  /** @param {Held} held */
  #chips({ up, others, planned, insurance, ante, coupon, mark, tone }) {
    // What was lost is taken away; the mark says how much it was.
    const stacks = tone === "loss" ? [] : [up, planned, others].filter(Boolean);
    const { box, wager, spot } = this.at;
    const number = this.layout.dealer_hands > 1 ? spot + 1 : box;
    return [
      ...stacks.map((amount) => make(ChipStack, { amount })),
      !stacks.length && wager === "main" ? h("span", { class: "number" }, number) : null,
      insurance
        ? h("span", { class: "insured" }, t("box.insured", { amount: money(insurance) }))
        : null,
      ante ? h("span", { class: "ante" }, t("box.ante", { amount: money(ante) })) : null,
      coupon ? h("span", { class: "coupon" }, t("box.coupon", { amount: money(coupon) })) : null,
      mark ? h("span", { class: `mark ${tone}` }, mark) : null,
    ];
  }
}

/** @returns {Held} */
const nothing = () => ({
  up: 0,
  others: 0,
  planned: 0,
  insurance: 0,
  ante: 0,
  coupon: 0,
  mark: "",
  tone: "",
});

/**
 * The main wagers against one of the dealer's hands.
 *
 * @param {Table} table
 * @param {number} number
 * @param {number} spot
 */
function mainAt(table, number, spot) {
  const box = table.boxes.find((one) => one.number === number);
  const before = table.last?.boxes.find((one) => one.number === number);
  const held = nothing();
  for (const main of box?.mains ?? before?.mains ?? [])
    held[main.player === table.you ? "up" : "others"] += main.amounts[spot] ?? 0;
  if (spot > 0) return held;
  const insured = table.insured.filter((one) => one.box === number && !one.result);
  held.insurance = sum(insured.flatMap((one) => one.amounts));
  held.ante = sum((box?.antes ?? []).map((one) => one.amount));
  held.coupon = sum((box?.coupons ?? []).map((one) => (one.result ? 0 : one.amount)));
  return held;
}

/**
 * A side wager, and what came of it.
 *
 * @param {Table} table
 * @param {number} number
 * @param {string} wager
 */
function sideAt(table, number, wager) {
  const is_on = table.boxes.some((one) => one.number === number);
  const held = nothing();
  for (const side of new Set([...table.sides, ...(is_on ? [] : (table.last?.sides ?? []))])) {
    if (side.box !== number || side.wager !== wager) continue;
    held[side.player === table.you ? "up" : "others"] += side.amount;
    if (side.result) {
      held.tone = side.result.net > 0 ? "win" : side.result.net < 0 ? "loss" : "push";
      held.mark = signed(side.result.net);
    } else if (side.wins) {
      held.tone = "lammer";
      held.mark = t("box.wins", { n: side.wins });
    }
  }
  return held;
}

/** The initials of a side wager, or its first word where it has but one. @param {string} title */
function short(title) {
  const words = title.split(" ");
  const initials = words
    .map((word) => (/^\d+$/.test(word) ? word : /^[A-Z]/.test(word) ? word[0] : ""))
    .join("");
  return initials.length > 1 ? initials : words[0].slice(0, 5);
}
