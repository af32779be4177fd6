// What is asked after a round that was counted: running count, true count, and the next bet.

import { fill, h } from "../core/dom.js";
import { LiveElement } from "../core/element.js";
import { decimal, t } from "../words/translate.js";
import "../../lang/en/learn.js";

/**
 * @typedef {import("../core/protocol.js").CountedShoe} CountedShoe
 * @typedef {import("../core/protocol.js").CountedRound} CountedRound
 * @typedef {"running" | "true" | "bet"} Asked
 */


/** `<count-answer>`: says `answered` with what was right, then `next`. */
export class CountAnswer extends LiveElement {
  /** @type {CountedShoe | undefined} */
  shoe;
  /** @type {CountedRound | undefined} */
  round;
  /** @type {Map<Asked, HTMLInputElement>} */
  #inputs = new Map();
  #told = h("div", { class: "stack", role: "status" });
  #check = h("button", { class: "main" }, t("count.check"));

  begin() {
    const { shoe } = this;
    if (!shoe) return;
    /** @type {Asked[]} */
    const asked = shoe.is_true ? ["running", "true", "bet"] : ["running", "bet"];
    this.#inputs = new Map(asked.map((name) => [name, input(name)]));
    fill(
      this,
      h(
        "form",
        {
          class: "stack",
          aria: { label: t("count.asked") },
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            this.#answer();
          },
        },
        h(
          "div",
          { class: "row" },
          [...this.#inputs].map(([name, one]) => {
            const label = h("label", { for: `ask-${name}` }, t(`count.${name}`));
            return h("div", { class: "field" }, label, one);
          }),
        ),
        h("div", null, this.#check),
      ),
      this.#told,
    );
  }

  /** Take the first answer. */
  take() {
    this.#inputs.get("running")?.focus({ preventScroll: true });
  }

  #answer() {
    const { round, shoe } = this;
    if (!round || !shoe) return;
    const right = { running: round.running, true: round.count, bet: round.units };
    /** @type {Record<string, boolean>} */
    const answers = {};
    for (const [name, one] of this.#inputs) {
      const is_right = Number(one.value.replace("−", "-")) === right[name] && one.value !== "";
      answers[name] = is_right;
      one.disabled = true;
      one.ariaInvalid = is_right ? null : "true";
      one.closest(".field")?.classList.add(is_right ? "right" : "wrong");
    }
    this.#check.hidden = true;
    const is_right = Object.values(answers).every(Boolean);
    fill(
      this.#told,
      h(
        "p",
        { class: is_right ? "notice good" : "notice bad" },
        h("strong", null, t(is_right ? "count.right" : "count.wrong")),
        " ",
        explained(shoe, round),
      ),
      h(
        "div",
        null,
        h(
          "button",
          {
            type: "button",
            class: "main",
            onclick: () => this.dispatchEvent(new Event("next")),
          },
          t("count.next"),
        ),
      ),
    );
    this.dispatchEvent(new CustomEvent("answered", { detail: answers }));
    /** @type {HTMLElement | null} */ (this.#told.querySelector("button"))?.focus({
      preventScroll: true,
    });
  }
}

customElements.define("count-answer", CountAnswer);

/** @param {Asked} name @returns {HTMLInputElement} */
const input = (name) =>
  h("input", {
    id: `ask-${name}`,
    type: "text",
    inputmode: "numeric",
    pattern: "[+\\-−]?[0-9]+",
    autocomplete: "off",
    required: true,
    size: 5,
  });

/** How the figures come about. @param {CountedShoe} shoe @param {CountedRound} round */
function explained(shoe, { running, count, units, cards_left }) {
  const told = {
    running: signed(running),
    count: signed(count),
    decks: decimal(cards_left / shoe.deck_size, 1),
    units,
  };
  return t(shoe.is_true ? "count.because_true" : "count.because_running", told);
}

/** @param {number} value */
const signed = (value) => (value > 0 ? "+" : "") + String(value).replace("-", "−");
