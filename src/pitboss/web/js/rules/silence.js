// Where the text of a rulebook is silent: readings, places that are closed, what is left out.

import { get } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { optionsIn, queryOf } from "../odds/choice.js";
import { edge } from "../odds/figures.js";
import { clauseLink, clauseLinks } from "./clause.js";
import { t } from "../words/translate.js";
import "../../lang/en/rules.js";
import { searchList } from "./search.js";

/**
 * @typedef {import("../odds/answers").Silence} Silence
 * @typedef {import("../odds/answers").Reading} Reading
 * @typedef {import("../odds/answers").SilentPlace} SilentPlace
 */

const KINDS = /** @type {const} */ (["readings", "closed", "left_out"]);

/** @param {HTMLElement} place @param {string} rulebook @param {URLSearchParams} query */
export async function silenceList(place, rulebook, query) {
  const asked = new URLSearchParams(query);
  asked.delete("q");
  asked.delete("kind");
  const options = optionsIn(asked);
  /** @type {Silence} */
  const silence = await get(`/api/rules/${rulebook}/readings${queryOf([options])}`);
  const places = [
    ...silence.readings.map((one) => entry("readings", textOf(one), reading(rulebook, one))),
    ...silence.closed.map((one) => entry("closed", noteText(one), note(rulebook, one))),
    ...silence.left_out.map((one) => entry("left_out", noteText(one), note(rulebook, one))),
  ];
  const list = h("div", { class: "stack" });
  fill(place, h("p", { class: "soft" }, t("rules.silence_about")), list);
  searchList(list, places, {
    id: "silence",
    address: `#/rules/${rulebook}/readings`,
    options,
    query,
    label: t("rules.search_silence"),
    hint: t("rules.silence_hint"),
    kind: {
      key: "kind",
      label: t("rules.place"),
      every: t("rules.every_place"),
      names: KINDS.map((name) => [name, t(`rules.silence.${name}`)]),
    },
    tell: (n, all) => t("rules.places_found", { n, all }),
  });
}

/** @param {typeof KINDS[number]} kind @param {string} text @param {HTMLElement} shown */
const entry = (kind, text, shown) => ({ kind, text, shown });

/** @param {Reading} one */
const textOf = (one) =>
  [one.name, ...one.clauses, one.text, one.unclear, one.why, ...one.values.map((v) => v.text)].join(
    " ",
  );

/** @param {SilentPlace} one */
const noteText = (one) => `${one.clause} ${one.place} ${one.text}`;

/** @param {string} rulebook @param {Reading} one */
const reading = (rulebook, one) =>
  h(
    "li",
    { class: "panel reading" },
    h("div", { class: "row" }, clauseLinks(rulebook, one.clauses), h("code", null, one.name)),
    h("p", { lang: "en" }, one.unclear),
    h(
      "ul",
      null,
      one.values.map(({ value, text }) =>
        h(
          "li",
          { lang: "en", class: value === one.value ? "chosen" : null },
          value === one.value
            ? h("strong", null, text, " ")
            : h(
                "a",
                { href: `#/rules/${rulebook}/differences${queryOf([{ [one.name]: value }])}` },
                text,
              ),
          value === one.value
            ? h("span", { class: "soft small" }, t("rules.as_here"), one.edges[value] ? " ·" : "")
            : null,
          Object.values(one.edges[value] ?? {}).map((share) =>
            h("span", { class: "soft small" }, " ", t("rules.edge_here", { edge: edge(share) })),
          ),
        ),
      ),
    ),
    h(
      "p",
      { class: "soft small" },
      h("span", { lang: "en" }, one.why),
      " ",
      t(one.moves === "edge" ? "rules.moves_edge" : "rules.moves_event"),
    ),
  );

/** @param {string} rulebook @param {SilentPlace} one */
const note = (rulebook, one) =>
  h(
    "li",
    { class: "panel" },
    h(
      "div",
      { class: "row" },
      clauseLink(rulebook, one.clause),
      h("span", { class: "soft small" }, one.place),
    ),
    h("p", { lang: "en" }, one.text),
  );
