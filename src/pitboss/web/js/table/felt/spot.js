// A place for chips in a box: the circle of the main wager, or that of a side wager.

import { fill, h } from "../../core/dom.js";
import { money, priced, t } from "../../words/translate.js";
import { sum } from "../../core/view.js";
import { draftOf } from "../controls/betting.js";
import { stackOf } from "./chips.js";
import { mainAt, sideAt } from "./stakes.js";

/**
 * A chip is to be put on a place; `chip` is there where it was dragged.
 *
 * @typedef {{box: number, wager: string, spot: number, chip?: number}} Bet
 * @typedef {import("../../core/view.js").WatchedTable} Table
 * @typedef {import("../../core/protocol.js").Layout} Layout
 * @typedef {import("../../core/protocol.js").WagerSpot} Wager
 * @typedef {import("./stakes.js").Held} Held
 */

export class Spot {
  /** @param {Bet} at @param {Layout} layout */
  constructor(at, layout) {
    this.at = at;
    this.layout = layout;
    this.wager = layout.wagers.find((one) => one.name === at.wager);
    this.title = this.wager?.title ?? t("box.main");
    this.held = h("span", { class: "held" });
    this.sign = "";
    this.element = h(
      "button",
      {
        type: "button",
        class: `spot ${at.wager === "main" ? "spot-main" : "spot-side"}`,
        data: at,
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
      this.wager ? nameOf(this.wager) : null,
    );
  }

  /** Tell the table. @param {Bet} detail */
  bet(detail) {
    this.element.dispatchEvent(new CustomEvent("bet", { bubbles: true, detail }));
  }

  /**
   * @param {Table} table
   * @param {import("../controls/betting.js").Draft} draft
   * @param {import("../../core/protocol.js").Status | null} status
   */
  show(table, draft, status) {
    const { box, wager, spot } = this.at;
    const held = wager === "main" ? mainAt(table, box, spot) : sideAt(table, box, wager);
    held.planned = draftOf(draft, box, wager, spot);
    // Chips of the round before make way for those that are laid out again.
    if (held.planned && !table.view.boxes[box]) held.stacks = [];
    const offers = (status?.offers ?? []).filter(
      (offer) => offer.do === "place_wager" && offer.box === box,
    );
    const is_open = offers.some((offer) => offer.wager === wager);
    this.element.classList.toggle("is-offered", is_open);
    // For somebody without chips a chip on a circle buys in, if the circle is open at all.
    const is_refused =
      !offers.length
      && ((status?.chips ?? 0) >= this.layout.min_bet || status?.closed?.includes(box));
    const is_closed =
      Boolean(is_refused) && status?.phase === "betting"
      && !held.stacks.length && !held.planned;
    const sign = JSON.stringify([held, is_closed]);
    if (this.sign === sign) return;
    this.sign = sign;
    this.element.classList.toggle("has-chips", held.stacks.length > 0 || held.planned > 0);
    this.element.classList.toggle("is-planned", held.planned > 0);
    this.element.classList.toggle("is-settled", held.mark !== "");
    this.element.ariaDisabled = String(is_closed);
    this.element.ariaLabel = this.#inWords(held, is_closed);
    fill(this.held, this.#chips(held));
  }

  /** @param {Held} held @param {boolean} is_closed */
  #inWords({ stacks, planned, insurance, coupon, mark }, is_closed) {
    const { box, wager, spot } = this.at;
    const by = (/** @type {string} */ owner) =>
      sum(stacks.filter((stack) => stack.owner === owner).map((stack) => stack.amount));
    return [
      t("box.number", { n: box }),
      this.title,
      wager === "main" && this.layout.dealer_hands > 1 ? t("box.spot", { n: spot + 1 }) : "",
      by("own") ? t("box.yours", { amount: money(by("own")) }) : "",
      by("other") ? t("box.others", { amount: money(by("other")) }) : "",
      planned ? t("box.planned", { amount: money(planned) }) : "",
      insurance?.text ?? "",
      coupon ? t("box.coupon", { amount: money(coupon) }) : "",
      mark,
      is_closed ? t("box.closed") : "",
      this.wager ? t("box.top", { price: priced(this.wager.top) }) : "",
    ]
      .filter(Boolean)
      .join(", ");
  }

  /** @param {Held} held */
  #chips({ stacks, planned, insurance, ante, coupon, mark, tone }) {
    const { box, wager, spot } = this.at;
    const number = this.layout.dealer_hands > 1 ? spot + 1 : box;
    const laid = planned
      ? [...stacks, { amount: planned, is_free: false, owner: /** @type {const} */ ("own") }]
      : stacks;
    return [
      ...laid.map(stackOf),
      !laid.length && wager === "main" ? h("span", { class: "number" }, number) : null,
      insurance ? h("span", { class: `insured ${insurance.tone}` }, insurance.text) : null,
      ante ? h("span", { class: "ante" }, t("box.ante", { amount: money(ante) })) : null,
      coupon ? h("span", { class: "coupon" }, t("box.coupon", { amount: money(coupon) })) : null,
      mark ? h("span", { class: `mark ${tone}` }, mark) : null,
    ];
  }
}

/** The name of a side wager and the most that it pays. @param {Wager} wager */
const nameOf = ({ title, top }) =>
  h(
    "span",
    { class: "name", aria: { hidden: "true" } },
    h("span", { class: "full" }, title),
    h("span", { class: "price" }, priced(top)),
  );
