// The rulebooks at a glance: the house edge of each with its default options.

import { get } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { edgeName, edgeSize } from "../core/edge.js";
import { LiveElement } from "../core/element.js";
import { complain } from "../shell/shell.js";
import { t } from "../words/translate.js";
import "../../lang/en/odds.js";

/** @typedef {import("./answers").BookSummary} BookSummary */

const LINKS = /** @type {const} */ ([
  ["", "sheet"],
  ["/strategy", "strategy"],
  ["/simulation", "simulation"],
]);

/** `<odds-overview>`: edges are asked for one after the other while it is looked at. */
export class OddsOverview extends LiveElement {
  /** @type {BookSummary[]} */
  books = [];

  begin() {
    const names = this.books.map(() => h("h3", null, t("edge.house")));
    const figures = this.books.map(() =>
      h(
        "p",
        { class: "figure", aria: { live: "polite" } },
        h("span", { class: "soft small" }, t("odds.computing")),
      ),
    );
    fill(
      this,
      h("h1", null, t("odds.title")),
      h("p", { class: "lead" }, t("odds.lead")),
      h(
        "div",
        { class: "cards overview" },
        this.books.map((book, place) =>
          h(
            "article",
            { class: "panel hero" },
            h(
              "div",
              null,
              h("h2", null, h("a", { href: `#/odds/${book.id}` }, book.title)),
              h("p", { class: "soft small" }, book.about),
            ),
            h(
              "div",
              { class: "edge" },
              names[place],
              figures[place],
              h("p", { class: "soft small" }, t("odds.edge_default")),
            ),
            h(
              "p",
              { class: "row" },
              LINKS.map(([path, name]) =>
                h(
                  "a",
                  { class: "button", href: `#/odds/${book.id}${path}` },
                  t(`odds.view.${name}`),
                ),
              ),
            ),
          ),
        ),
      ),
    );
    this.#tell(names, figures).catch(complain);
  }

  /** @param {HTMLElement[]} names @param {HTMLElement[]} figures */
  async #tell(names, figures) {
    const { signal } = this;
    for (const [place, book] of this.books.entries()) {
      const figure = await get(`/api/odds/${book.id}/edge`);
      if (signal.aborted) return;
      fill(names[place], edgeName(figure.house_edge, 3));
      fill(figures[place], edgeSize(figure.house_edge, 3));
    }
  }
}

customElements.define("odds-overview", OddsOverview);
