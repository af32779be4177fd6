// What the desk is set to: sliders and choices, kept in the address.

import { h } from "../core/dom.js";
import { percent, t, whole } from "../words/translate.js";
import "../../lang/en/desk.js";

/**
 * @typedef {Record<"count" | "penetration" | "spread" | "bankroll" | "risk" | "hourly" | "enter",
 *   string>} Settings As an address writes them.
 * @typedef {{name: Exclude<keyof Settings, "count">, values: string[],
 *   text: (value: string) => string}} Slider
 */

/** @type {Settings} */
export const USUAL = {
  count: "hi_lo",
  penetration: "75",
  spread: "8",
  bankroll: "10000",
  risk: "135",
  hourly: "100",
  enter: "",
};
const range = (/** @type {number} */ low, /** @type {number} */ high, step = 1) =>
  Array.from({ length: (high - low) / step + 1 }, (_, n) => String(low + n * step));
const BANKROLLS = [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 1000];
const RISKS = [1, 2, 5, 10, 20, 30, 50, 75, 100, 135, 200, 300, 400, 500];

/** @type {readonly Slider[]} */
export const SLIDERS = [
  {
    name: "penetration",
    values: range(50, 90),
    text: (value) => t("desk.penetration_value", { share: percent(Number(value) / 100, 0) }),
  },
  {
    name: "spread",
    values: [...range(1, 20), ...range(24, 40, 4), ...range(50, 100, 10)],
    text: (value) => t("desk.spread_value", { n: value }),
  },
  {
    name: "bankroll",
    values: BANKROLLS.map((n) => String(n * 1000)),
    text: (value) => whole(Number(value)),
  },
  { name: "risk", values: RISKS.map(String), text: (value) => percent(Number(value) / 1000, 1) },
  { name: "hourly", values: range(40, 400, 10), text: (value) => value },
  {
    name: "enter",
    values: ["", ...range(-5, 8)],
    text: (value) => (value ? signedCount(Number(value)) : t("desk.always")),
  },
];

/** A count with its sign. @param {number} count */
export const signedCount = (count) => (count > 0 ? `+${count}` : String(count).replace("-", "−"));

/** Whether a slider goes as far as a value. @param {string} name @param {string} value */
function isWithin(name, value) {
  const numbers = SLIDERS.find((slider) => slider.name === name)?.values.filter(Boolean);
  if (!numbers) return /^\w+$/.test(value);
  return /^-?\d+$/.test(value) && Number(value) >= Number(numbers[0]) &&
    Number(value) <= Number(numbers.at(-1));
}

/** The settings in an address; what is not there, or out of range, is usual.
 * @param {URLSearchParams} query */
export function settingsIn(query) {
  const settings = { ...USUAL };
  for (const name of /** @type {(keyof Settings)[]} */ (Object.keys(USUAL))) {
    const given = query.get(name);
    if (given !== null && isWithin(name, given)) settings[name] = given;
  }
  return settings;
}

/** Those that are not usual, for an address. @param {Settings} settings */
export const unusual = (settings) =>
  Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) => value !== USUAL[/** @type {keyof Settings} */ (name)],
    ),
  );

/**
 * A slider with its value in words.
 * @param {Slider} slider @param {string} value @param {(value: string) => void} change
 */
export function sliderField({ name, values, text }, value, change) {
  // A value between two steps, as an address may have it, is a step of its own.
  const steps = values.includes(value)
    ? values
    : [...values, value].toSorted((a, b) => Number(a) - Number(b));
  const told = h("output", { for: `desk-${name}` }, text(value));
  /** @type {HTMLInputElement} */
  const input = h("input", {
    type: "range",
    id: `desk-${name}`,
    min: 0,
    max: steps.length - 1,
    step: 1,
    aria: { valuetext: text(value) },
    oninput: () => {
      const set_to = steps[Number(input.value)];
      told.textContent = text(set_to);
      input.ariaValueText = text(set_to);
      change(set_to);
    },
  });
  input.value = String(steps.indexOf(value));
  return h(
    "div",
    { class: "field slider" },
    h("label", { for: `desk-${name}` }, t(`desk.${name}`)),
    told,
    input,
  );
}
