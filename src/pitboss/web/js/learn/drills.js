// Drills: a hand, the acts, and what each is worth; what was wrong comes back until it is right.

import { get } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { make } from "../core/element.js";
import { Screen } from "../core/screen.js";
import { assumedFields } from "./assumed.js";
import { Deck } from "./deck.js";
import { DrillQuestion } from "./question.js";
import { DrillScore } from "./score.js";
import { learnTabs } from "./tabs.js";
import { allBooks, optionsIn, queryOf } from "../odds/choice.js";
import { failed } from "../odds/figures.js";
import { ChartFile, OwnPlay } from "../odds/own_chart.js";
import { OptionsPanel } from "../odds/panel.js";
import { bookHead } from "../odds/picker.js";
import "../../lang/en/odds.js";
import "../../lang/en/learn.js";
import { t } from "../words/translate.js";

/**
 * @typedef {import("../odds/answers").BookSummary} BookSummary
 * @typedef {import("../core/protocol.js").DrillSheet} DrillSheet
 * @typedef {import("../core/protocol.js").Drill} Drill
 */

const STYLES = ["odds", "options", "cards", "learn", "drills"].map((name) => `/css/${name}.css`);

/** `<pit-drills>` @extends {Screen<BookSummary[]>} */
class PitDrills extends Screen {
  static styles = STYLES;

  #panel = new OptionsPanel();
  #tabs = h("div");
  #kinds = h("div", { class: "row kinds", role: "group", aria: { label: t("drill.kinds") } });
  #question = new DrillQuestion();
  #score = new DrillScore();
  #place = h("div", { class: "stack" });
  /** @type {DrillSheet | null} */
  #sheet = null;
  /** @type {Deck | null} */
  #deck = null;
  /** @type {Drill | null} */
  #last = null;
  #kind = "";

  load() {
    return allBooks(this.params.rulebook);
  }

  /** @param {BookSummary[]} books */
  async show(books) {
    const book = books.find((one) => one.id === this.params.rulebook) ?? books[0];
    document.title = `${t("learn.drills")}: ${book.title}`;
    this.classList.add("odds");
    this.#panel.rulebook = book.id;
    this.#panel.addEventListener("sheet", () => this.#follow());
    this.#question.addEventListener("answered", (event) => {
      const { hand, act, cost, is_right } = /** @type {CustomEvent} */ (event).detail;
      this.#deck?.answer(hand, is_right);
      this.#keep();
      this.#score.note(hand, act, cost, is_right);
    });
    this.#question.addEventListener("next", () => this.#ask());
    fill(
      this,
      bookHead(
        books,
        book,
        h("p", { class: "soft small" }, t("drill.lead")),
        (id) => `#/drills/${id}`,
      ),
      this.#tabs,
      h("div", { class: "main" }, this.#place),
      this.#panel,
    );
    await this.#panel.take(optionsIn(this.query));
  }

  async #follow() {
    const { options } = this.#panel;
    try {
      await this.#drill();
    } catch (error) {
      if (!this.signal.aborted && this.#panel.options === options)
        fill(this.#place, failed(error));
    }
  }

  async #drill() {
    const { rulebook, options } = this.#panel;
    const { signal } = this;
    history.replaceState(null, "", `#/drills/${rulebook}${queryOf([options])}`);
    fill(this.#tabs, learnTabs("drills", { rulebook, options }));
    fill(this.#place, h("p", { class: "soft" }, t("odds.computing")));
    /** @type {[DrillSheet, OwnPlay]} */
    const [sheet, play] = await Promise.all([
      get(`/api/odds/${rulebook}/drills${queryOf([options])}`),
      OwnPlay.at({ rulebook, options }),
    ]);
    if (signal.aborted || this.#panel.options !== options) return;
    this.#sheet = sheet;
    this.#deck = new Deck(sheet.hands, kept(rulebook));
    this.#kind = sheet.kinds.includes(this.#kind) ? this.#kind : sheet.kinds[0];
    this.#score.restart();
    const { chart } = play;
    this.#question.charted = new Map(sheet.hands.map((hand, at) => [hand, chart?.drills[at]]));
    const told = chart ? t("chart_file.drilled", { title: chart.title }) : "";
    const file = make(ChartFile, { choice: { rulebook, options }, play, told });
    file.addEventListener("change", () => this.#follow());
    fill(
      this.#place,
      this.#kinds,
      this.#question,
      this.#score,
      assumedFields(() => {
        this.#question.retell();
        this.#score.retell();
      }),
      h("p", { class: "soft small" }, t("drill.note")),
      file,
    );
    this.#ask();
  }

  #ask() {
    if (!this.#sheet || !this.#deck) return;
    fill(
      this.#kinds,
      this.#sheet.kinds.map((kind) =>
        h(
          "button",
          {
            type: "button",
            aria: { pressed: String(kind === this.#kind) },
            onclick: () => {
              this.#kind = kind;
              this.#ask();
            },
          },
          t(/** @type {"drill.kind.hard"} */ (`drill.kind.${kind}`)),
        ),
      ),
    );
    const hand = this.#deck.next(this.#kind, this.#last);
    if (!hand) return;
    this.#last = hand;
    this.#question.ask(hand);
  }

  #keep() {
    const { rulebook } = this.#panel;
    localStorage.setItem(`pitboss.missed.${rulebook}`, JSON.stringify(this.#deck?.missed ?? []));
  }
}

customElements.define("pit-drills", PitDrills);

/** What was answered wrong another time. @param {string} rulebook @returns {string[]} */
function kept(rulebook) {
  try {
    return JSON.parse(localStorage.getItem(`pitboss.missed.${rulebook}`) ?? "[]");
  } catch {
    return [];
  }
}
