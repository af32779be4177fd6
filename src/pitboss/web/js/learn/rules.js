// The rules of a table beside the felt: five lines on how it differs, then section by section.

import { get } from "../core/api.js";
import { h } from "../core/dom.js";
import { queryOf } from "../odds/choice.js";
import { ruled } from "../rules/sentences.js";
import { clauseSwitch, tellingLines } from "../rules/telling.js";

/** @typedef {import("../odds/answers").RulesSheet} RulesSheet */

/** @param {import("../core/protocol.js").Layout} layout */
export async function rulesBody({ rulebook, options }) {
  /** @type {RulesSheet} */
  const sheet = await get(`/api/rules/${rulebook}${queryOf([options])}`);
  const sections = [...new Set(sheet.rules.map((rule) => rule.section))];
  const place = h(
    "div",
    { class: "stack" },
    tellingLines(sheet),
    sections.map((section) =>
      h(
        "details",
        null,
        h("summary", null, section),
        h(
          "ul",
          null,
          sheet.rules
            .filter((rule) => rule.section === section)
            .map((rule) =>
              h(
                "li",
                null,
                ruled(rule.text),
                rule.clauses.flatMap((id) => [" ", h("span", { class: "clause" }, id)]),
              ),
            ),
        ),
      ),
    ),
  );
  return [clauseSwitch(place), place];
}
