// Figures of the odds as text, and the reason in their place if they cannot be worked out.

import { ApiError } from "../core/api.js";
import { h } from "../core/dom.js";
import { edgeWords } from "../core/edge.js";
import { complain } from "../shell/shell.js";
import "../../lang/en/odds.js";
import { language } from "../words/language.js";
import { decimal, percent, t, whole } from "../words/translate.js";

/** A house edge: three decimals of a per cent; the player's is named. @param {number} share */
export const edge = (share) => (share < 0 ? edgeWords(share, 3) : percent(share, 3));

/** A house edge on an axis, below zero where it is the player's. @param {number} share */
export const edgeTick = (share) => percent(share, 3);

/** A change of a house edge, with its sign. @param {number} share */
export const change = (share) => (share > 0 ? "+" : "") + percent(share, 3);

/** An expectation per unit, with its sign. @param {number} value @param {number} [digits] */
export const expectation = (value, digits = 5) =>
  (value > 0 ? "+" : "") + decimal(value, digits);

/** A probability as per cent, with digits enough for rare things. @param {number} share */
export function chance(share) {
  if (share === 0) return percent(0, 0);
  const digits = share >= 0.0995 ? 2 : Math.min(8, 2 - Math.floor(Math.log10(share * 100)));
  return percent(share, digits);
}

/** How rare something is. @param {number} share */
export const onceIn = (share) =>
  share
    ? t("odds.once_in", {
        n: (1 / share).toLocaleString(language, { maximumFractionDigits: share < 0.01 ? 0 : 1 }),
      })
    : t("odds.never");

export { whole };

/** Rounds in few letters: 4k, 20M, 1G. @param {number} n */
export function short(n) {
  for (const [size, letter] of /** @type {const} */ ([
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ])) {
    if (n >= size) return `${Number((n / size).toPrecision(3))}${letter}`;
  }
  return String(n);
}

/** A net result in units: `+1.5`, `−1`, `0`. @param {number} net */
export const units = (net) =>
  (net > 0 ? "+" : "") + decimal(net, (String(Number(net.toFixed(4))).split(".")[1] ?? "").length);

/** Why there is nothing to show, as a sentence. @param {unknown} error */
export function failed(error) {
  if (!(error instanceof ApiError)) complain(error);
  const text = error instanceof Error ? error.message : String(error);
  return h("p", { class: "notice bad", role: "alert" }, text);
}
