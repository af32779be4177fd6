// The cards of a hand, lying over each other.

import { keyed } from "../dom.js";
import { make } from "../element.js";
import { PlayingCard } from "./card.js";

/** `<card-fan>`: never wider than two cards. */
export class CardFan extends HTMLElement {
  /**
   * Show these cards; those that were not there before come from the shoe, where there is one.
   *
   * @param {readonly import("../state.js").ShownCard[]} cards
   * @param {Element} [shoe]
   */
  show(cards, shoe) {
    /** @type {PlayingCard[]} */
    const fresh = [];
    keyed(
      this,
      cards,
      (one) => one.id,
      ({ card }) => {
        const made = make(PlayingCard, { card });
        fresh.push(made);
        return made;
      },
      (element, { card }) => {
        element.card = card;
      },
    );
    this.style.setProperty("--count", String(cards.length));
    if (shoe) for (const card of fresh) card.comeFrom(shoe);
  }
}

customElements.define("card-fan", CardFan);
