// One hand to try at once: it is played here, and the exact value of every choice comes from the
// server that deals the tables.

import { get } from "../core/api.js";
import { fill, h, say } from "../core/dom.js";
import { LiveElement, make } from "../core/element.js";
import { PlayingCard } from "../table/felt/card.js";
import "../../lang/en/lobby.js";
import { decimal, named, t } from "../words/translate.js";

/** The hand: a pair of eights against a six, where the house pays for the split. Ranks from ace. */
const HAND = { rulebook: "pa_free_bet", cards: [28, 30], up: 22, total: 16 };
const ACTS = /** @type {const} */ (["hit", "stand", "split"]);
/** Two values nearer than this are the same to a player. */
const NEAR = 5e-5;

/** @typedef {{cards: number[], up: number, values: Record<string, number>}} Drill */

/** `<try-hand>` */
export class TryHand extends LiveElement {
  #told = h("p", { class: "told", role: "status" }, t("try.title"));
  #acts = h("div", { class: "acts" });

  begin() {
    this.role = "group";
    this.ariaLabel = t("try.label");
    const card = (/** @type {number} */ number) => make(PlayingCard, { card: number });
    fill(
      this,
      this.#told,
      h("div", { class: "dealt" }, card(HAND.up), card(-1)),
      h(
        "div",
        { class: "dealt own" },
        HAND.cards.map(card),
        h("span", { class: "total" }, HAND.total),
      ),
      this.#acts,
    );
    fill(
      this.#acts,
      ACTS.map((act) =>
        h(
          "button",
          { type: "button", class: act === "split" ? "gold" : "", onclick: () => this.#judge(act) },
          h("span", null, named("act", act)),
          h("small", null, act === "split" ? t("try.free") : ""),
        ),
      ),
    );
  }

  /** @param {string} chosen */
  async #judge(chosen) {
    say(this.#told, t("try.wait"));
    try {
      /** @type {{hands: Drill[]}} */
      const { hands } = await get(`/api/odds/${HAND.rulebook}/drills`);
      const values = hands.find(isHand)?.values ?? {};
      if (!this.signal.aborted) this.#tell(chosen, values);
    } catch {
      say(this.#told, t("try.failed"));
    }
  }

  /** @param {string} chosen @param {Record<string, number>} values */
  #tell(chosen, values) {
    const [best] = Object.keys(values).sort((a, b) => values[b] - values[a]);
    const cost = values[best] - values[chosen];
    const ev = signed(values[best]);
    const told = { act: named("act", best), ev, cost: decimal(cost, 2) };
    say(this.#told, t(cost < NEAR ? "try.right" : "try.wrong", told));
    [...this.#acts.children].forEach((button, place) => {
      const value = values[ACTS[place]];
      say(button.children[1], value === undefined ? "" : signed(value));
      button.classList.toggle("is-chosen", ACTS[place] === chosen);
    });
  }
}

customElements.define("try-hand", TryHand);

/** @param {Drill} drill */
const isHand = ({ cards, up, values }) =>
  cards.length === 2 && up >> 2 === HAND.up >> 2 && "split" in values
  && cards.every((card) => card >> 2 === HAND.cards[0] >> 2);

/** @param {number} ev */
const signed = (ev) => (ev < 0 ? "" : "+") + decimal(ev, 3);
