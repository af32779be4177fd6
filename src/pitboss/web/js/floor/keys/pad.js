// Every card as a button, for whoever has no keys.

import { fill, h } from "../../core/dom.js";
import { t } from "../../words/translate.js";
import "../../../lang/en/floor.js";
import { cardName } from "../../table/felt/card.js";
import { RANKS, SIGNS, SUITS } from "./notation.js";

/** `<card-pad>`: 52 cards. */
export class CardPad extends HTMLElement {
  /** Enter a card by its number. @type {(card: number) => void} */
  enter = () => {};

  connectedCallback() {
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
                onclick: () => this.enter(4 * column + row),
              },
              one === "T" ? "10" : one,
              h("span", { aria: { hidden: true } }, SIGNS[/** @type {"s"} */ (suit)]),
            ),
          ),
        ),
      ),
    );
  }
}

customElements.define("card-pad", CardPad);
