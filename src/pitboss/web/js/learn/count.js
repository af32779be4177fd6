// The counting trainer: a shoe as it is dealt, the count asked for, and what should be bet.

import { get } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { make } from "../core/element.js";
import { Screen } from "../core/screen.js";
import { CountedTable } from "./counted_table.js";
import { learnTabs } from "./tabs.js";
import { allBooks, optionsIn, queryOf } from "../odds/choice.js";
import { OptionsPanel } from "../odds/panel.js";
import { bookHead } from "../odds/picker.js";
import { complain } from "../shell/shell.js";
import { PlayingCard } from "../table/felt/card.js";
import "../../lang/en/learn.js";
import { named, t } from "../words/translate.js";

/**
 * @typedef {import("../odds/answers").BookSummary} BookSummary
 * @typedef {import("../core/protocol.js").CountedShoe} CountedShoe
 */

const COUNTS = /** @type {const} */ (["hi_lo", "ko", "omega_ii", "zen"]);
const STYLES = ["odds", "options", "cards", "learn", "drills"].map((name) => `/css/${name}.css`);
const PLAYERS_MAX = 7;

/** `<pit-count>` @extends {Screen<BookSummary[]>} */
class PitCount extends Screen {
  static styles = STYLES;

  #panel = new OptionsPanel();
  #tabs = h("div");
  #place = h("div", { class: "stack" });
  /** @type {HTMLSelectElement} */
  #count = h(
    "select",
    { id: "count" },
    COUNTS.map((name) => h("option", { value: name }, named("count.name", name))),
  );
  /** @type {HTMLInputElement} */
  #players = h("input", { id: "players", type: "number", min: 1, max: PLAYERS_MAX, value: 3 });
  /** @type {HTMLInputElement} */
  #ramp = h("input", { id: "ramp", type: "text", placeholder: t("count.ramp_usual") });

  load() {
    return allBooks(this.params.rulebook);
  }

  /** @param {BookSummary[]} books */
  async show(books) {
    const book = books.find((one) => one.id === this.params.rulebook) ?? books[0];
    document.title = `${t("learn.count")}: ${book.title}`;
    this.classList.add("odds");
    this.#panel.rulebook = book.id;
    this.#panel.addEventListener("sheet", () => this.#follow());
    const lead = h("p", { class: "soft small" }, t("count.lead"));
    fill(
      this,
      bookHead(books, book, lead, (id) => `#/count/${id}`),
      this.#tabs,
      h("div", { class: "main" }, this.#place),
      this.#panel,
    );
    await this.#panel.take(optionsIn(this.query));
  }

  #follow() {
    const { rulebook, options } = this.#panel;
    history.replaceState(null, "", `#/count/${rulebook}${queryOf([options])}`);
    fill(this.#tabs, learnTabs("count", { rulebook, options }));
    fill(this.#place, this.#form());
  }

  #form() {
    return h(
      "form",
      {
        class: "panel stack",
        aria: { label: t("count.story") },
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.#start().catch(complain);
        },
      },
      story(),
      h("div", null, h("button", { class: "main start" }, t("count.start"))),
      h(
        "details",
        null,
        h("summary", null, t("count.setup")),
        h(
          "div",
          { class: "row" },
          field("count", t("count.which"), this.#count),
          field("players", t("count.players"), this.#players),
          field("ramp", t("count.ramp"), this.#ramp),
        ),
        h("p", { class: "soft small" }, t("count.ramp_hint")),
      ),
    );
  }

  async #start() {
    const { rulebook, options } = this.#panel;
    const asked = {
      count: this.#count.value,
      players: this.#players.value,
      ramp: this.#ramp.value,
      seed: this.query.get("seed") ?? "",
    };
    /** @type {CountedShoe} */
    const shoe = await get(`/api/odds/${rulebook}/counted-shoe${queryOf([options], [asked])}`);
    if (this.signal.aborted) return;
    const table = new CountedTable();
    table.shoe = shoe;
    table.addEventListener("done", () => this.#follow());
    fill(this.#place, table);
  }
}

customElements.define("pit-count", PitCount);

/** @param {string} id @param {string} label @param {HTMLElement} input */
const field = (id, label, input) =>
  h("div", { class: "field" }, h("label", { for: id }, label), input);

/** What a count is, in cards: those that raise it, those that leave it, those that lower it. */
function story() {
  const cards = { low: [4, 9, 14, 19, 20], middle: [25, 30, 35], high: [36, 41, 46, 51, 0] };
  return [
    h("h2", null, t("count.story")),
    h(
      "ul",
      { class: "tag-story" },
      /** @type {const} */ (["low", "middle", "high"]).map((name) =>
        h(
          "li",
          null,
          h(
            "span",
            { class: "fanned", aria: { hidden: "true" } },
            cards[name].map((card) => make(PlayingCard, { card })),
          ),
          h("strong", { class: "numbers" }, t(`count.story_${name}`)),
          h("span", { class: "soft" }, t(`count.story_${name}_text`)),
        ),
      ),
    ),
    h("p", null, t("count.story_then")),
  ];
}
