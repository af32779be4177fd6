// The counting desk: what counting is worth at a table, from a study that has been played once.

import { get } from "../core/api.js";
import { copyText } from "../core/copy.js";
import { fill, h } from "../core/dom.js";
import { make } from "../core/element.js";
import { Screen } from "../core/screen.js";
import { settingsIn, sliderField, SLIDERS, unusual, USUAL } from "./settings.js";
import { StudyRun } from "./study_run.js";
import { countTable, heard, plotPanels, tiles } from "./views.js";
import { allBooks, optionsIn, queryOf, setInWords } from "../odds/choice.js";
import { bookHead } from "../odds/picker.js";
import { complain } from "../shell/shell.js";
import "../../lang/en/desk.js";
import "../../lang/en/odds.js";
import { percent, t, whole } from "../words/translate.js";

/**
 * @typedef {import("../odds/answers").BookSummary} BookSummary
 * @typedef {import("../core/protocol.js").DeskSheet} DeskSheet
 * @typedef {import("../core/protocol.js").StudyShelf} StudyShelf
 */

const HALF_A_STEP = 0.005;
const STYLES = ["odds", "sheet", "charts", "desk"].map((name) => `/css/${name}.css`);

/** `<pit-desk>` @extends {Screen<[BookSummary[], StudyShelf]>} */
class PitDesk extends Screen {
  static styles = STYLES;

  #rulebook = "";
  /** @type {import("../odds/choice.js").Options} */
  #options = {};
  #settings = { ...USUAL };
  #is_asking = false;
  #asks_again = false;
  #title = "";
  #plots = plotPanels();
  #status = h("p", { class: "soft", role: "status" });
  #source = h("p", { class: "soft small" });
  #tiles = h("dl", { class: "tiles panel" });
  #counts = h("details", { class: "panel" });
  #copied = h("span", { class: "soft small", role: "status" });
  #results = h(
    "div",
    { class: "stack desk-results" },
    this.#source,
    this.#status,
    this.#tiles,
    h("div", { class: "plots" }, this.#plots.elements),
    this.#counts,
  );
  #place = h("div", { class: "main" });

  /** @returns {Promise<[BookSummary[], StudyShelf]>} */
  async load() {
    return Promise.all([allBooks(this.params.rulebook), get("/api/studies")]);
  }

  /** @param {[BookSummary[], StudyShelf]} loaded */
  async show([books, shelf]) {
    const first = books.find((one) => shelf.studies.some(({ rulebook }) => rulebook === one.id));
    const book = books.find((one) => one.id === this.params.rulebook) ?? first ?? books[0];
    document.title = `${t("desk.title")}: ${book.title}`;
    this.classList.add("odds", "desk");
    this.#rulebook = book.id;
    this.#title = book.title;
    this.#settings = settingsIn(this.query);
    const known = shelf.counts.some(({ id }) => id === this.#settings.count);
    if (!known) this.#settings.count = USUAL.count;
    this.#options = optionsIn(this.query);
    for (const name of Object.keys(USUAL)) delete this.#options[name];
    const chosen = Object.keys(this.#options).length
      ? h("p", { class: "soft small" }, t("odds.options_are", { options: this.#words() }))
      : h("p", { class: "soft small" }, t("desk.lead"));
    fill(
      this,
      bookHead(books, book, chosen, (id) => `#/desk/${id}${queryOf([unusual(this.#settings)])}`),
      h("div", { class: "columns" }, this.#place, this.#controls(shelf)),
    );
    await this.#follow();
  }

  #words() {
    return setInWords(this.#options);
  }

  /** @param {StudyShelf} shelf */
  #controls(shelf) {
    const studied = new Set(
      shelf.studies.filter((one) => one.rulebook === this.#rulebook).map((one) => one.count),
    );
    const counts = shelf.counts.toSorted(
      (a, b) => Number(studied.has(b.id)) - Number(studied.has(a.id)),
    );
    /** @type {HTMLSelectElement} */
    const count = h(
      "select",
      { id: "desk-count", onchange: () => this.#set("count", count.value) },
      counts.map(({ id, title }) =>
        h("option", { value: id, selected: id === this.#settings.count }, title),
      ),
    );
    return h(
      "form",
      {
        class: "panel stack desk-settings no-print",
        aria: { label: t("desk.settings") },
        onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
      },
      h("div", { class: "field" }, h("label", { for: "desk-count" }, t("desk.count")), count),
      SLIDERS.map((slider) =>
        sliderField(slider, this.#settings[slider.name], (value) => this.#set(slider.name, value)),
      ),
      h(
        "div",
        null,
        h(
          "button",
          { type: "button", onclick: () => this.#copy().catch(complain) },
          t("desk.copy"),
        ),
      ),
      this.#copied,
    );
  }

  /** @param {keyof typeof USUAL} name @param {string} value */
  #set(name, value) {
    this.#settings[name] = value;
    this.#copied.textContent = "";
    this.#follow().catch(complain);
  }

  async #copy() {
    const is_copied = await copyText(location.href);
    this.#copied.textContent = t(is_copied ? "desk.copied" : "desk.address");
  }

  /** Ask for what is set now; while an answer is awaited, only the last change counts. */
  async #follow() {
    const query = queryOf([this.#options], [unusual(this.#settings)]);
    history.replaceState(null, "", `#/desk/${this.#rulebook}${query}`);
    if (this.#is_asking) {
      this.#asks_again = true;
      return;
    }
    this.#is_asking = true;
    try {
      do {
        this.#asks_again = false;
        await this.#ask();
      } while (this.#asks_again && !this.signal.aborted);
    } finally {
      this.#is_asking = false;
    }
  }

  async #ask() {
    const { count, ...asked } = this.#settings;
    const path = `/api/studies/${this.#rulebook}/${count}`;
    /** @type {DeskSheet | null} */
    const sheet = await get(`${path}${queryOf([this.#options], [asked])}`);
    if (this.signal.aborted || count !== this.#settings.count) return;
    if (sheet) this.#tell(sheet);
    else {
      const run = make(StudyRun, { path: `${path}/run`, options: this.#options });
      run.addEventListener("done", () => this.#follow().catch(complain));
      fill(this.#place, run);
    }
  }

  /** @param {DeskSheet} sheet */
  #tell(sheet) {
    const { plays } = sheet;
    fill(
      this.#source,
      t("desk.from", {
        rounds: whole(sheet.rounds),
        table: this.#title,
        plays: plays ? t("desk.plays", { n: plays }) : t("desk.no_plays"),
        shoe: whole(sheet.rounds_per_shoe),
        dealt: percent(sheet.penetration, 0),
      }),
      Number(this.#settings.penetration) / 100 > sheet.penetration_max + HALF_A_STEP
        ? ` ${t("desk.deepest")}`
        : null,
    );
    fill(this.#tiles, tiles(sheet, this.#settings));
    const is_open = this.#counts.hasAttribute("open");
    fill(this.#counts, h("summary", null, t("desk.by_count")), countTable(sheet));
    if (is_open) this.#counts.setAttribute("open", "");
    if (this.#results.parentElement !== this.#place) fill(this.#place, this.#results);
    this.#plots.show(sheet, this.#settings);
    // The tiles say it to those who see them; where no bets win, everybody is told.
    this.#status.classList.toggle("visually-hidden", sheet.figures.hour !== null);
    fill(this.#status, heard(sheet, this.#settings));
  }
}

customElements.define("pit-desk", PitDesk);
