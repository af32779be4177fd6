// A place for chips in a box: the circle of the main wager, or that of a side wager.

import { fill, h } from "../dom.js";
import { make } from "../element.js";
import { money, signed, t } from "../strings.js";
import { sum } from "../view.js";
import { draftOf } from "./betting.js";
import { ChipStack } from "./chips.js";

/**
 * A chip is to be put on a place; `chip` is there where it was dragged.
 *
 * @typedef {{box: number, wager: string, spot: number, chip?: number}} Bet
 * @typedef {import("../view.js").WatchedTable} Table
 * @typedef {import("../protocol.js").Layout} Layout
 * @typedef {{
 *   up: number, others: number, planned: number, insurance: number, ante: number,
 *   coupon: number, mark: string, tone: string,
 * }} Held
 */

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
  const held = nothing();
  for (const [player, amounts] of Object.entries(table.box(number)?.mains ?? {}))
    held[player === table.you ? "up" : "others"] += amounts[spot] ?? 0;
  if (spot > 0) return held;
  const { boxes, insured, coupons } = table.view;
  for (const { box, amounts, results } of Object.values(insured))
    if (box === number && !Object.keys(results).length) held.insurance += sum(amounts);
  for (const { box, face } of Object.values(coupons)) if (box === number) held.coupon += face;
  held.ante = sum(Object.values(boxes[number]?.antes ?? {}));
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
  const { view, last, you } = table;
  const before = view.boxes[number] ? {} : last?.sides;
  const held = nothing();
  for (const side of Object.values({ ...before, ...view.sides })) {
    if (side.box !== number || side.wager !== wager) continue;
    held[side.player === you ? "up" : "others"] += side.amount;
    const [result] = Object.values(side.results);
    if (result) {
      held.tone = result.net > 0 ? "win" : result.net < 0 ? "loss" : "push";
      held.mark = signed(result.net);
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
