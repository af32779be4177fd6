// The cards of a hand, lying over each other.

import { keyed } from "../../core/dom.js";
import { make } from "../../core/element.js";
import { PlayingCard } from "./card.js";

/** `<card-fan>`: never wider than two cards. */
export class CardFan extends HTMLElement {
  /**
   * Show these cards; those that were not there before come from the shoe, where there is one, or
   * from where they lay in another hand.
   *
   * @param {readonly import("../../core/view.js").ShownCard[]} cards
   * @param {Element} [shoe]
   * @param {ReadonlyMap<string, DOMRect>} [lay]
   */
  show(cards, shoe, lay) {
    /** @type {Map<string, PlayingCard>} */
    const fresh = new Map();
    keyed(
      this,
      cards,
      (one) => one.id,
      ({ id, card }) => {
        const made = make(PlayingCard, { card });
        fresh.set(id, made);
        return made;
      },
      (element, { card }) => {
        element.card = card;
      },
    );
    this.style.setProperty("--count", String(cards.length));
    for (const [id, card] of fresh) {
      const before = lay?.get(id);
      if (before) card.slideFrom(before);
      else if (shoe) card.comeFrom(shoe);
    }
  }
}

customElements.define("card-fan", CardFan);
