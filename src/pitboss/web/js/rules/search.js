// A list that is searched by words and picked by kind; the address keeps what is asked for.

import { fill, h } from "../core/dom.js";
import { queryOf } from "../odds/choice.js";
import { language } from "../words/language.js";
import { t } from "../words/translate.js";
import "../../lang/en/rules.js";

/**
 * Something that can be found: by its words, by its kind, and at once by its own name.
 *
 * @typedef {{text: string, kind: string, name?: string, shown: HTMLElement}} Entry
 * @typedef {{
 *   id: string,
 *   address: string,
 *   options?: import("../odds/choice.js").Options,
 *   query: URLSearchParams,
 *   label: string,
 *   hint: string,
 *   kind: {key: string, label: string, every: string, names: (readonly [string, string])[]},
 *   tell: (n: number, all: number) => string,
 * }} Asked
 */

/** @param {HTMLElement} place @param {readonly Entry[]} entries @param {Asked} asked */
export function searchList(place, entries, asked) {
  const { kind, query } = asked;
  const [search_id, kind_id] = [`${asked.id}-search`, `${asked.id}-kind`];
  /** @type {HTMLInputElement} */
  const search = h("input", {
    id: search_id,
    type: "search",
    value: query.get("q") ?? "",
    placeholder: asked.hint,
    oninput: show,
  });
  /** @type {HTMLSelectElement} */
  const of_kind = h(
    "select",
    { id: kind_id, onchange: show },
    h("option", { value: "" }, kind.every),
    kind.names.map(([value, name]) =>
      h("option", { value, selected: value === query.get(kind.key) }, name),
    ),
  );
  const count = h("p", { class: "soft small", role: "status" });
  const list = h("ul", { class: "clauses" });
  fill(
    place,
    h(
      "div",
      { class: "panel row no-print" },
      h("div", { class: "field grow" }, h("label", { for: search_id }, asked.label), search),
      h("div", { class: "field" }, h("label", { for: kind_id }, kind.label), of_kind),
    ),
    count,
    language === "en" ? null : h("p", { class: "soft small" }, t("rules.in_english")),
    list,
  );
  show();

  function show() {
    const wanted = search.value.trim();
    const matching = matchesOf(entries, wanted).filter(
      (one) => !of_kind.value || one.kind === of_kind.value,
    );
    const kept = queryOf([asked.options ?? {}], [{ q: wanted, [kind.key]: of_kind.value }]);
    history.replaceState(null, "", asked.address + kept);
    fill(count, asked.tell(matching.length, entries.length));
    fill(
      list,
      matching.map(({ shown }) => shown),
    );
  }
}

/** The entry of that name, or else all that have every word. @param {readonly Entry[]} entries */
function matchesOf(entries, /** @type {string} */ wanted) {
  const text = wanted.toLowerCase();
  const named = entries.filter(({ name }) => name?.toLowerCase() === text);
  const words = text.split(/\s+/).filter(Boolean);
  return named.length
    ? named
    : entries.filter((one) => words.every((word) => one.text.toLowerCase().includes(word)));
}
