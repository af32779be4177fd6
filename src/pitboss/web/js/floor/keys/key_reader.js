// The dealer's keys: what a key means depends on the keys before it and never on the table, so that
// whoever types ahead of the server is understood all the same.

import { t } from "../../words/translate.js";
import "../../../lang/en/console.js";
import { RANKS, SUITS, shortCard } from "./notation.js";

/**
 * What was keyed, before the table says what it is for.
 *
 * @typedef {(
 *   | {kind: "card", card: number}
 *   | {kind: "amount", amount: number}
 *   | {kind: "marked", amount: number, letter: string}
 *   | {kind: "act", act: Act}
 *   | {kind: "enter"}
 *   | {kind: "back"}
 *   | {kind: "move", step: number}
 *   | {kind: "box", box: number}
 *   | {kind: "guest", name: string, amount: number, is_chips?: boolean}
 *   | {kind: "bettor", name: string, amount: number, is_chips?: boolean}
 *   | {kind: "more", amount: number, is_chips?: boolean}
 *   | {kind: "leaves"}
 * )} Meaning
 *
 * `place` is where a side wager goes that was keyed before its main wager;
 * `seen` is the last move of chips that the dealer had seen by then.
 *
 * @typedef {Meaning & {text: string, after: string, is_begun?: boolean, seen?: number} & {
 *   place?: {box: number, player: string},
 * }} Keyed
 * @typedef {typeof ACT_KEYS[keyof typeof ACT_KEYS]} Act
 */

/** One key for an act; none of them is a rank or a suit. */
export const ACT_KEYS = /** @type {const} */ ({
  " ": "stand",
  x: "double",
  p: "split",
  r: "surrender",
  i: "insure",
  e: "take_even_money",
  n: "no",
  y: "yes",
  f: "refuse_card",
  u: "turn_over",
  z: "double_alone",
  l: "repeat",
  "<": "left",
  ">": "right",
});

/** @type {Record<string, Meaning>} */
const MOVES = {
  ArrowLeft: { kind: "move", step: -1 },
  ArrowUp: { kind: "move", step: -1 },
  ArrowRight: { kind: "move", step: 1 },
  ArrowDown: { kind: "move", step: 1 },
};
const TYPED_MAX = 24;

/** Whether these keys begin a number. @param {string} typed */
const isNumber = (typed) => /^[0-9.]/.test(typed);

/** The rank that was typed, -1 for none: 10 has two keys, T or 0. @param {string} typed */
function rankOf(typed) {
  if (typed === "10" || typed === "0") return RANKS.indexOf("T");
  return typed.length === 1 ? RANKS.indexOf(typed.toUpperCase()) : -1;
}

/** Cents; NaN where it is no amount. @param {string} text */
function centsOf(text) {
  return /^\d+(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN;
}

/** Reads key after key. */
export class KeyReader {
  /** Keys that mean nothing yet: `1`, `10`, `A`, `g bob 2`. */
  typed = "";
  /** Why the last key meant nothing, where it did. */
  told = "";
  /** The kind of what was keyed before. */
  #after = "";

  /**
   * What a key and those before it mean; null while more are to come.
   *
   * @param {string} key As the browser names it.
   * @returns {Keyed | null}
   */
  press(key) {
    this.told = "";
    const meaning = this.#read(key);
    if (!meaning) return null;
    this.typed = "";
    const keyed = { ...meaning, text: textOf(meaning), after: this.#after };
    this.#after = meaning.kind;
    return keyed;
  }

  /** @param {string} key @returns {Meaning | null} */
  #read(key) {
    if (key === "Escape") {
      this.typed = "";
      return null;
    }
    if (key === "Backspace" && this.typed) {
      this.typed = this.typed.slice(0, -1);
      return null;
    }
    if (key === "Backspace") return { kind: "back" };
    if (key === "Enter") return this.#finish();
    if (MOVES[key]) return this.typed ? this.#tell() : MOVES[key];
    if (key.length !== 1) return null;
    return this.typed ? this.#goOn(key.toLowerCase()) : this.#begin(key.toLowerCase());
  }

  /** The first key. @param {string} key @returns {Meaning | null} */
  #begin(key) {
    if (Object.hasOwn(ACT_KEYS, key))
      return { kind: "act", act: ACT_KEYS[/** @type {keyof typeof ACT_KEYS} */ (key)] };
    if (SUITS.includes(key)) return this.#tell(t("console.rank_first"));
    if (isNumber(key) || rankOf(key) >= 0 || "bgow+".includes(key)) this.typed = key;
    else this.told = t("console.no_key", { key });
    return null;
  }

  /** A further key. @param {string} key @returns {Meaning | null} */
  #goOn(key) {
    const { typed } = this;
    const rank = rankOf(typed);
    if (typed[0] === "b" && /[1-9]/.test(key)) return { kind: "box", box: Number(key) };
    const isName = /^[gw]/.test(typed) && /[a-z0-9. ]/.test(key);
    if (isName || (/^[0-9.+]/.test(typed) && /[0-9.]/.test(key))) {
      this.typed = (typed + key).slice(0, TYPED_MAX);
      return null;
    }
    if (key === "c" && /^\+[\d.]+$/.test(typed)) {
      this.typed = typed + key;
      return null;
    }
    if (SUITS.includes(key) && rank >= 0)
      return { kind: "card", card: 4 * rank + SUITS.indexOf(key) };
    const amount = centsOf(typed);
    if (/[a-z]/.test(key) && !SUITS.includes(key) && amount >= 0)
      return { kind: "marked", amount, letter: key };
    return this.#tell();
  }

  /** Enter ends an amount or a guest; alone it goes on. @returns {Meaning | null} */
  #finish() {
    const { typed } = this;
    if (!typed) return { kind: "enter" };
    if (typed === "o") return { kind: "leaves" };
    if (/^w *[1-9]$/.test(typed)) return { kind: "bettor", name: typed.slice(-1), amount: 0 };
    if (/^[gw]/.test(typed)) {
      const guest = /^[gw] *([a-z]+)? *(?:([\d.]+)(c?))?$/.exec(typed);
      const cents = guest?.[2] ? centsOf(guest[2]) : 0;
      const kind = typed[0] === "g" ? "guest" : "bettor";
      const is_whole = kind === "guest" || guest?.[1];
      if (!guest || !is_whole || Number.isNaN(cents)) return this.#tell();
      const brought = guest[3] ? { is_chips: true } : {};
      return { kind, name: guest[1] ?? "", amount: cents, ...brought };
    }
    const is_chips = typed.endsWith("c");
    const amount = centsOf(typed.replace(/^\+/, "").replace(/c$/, ""));
    if (Number.isNaN(amount)) return this.#tell();
    if (typed[0] !== "+") return is_chips ? this.#tell() : { kind: "amount", amount };
    return { kind: "more", amount, ...(is_chips ? { is_chips } : {}) };
  }

  /** The key does not go on from those before it; they stay. @param {string} [text] */
  #tell(text) {
    this.told = text ?? hint(this.typed);
    return /** @type {null} */ (null);
  }
}

/** What may follow the keys that were typed. @param {string} typed */
export function hint(typed) {
  if (!typed) return "";
  if (typed[0] === "g") return t("console.typed.guest");
  if (typed[0] === "w") return t("console.typed.bettor");
  if (typed[0] === "o") return t("console.typed.leaves");
  if (typed[0] === "b") return t("console.typed.box");
  if (typed[0] === "+") return t("console.typed.more");
  if (!isNumber(typed)) return t("console.typed.rank", { rank: typed.toUpperCase() });
  return t(rankOf(typed) >= 0 ? "console.typed.either" : "console.typed.amount");
}

/** Cash, or chips. @param {{amount: number, is_chips?: boolean}} meaning */
const amountOf = ({ amount, is_chips }) => `${amount / 100 || ""}${is_chips ? " C" : ""}`;

/** @param {Meaning} meaning */
function textOf(meaning) {
  switch (meaning.kind) {
    case "card":
      return shortCard(meaning.card);
    case "amount":
      return String(meaning.amount / 100);
    case "marked":
      return `${meaning.amount / 100} ${meaning.letter.toUpperCase()}`;
    case "act":
      return t(`console.act.${meaning.act}`);
    case "box":
      return t("felt.box", { n: meaning.box });
    case "move":
      return meaning.step > 0 ? "→" : "←";
    case "guest":
      return [t("console.guest"), meaning.name, amountOf(meaning)].filter(Boolean).join(" ");
    case "bettor":
      return [t("console.bettor"), meaning.name, amountOf(meaning)].filter(Boolean).join(" ");
    case "more":
      return `+${amountOf(meaning)}`;
    default:
      return t(`console.keyed.${meaning.kind}`);
  }
}
