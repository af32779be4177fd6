// Every card as a button, and the keyboard: a rank, then a suit.

import { fill, h, say } from "../dom.js";
import { LiveElement } from "../element.js";
import { t } from "../strings.js";
import { cardName } from "../table/card.js";
import { RANKS, SIGNS, SUITS } from "./notation.js";

const ASKS = "pitboss.pad.asks";

/** `<card-pad>`: 52 cards; while one is being entered the pad takes nothing. */
export class CardPad extends LiveElement {
  /** Enter a card by its number. @type {(card: number) => Promise<unknown>} */
  enter = () => Promise.resolve();
  #rank = "";
  #chosen = -1;
  #is_busy = false;
  #typed = h("p", { class: "typed soft", role: "status" }, t("pad.hint"));
  #asked = h("button", {
    type: "button",
    class: "main",
    hidden: true,
    onclick: () => this.#give(this.#chosen),
  });
  /** @type {HTMLInputElement} */
  #asks = h("input", {
    type: "checkbox",
    checked: localStorage.getItem(ASKS) === "yes",
    onchange: () => {
      localStorage.setItem(ASKS, this.#asks.checked ? "yes" : "no");
      this.#asked.hidden = true;
    },
  });

  begin() {
    this.classList.add("stack");
    fill(
      this,
      h(
        "div",
        { class: "pad", role: "group", aria: { label: t("pad.title") } },
        [...SUITS].flatMap((suit, row) =>
          [...RANKS].map((one, column) =>
            h(
              "button",
              {
                type: "button",
                class: suit === "h" || suit === "d" ? "red" : "black",
                style: { "--suit": row + 1, "--rank": column + 1 },
                aria: { label: cardName(4 * column + row) },
                onclick: () => this.#choose(4 * column + row),
              },
              one === "T" ? "10" : one,
              h("span", { aria: { hidden: true } }, SIGNS[/** @type {"s"} */ (suit)]),
            ),
          ),
        ),
      ),
      this.#asked,
      this.#typed,
      h("label", { class: "row" }, this.#asks, t("pad.asks")),
    );
    document.addEventListener("keydown", (event) => this.#press(event), { signal: this.signal });
  }

  /**
   * A card that was entered stays entered, so a dealer may want to be asked first.
   *
   * @param {number} card
   */
  #choose(card) {
    if (!this.#asks.checked) {
      this.#give(card);
      return;
    }
    this.#chosen = card;
    this.#type("");
    say(this.#asked, t("pad.enter", { card: cardName(card) }));
    this.#asked.hidden = false;
    this.#asked.focus();
  }

  /** @param {number} card */
  async #give(card) {
    if (this.#is_busy) return;
    this.#is_busy = true;
    this.#type("");
    try {
      await this.enter(card);
    } finally {
      this.#is_busy = false;
    }
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const at = /** @type {HTMLElement} */ (event.target);
    if (at.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const key = event.key === "0" ? "T" : event.key.toUpperCase();
    if (key === "ESCAPE") this.#type("");
    else if (this.#rank && key.length === 1 && SUITS.includes(key.toLowerCase()))
      this.#choose(4 * RANKS.indexOf(this.#rank) + SUITS.indexOf(key.toLowerCase()));
    else if (key.length === 1 && RANKS.includes(key)) this.#type(key);
  }

  /** The rank that was typed, until its suit comes. @param {string} rank */
  #type(rank) {
    this.#rank = rank;
    say(this.#typed, rank ? t("pad.typed", { rank: rank === "T" ? "10" : rank }) : t("pad.hint"));
  }
}

customElements.define("card-pad", CardPad);
