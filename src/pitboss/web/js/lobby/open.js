// Opening a table: any rulebook, every option with its clause and what it does to the house edge.
// Anybody opens a table of their own; the staff opens tables for everybody.

import { get, post, put } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { edgeWords } from "../core/edge.js";
import { make } from "../core/element.js";
import { Screen } from "../core/screen.js";
import { PageTabs } from "../core/tabs.js";
import { allBooks, isOfGallery, lineId, queryOf } from "../odds/choice.js";
import { OptionsPanel } from "../odds/panel.js";
import { me, somebody, supervises } from "../shell/session.js";
import { complain } from "../shell/shell.js";
import "../../lang/en/lobby.js";
import "../../lang/en/opening.js";
import "../../lang/en/people.js";
import { money, t } from "../words/translate.js";

/** @typedef {import("../odds/answers").BookSummary} Book */

const DEALING = /** @type {const} */ (["automatic", "cards_by_hand", "by_hand"]);

/** `<pit-open>` @extends {Screen<Book[]>} */
class PitOpen extends Screen {
  static styles = ["/css/odds.css", "/css/options.css", "/css/lobby.css"];

  load() {
    return allBooks(this.params.rulebook);
  }

  /** @param {Book[]} books */
  async show(books) {
    const is_staff = Boolean(me()?.is_admin || supervises(me()?.role));
    const is_private = !is_staff || this.query.has("private");
    const title = t(is_private ? "open.own_title" : "open.title");
    document.title = title;
    this.classList.add("odds");
    const usual = is_private ? PRESETS[0][0] : books[0].id;
    const rulebook = this.params.rulebook || usual;
    // What every other value would do is much to work out: that is for the staff, and for Odds.
    const panel = make(OptionsPanel, { rulebook, has_effects: !is_private, is_open: true });
    const tabs = make(PageTabs, { label: t("open.rulebook") });
    const edge = h("strong", { class: "numbers" });
    panel.addEventListener("sheet", () => tellEdge(edge, panel).catch(complain));
    const query = is_private && is_staff ? "?private" : "";
    const games = standardGames(books, rulebook, query);
    fill(
      this,
      h("h1", null, title),
      h("p", { class: "lead" }, t(is_private ? "open.own_lead" : "open.lead")),
      is_staff ? kinds(rulebook, is_private) : null,
      is_private
        ? [
            presets(books, rulebook, query),
            moreGames(this.query.has("more") || !isPreset(rulebook), [tabs, games]),
          ]
        : [tabs, games],
      h("div", { class: "columns" }, form(panel, edge, is_private), panel),
    );
    const shipped = books.filter((one) => !isOfGallery(one));
    tabs.show(
      shipped.map(({ id, title: text }) => ({
        href: `#/open/${id}${query}`,
        text,
        is_here: id === rulebook,
      })),
    );
    await panel.take({});
  }
}

customElements.define("pit-open", PitOpen);

/**
 * The gallery of standard games, and a game in one line of terms.
 *
 * @param {Book[]} books
 * @param {string} shown
 * @param {string} query
 */
function standardGames(books, shown, query) {
  const gallery = books.filter(isOfGallery);
  const is_here = gallery.some(({ id }) => id === shown);
  const go = (/** @type {string} */ id) => {
    if (id) location.hash = `#/open/${id}${query}`;
  };
  /** @type {HTMLSelectElement} */
  const pick = h(
    "select",
    { id: "gallery", onchange: () => go(pick.value) },
    h("option", { value: "", selected: !is_here }, t("open.gallery_pick")),
    gallery.map(({ id, title }) => h("option", { value: id, selected: id === shown }, title)),
  );
  /** @type {HTMLInputElement} */
  const line = h("input", {
    id: "one-line",
    name: "line",
    maxlength: "120",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "6D H17 DAS LS 3:2",
    value: gallery.find(({ id }) => id === shown)?.terms ?? "",
  });
  return h(
    "div",
    { class: "row standard-games" },
    field("gallery", t("open.gallery"), pick),
    h(
      "form",
      {
        class: "row",
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          go(lineId(line.value));
        },
      },
      field("one-line", t("open.line"), line),
      h("button", null, t("open.line_show")),
    ),
  );
}

/** For everybody, or for friends. @param {string} rulebook @param {boolean} is_private */
function kinds(rulebook, is_private) {
  const tabs = make(PageTabs, { label: t("open.whom") });
  tabs.show([
    { href: `#/open/${rulebook}`, text: t("open.for_all"), is_here: !is_private },
    { href: `#/open/${rulebook}?private`, text: t("open.for_friends"), is_here: is_private },
  ]);
  return tabs;
}

/** @param {HTMLElement} place @param {OptionsPanel} panel */
async function tellEdge(place, panel) {
  fill(place, "…");
  const { options } = panel;
  const told = await get(`/api/odds/${panel.rulebook}/edge${queryOf([options])}`);
  if (options === panel.options) fill(place, edgeWords(told.house_edge));
}

/** @param {string} id @param {string} name @param {HTMLElement} control @param {string} [hint] */
const field = (id, name, control, hint) =>
  h(
    "div",
    { class: "field" },
    h("label", { for: id }, name),
    control,
    hint ? h("p", { class: "soft small" }, hint) : null,
  );

/** @param {OptionsPanel} panel @param {HTMLElement} edge @param {boolean} is_private */
function form(panel, edge, is_private) {
  const press = h("button", { class: "main" }, t("open.open"));
  /** @param {SubmitEvent} event */
  async function open(event) {
    event.preventDefault();
    const given = /** @type {Record<string, string>} */ (
      Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.target)))
    );
    press.toggleAttribute("disabled", true);
    try {
      // What was chosen last may still be on its way: what is shown then is what opens.
      await panel.settled();
      const made = await (is_private ? openOwn(panel, given) : openForAll(panel, given));
      const page = made.dealing === "automatic" ? "table" : "floor";
      location.hash = `#/${page}/${made.table}`;
    } catch (error) {
      complain(error);
    } finally {
      press.toggleAttribute("disabled", false);
    }
  }

  return h(
    "form",
    { class: "panel stack", aria: { label: t("open.title") }, onsubmit: open },
    h("p", null, t("open.edge"), " ", edge),
    is_private ? null : idField(panel),
    field(
      "table-title",
      t("open.name"),
      h("input", { id: "table-title", name: "title", maxlength: "80", autocomplete: "off" }),
    ),
    is_private ? hostFields() : staffFields(),
    is_private ? h("p", { class: "soft small" }, t("open.own_text")) : null,
    press,
  );
}

/** @param {OptionsPanel} panel @param {Record<string, string>} given */
async function openOwn({ rulebook, options }, { title, chips, turn_s, bots, door }) {
  await somebody();
  const pace = turn_s ? { turn_ms: Number(turn_s) * 1000 } : {};
  const body = { rulebook, options, title, pace, chips: Number(chips) * 100 };
  const made = await post("/api/private-tables", body);
  if (door) await put(`/api/tables/${made.table}/door`, { door });
  for (let n = 0; n < Number(bots); n += 1) await post(`/api/tables/${made.table}/bots`);
  return made;
}

/** Games that need no further choice: a night begins with one of them. */
const PRESETS = /** @type {const} */ ([
  ["pa_free_bet", "open.preset.free"],
  ["house", "open.preset.plain"],
  ["double_deck", "open.preset.two_decks"],
]);

/** @param {string} rulebook */
const isPreset = (rulebook) => PRESETS.some(([id]) => id === rulebook);

/** Three games in words. @param {Book[]} books @param {string} rulebook @param {string} query */
function presets(books, rulebook, query) {
  return h(
    "div",
    { class: "presets" },
    PRESETS.map(([id, key]) =>
      h(
        "a",
        {
          class: "button",
          href: `#/open/${id}${query}`,
          aria: { current: id === rulebook ? "true" : null },
        },
        h("strong", null, books.find((book) => book.id === id)?.title),
        " ",
        h("span", { class: "soft" }, t(key)),
      ),
    ),
  );
}

/** All other games, out of the way of a night. @param {boolean} open @param {Node[]} games */
const moreGames = (open, games) =>
  h("details", { class: "more-games", open }, h("summary", null, t("open.more")), games);

/**
 * @param {string} name
 * @param {string} label
 * @param {readonly (readonly [string, string])[]} all
 */
const choice = (name, label, all) =>
  field(
    `table-${name}`,
    label,
    h(
      "select",
      { id: `table-${name}`, name },
      all.map(([value, text]) => h("option", { value }, text)),
    ),
  );

/** Chips, pace and bots: for the host of a night. */
function hostFields() {
  const bots = ["0", "1", "2", "3", "4", "5"];
  return [
    choice("chips", t("open.chips"), [
      ...["1000", "500", "2000", "200"].map((amount) => /** @type {const} */ ([
        amount,
        t("open.chips_each", { amount: money(Number(amount) * 100) }),
      ])),
      ["0", t("open.chips_bankroll")],
    ]),
    choice("turn_s", t("open.turn_host"), [
      ["", t("open.turn_usual")],
      ["60", t("open.turn_relaxed")],
      ["10", t("open.turn_quick")],
      ["0", t("open.turn_none")],
    ]),
    choice(
      "bots",
      t("open.bots"),
      bots.map((n) => /** @type {const} */ ([n, n])),
    ),
    choice("door", t("people_here.door"), [
      ["", t("people_here.door.link")],
      ["ask", t("people_here.door.ask")],
    ]),
  ];
}

/** @param {OptionsPanel} panel @param {Record<string, string>} given */
function openForAll({ rulebook, options }, { table, title, dealing, turn_s, has_bots, best_play }) {
  const pace = {
    ...(turn_s ? { turn_ms: Number(turn_s) * 1000 } : {}),
    ...(has_bots ? { has_bots: Number(has_bots) } : {}),
    ...(best_play ? { has_best_play: Number(best_play) } : {}),
  };
  return post("/api/tables", { table, title, dealing, rulebook, options, pace });
}

/** An id for another table of a rulebook. @param {string} rulebook */
function idOf(rulebook) {
  const plain = rulebook.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").slice(0, 30);
  return `${/^[a-z]/.test(plain) ? plain : `game-${plain}`}-2`;
}

/** @param {OptionsPanel} panel */
const idField = (panel) =>
  field(
    "table-id",
    t("open.id"),
    h("input", {
      id: "table-id",
      name: "table",
      required: true,
      pattern: "[a-z][a-z0-9_\\-]{0,39}",
      value: idOf(panel.rulebook),
      autocomplete: "off",
    }),
    t("open.id_text"),
  );

/** How it is dealt, its pace and its bots: for the staff. */
function staffFields() {
  const dealing = h(
    "select",
    { id: "table-dealing", name: "dealing" },
    DEALING.map((name) => h("option", { value: name }, t(`open.dealing.${name}`))),
  );
  const turn = h("input", {
    id: "table-turn",
    name: "turn_s",
    type: "number",
    min: 0,
    max: 3600,
    inputmode: "numeric",
    placeholder: t("open.turn_usual"),
  });
  const bots = h(
    "select",
    { id: "table-bots", name: "has_bots" },
    ["", "1", "0"].map((value) =>
      h("option", { value }, t(/** @type {"open.bots."} */ (`open.bots.${value}`))),
    ),
  );
  return [
    field("table-dealing", t("open.dealing"), dealing),
    h(
      "details",
      null,
      h("summary", null, t("open.pace")),
      h("p", { class: "soft small" }, t("open.pace_text")),
      field("table-turn", t("open.turn"), turn),
      field("table-bots", t("open.bots"), bots),
      choice("best_play", t("open.best_play"), [
        ["", t("open.best_play.")],
        ["0", t("open.best_play.0")],
        ["1", t("open.best_play.1")],
      ]),
    ),
  ];
}
