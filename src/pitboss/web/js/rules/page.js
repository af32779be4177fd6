// The rules of any table in words, every clause with its meaning, and what differs from the defaults.

import { ApiError, get } from "../api.js";
import { fill, h } from "../dom.js";
import { changed, optionsIn, queryOf } from "../odds/choice.js";
import { optionsPanel } from "../odds/panel.js";
import { toast } from "../shell.js";
import { plain, t } from "../strings.js";
import { style } from "../styles.js";
import { clauseLink, clauseLinks } from "./clause.js";
import { clauseList } from "./clauses.js";
import { differenceList } from "./differences.js";

/**
 * @typedef {import("../odds/answers").BookSummary} BookSummary
 * @typedef {import("../odds/answers").RulesSheet} RulesSheet
 * @typedef {import("../odds/choice.js").Options} Options
 */

const VIEWS = /** @type {const} */ (["", "clauses", "differences"]);

/** @param {HTMLElement} root @param {{rulebook: string, view: string, query: URLSearchParams}} params */
export async function render(root, params) {
  /** @type {BookSummary[]} */
  const books = (await Promise.all([get("/api/rulebooks"), style("/css/odds.css")]))[0];
  const book = books.find((one) => one.id === params.rulebook) ?? books[0];
  const view = VIEWS.find((name) => name === params.view) ?? "";
  document.title = `${t("rules.title")}: ${book.title}`;
  const tabs = h("nav", { class: "tabs no-print", aria: { label: t("odds.views") } });
  const place = h("div", { class: "view stack" });
  const panel = optionsPanel({
    change: (name, written) => take({ ...options, [name]: written }, name),
    reset: () => take({}),
    has_effects: false,
  });
  const columns = h("div", { class: "columns" }, h("div", { class: "main" }, place), view === "clauses" ? null : panel.element);
  fill(root, h("div", { class: "page odds" },
    h("header", { class: "top" },
      h("div", null, h("h1", null, book.title), h("p", { class: "soft" }, book.about), h("p", { class: "soft small" }, t("rules.source", { source: book.source, n: book.clauses }))),
      picker(books, book.id, view)),
    tabs, columns));
  let options = optionsIn(params.query);

  if (view === "clauses") {
    mark();
    await clauseList(place, book.id, params.query);
    return;
  }
  await take(options);

  /** @param {Options} wanted @param {string} [name] The option that was changed. */
  async function take(wanted, name) {
    try {
      /** @type {RulesSheet} */
      const sheet = await get(`/api/rules/${book.id}${queryOf([wanted])}`);
      options = changed(sheet.options);
      history.replaceState(null, "", address(view));
      mark();
      panel.show(sheet);
      await (view === "differences" ? showDifferences() : fill(place, inWords(sheet)));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (name && panel.refuse(name, error.message)) return;
      if (!Object.keys(wanted).length) throw error;
      toast(error.message, { bad: true, clause: error.clause });
      await take({});
    }
  }

  /** @param {string} name */
  function address(name) {
    return `#/rules/${book.id}${name && `/${name}`}${queryOf([options])}`;
  }

  function mark() {
    fill(tabs, VIEWS.map((name) => h("a", { href: address(name), aria: { current: name === view ? "page" : null } }, t(`rules.view.${name || "words"}`))),
      h("a", { href: `#/odds/${book.id}${queryOf([options])}` }, t("nav.odds")));
  }

  async function showDifferences() {
    const found = await get(`/api/rules/${book.id}/diff/${book.id}${queryOf([options, "a."])}`);
    fill(place, h("section", { class: "panel" }, h("h2", null, t("rules.differences_default")), differenceList(found, t("rules.this_table"), t("rules.default_table"))));
  }
}

/** @param {BookSummary[]} books @param {string} rulebook @param {string} view */
const picker = (books, rulebook, view) => h("div", { class: "field no-print" }, h("label", { for: "rulebook" }, t("odds.rulebook")),
  h("select", { id: "rulebook", onchange: (/** @type {Event} */ event) => { location.hash = `#/rules/${/** @type {HTMLSelectElement} */ (event.target).value}${view && `/${view}`}`; } },
    books.map((one) => h("option", { value: one.id, selected: one.id === rulebook }, one.title))));

/** The rules by section, and the words on the layout. @param {RulesSheet} sheet */
function inWords(sheet) {
  const sections = [...new Set(sheet.rules.map((rule) => rule.section))];
  return h("div", { class: "words stack" },
    sections.map((section) => h("section", { class: "panel" }, h("h2", null, section),
      h("ul", null, sheet.rules.filter((rule) => rule.section === section).map((rule) =>
        h("li", null, rule.text, clauseLinks(sheet.rulebook, rule.clauses)))))),
    sheet.inscriptions.length ? h("section", { class: "panel" }, h("h2", null, t("rules.inscriptions")),
      h("ul", null, sheet.inscriptions.map((one) => h("li", null, one.text, " ", h("span", { class: "soft small" }, plain(one.place)), " ", clauseLink(sheet.rulebook, one.clause))))) : null);
}
