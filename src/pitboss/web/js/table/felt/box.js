// One box: its hands, the circle of the main wager, the places of side wagers, and who bets there.

import { h, keyed, say } from "../../core/dom.js";
import { shownName } from "../../shell/guests.js";
import { complain, isMoving } from "../../shell/shell.js";
import { t } from "../../words/translate.js";
import { handsOf } from "../../core/view.js";
import { PlayerHand } from "./hand.js";
import { Spot } from "./spot.js";

/**
 * @typedef {import("../../core/view.js").WatchedTable} Table
 * @typedef {import("../../core/protocol.js").Layout} Layout
 * @typedef {{
 *   table: Table,
 *   draft: import("../controls/betting.js").Draft,
 *   status: import("../../core/protocol.js").Status | null,
 *   shoe: Element,
 * }} Shown
 */

/** `<betting-box>` on the felt: its parts lie in the rows of the felt, each in its column. */
export class BettingBox extends HTMLElement {
  number = 0;
  #table = "";
  #hands = h("div", { class: "hands" });
  #bettors = h("div", { class: "bettors", onclick: () => this.#say() });
  /** @type {Spot[]} */
  #spots = [];

  /** A tap on one's own name shows the others something. */
  #say() {
    if (!this.classList.contains("is-mine")) return;
    import("../emotes.js").then(({ toggleEmotes }) => toggleEmotes(this.#table), complain);
  }

  /** The places of this box. @param {number} number @param {Layout} layout */
  lay(number, layout) {
    this.number = number;
    this.#table = layout.table;
    this.role = "listitem";
    this.dataset.box = String(number);
    const middle = (layout.boxes + 1) / 2;
    const away = layout.boxes > 1 ? (number - middle) / (middle - 0.5) : 0;
    this.style.setProperty("--away", away.toFixed(3));
    this.style.setProperty("--column", String(number));
    const mains = Array.from(
      { length: layout.dealer_hands },
      (_, spot) => new Spot({ box: number, wager: "main", spot }, layout),
    );
    const sides = layout.wagers.map(
      ({ name }) => new Spot({ box: number, wager: name, spot: 0 }, layout),
    );
    this.#spots = [...mains, ...sides];
    this.replaceChildren(
      h("div", { class: "lay" }, this.#hands),
      h("div", { class: "mains" }, ...mains.map((spot) => spot.element)),
      this.#bettors,
      h(
        "div",
        { class: "sides", data: { of: t("box.number", { n: number }) } },
        ...sides.map((spot) => spot.element),
      ),
    );
    return this;
  }

  /**
   * Where it lies: large or small, and as which of its size.
   *
   * @param {{size: string, order: number, of: number, centre: number}} at
   */
  place({ size, order, of, centre }) {
    this.classList.toggle("is-large", size === "large");
    this.style.setProperty("--order", String(order));
    this.style.setProperty("--large", String(Math.max(1, of)));
    this.style.setProperty("--centre", (centre / 100).toFixed(4));
  }

  /**
   * Its side wagers are shown with their names: as which of so many boxes; -1 where they are not.
   *
   * @param {number} order
   * @param {number} of
   */
  choose(order, of) {
    this.classList.toggle("is-chosen", order >= 0);
    this.style.setProperty("--chosen", String(Math.max(0, order)));
    this.style.setProperty("--groups", String(Math.max(1, of)));
    this.classList.toggle("is-alone", of === 1);
  }

  /** Show how the box stands. @param {Shown} shown */
  show({ table, draft, status, shoe }) {
    const { view, you } = table;
    const box = table.box(this.number);
    const bettors = Object.keys(box?.mains ?? {});
    const can_bet = (status?.offers ?? []).some(
      (offer) => offer.do === "place_wager" && offer.box === this.number,
    );
    this.classList.toggle("is-turn", view.phase === "playing" && view.turn[0] === this.number);
    this.classList.toggle("is-mine", bettors.includes(you));
    this.classList.toggle("is-open", can_bet);
    this.classList.toggle("is-used", Boolean(box));
    this.#showHands(table, shoe);
    for (const spot of this.#spots) spot.show(table, draft, status);
    const names = bettors.map((name) => (name === you ? t("box.you") : shownName(name)));
    // Circles of several dealer hands have numbers of their own: the box says which it is.
    const is_several = this.querySelectorAll(".spot-main").length > 1;
    const number = is_several ? t("box.number", { n: this.number }) : "";
    say(this.#bettors, names.join(", ") || number);
  }

  /** @param {Table} table @param {Element} shoe */
  #showHands({ view, last, you }, shoe) {
    // A hand whose prize is still to come counts.
    const is_open = Object.values(view.sides).some(
      ({ box, results }) => box === this.number && !Object.keys(results).length,
    );
    const seen = Object.keys(view.boxes[this.number]?.hands ?? {}).length ? view : (last ?? view);
    const hands = seen.boxes[this.number] ? handsOf(seen.boxes[this.number]) : [];
    const [box, turn] = view.phase === "playing" ? view.turn : [0, 0];
    const lay = this.#places();
    this.style.setProperty("--hands", String(Math.max(1, hands.length)));
    this.classList.toggle("is-split", hands.length > 1);
    keyed(
      this.#hands,
      hands,
      ([key]) => `${seen.round}.${key}`,
      () => new PlayerHand(),
      (element, [, hand]) =>
        element.show(hand, {
          you,
          round: seen.round,
          is_turn: box === this.number && turn === hand.number,
          is_gone: hand.is_removed && !is_open && view.phase !== "betting",
          is_split: hands.length > 1,
          shoe,
          lay,
        }),
    );
  }

  /** Where each card lies now: a split takes one to another hand. */
  #places() {
    /** @type {NodeListOf<HTMLElement>} */
    const cards = this.#hands.querySelectorAll("playing-card");
    /** @type {Map<string, DOMRect>} */
    const places = new Map();
    if (isMoving())
      for (const card of cards) places.set(card.dataset.key ?? "", card.getBoundingClientRect());
    return places;
  }
}

customElements.define("betting-box", BettingBox);
