// The cards of a hand, lying over each other.

import { keyed } from "../../core/dom.js";
import { make } from "../../core/element.js";
import { glide } from "../motion/motion.js";
import { PlayingCard } from "./card.js";

const LEANS = [-0.8, 0.5, -0.3, 0.9, 0];

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
    const before = fresh.size && fresh.size < cards.length ? this.getBoundingClientRect().left : 0;
    this.style.setProperty("--count", String(cards.length));
    // Cards come to rest at a slight angle, as long as no rank is hidden by it.
    [...this.children].forEach((card, place) => {
      const lean = cards.length < 4 ? LEANS[(cards[place].card + place) % LEANS.length] : 0;
      /** @type {HTMLElement} */ (card).style.setProperty("--lean", `${lean}deg`);
    });
    for (const [id, card] of fresh) {
      const lain = lay?.get(id);
      if (lain) card.slideFrom(lain);
      else if (shoe) card.comeFrom(shoe);
    }
    if (before && shoe) glide(this, before);
  }
}

customElements.define("card-fan", CardFan);
