// The rules of any table in words, every clause with its meaning, and what differs from the
// defaults.

import { get } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { make } from "../core/element.js";
import { Screen } from "../core/screen.js";
import { PageTabs } from "../core/tabs.js";
import { allBooks, optionsIn, queryOf } from "../odds/choice.js";
import { OptionsPanel } from "../odds/panel.js";
import { bookHead } from "../odds/picker.js";
import { clauseLink, clauseLinks } from "./clause.js";
import { clauseList } from "./clauses.js";
import { differenceList } from "./differences.js";
import { ruled } from "./sentences.js";
import { silenceList } from "./silence.js";
import { clauseSwitch, inForce, tellingLines } from "./telling.js";
import { complain } from "../shell/shell.js";
import "../../lang/en/odds.js";
import "../../lang/en/rules.js";
import { plain, t } from "../words/translate.js";

/**
 * @typedef {import("../odds/answers").BookSummary} BookSummary
 * @typedef {import("../odds/answers").RulesSheet} RulesSheet
 */

const VIEWS = /** @type {const} */ (["", "clauses", "readings", "differences"]);
/** Views that are lists to search, without the options beside them. */
const LISTS = { clauses: clauseList, readings: silenceList };

/** `<pit-rules>` @extends {Screen<BookSummary[]>} */
class PitRules extends Screen {
  static styles = ["/css/odds.css", "/css/options.css", "/css/learn.css"];

  /** @type {typeof VIEWS[number]} */
  #view = "";
  #panel = new OptionsPanel();
  #tabs = make(PageTabs, { label: t("odds.views") });
  #place = h("div", { class: "view stack" });

  load() {
    return allBooks(this.params.rulebook);
  }

  /** @param {BookSummary[]} books */
  async show(books) {
    const book = books.find((one) => one.id === this.params.rulebook) ?? books[0];
    document.title = `${t("rules.title")}: ${book.title}`;
    this.classList.add("odds");
    this.#view = VIEWS.find((name) => name === this.params.view) ?? "";
    const list = this.#view === "clauses" || this.#view === "readings" ? LISTS[this.#view] : null;
    this.#panel.rulebook = book.id;
    this.#panel.addEventListener("sheet", (event) =>
      this.#follow(/** @type {CustomEvent} */ (event).detail).catch(complain),
    );
    const source = t("rules.source", { source: book.source, n: book.clauses });
    fill(
      this,
      bookHead(
        books,
        book,
        h("p", { class: "soft small" }, source),
        (id) => `#/rules/${id}${this.#view && `/${this.#view}`}`,
      ),
      this.#tabs,
      list ? null : this.#panel,
      h("div", { class: "main" }, this.#place),
    );
    if (!list) await this.#panel.take(optionsIn(this.query));
    else {
      this.#mark();
      await list(this.#place, book.id, this.query);
    }
  }

  /** @param {RulesSheet} sheet */
  async #follow(sheet) {
    history.replaceState(null, "", this.#address(this.#view));
    this.#mark();
    if (this.#view === "differences") fill(this.#place, await this.#differences());
    else {
      const words = [inForce(sheet), clauseSwitch(this.#place), tellingLines(sheet)];
      fill(this.#place, ...words, inWords(sheet));
    }
  }

  /** @param {string} name */
  #address(name) {
    return `#/rules/${this.#panel.rulebook}${name && `/${name}`}${queryOf([this.#panel.options])}`;
  }

  #mark() {
    const { rulebook, options } = this.#panel;
    this.#tabs.show([
      ...VIEWS.map((name) => ({
        href: this.#address(name),
        text: t(`rules.view.${name || "words"}`),
        is_here: name === this.#view,
      })),
      { href: `#/odds/${rulebook}${queryOf([options])}`, text: t("nav.odds") },
    ]);
  }

  async #differences() {
    const { rulebook, options } = this.#panel;
    const changed = await get(`/api/rules/${rulebook}/diff/${rulebook}${queryOf([options, "a."])}`);
    return h(
      "section",
      { class: "panel" },
      h("h2", null, t("rules.differences_default")),
      differenceList(changed, t("rules.this_table"), t("rules.default_table")),
    );
  }
}

customElements.define("pit-rules", PitRules);

/** The rules by section, and the words on the layout. @param {RulesSheet} sheet */
function inWords(sheet) {
  const sections = [...new Set(sheet.rules.map((rule) => rule.section))];
  return h(
    "div",
    { class: "words stack" },
    sections.map((section) =>
      h(
        "section",
        { class: "panel" },
        h("h2", null, section),
        h(
          "ul",
          null,
          sheet.rules
            .filter((rule) => rule.section === section)
            .map((rule) =>
              h("li", null, ruled(rule.text), clauseLinks(sheet.rulebook, rule.clauses)),
            ),
        ),
      ),
    ),
    sheet.inscriptions.length
      ? h(
          "section",
          { class: "panel" },
          h("h2", null, t("rules.inscriptions")),
          h(
            "ul",
            null,
            sheet.inscriptions.map((one) =>
              h(
                "li",
                null,
                one.text,
                " ",
                h("span", { class: "soft small" }, plain(one.place)),
                " ",
                clauseLink(sheet.rulebook, one.clause),
              ),
            ),
          ),
        )
      : null,
  );
}
