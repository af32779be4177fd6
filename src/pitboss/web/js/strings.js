// What the page says: looks up a sentence and puts values into it.

import { EN } from "./strings.en.js";

/**
 * The words for a key, with `{name}` replaced by values; `one|many` is chosen by `values.n`.
 *
 * @param {keyof typeof EN} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  /** @type {string} */
  let text = EN[key];
  if (text.includes("|") && "n" in values) {
    const [one, many] = text.split("|");
    text = values.n === 1 ? one : many;
  }
  return text.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
}

/** Whether there are words for a key. @param {string} key @returns {key is keyof typeof EN} */
export const has = (key) => key in EN;

/**
 * Words for a key that the server named, or the name itself in plain letters.
 *
 * @param {string} prefix
 * @param {string} name
 */
export function named(prefix, name) {
  const key = `${prefix}.${name}`;
  return has(key) ? t(key) : plain(name);
}

/** `double_deck` as `Double deck`. @param {string} name */
export function plain(name) {
  const words = name.replaceAll("_", " ").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Cents as an amount: `12.50`, and `12` where there are no cents. @param {number} cents */
export function money(cents) {
  const whole = cents % 100 === 0;
  const amount = (Math.abs(cents) / 100).toLocaleString("en", {
    minimumFractionDigits: whole ? 0 : 2,
    maximumFractionDigits: 2,
  });
  return cents < 0 ? `−${amount}` : amount;
}

/** A gain or a loss with its sign: `+12.50`, `−5`, `0`. @param {number} cents */
export function signed(cents) {
  return (cents > 0 ? "+" : "") + money(cents);
}

/** A share as per cent. @param {number} share @param {number} [digits] */
export const percent = (share, digits = 2) => `${(share * 100).toFixed(digits)} %`;
