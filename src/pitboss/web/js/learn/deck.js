// Hands to practise on, in an order that brings back what was answered wrong until it is known.

/**
 * @typedef {import("../core/protocol.js").Drill} Drill
 * @typedef {{known: number, due: number}} Standing How often in a row it was answered right, and
 *   the question at which it comes back.
 */

/** Two values nearer than this are the same to a player, per unit of the wager. */
export const NEAR = 5e-5;
/** Questions until a hand comes back: after an error, then after each right answer in a row. */
const AGAIN = [3, 8];
/** So many right answers in a row after an error, and a hand is known. */
const KNOWN = 2;

/** What an act gives away against the best one. @param {Drill} hand @param {string} act */
export const costOf = ({ values }, act) => Math.max(...Object.values(values)) - values[act];

/** The dealer's cards that lie face up. @param {Drill} hand */
export const shownBy = (hand) => (hand.hole === null ? [hand.up] : [hand.up, hand.hole]);

/** The name of a hand, by which it is remembered. @param {Drill} hand */
export const nameOf = (hand) =>
  `${hand.kinds[0]} ${hand.cards.join("+")} ${shownBy(hand).join("+")}`;

/** Hands of the kinds that are practised, and what is known of each. */
export class Deck {
  /** @type {Map<string, Standing>} */
  #standing = new Map();
  #asked = 0;
  /** @type {Drill[]} */
  #hands;
  #random;

  /**
   * @param {Drill[]} hands
   * @param {readonly string[]} missed Those that were answered wrong another time.
   * @param {() => number} random
   */
  constructor(hands, missed = [], random = Math.random) {
    this.#hands = hands;
    this.#random = random;
    for (const name of missed) this.#standing.set(name, { known: 0, due: 0 });
  }

  /** The names of hands that were answered wrong and are not known yet. */
  get missed() {
    return [...this.#standing].filter(([, { known }]) => known < KNOWN).map(([name]) => name);
  }

  /**
   * The next hand: one that is due again, or a new one, the more likely the more often it is dealt.
   *
   * @param {string} kind
   * @param {Drill | null} last Not the same twice in a row.
   * @returns {Drill | undefined}
   */
  next(kind, last = null) {
    const hands = this.#hands.filter((hand) => hand !== last && hand.kinds.includes(kind));
    const due = hands.filter((hand) => {
      const standing = this.#standing.get(nameOf(hand));
      return standing && standing.known < KNOWN && standing.due <= this.#asked;
    });
    if (due.length) return due[0];
    const fresh = hands.filter((hand) => !this.#standing.has(nameOf(hand)));
    return this.#drawn(fresh.length ? fresh : hands);
  }

  /** Note an answer: whether it was right. @param {Drill} hand @param {boolean} is_right */
  answer(hand, is_right) {
    this.#asked += 1;
    const name = nameOf(hand);
    const before = this.#standing.get(name);
    if (is_right && !before) return;
    const known = is_right && before ? before.known + 1 : 0;
    const wait = AGAIN[Math.min(known, AGAIN.length - 1)];
    this.#standing.set(name, { known, due: this.#asked + wait });
  }

  /** One of these by how often each is dealt. @param {Drill[]} hands */
  #drawn(hands) {
    const all = hands.reduce((total, hand) => total + hand.chance, 0);
    let at = this.#random() * all;
    return hands.find((hand) => (at -= hand.chance) < 0) ?? hands[hands.length - 1];
  }
}
