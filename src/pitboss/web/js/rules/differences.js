// What differs between two tables, in words, each with its clauses.

import { h } from "../core/dom.js";
import { t } from "../words/translate.js";
import "../../lang/en/rules.js";
import { clauseLinks } from "./clause.js";
import { ruled } from "./sentences.js";

/** @typedef {import("../odds/answers").Compared} Compared */

/** More are folded up by section. */
const SHOWN_MAX = 25;

/** @param {Compared} compared @param {string} name_a @param {string} name_b */
export function differenceList({ a, b, differences }, name_a, name_b) {
  if (!differences.length) return h("p", { class: "soft" }, t("rules.same"));
  const sections = [...new Set(differences.map((one) => one.section))];
  return h(
    "div",
    { class: "differences" },
    sections.map((section) => {
      const rows = differences.filter((one) => one.section === section);
      return h(
        "details",
        { open: differences.length <= SHOWN_MAX },
        h(
          "summary",
          null,
          h("h3", null, section),
          h("span", { class: "soft small" }, String(rows.length)),
        ),
        h(
          "table",
          null,
          h("caption", { class: "visually-hidden" }, section),
          h(
            "thead",
            null,
            h("tr", null, h("th", { scope: "col" }, name_a), h("th", { scope: "col" }, name_b)),
          ),
          h(
            "tbody",
            null,
            rows.map((one) =>
              h(
                "tr",
                null,
                side(a.rulebook, one.a, one.clauses_a),
                side(b.rulebook, one.b, one.clauses_b),
              ),
            ),
          ),
        ),
      );
    }),
  );
}

/** @param {string} rulebook @param {string | null} text @param {string[]} clauses */
const side = (rulebook, text, clauses) =>
  h(
    "td",
    null,
    text ? ruled(text) : h("span", { class: "soft" }, t("rules.nothing")),
    clauseLinks(rulebook, clauses),
  );
