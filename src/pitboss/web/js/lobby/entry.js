// A table in the lobby: a card that tells it from the others at a glance, with its rules in the
// short terms of the trade: `6 decks`, `S17`, `DAS`.

import { fill, h, say } from "../core/dom.js";
import { edgeName, edgeSize } from "../core/edge.js";
import { shownName } from "../shell/guests.js";
import { me, supervises } from "../shell/session.js";
import "../../lang/en/lobby.js";
import { PlayingCard } from "../table/felt/card.js";
import { make } from "../core/element.js";
import { makePile } from "../table/felt/chips.js";
import { has, lookUp, money, plain, t, titled } from "../words/translate.js";

/** @typedef {import("../core/protocol.js").TableSummary} Summary */

/** `<table-entry>`: one table, with what leads to it. */
export class TableEntry extends HTMLElement {
  /** @type {Summary | null} */
  #table = null;
  #picture = h("a", { class: "picture", tabindex: "-1", aria: { hidden: "true" } });
  #terms = h("ul", { class: "terms", aria: { label: t("lobby.terms") } });
  #meaning = h("p", { class: "meaning small", role: "status" });
  #facts = h("dl", { class: "facts" });
  #here = h("p", { class: "here small soft" });
  #play = h("span");
  #is_own = false;

  /** How the table stands now. */
  get table() {
    return this.#table;
  }

  set table(table) {
    if (!table) return;
    if (!this.#table) this.#lay(table);
    const is_same = JSON.stringify(table) === JSON.stringify(this.#table);
    this.#table = table;
    if (is_same) return;
    fill(
      this.#terms,
      table.terms.map((term) =>
        h(
          "li",
          { class: term.name === "wager" ? "term wager" : "term", title: termTold(term) },
          this.#termText(term),
        ),
      ),
    );
    fill(this.#facts, facts(table));
    fill(this.#here, table.stopped || here(table));
    this.#invite();
  }

  /** Whether this person has chips there. */
  set is_own(/** @type {boolean} */ is_own) {
    this.#is_own = is_own;
    this.#invite();
  }

  /** A term; one that has a meaning says it when it is touched. @param {Term} term */
  #termText(term) {
    const [text, told] = [termText(term), termTold(term)];
    const tell = () => say(this.#meaning, `${text}: ${told}`);
    return told ? h("button", { type: "button", onclick: tell }, text) : text;
  }

  #invite() {
    say(this.#play, t(this.#is_own ? "seats.return" : "lobby.play"));
  }

  /** What never changes. @param {Summary} table */
  #lay(table) {
    const href = `#/table/${table.table}`;
    this.role = "listitem";
    this.classList.add("panel");
    this.dataset.cloth = table.rulebook;
    this.#picture.setAttribute("href", href);
    fill(
      this,
      this.#picture,
      h(
        "div",
        { class: "title" },
        h("h2", null, h("a", { href }, h("bdi", null, table.title))),
        table.owner ? h("span", { class: "badge" }, t("lobby.private")) : null,
      ),
      h("p", { class: "hook" }, hook(table)),
      this.#facts,
      this.#here,
      h(
        "a",
        { class: "button main", href },
        this.#play,
        h("span", { class: "visually-hidden" }, ` ${table.title}`),
      ),
      h(
        "details",
        null,
        h("summary", null, t("lobby.terms")),
        this.#terms,
        this.#meaning,
        links(table),
      ),
    );
    fill(this.#picture, ...picture(table));
  }
}

customElements.define("table-entry", TableEntry);

/** Three facts. @param {Summary} table */
function facts(table) {
  const free = table.boxes - table.taken.length - table.closed.length;
  const edge = table.house_edge;
  return [
    fact(t("lobby.limits"), `${money(table.min_bet)} – ${money(table.max_bet)}`),
    fact(
      edge === null ? t("edge.house") : edgeName(edge),
      edge === null ? "…" : edgeSize(edge),
    ),
    fact(
      t("lobby.free"),
      free || !table.closed.length
        ? t("lobby.free_of", { free, all: table.boxes })
        : t("lobby.after_shuffle"),
    ),
  ];
}

/** @param {string} name @param {string} value */
const fact = (name, value) => h("div", null, h("dt", null, name), h("dd", null, value));

/** Who sits there, and who looks on. @param {Summary} table */
function here({ seated, watching, watchers }) {
  const named = seated.length + watching.length;
  const others = Math.max(0, watchers - named);
  const parts = [
    seated.length ? t("here.sit", { names: seated.map(shownName).join(", ") }) : "",
    watching.length ? t("here.watch", { names: watching.join(", ") }) : "",
    others && !seated.length ? t("here.more", { n: others }) : "",
  ].filter(Boolean);
  return parts.join(" · ");
}

/** What else there is to see of a table. @param {Summary} table */
function links(table) {
  const query = new URLSearchParams(table.options).toString();
  const asked = `${table.rulebook}${query && `?${query}`}`;
  const is_staff = me()?.role === "dealer" || supervises(me()?.role);
  /** @param {string} text @param {string} href */
  const link = (text, href) =>
    h(
      "a",
      { class: "button quiet", href },
      text,
      h("span", { class: "visually-hidden" }, ` ${table.title}`),
    );
  return h(
    "div",
    { class: "row" },
    link(t("nav.rules"), `#/rules/${asked}`),
    link(t("nav.odds"), `#/odds/${asked}`),
    link(t("nav.history"), `#/history/${table.table}`),
    is_staff ? link(t("lobby.floor"), `#/floor/${table.table}`) : null,
  );
}

/** Cards and chips that show what a game is about. @type {Record<string, readonly number[][]>} */
const ART = {
  pa_free_bet: [[28, 30], [2_500, 2_500]],
  house: [[0, 49], [1_000, 1_000, 1_000]],
  nz: [[24, 24, 24], []],
  tribal: [[44, 33], [500, 2_500, 2_500]],
  double_deck: [[-1, 42], [10_000]],
};

/** The game in cards and chips on its cloth. @param {Summary} table */
function picture({ rulebook }) {
  const [cards, chips] = ART[rulebook] ?? [[0, 40], []];
  return [
    cards.map((card) => make(PlayingCard, { card })),
    chips.length ? makePile(chips) : null,
    has(`game.${rulebook}.tag`)
      ? h("span", { class: "tag" }, lookUp(`game.${rulebook}.tag`))
      : null,
  ];
}

/** What draws one to the game, in a sentence. @param {Summary} table */
const hook = ({ rulebook, about }) =>
  has(`game.${rulebook}.hook`) ? lookUp(`game.${rulebook}.hook`) : titled(about);

/** @typedef {import("../core/protocol.js").Term} Term */

/** What an abbreviation stands for. @param {Term} term */
export function termTold({ name }) {
  const key = `term_told.${name}`;
  return has(key) ? t(key) : null;
}

/** A term in words. @param {Term} term */
export function termText({ name, n, text }) {
  const key = `term.${name}`;
  return has(key) ? t(key, { n, text }) : [plain(name), text].filter(Boolean).join(" ");
}
