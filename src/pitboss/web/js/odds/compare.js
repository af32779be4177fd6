// Two tables side by side: their figures, how they are played otherwise, and what differs in words.

import { get } from "../core/api.js";
import { h } from "../core/dom.js";
import { differenceList } from "../rules/differences.js";
import { decimal, percent, t } from "../words/translate.js";
import "../../lang/en/odds.js";
import "../../lang/en/rules.js";
import { queryOf, setInWords, titleOf } from "./choice.js";
import { change, edge, expectation } from "./figures.js";
import { count, index } from "./strategy.js";

/**
 * @typedef {import("./answers").ParSheet} ParSheet
 * @typedef {import("./answers").Strategy} Strategy
 * @typedef {import("./choice.js").Choice} Choice
 * @typedef {import("./page.js").Asked} Asked
 */

/** @param {Asked} asked */
export async function view(asked) {
  const { reference } = asked;
  const here = queryOf([asked.options]);
  const there = queryOf([reference.options]);
  const [a, b, differences, plays, others] = await Promise.all([
    get(`/api/odds/${asked.rulebook}${here}`),
    get(`/api/odds/${reference.rulebook}${there}`),
    get(
      `/api/rules/${asked.rulebook}/diff/${reference.rulebook}` +
        queryOf([asked.options, "a."], [reference.options, "b."]),
    ),
    get(`/api/odds/${asked.rulebook}/strategy${here}`),
    get(`/api/odds/${reference.rulebook}/strategy${there}`),
  ]);
  const otherwise = count(/** @type {Strategy} */ (plays), index(/** @type {Strategy} */ (others)));
  return [
    sides(asked),
    figures(a, b),
    h(
      "p",
      null,
      t("odds.plays_differ", { n: otherwise }),
      " ",
      otherwise
        ? h("a", { href: location.hash.replace("/compare", "/strategy") }, t("odds.see_charts"))
        : null,
    ),
    h(
      "section",
      { class: "panel" },
      h("h2", null, t("rules.differences")),
      differenceList(differences, t("odds.this_table"), t("odds.reference")),
    ),
  ];
}

/** @param {Asked} asked */
function sides(asked) {
  const { reference } = asked;
  const current = { rulebook: asked.rulebook, options: asked.options };
  return h(
    "section",
    { class: "sides" },
    h(
      "div",
      { class: "panel" },
      h("h2", null, t("odds.this_table")),
      chosen(asked, current),
      h("p", { class: "soft small" }, t("odds.this_table_note")),
    ),
    h(
      "div",
      { class: "panel" },
      h("h2", null, t("odds.reference")),
      chosen(asked, reference),
      h(
        "div",
        { class: "row no-print" },
        h(
          "div",
          { class: "field" },
          h("label", { for: "reference-book" }, t("odds.rulebook")),
          h(
            "select",
            {
              id: "reference-book",
              onchange: (/** @type {Event} */ event) =>
                asked.refer({
                  rulebook: /** @type {HTMLSelectElement} */ (event.target).value,
                  options: {},
                }),
            },
            asked.books.map((book) =>
              h("option", { value: book.id, selected: book.id === reference.rulebook }, book.title),
            ),
          ),
        ),
        h("button", { type: "button", onclick: () => asked.refer(current) }, t("odds.pin")),
        h(
          "button",
          { type: "button", onclick: () => asked.refer(current, reference) },
          t("odds.swap"),
        ),
      ),
    ),
  );
}

/** @param {Asked} asked @param {Choice} choice */
function chosen(asked, choice) {
  return h(
    "p",
    null,
    h("strong", null, titleOf(asked, choice)),
    h("br", null),
    setInWords(choice.options),
  );
}

/** @param {ParSheet} a @param {ParSheet} b */
function figures(a, b) {
  /** @type {[string, number | undefined, number | undefined, (value: number) => string][]} */
  const rows = [
    [t("odds.house_edge"), a.house_edge, b.house_edge, edge],
    [t("odds.by_totals"), -a.total_dependent_ev, -b.total_dependent_ev, edge],
    [t("odds.deviation"), a.standard_deviation, b.standard_deviation, (value) => decimal(value, 4)],
    [t("odds.average_wager"), a.average_wager, b.average_wager, (value) => decimal(value, 4)],
    [t("odds.won"), a.results.win, b.results.win, percent],
    [t("odds.pushed"), a.results.push, b.results.push, percent],
    [t("odds.lost"), a.results.loss, b.results.loss, percent],
  ];
  const wagers = new Map([...b.wagers, ...a.wagers].map((wager) => [wager.wager, wager.title]));
  for (const [name, title] of wagers) {
    const of = (/** @type {ParSheet} */ sheet) =>
      sheet.wagers.find((wager) => wager.wager === name)?.house_edge;
    rows.push([t("odds.edge_of", { title }), of(a), of(b), edge]);
  }
  return h(
    "section",
    { class: "panel scroll-x", tabindex: "0", aria: { label: t("odds.view.compare") } },
    h(
      "table",
      { class: "compared" },
      h("caption", { class: "visually-hidden" }, t("odds.view.compare")),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          [t("odds.figure"), t("odds.this_table"), t("odds.reference"), t("odds.difference")].map(
            (name, place) => h("th", { scope: "col", class: place ? "number" : null }, name),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map(([name, left, right, format], place) =>
          h(
            "tr",
            { class: place === 0 ? "first" : null },
            h("th", { scope: "row" }, name),
            h("td", { class: "number" }, left === undefined ? t("odds.not_offered") : format(left)),
            h(
              "td",
              { class: "number" },
              right === undefined ? t("odds.not_offered") : format(right),
            ),
            h(
              "td",
              { class: "number" },
              left === undefined || right === undefined ? "" : gap(left - right, format),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {number} value @param {(value: number) => string} format */
const gap = (value, format) =>
  format === edge ? change(value) : format === percent ? change(value) : expectation(value, 4);
