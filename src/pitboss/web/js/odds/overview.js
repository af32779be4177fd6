// The rulebooks at a glance: the house edge of each with its options as by default.

import { get } from "../api.js";
import { fill, h } from "../dom.js";
import { complain } from "../shell.js";
import { t } from "../strings.js";
import { edge } from "./figures.js";

/** @typedef {import("./answers").BookSummary} BookSummary */

/** @param {HTMLElement} root @param {BookSummary[]} books */
export function showOverview(root, books) {
  document.title = t("odds.title");
  const figures = books.map(() => h("p", { class: "figure", aria: { live: "polite" } }, h("span", { class: "soft small" }, t("odds.computing"))));
  fill(root, h("div", { class: "page odds" },
    h("h1", null, t("odds.title")),
    h("p", { class: "lead" }, t("odds.lead")),
    h("div", { class: "cards overview" }, books.map((book, place) => h("article", { class: "panel hero" },
      h("div", null, h("h2", null, h("a", { href: `#/odds/${book.id}` }, book.title)), h("p", { class: "soft small" }, book.about)),
      h("div", { class: "edge" }, h("h3", null, t("odds.house_edge")), figures[place], h("p", { class: "soft small" }, t("odds.edge_default"))),
      h("p", { class: "row" }, [["", "sheet"], ["/strategy", "strategy"], ["/simulation", "simulation"]].map(([path, name]) =>
        h("a", { class: "button", href: `#/odds/${book.id}${path}` }, t(/** @type {"odds.view.sheet"} */ (`odds.view.${name}`))))))))));
  let is_left = false;
  tell().catch(complain);
  return () => { is_left = true; };

  async function tell() {
    for (const [place, book] of books.entries()) {
      const found = await get(`/api/odds/${book.id}/edge`);
      if (is_left) return;
      fill(figures[place], edge(found.house_edge));
    }
  }
}
