// What is assumed where a loss is told in money an hour: the stake and the rounds.

import { h } from "../core/dom.js";
import { money, t } from "../words/translate.js";
import "../../lang/en/learn.js";

const KEY = "pitboss.assumed";
const USUAL = { stake: 1_000, rounds: 70 };

/** @typedef {typeof USUAL} Assumed The stake in cents, and rounds an hour. */

/** @returns {Assumed} */
export function assumed() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return USUAL;
  }
}

/**
 * What a loss comes to: one that is made each time, and one that comes up so often in a round.
 *
 * @param {number} cost Per unit of the main wager.
 * @param {number} chance
 */
export function inMoney(cost, chance) {
  const { stake, rounds } = assumed();
  const once = Math.round(cost * stake);
  return { once: money(once), hour: money(Math.round(cost * chance * stake * rounds)) };
}

/** Fields for both. @param {() => void} changed */
export function assumedFields(changed) {
  const field = (/** @type {keyof Assumed} */ name, /** @type {number} */ unit) => {
    const id = `assumed-${name}`;
    /** @type {HTMLInputElement} */
    const input = h("input", {
      id,
      type: "number",
      min: 1,
      max: 100_000,
      value: assumed()[name] / unit,
      onchange: () => {
        const value = Math.round(Number(input.value) * unit);
        if (value > 0) localStorage.setItem(KEY, JSON.stringify({ ...assumed(), [name]: value }));
        changed();
      },
    });
    return h("div", { class: "field" }, h("label", { for: id }, t(`learn.${name}`)), input);
  };
  return h(
    "fieldset",
    { class: "row assumed" },
    h("legend", null, t("learn.assumed")),
    field("stake", 100),
    field("rounds", 1),
  );
}
