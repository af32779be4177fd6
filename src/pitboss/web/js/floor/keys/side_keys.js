// A letter for each side wager: the first of its name that is no suit and not taken; an amount to
// go with it; and its title.

import { named } from "../../words/translate.js";
import { SUITS } from "./notation.js";

/** @param {import("../../core/protocol.js").Layout} layout @returns {Map<string, string>} */
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

/**
 * An amount that a side wager takes, as it is keyed.
 *
 * @param {import("../../core/protocol.js").Layout} layout
 * @param {string} name
 */
export function sample({ wagers, ante, min_bet }, name) {
  const spot = wagers.find((one) => one.name === name);
  if (!spot) return (ante || min_bet) / 100;
  return (spot.only[0] ?? Math.max(spot.low, Math.min(5_00, spot.high || 5_00))) / 100;
}

/**
 * A wager as the rulebook writes it.
 *
 * @param {import("../../core/protocol.js").Layout} layout
 * @param {string} name
 */
export const wagerTitle = ({ wagers }, name) =>
  wagers.find((one) => one.name === name)?.title ?? named("wager", name);
