// The odds of any rulebook with any options: the par sheet, charts, comparison, simulation,
// removal.

import { fill, h } from "../core/dom.js";
import { make } from "../core/element.js";
import { Screen } from "../core/screen.js";
import { PageTabs } from "../core/tabs.js";
import { allBooks, isOfGallery, optionsIn, queryOf, setInWords } from "./choice.js";
import { failed } from "./figures.js";
import { OddsOverview } from "./overview.js";
import { OptionsPanel, removedField } from "./panel.js";
import { bookHead } from "./picker.js";
import { complain } from "../shell/shell.js";
import "../../lang/en/odds.js";
import { t } from "../words/translate.js";

/**
 * What a view is asked to show.
 *
 * @typedef {import("./answers").BookSummary} BookSummary
 * @typedef {import("./choice.js").Choice} Choice
 * @typedef {Choice & {removed: string, reference: Choice, books: BookSummary[],
 *   refer: (reference: Choice, current?: Choice) => void}} Asked
 * @typedef {{view: (asked: Asked) => Promise<Node | (Node | null)[]>}} View
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
/** What is worked out sooner needs no word about it, in milliseconds. */
const PATIENCE_MS = 150;

/** `<pit-odds>` @extends {Screen<BookSummary[]>} */
class PitOdds extends Screen {
  static styles = ["/css/odds.css", "/css/options.css", "/css/sheet.css", "/css/charts.css"];

  /** @type {typeof NAMES[number]} */
  #view = "";
  /** @type {Choice} */
  #reference = { rulebook: "", options: {} };
  #removed = "";
  /** @type {BookSummary[]} */
  #books = [];
  /** What was asked for last; earlier answers come too late. */
  #turn = 0;
  #panel = new OptionsPanel();
  #tabs = make(PageTabs, { label: t("odds.views") });
  #status = h("p", { class: "computing small soft", role: "status" });
  #place = h("div", { class: "view stack" });
  #chosen = h("p", { class: "print-only" });

  load() {
    return allBooks(this.params.rulebook);
  }

  /** @param {BookSummary[]} books */
  async show(books) {
    this.classList.add("odds");
    const book = books.find((one) => one.id === this.params.rulebook);
    document.title = t("odds.title");
    if (!book) {
      fill(this, make(OddsOverview, { books: books.filter((one) => !isOfGallery(one)) }));
      return;
    }
    document.title = `${t("odds.title")}: ${book.title}`;
    this.#books = books;
    this.#view = NAMES.find((name) => name === this.params.view) ?? "";
    this.#reference = {
      rulebook: this.query.get("b") ?? book.id,
      options: optionsIn(this.query, "b."),
    };
    this.#removed = this.query.get("removed") ?? "";
    const is_solved = this.#view === "" || this.#view === "strategy";
    Object.assign(this.#panel, {
      rulebook: book.id,
      has_effects: is_solved,
      above: is_solved ? removedField(this.#removed, (cards) => this.#remove(cards)) : null,
    });
    this.#panel.addEventListener("sheet", () => this.#follow().catch(complain));
    fill(
      this,
      bookHead(
        books,
        book,
        this.#chosen,
        (id) => `#/odds/${id}${this.#view && `/${this.#view}`}`,
      ),
      this.#tabs,
      this.#panel,
      h("div", { class: "main" }, this.#status, this.#place),
    );
    await this.#panel.take(optionsIn(this.query));
  }

  /** @returns {Choice} */
  get #choice() {
    return { rulebook: this.#panel.rulebook, options: this.#panel.options };
  }

  /** @param {string} cards */
  #remove(cards) {
    this.#removed = cards;
    this.#follow().catch(complain);
  }

  /** Keep the address in step, so that it can be sent to somebody. */
  #note() {
    const { rulebook, options } = this.#choice;
    const other = this.#reference.rulebook === rulebook ? "" : this.#reference.rulebook;
    const query = queryOf(
      [options],
      [{ removed: this.#removed, b: other }],
      [this.#reference.options, "b."],
    );
    const path = (/** @type {string} */ view) => `#/odds/${rulebook}${view && `/${view}`}${query}`;
    history.replaceState(null, "", path(this.#view));
    fill(this.#chosen, t("odds.options_are", { options: setInWords(options) }));
    this.#tabs.show([
      ...NAMES.map((name) => ({
        href: path(name),
        text: t(`odds.view.${name || "sheet"}`),
        is_here: name === this.#view,
      })),
      { href: `#/desk/${rulebook}${queryOf([options])}`, text: t("odds.view.desk") },
      { href: `#/rules/${rulebook}${query}`, text: t("odds.view.rules") },
    ]);
  }

  /** Show what is asked for now; the view before stays until then. */
  async #follow() {
    this.#note();
    const turn = ++this.#turn;
    const timer = setTimeout(() => fill(this.#status, t("odds.computing")), PATIENCE_MS);
    this.#place.ariaBusy = "true";
    let shown;
    try {
      const { view } = await VIEWS[this.#view]();
      shown = await view({
        ...this.#choice,
        removed: this.#removed,
        reference: this.#reference,
        books: this.#books,
        refer: (reference, current) => this.#refer(reference, current),
      });
    } catch (error) {
      shown = failed(error);
    } finally {
      clearTimeout(timer);
    }
    if (turn !== this.#turn || this.signal.aborted) return;
    fill(this.#status);
    this.#place.ariaBusy = null;
    fill(this.#place, shown);
  }

  /** Compare with another table from now on. @param {Choice} reference @param {Choice} [current] */
  #refer(reference, current = this.#choice) {
    this.#reference = reference;
    if (current.rulebook === this.#choice.rulebook) {
      this.#panel.take(current.options).catch(complain);
      return;
    }
    Object.assign(this.#panel, current);
    this.#note();
    dispatchEvent(new HashChangeEvent("hashchange"));
  }
}

customElements.define("pit-odds", PitOdds);
