// A control for an option, made from what the rulebook allows.

import { h } from "../core/dom.js";
import { valueText } from "./choice.js";

/** @typedef {import("./answers").OptionRow} OptionRow */

/**
 * The control of an option; `change` gets the value as it is written.
 * @param {OptionRow} row @param {string} id @param {(written: string) => void} change
 */
export function control(row, id, change) {
  const { allowed } = row;
  const described = { describedby: `${id}-text` };
  if (row.idle) return h("output", { id, class: "only", aria: described }, "–");
  const onchange = (/** @type {Event} */ event) =>
    change(/** @type {HTMLInputElement} */ (event.target).value);
  if (!Array.isArray(allowed)) return typed(row, id, onchange);
  if (typeof allowed[0] === "boolean") {
    return h("input", {
      type: "checkbox",
      role: "switch",
      id,
      checked: row.value === true,
      disabled: isRefused(row, row.value !== true),
      aria: described,
      onchange: (/** @type {Event} */ event) =>
        change(String(/** @type {HTMLInputElement} */ (event.target).checked)),
    });
  }
  if (allowed.length === 1)
    return h("output", { id, class: "only", aria: described }, valueText(allowed[0]));
  return h(
    "select",
    {
      id,
      onchange,
      aria: described,
      disabled: allowed.every((value) => String(value) === row.written || isRefused(row, value)),
    },
    allowed.map((value) =>
      h(
        "option",
        {
          value: String(value),
          selected: String(value) === row.written,
          disabled: isRefused(row, value),
        },
        valueText(value),
      ),
    ),
  );
}

/**
 * Whether a value cannot be chosen beside the others.
 *
 * @param {OptionRow} row
 * @param {unknown} value
 */
const isRefused = ({ refused }, value) => (refused ?? []).some((one) => one.value === value);

/** @param {OptionRow} row @param {string} id @param {(event: Event) => void} onchange */
function typed(row, id, onchange) {
  const allowed = /** @type {import("./answers").Allowed} */ (row.allowed);
  const aria = { describedby: `${id}-text` };
  if (allowed.type === "prizes")
    return h("textarea", { id, onchange, aria, rows: 3, spellcheck: "false", value: row.written });
  const is_number = !allowed.off && ["integer", "amount", "share"].includes(allowed.type);
  const step = allowed.type === "integer" ? 1 : 0.01;
  return h("input", {
    id,
    onchange,
    aria,
    value: row.written,
    autocomplete: "off",
    ...(is_number
      ? { type: "number", step, min: allowed.min, max: allowed.max }
      : { type: "text" }),
  });
}
