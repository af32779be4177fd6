// A table in the lobby: a card that tells it from the others at a glance, with its rules in the
// short terms of the trade: `6 decks`, `S17`, `DAS`.

import { fill, h, say } from "../core/dom.js";
import { edgeName, edgeSize } from "../core/edge.js";
import { shownName } from "../shell/guests.js";
import { me, supervises } from "../shell/session.js";
import "../../lang/en/lobby.js";
import { PlayingCard } from "../table/felt/card.js";
import { make } from "../core/element.js";
import { has, lookUp, money, plain, t, titled } from "../words/translate.js";

/** @typedef {import("../core/protocol.js").TableSummary} Summary */

/** `<table-entry>`: one table, with what leads to it. */
export class TableEntry extends HTMLElement {
  /** @type {Summary | null} */
  #table = null;
  #picture = h("a", { class: "picture", tabindex: "-1", aria: { hidden: "true" } });
  #terms = h("ul", { class: "terms", aria: { label: t("lobby.terms") } });
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
          termText(term),
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
      h("details", null, h("summary", null, t("lobby.terms")), this.#terms),
      links(table, this.#play),
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

/** @param {Summary} table @param {HTMLElement} play What leads to the table says. */
function links(table, play) {
  const query = new URLSearchParams(table.options).toString();
  const asked = `${table.rulebook}${query && `?${query}`}`;
  const is_staff = me()?.role === "dealer" || supervises(me()?.role);
  /** @param {string} tone @param {string | HTMLElement} text @param {string} href */
  const link = (tone, text, href) =>
    h(
      "a",
      { class: `button ${tone}`, href },
      text,
      h("span", { class: "visually-hidden" }, ` ${table.title}`),
    );
  return h(
    "div",
    { class: "row" },
    link("main", play, `#/table/${table.table}`),
    link("quiet", t("nav.rules"), `#/rules/${asked}`),
    link("quiet", t("nav.odds"), `#/odds/${asked}`),
    link("quiet", t("nav.history"), `#/history/${table.table}`),
    is_staff ? link("quiet", t("lobby.floor"), `#/floor/${table.table}`) : null,
  );
}

/** Cards that show what a game is about. @type {Record<string, readonly number[]>} */
const ART = {
  pa_free_bet: [28, 30],
  house: [0, 49],
  nz: [24, 24, 24],
  tribal: [44, 33],
  double_deck: [-1, 42],
};

/** The game in cards on its cloth. @param {Summary} table */
const picture = ({ rulebook }) => [
  (ART[rulebook] ?? [0, 40]).map((card) => make(PlayingCard, { card })),
  has(`game.${rulebook}.tag`)
    ? h("span", { class: "tag" }, lookUp(`game.${rulebook}.tag`))
    : null,
];

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
