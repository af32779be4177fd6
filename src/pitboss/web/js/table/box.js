// One box: its hands, the circle of the main wager, the places of side wagers, and who bets there.

import { h, keyed, say } from "../dom.js";
import { t } from "../strings.js";
import { PlayerHand } from "./hand.js";
import { Spot } from "./spot.js";

/**
 * @typedef {import("../state.js").Table} Table
 * @typedef {import("../protocol.js").Layout} Layout
 * @typedef {{
 *   table: Table,
 *   draft: import("./betting.js").Draft,
 *   status: import("../protocol.js").Status | null,
 *   shoe: Element,
 * }} Shown
 */

/** `<betting-box>` on the felt. */
export class BettingBox extends HTMLElement {
  number = 0;
  #hands = h("div", { class: "hands" });
  #bettors = h("div", { class: "bettors" });
  /** @type {Spot[]} */
  #spots = [];

  /** The places of this box. @param {number} number @param {Layout} layout */
  lay(number, layout) {
    this.number = number;
    this.role = "listitem";
    this.dataset.box = String(number);
    const middle = (layout.boxes + 1) / 2;
    const away = layout.boxes > 1 ? (number - middle) / (middle - 0.5) : 0;
    this.style.setProperty("--away", away.toFixed(3));
    const mains = Array.from(
      { length: layout.dealer_hands },
      (_, spot) => new Spot({ box: number, wager: "main", spot }, layout),
    );
    const sides = layout.wagers.map(
      ({ name }) => new Spot({ box: number, wager: name, spot: 0 }, layout),
    );
    this.#spots = [...mains, ...sides];
    this.replaceChildren(
      this.#hands,
      h("div", { class: "mains" }, ...mains.map((spot) => spot.element)),
      h("div", { class: "sides" }, ...sides.map((spot) => spot.element)),
      this.#bettors,
    );
    return this;
  }

  /** Show how the box stands. @param {Shown} shown */
  show({ table, draft, status, shoe }) {
    const box = table.boxes.find((one) => one.number === this.number);
    const before = table.last?.boxes.find((one) => one.number === this.number);
    const mains = (box ?? before)?.mains ?? [];
    const can_bet = (status?.offers ?? []).some(
      (offer) => offer.do === "place_wager" && offer.box === this.number,
    );
    this.classList.toggle("is-turn", table.phase === "playing" && table.turn[0] === this.number);
    this.classList.toggle(
      "is-mine",
      mains.some((main) => main.player === table.you),
    );
    this.classList.toggle("is-open", can_bet);
    this.classList.toggle("is-used", Boolean(box) || Boolean(before));
    this.#showHands(box?.hands.length ? box.hands : (before?.hands ?? []), table, shoe);
    for (const spot of this.#spots) spot.show(table, draft);
    say(
      this.#bettors,
      mains.map((main) => (main.player === table.you ? t("box.you") : main.player)).join(", "),
    );
  }

  /** @param {import("../state.js").Hand[]} hands @param {Table} table @param {Element} shoe */
  #showHands(hands, table, shoe) {
    const [box, turn] = table.phase === "playing" ? table.turn : [0, 0];
    this.#hands.dataset.hands = String(hands.length);
    keyed(
      this.#hands,
      hands,
      (hand) => hand.id,
      () => new PlayerHand(),
      (element, hand, index) =>
        element.show(hand, {
          you: table.you,
          is_turn: box === this.number && turn === index + 1,
          is_gone: hand.gone && table.phase !== "betting",
          is_split: hands.length > 1,
          shoe,
        }),
    );
  }
}

customElements.define("betting-box", BettingBox);
