// One hand to try at once: it is played here, and the exact value of every choice comes from the
// server that deals the tables.

import { get } from "../core/api.js";
import { fill, h, say } from "../core/dom.js";
import { LiveElement, make } from "../core/element.js";
import { PlayingCard } from "../table/felt/card.js";
import { ChipStack } from "../table/felt/chips.js";
import "../../lang/en/lobby.js";
import { decimal, named, t } from "../words/translate.js";

/**
 * @typedef {{cards: number[], up: number, values: Record<string, number>}} Drill
 * @typedef {{
 *   rulebook: string, cards: readonly number[], dealer: readonly number[], total: number,
 *   acts: readonly string[], free: readonly string[],
 * }} Hand
 */

/** A pair of eights against a six, where the house pays for the split. @type {Hand} */
const FIRST = {
  rulebook: "pa_free_bet",
  cards: [28, 30],
  dealer: [22, -1],
  total: 16,
  acts: ["hit", "stand", "split"],
  free: ["split"],
};
/** Two values nearer than this are the same to a player. */
const NEAR = 5e-5;
/** The bet that lies there, in cents. */
const BET = 1_000;

/** `<try-hand>`: says `judged`, with the act, once it has told what that is worth. */
export class TryHand extends LiveElement {
  hand = FIRST;
  title = t("try.title");
  label = t("try.label");
  /** The value of each act; nothing before they have been asked for. */
  values = () => firstValues(this.hand);
  #told = h("p", { class: "told", role: "status" });
  #acts = h("div", { class: "acts" });

  begin() {
    const { cards, dealer, total, acts, free } = this.hand;
    this.role = "group";
    this.ariaLabel = this.label;
    const card = (/** @type {number} */ number) => make(PlayingCard, { card: number });
    fill(
      this,
      this.#told,
      h("div", { class: "dealt" }, dealer.map(card)),
      h(
        "div",
        { class: "dealt own" },
        make(ChipStack, { amount: BET }),
        cards.map(card),
        h("span", { class: "total" }, total),
      ),
      this.#acts,
    );
    say(this.#told, this.title);
    fill(
      this.#acts,
      acts.map((act) =>
        h(
          "button",
          {
            type: "button",
            class: free.includes(act) ? "gold" : "",
            onclick: () => this.judge(act),
          },
          h("span", null, named("act", act)),
          h("small", null, free.includes(act) ? t("try.free") : ""),
        ),
      ),
    );
  }

  /** Say what a choice is worth. @param {string} chosen */
  async judge(chosen) {
    say(this.#told, t("try.wait"));
    try {
      const values = await this.values();
      if (this.signal.aborted) return;
      this.#tell(chosen, values);
      this.dispatchEvent(new CustomEvent("judged", { detail: chosen }));
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
      const act = this.hand.acts[place];
      say(button.children[1], values[act] === undefined ? "" : signed(values[act]));
      button.classList.toggle("is-chosen", act === chosen);
      button.classList.toggle("gold", act === best);
    });
  }
}

customElements.define("try-hand", TryHand);

/** @param {Hand} hand @returns {Promise<Record<string, number>>} */
async function firstValues({ rulebook, cards, dealer }) {
  /** @type {{hands: Drill[]}} */
  const { hands } = await get(`/api/odds/${rulebook}/drills`);
  const rank = cards[0] >> 2;
  const drill = hands.find(
    (one) =>
      "split" in one.values
      && one.up >> 2 === dealer[0] >> 2
      && one.cards.every((card) => card >> 2 === rank),
  );
  return drill?.values ?? {};
}

/** @param {number} ev */
const signed = (ev) => (ev < 0 ? "" : "+") + decimal(ev, 3);
