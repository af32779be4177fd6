// Re-derives the order of a shoe from its seed, as pitboss.shuffle does, with the browser's
// SHA-256.

import { encoded, hex, sha256 } from "../core/digest.js";

/**
 * @typedef {import("../core/protocol.js").ShoeProof} ShoeProof
 * @typedef {{name: string, state: "kept" | "broken" | "unknown", values: Record<string, string |
 *   number>}} Check
 */

const LABEL = encoded("pitboss shoe 1");
const CUT_LABEL = "pitboss cut 1";
const SEED_BYTES = 32;
const WORD_MAX = 2 ** 32;

/** @param {...(Uint8Array | number[])} parts */
function joined(...parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** The bytes of a seed; null where it is not one. @param {string} text */
export function seedBytes(text) {
  if (!new RegExp(`^[0-9a-f]{${2 * SEED_BYTES}}$`, "i").test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Numbers without end from a seed: SHA-256 of the seed and a counter. */
class Stream {
  /** @param {Uint8Array} seed */
  constructor(seed) {
    this.seed = seed;
    this.counter = 0;
    this.block = new DataView(new ArrayBuffer(0));
    this.place = 0;
  }

  /** The next 32 bits. */
  async word() {
    if (this.place >= this.block.byteLength) {
      const counter = new Uint8Array(8);
      new DataView(counter.buffer).setBigUint64(0, BigInt(this.counter));
      this.block = new DataView((await sha256(joined(this.seed, counter))).buffer);
      this.counter += 1;
      this.place = 0;
    }
    const word = this.block.getUint32(this.place);
    this.place += 4;
    return word;
  }

  /**
   * A number below `count`, all equally likely: words above the last whole multiple are thrown
   * away.
   *
   * @param {number} count
   */
  async below(count) {
    const limit = WORD_MAX - (WORD_MAX % count);
    let word = await this.word();
    while (word >= limit) word = await this.word();
    return word % count;
  }
}

/**
 * The cards of some decks in the order that a seed gives.
 *
 * @param {number[]} deck
 * @param {number} decks
 * @param {Uint8Array} seed
 */
export async function shuffled(deck, decks, seed) {
  const size = deck.length;
  const order = Array.from({ length: size * decks }, (_, place) => deck[place % size]);
  const stream = new Stream(seed);
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = await stream.below(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/**
 * The fingerprint of a seed and the order it gave.
 *
 * @param {Uint8Array} seed
 * @param {number[]} order
 */
export async function commitmentOf(seed, order) {
  return hex(await sha256(joined(LABEL, seed, order)));
}

/**
 * Where the stack is cut: drawn from the commitment and the words of players.
 *
 * @param {ShoeProof} proof
 */
export async function cutPlace({ commitment, words, cut_low, cut_high }) {
  if (!words.length) return 0;
  const lines = [commitment, ...words.map(([player, said]) => `${player} ${said}`)];
  const stream = new Stream(await sha256(encoded(CUT_LABEL + lines.join("\n"))));
  return cut_low + (await stream.below(cut_high - cut_low + 1));
}

/**
 * How many cards from the front the order was cut; -1 where no cut leads to the cards.
 *
 * @param {number[]} order
 * @param {number[]} cards
 */
function cutOf(order, cards) {
  if (order.length !== cards.length) return -1;
  return order.findIndex(
    (card, position) =>
      card === cards[0] &&
      cards.every((one, place) => one === order[(position + place) % order.length]),
  );
}

/**
 * Everything that can be checked of a shoe that is over.
 *
 * @param {ShoeProof} proof
 * @param {number | null} seen_ms When this browser itself saw the commitment, if it did.
 * @param {string} own_words What this browser contributed to the cut, if it did.
 * @returns {Promise<Check[]>}
 */
export async function checkShoe(proof, seen_ms, own_words) {
  const seed = seedBytes(proof.seed);
  /**
   * @param {string} name
   * @param {boolean} holds
   * @param {Record<string, string | number>} [values]
   * @returns {Check}
   */
  const check = (name, holds, values = {}) => ({ name, state: holds ? "kept" : "broken", values });
  /** @type {Check[]} */
  const checks = [
    seen_ms === null
      ? { name: "seen", state: "unknown", values: {} }
      : check("seen", true, { at: new Date(seen_ms).toLocaleString() }),
    check("in_time", !proof.first_wager || proof.committed < proof.first_wager, {
      committed: proof.committed,
      wager: proof.first_wager,
    }),
  ];
  if (!seed) return [...checks, check("seed", false)];
  const order = await shuffled(proof.deck, proof.decks, seed);
  const print = await commitmentOf(seed, order);
  checks.push(
    check("commitment", print === proof.commitment, {
      print: print.slice(0, 16),
      cards: order.length,
    }),
  );
  const cut = cutOf(order, proof.cards);
  checks.push(check(cut === 0 ? "uncut" : "order", cut >= 0, { cut }));
  if (proof.words.length) checks.push(await checkCut(proof, cut, own_words));
  const wrong = proof.left.findIndex(
    (left, place) => left.card !== order[(cut + place) % order.length],
  );
  checks.push(check("dealt", cut >= 0 && wrong < 0, { n: proof.left.length, wrong: wrong + 1 }));
  return checks;
}

/**
 * The cut was drawn from everybody's words, this browser's among them.
 *
 * @param {ShoeProof} proof
 * @param {number} cut
 * @param {string} own_words
 * @returns {Promise<Check>}
 */
async function checkCut(proof, cut, own_words) {
  const place = await cutPlace(proof);
  const is_left_out = own_words !== "" && !proof.words.some(([, said]) => said === own_words);
  const names = proof.words.map(([player]) => player).join(", ");
  if (is_left_out) return { name: "own_words", state: "broken", values: { words: own_words } };
  return {
    name: own_words ? "own_words" : "words",
    state: cut === place ? "kept" : "broken",
    values: { names, place, cut, words: own_words },
  };
}
