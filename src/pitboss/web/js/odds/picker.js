// The head of a page about a rulebook, with another one to be picked.

import { h } from "../core/dom.js";
import { t } from "../words/translate.js";
import "../../lang/en/odds.js";
import { isOfGallery } from "./choice.js";

/**
 * @typedef {import("./answers").BookSummary} BookSummary
 *
 * @param {BookSummary[]} books
 * @param {BookSummary} book The one that is shown.
 * @param {Node} below What else is said of it.
 * @param {(rulebook: string) => string} addressOf Where the page shows another one.
 */
export function bookHead(books, book, below, addressOf) {
  const words = [h("h1", null, book.title), h("p", { class: "soft" }, book.about), below];
  const picker = rulebookPicker(books, book.id, addressOf);
  return h("header", { class: "top" }, h("div", null, words), picker);
}

/** The shipped rulebooks, then the gallery. @param {BookSummary[]} books @param {string} shown */
export function optionGroups(books, shown) {
  const option = (/** @type {BookSummary} */ one) =>
    h("option", { value: one.id, selected: one.id === shown }, one.title);
  const gallery = books.filter(isOfGallery);
  return [
    ...books.filter((one) => !isOfGallery(one)).map(option),
    gallery.length ? h("optgroup", { label: t("odds.gallery") }, gallery.map(option)) : null,
  ];
}

/**
 * @param {BookSummary[]} books
 * @param {string} shown
 * @param {(rulebook: string) => string} addressOf Where the page shows another one.
 */
function rulebookPicker(books, shown, addressOf) {
  /** @type {HTMLSelectElement} */
  const pick = h(
    "select",
    {
      id: "rulebook",
      onchange: () => {
        location.hash = addressOf(pick.value);
      },
    },
    ...optionGroups(books, shown),
  );
  return h(
    "div",
    { class: "field no-print" },
    h("label", { for: "rulebook" }, t("odds.rulebook")),
    pick,
  );
}
