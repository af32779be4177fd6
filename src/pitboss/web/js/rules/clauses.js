// Every clause of a rulebook: searched by words, picked by class.

import { get } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../words/translate.js";
import "../../lang/en/rules.js";
import { searchList } from "./search.js";

/** @typedef {import("../odds/answers").Clause} Clause */

const CLASSES = /** @type {const} */ ([
  "engine",
  "config",
  "procedure",
  "display",
  "analysis",
  "physical",
]);

/** @param {HTMLElement} place @param {string} rulebook @param {URLSearchParams} query */
export async function clauseList(place, rulebook, query) {
  /** @type {Clause[]} */
  const clauses = await get(`/api/rules/${rulebook}/clauses`);
  const entries = clauses.map((clause) => ({
    name: clause.id,
    text: text(clause),
    kind: clause.class,
    shown: entry(clause),
  }));
  searchList(place, entries, {
    id: "clause",
    address: `#/rules/${rulebook}/clauses`,
    query,
    label: t("rules.search"),
    hint: t("rules.search_hint"),
    kind: {
      key: "class",
      label: t("rules.class"),
      every: t("rules.every_class"),
      names: CLASSES.map((name) => [name, t(`rules.class.${name}`)]),
    },
    tell: (n, all) => t("rules.found", { n, all }),
  });
}

/** @param {Clause} clause */
const text = (clause) =>
  `${clause.id} ${clause.ref} ${clause.summary} ${clause.ambiguity} ${clause.kind}`;

/** @param {Clause} clause */
function entry(clause) {
  const known = CLASSES.find((name) => name === clause.class);
  return h(
    "li",
    { class: "panel" },
    h(
      "div",
      { class: "row" },
      h("span", { class: "clause" }, clause.id),
      h("span", { class: "soft small" }, clause.ref),
      h(
        "span",
        { class: `class-tag ${clause.class}` },
        known ? t(`rules.class.${known}`) : clause.class,
      ),
    ),
    h("p", { lang: "en" }, clause.summary),
    clause.ambiguity
      ? h(
          "p",
          { class: "small" },
          h("strong", null, t("rules.ambiguity")),
          " ",
          h("span", { lang: "en" }, clause.ambiguity),
        )
      : null,
    clause.enforced.length + clause.tests.length
      ? h(
          "details",
          { class: "small" },
          h(
            "summary",
            null,
            t("rules.kept", { enforced: clause.enforced.length, tests: clause.tests.length }),
          ),
          h(
            "ul",
            null,
            [...clause.enforced, ...clause.tests].map((place) =>
              h("li", null, h("code", null, place)),
            ),
          ),
        )
      : null,
  );
}
