// The score of a drill: right answers, and what the wrong ones would cost in an hour.

import { fill, h } from "../core/dom.js";
import { t } from "../words/translate.js";
import "../../lang/en/learn.js";
import { cardName } from "../table/felt/card.js";
import { inMoney } from "./assumed.js";
import { nameOf, shownBy } from "./deck.js";
import { actText } from "./question.js";

/**
 * @typedef {import("../core/protocol.js").Drill} Drill
 * @typedef {{hand: Drill, act: string, cost: number}} Miss
 */

/** `<drill-score>` */
export class DrillScore extends HTMLElement {
  #asked = 0;
  #right = 0;
  #streak = 0;
  /** Errors not made good yet. @type {Map<string, Miss>} */
  #misses = new Map();

  restart() {
    this.#asked = this.#right = this.#streak = 0;
    this.#misses.clear();
    this.retell();
  }

  /**
   * @param {Drill} hand
   * @param {string} act
   * @param {number} cost
   * @param {boolean} is_right
   */
  note(hand, act, cost, is_right) {
    this.#asked += 1;
    this.#right += Number(is_right);
    this.#streak = is_right ? this.#streak + 1 : 0;
    if (is_right) this.#misses.delete(nameOf(hand));
    else this.#misses.set(nameOf(hand), { hand, act, cost });
    this.retell();
  }

  /** Tell the same again, under other assumptions. */
  retell() {
    const misses = [...this.#misses.values()].sort(
      (a, b) => b.cost * b.hand.chance - a.cost * a.hand.chance,
    );
    const an_hour = misses.reduce((total, { hand, cost }) => total + cost * hand.chance, 0);
    const share = this.#asked ? Math.round((100 * this.#right) / this.#asked) : 0;
    fill(
      this,
      h(
        "dl",
        { class: "figures" },
        figure(t("drill.answered"), String(this.#asked)),
        figure(t("drill.share"), this.#asked ? `${share} %` : "–"),
        figure(t("drill.streak"), String(this.#streak)),
        figure(t("drill.an_hour"), inMoney(an_hour, 1).hour),
      ),
      misses.length
        ? h(
            "details",
            null,
            h("summary", null, t("drill.misses", { n: misses.length })),
            h(
              "ul",
              { class: "small" },
              misses.map(({ hand, act, cost }) =>
                h(
                  "li",
                  null,
                  t("drill.miss", {
                    hand: hand.cards.map(cardName).join(", "),
                    up: shownBy(hand).map(cardName).join(", "),
                    act: actText(hand, act),
                    ...inMoney(cost, hand.chance),
                  }),
                ),
              ),
            ),
          )
        : null,
    );
  }
}

customElements.define("drill-score", DrillScore);

/** @param {string} name @param {string} value */
const figure = (name, value) =>
  h("div", null, h("dt", null, name), h("dd", { class: "numbers" }, value));
