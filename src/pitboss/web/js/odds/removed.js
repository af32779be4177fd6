// Cards that have left the shoe, as a field of the panel.

import { h } from "../core/dom.js";
import { t } from "../words/translate.js";
import "../strings.odds.en.js";

/** @param {string} cards @param {(cards: string) => void} change */
export function removedField(cards, change) {
  return h(
    "div",
    { class: "option removed" },
    h("label", { for: "removed" }, t("odds.removed")),
    h("input", {
      id: "removed",
      type: "text",
      value: cards,
      placeholder: "As 5d 5h",
      autocomplete: "off",
      spellcheck: "false",
      aria: { describedby: "removed-text" },
      onchange: (/** @type {Event} */ event) =>
        change(/** @type {HTMLInputElement} */ (event.target).value.trim()),
    }),
    h("p", { class: "soft small", id: "removed-text" }, t("odds.removed_text")),
  );
}
