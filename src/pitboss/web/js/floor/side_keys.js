// A letter for each side wager: the first of its name that is no suit and not taken.

import { SUITS } from "./notation.js";

/** @param {import("../protocol.js").Layout} layout @returns {Map<string, string>} */
export function sideKeys({ wagers, ante, coupon }) {
  /** @type {Map<string, string>} */
  const keys = new Map();
  const names = [...wagers.map(({ name }) => name), ante ? "ante" : "", coupon];
  for (const name of names.filter(Boolean)) {
    const letters = [...name, ..."abefgijklmnopqrtuvwxyz"];
    const letter = letters.find(
      (one) => /[a-z]/.test(one) && !SUITS.includes(one) && !keys.has(one),
    );
    if (letter) keys.set(letter, name);
  }
  return keys;
}
