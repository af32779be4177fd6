// Another rulebook on the same page.

import { h } from "../dom.js";
import { t } from "../strings.js";

/**
 * @param {import("./answers").BookSummary[]} books
 * @param {string} shown
 * @param {(rulebook: string) => string} addressOf Where the page shows another one.
 */
export function rulebookPicker(books, shown, addressOf) {
  /** @type {HTMLSelectElement} */
  const pick = h(
    "select",
    {
      id: "rulebook",
      onchange: () => {
        location.hash = addressOf(pick.value);
      },
    },
    books.map((one) => h("option", { value: one.id, selected: one.id === shown }, one.title)),
  );
  return h(
    "div",
    { class: "field no-print" },
    h("label", { for: "rulebook" }, t("odds.rulebook")),
    pick,
  );
}
