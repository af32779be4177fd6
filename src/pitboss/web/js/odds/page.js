// The odds of any rulebook with any options: the par sheet, charts, comparison, simulation, removal.

import { ApiError, get } from "../api.js";
import { fill, h } from "../dom.js";
import { complain, toast } from "../shell.js";
import { t } from "../strings.js";
import { style } from "../styles.js";
import { changed, optionsIn, queryOf, setInWords } from "./choice.js";
import { showOverview } from "./overview.js";
import { optionsPanel } from "./panel.js";
import { removedField } from "./removed.js";

/**
 * What a view is asked to show; it stops where `is_over()`, since something else is asked by then.
 * @typedef {import("./answers").BookSummary} BookSummary
 * @typedef {import("./answers").RulesSheet} RulesSheet
 * @typedef {import("./choice.js").Choice} Choice
 * @typedef {Choice & {removed: string, sheet: RulesSheet, reference: Choice, books: BookSummary[],
 *   is_over: () => boolean, refer: (reference: Choice, current?: Choice) => void}} Asked
 * @typedef {{show: (place: HTMLElement, asked: Asked) => Promise<void | (() => void)>}} View
 */

/** @type {Record<string, () => Promise<View>>} */
const VIEWS = {
  "": () => import("./sheet.js"),
  strategy: () => import("./strategy.js"),
  compare: () => import("./compare.js"),
  simulation: () => import("./simulation.js"),
  removal: () => import("./removal.js"),
};
const NAMES = /** @type {const} */ (["", "strategy", "compare", "simulation", "removal"]);

/** @param {HTMLElement} root @param {{rulebook: string, view: string, query: URLSearchParams}} params */
export async function render(root, params) {
  /** @type {BookSummary[]} */
  const books = (await Promise.all([get("/api/rulebooks"), style("/css/odds.css")]))[0];
  const book = books.find((one) => one.id === params.rulebook);
  if (!book) return showOverview(root, books);
  const view = NAMES.find((name) => name === params.view) ?? "";
  document.title = `${t("odds.title")}: ${book.title}`;
  return new OddsPage(root, books, book.id, view, params.query).open();
}

class OddsPage {
  /** @param {HTMLElement} root @param {BookSummary[]} books @param {string} rulebook @param {typeof NAMES[number]} view @param {URLSearchParams} query */
  constructor(root, books, rulebook, view, query) {
    this.root = root;
    this.books = books;
    this.view = view;
    /** @type {Choice} */
    this.choice = { rulebook, options: optionsIn(query) };
    /** @type {Choice} */
    this.reference = { rulebook: query.get("b") ?? rulebook, options: optionsIn(query, "b.") };
    this.removed = query.get("removed") ?? "";
    this.turn = 0;
    /** @type {void | (() => void)} */
    this.leave = undefined;
    this.tabs = h("nav", { class: "tabs no-print", aria: { label: t("odds.views") } });
    this.status = h("p", { class: "computing small soft", role: "status" });
    this.place = h("div", { class: "view stack" });
    this.chosen = h("p", { class: "print-only" });
    this.panel = optionsPanel({
      change: (name, written) => this.change(name, written),
      reset: () => this.take({ ...this.choice, options: {} }),
      has_effects: view === "" || view === "strategy",
    });
  }

  async open() {
    const book = /** @type {BookSummary} */ (this.books.find((one) => one.id === this.choice.rulebook));
    if (this.view === "" || this.view === "strategy") fill(this.panel.removed, removedField(this.removed, (cards) => this.remove(cards)));
    fill(this.root, h("div", { class: "page odds" },
      h("header", { class: "top" },
        h("div", null, h("h1", null, book.title), h("p", { class: "soft" }, book.about), this.chosen),
        this.picker()),
      this.tabs,
      h("div", { class: "columns" }, h("div", { class: "main" }, this.status, this.place), this.panel.element)));
    await this.take(this.choice);
    return () => { this.turn += 1; this.leave?.(); };
  }

  picker() {
    const id = "rulebook";
    return h("div", { class: "field no-print" }, h("label", { for: id }, t("odds.rulebook")),
      h("select", { id, onchange: (/** @type {Event} */ event) => { location.hash = `#/odds/${/** @type {HTMLSelectElement} */ (event.target).value}${this.view && `/${this.view}`}`; } },
        this.books.map((one) => h("option", { value: one.id, selected: one.id === this.choice.rulebook }, one.title))));
  }

  /** @param {string} name @param {string} written */
  async change(name, written) {
    await this.take({ ...this.choice, options: { ...this.choice.options, [name]: written } }, name);
  }

  /** @param {string} cards */
  async remove(cards) {
    this.removed = cards;
    await this.take(this.choice);
  }

  /** Have a table shown, unless a clause refuses it. @param {Choice} choice @param {string} [name] The option that was changed. */
  async take(choice, name) {
    try {
      /** @type {RulesSheet} */
      const sheet = await get(`/api/rules/${choice.rulebook}${queryOf([choice.options])}`);
      this.choice = { rulebook: choice.rulebook, options: changed(sheet.options) };
      this.panel.show(sheet);
      fill(this.chosen, t("odds.options_are", { options: setInWords(this.choice.options) }));
      this.note();
      await this.show(sheet);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (name && this.panel.refuse(name, error.message)) return;
      if (Object.keys(choice.options).length === 0) throw error;
      toast(error.message, { bad: true, clause: error.clause });
      await this.take({ ...choice, options: {} });
    }
  }

  /** Keep the address in step, so that it can be sent to somebody. */
  note() {
    const is_same = this.reference.rulebook === this.choice.rulebook;
    const query = queryOf([this.choice.options], [{ removed: this.removed, b: is_same ? "" : this.reference.rulebook }], [this.reference.options, "b."]);
    const path = (/** @type {string} */ view) => `#/odds/${this.choice.rulebook}${view && `/${view}`}${query}`;
    history.replaceState(null, "", path(this.view));
    fill(this.tabs, NAMES.map((name) => h("a", { href: path(name), aria: { current: name === this.view ? "page" : null } }, t(`odds.view.${name || "sheet"}`))),
      h("a", { href: `#/rules/${this.choice.rulebook}${query}` }, t("odds.view.rules")));
  }

  /** @param {RulesSheet} sheet */
  async show(sheet) {
    const turn = ++this.turn;
    const timer = setTimeout(() => fill(this.status, t("odds.computing")), 150);
    this.place.setAttribute("aria-busy", "true");
    try {
      const view = await VIEWS[this.view]();
      const is_over = () => turn !== this.turn;
      if (is_over()) return;
      this.leave?.();
      this.leave = undefined;
      const left = await view.show(this.place, { ...this.choice, removed: this.removed, sheet, reference: this.reference,
        books: this.books, is_over, refer: (reference, current) => this.refer(reference, current) });
      if (is_over()) left?.();
      else this.leave = left;
    } catch (error) {
      if (turn === this.turn) fill(this.place, h("p", { class: "notice bad", role: "alert" }, error instanceof Error ? error.message : String(error)));
      if (!(error instanceof ApiError)) complain(error);
    } finally {
      clearTimeout(timer);
      if (turn === this.turn) {
        fill(this.status);
        this.place.removeAttribute("aria-busy");
      }
    }
  }

  /** Compare with another table from now on. @param {Choice} reference @param {Choice} [current] */
  refer(reference, current) {
    this.reference = reference;
    if (current && current.rulebook !== this.choice.rulebook) {
      this.choice = current;
      this.note();
      dispatchEvent(new HashChangeEvent("hashchange"));
    } else this.take(current ?? this.choice);
  }
}
