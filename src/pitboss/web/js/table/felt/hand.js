// A player's hand: its cards, total, what was put up beside it, and what came of it.

import { fill, h, say } from "../../core/dom.js";
import { named, signed, t } from "../../words/translate.js";
import { at, cardsOf, sum } from "../../core/view.js";
import { stackOf } from "./chips.js";
import { CardFan } from "./fan.js";
import { veil } from "../motion/motion.js";
import { chipsUp, isLost } from "./stakes.js";

/** @typedef {import("../../core/protocol.js").HandView} Hand */

const BLACKJACK = "blackjack";

/** `<player-hand>` in a box. */
export class PlayerHand extends HTMLElement {
  #fan = new CardFan();
  #total = h("span", { class: "total" });
  #outcome = h("span", { class: "outcome" });
  /** The chips of a split hand; those of a single one lie in the circle of the box. */
  #stake = h("span", { class: "stake" });
  #put_up = "";

  connectedCallback() {
    this.replaceChildren(
      this.#fan,
      h("span", { class: "told-of" }, this.#total, this.#outcome, this.#stake),
    );
  }

  /**
   * @param {Hand} hand
   * @param {{
   *   you: string, round: number, is_turn: boolean, is_gone: boolean, is_split: boolean,
   *   shoe: Element, lay: ReadonlyMap<string, DOMRect>,
   * }} shown Where cards came from: the shoe, or where they `lay` in another hand.
   */
  show(hand, { you, round, is_turn, is_gone, is_split, shoe, lay }) {
    this.classList.toggle("is-turn", is_turn);
    this.classList.toggle("is-sideways", hand.is_sideways);
    this.classList.toggle("is-gone", is_gone);
    const known = this.#fan.childElementCount;
    this.#fan.show(cardsOf(hand.cards, round), shoe, lay);
    if (this.#fan.childElementCount > known) veil(this.#total);
    say(this.#total, toldTotal(hand));
    this.#total.hidden = !hand.total && hand.how !== BLACKJACK;
    this.#showStake(hand, is_split);
    this.#showOutcome(hand, you);
  }

  /** Chips and lammers below a split hand. @param {Hand} hand @param {boolean} is_split */
  #showStake(hand, is_split) {
    const chips = is_split ? chipsUp(hand) : [];
    const put_up = JSON.stringify(chips);
    if (this.#put_up === put_up) return;
    this.#put_up = put_up;
    fill(this.#stake, ...chips.map(stackOf));
  }

  /** @param {Hand} hand @param {string} you */
  #showOutcome(hand, you) {
    const own = at(hand.results, you);
    const told = (own ? [own] : Object.values(hand.results)).flatMap((some) =>
      Object.values(some),
    );
    this.#outcome.hidden = told.length === 0;
    if (!told.length) return;
    const net = sum(told.map((result) => result.net));
    const is_lost = net < 0 || told.every(isLost);
    const tone = net > 0 ? "win" : is_lost ? (net ? "loss" : "loss free") : "push";
    this.#outcome.className = `outcome ${tone}`;
    // Against several hands of the dealer a win and a loss may cancel each other.
    const is_one = told.every(({ result }) => result === told[0].result);
    const word = is_lost ? t("hand.free_lost") : named("result", told[0].result);
    say(this.#outcome, net === 0 && is_one ? word : signed(net));
    this.#outcome.title = [...new Set(told.map((result) => result.clause))].join(", ");
  }
}

customElements.define("player-hand", PlayerHand);

/** @typedef {{how: string, total: string}} Counted A hand of a player or of the dealer. */

/** Whether it is told as a blackjack: settled as one, or to be played. @param {Counted} hand */
export const isBlackjack = ({ how, total }) => how === BLACKJACK || total === BLACKJACK;

/** A total as the felt tells it: 18, 23 bust, 22 push where it is one. @param {Counted} hand */
export function toldTotal(hand) {
  const { how, total } = hand;
  if (isBlackjack(hand)) return t("hand.blackjack");
  if (how === "bust") return t("hand.bust", { total });
  if (how === "push") return t("hand.push", { total });
  if (how === "surrendered") return t("hand.surrendered", { total });
  return total;
}
