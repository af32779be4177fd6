// Every clause of a rulebook: searched by words, picked by class.

import { get } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { language } from "../words/language.js";
import { queryOf } from "../odds/choice.js";
import { t } from "../words/translate.js";
import "../../lang/en/rules.js";

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
  const search = h("input", {
    id: "clause-search",
    type: "search",
    value: query.get("q") ?? "",
    placeholder: t("rules.search_hint"),
    oninput: show,
  });
  const of_class = h(
    "select",
    { id: "clause-class", onchange: show },
    h("option", { value: "" }, t("rules.every_class")),
    CLASSES.map((name) =>
      h("option", { value: name, selected: name === query.get("class") }, t(`rules.class.${name}`)),
    ),
  );
  const count = h("p", { class: "soft small", role: "status" });
  const list = h("ul", { class: "clauses" });
  fill(
    place,
    h(
      "div",
      { class: "panel row no-print" },
      h(
        "div",
        { class: "field grow" },
        h("label", { for: "clause-search" }, t("rules.search")),
        search,
      ),
      h("div", { class: "field" }, h("label", { for: "clause-class" }, t("rules.class")), of_class),
    ),
    count,
    language === "en" ? null : h("p", { class: "soft small" }, t("rules.in_english")),
    list,
  );
  show();

  function show() {
    const wanted = /** @type {HTMLInputElement} */ (search).value.trim();
    const name = /** @type {HTMLSelectElement} */ (of_class).value;
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
    const exact = clauses.filter((clause) => clause.id.toLowerCase() === wanted.toLowerCase());
    const matching = (
      exact.length
        ? exact
        : clauses.filter((clause) => words.every((word) => text(clause).includes(word)))
    ).filter((clause) => !name || clause.class === name);
    history.replaceState(
      null,
      "",
      `#/rules/${rulebook}/clauses${queryOf([{ q: wanted, class: name }])}`,
    );
    fill(count, t("rules.found", { n: matching.length, all: clauses.length }));
    fill(list, matching.map(entry));
  }
}

/** @param {Clause} clause */
const text = (clause) =>
  `${clause.id} ${clause.ref} ${clause.summary} ${clause.ambiguity} ${clause.kind}`.toLowerCase();

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
