// The lobby: your seats, and every table with its rules, limits, house edge and who is there.

import { held } from "../account/held.js";
import { get } from "../core/api.js";
import { fill, h, keyed } from "../core/dom.js";
import { every, make } from "../core/element.js";
import * as icons from "../core/icons.js";
import { Screen } from "../core/screen.js";
import { me, onChange, supervises } from "../shell/session.js";
import { complain } from "../shell/shell.js";
import "../../lang/en/lobby.js";
import { money, t } from "../words/translate.js";
import { TableEntry } from "./entry.js";
import { TryHand } from "./try_hand.js";

/**
 * @typedef {import("../core/protocol.js").TableSummary} Summary
 * @typedef {import("../core/protocol.js").OwnSeat} OwnSeat
 */

const REFRESH_MS = 3_000;
/** The table that a newcomer is led to. */
const FIRST = "pa-free-bet";
/** The bots' table, which has a place of its own. */
const DEMO = "demo";
/** House edges that nobody has asked for yet are asked for after a while, one after the other. */
const IDLE_MS = 2_000;

/** `<pit-lobby>` @extends {Screen<Summary[]>} */
class PitLobby extends Screen {
  static styles = ["/css/welcome.css", "/css/lobby.css"];

  /** @type {Summary[]} */
  #tables = [];
  #list = h("div", { class: "list", role: "list", aria: { label: t("nav.tables") } });
  #bankroll = h("p", { class: "bankroll", hidden: true });
  /** What a person has at tables; its module comes once there is something to show. */
  #seats = h("div", { hidden: true });
  /** @type {import("./seats.js").OwnSeats | null} */
  #held = null;
  #staff = h("span");
  #join = h("div");
  #own = ownTable(this.#staff);
  #demo = h("section", { class: "demo", hidden: true, aria: { label: t("lobby.demo") } });
  #day = h("section", { class: "panel day", hidden: true, aria: { label: t("lobby.day") } });
  #more = h("section", { class: "more", aria: { label: t("lobby.more") } });

  load() {
    return get("/api/tables");
  }

  /** @param {Summary[]} tables */
  show(tables) {
    document.title = t("lobby.page");
    fill(
      this,
      this.#seats,
      welcome(this.#bankroll),
      this.#join,
      proofs(),
      h("div", { class: "row pick" }, h("h2", null, t("lobby.pick")), gallery()),
      h("div", { class: "tables" }, this.#list, this.#demo, this.#own, this.#day),
      this.#more,
    );
    this.#tables = tables;
    onChange((who) => {
      const may_open = who?.is_admin || supervises(who?.role);
      fill(
        this.#staff,
        may_open ? h("a", { class: "button", href: "#/open" }, t("lobby.open")) : null,
      );
      this.#showPerson().catch(complain);
      // What is offered at a table depends on who asks.
      fill(this.#list);
      this.#showTables();
    }, this.signal);
    this.#showJoin().catch(complain);
    whenSeen(this.#own, this.signal, () => this.#showMore().catch(complain));
    every(REFRESH_MS, () => this.#refresh(), this.signal);
    setTimeout(() => this.#askEdges(), IDLE_MS);
  }

  #showTables() {
    keyed(
      this.#list,
      inOrder(this.#tables.filter(({ table }) => table !== DEMO)),
      (table) => table.table,
      () => new TableEntry(),
      (entry, table) => {
        entry.table = table;
      },
    );
  }

  async #showMore() {
    const { LobbyMore } = await import("./more.js");
    fill(this.#more, make(LobbyMore, { day: this.#day, demo: this.#demo }));
  }

  /** The code for phones, where they can open this server. */
  async #showJoin() {
    const code = await get("/api/join");
    if (!code.url) return;
    const { joinPanel } = await import("./join.js");
    fill(this.#join, await joinPanel(code));
  }

  /** @param {OwnSeat[]} seats */
  async #showSeats(seats) {
    this.#seats.hidden = seats.length === 0;
    if (seats.length && !this.#held) {
      const { OwnSeats } = await import("./seats.js");
      this.#held ??= new OwnSeats();
      this.#held.addEventListener("cashed", () => this.#refresh());
      fill(this.#seats, this.#held);
    }
    this.#held?.show(seats);
  }

  /** What somebody has here, if anybody has logged in. */
  async #showPerson() {
    const is_known = me() !== null;
    this.#bankroll.hidden = !is_known;
    /** @type {[OwnSeat[], number]} */
    const [seats, amount] = is_known ? await Promise.all([get("/api/seats"), held()]) : [[], 0];
    this.#showSeats(seats).catch(complain);
    for (const entry of /** @type {Iterable<TableEntry>} */ (this.#list.children))
      entry.is_own = seats.some(({ table, chips }) => table === entry.table?.table && chips > 0);
    fill(
      this.#bankroll,
      h("a", { href: "#/account" }, t("lobby.bankroll", { amount: money(amount) })),
    );
  }

  async #refresh() {
    if (document.hidden) return;
    try {
      this.#tables = await this.load();
      this.#showTables();
      await this.#showPerson();
    } catch (error) {
      complain(error);
    }
  }

  async #askEdges() {
    for (const table of this.#tables.filter((one) => one.house_edge === null)) {
      if (this.signal.aborted) return;
      try {
        await get(`/api/tables/${table.table}/odds`);
      } catch {
        return;
      }
      if (!this.signal.aborted) await this.#refresh();
    }
  }
}

customElements.define("pit-lobby", PitLobby);

/**
 * Do something once an element is nearly in sight.
 *
 * @param {Element} element @param {AbortSignal} signal @param {() => void} act
 */
function whenSeen(element, signal, act) {
  const looking = new IntersectionObserver((seen) => {
    if (!seen.some((one) => one.isIntersecting)) return;
    looking.disconnect();
    act();
  });
  looking.observe(element);
  signal.addEventListener("abort", () => looking.disconnect());
}

/** The books of the house as a newcomer meets them; others come after them. */
const ORDER = ["pa_free_bet", "house", "nz", "tribal", "double_deck"];

/** Tables with people come first. @param {readonly Summary[]} tables */
function inOrder(tables) {
  const place = (/** @type {Summary} */ { rulebook }) => (ORDER.indexOf(rulebook) + 99) % 99;
  const people = (/** @type {Summary} */ { seated, watching, bots }) =>
    Number(seated.length + watching.length > bots);
  return [...tables].sort((a, b) => people(b) - people(a) || place(a) - place(b));
}

/** What it is and why, and one hand to try. @param {HTMLElement} bankroll */
const welcome = (bankroll) =>
  h(
    "section",
    { class: "welcome" },
    h(
      "div",
      { class: "pitch" },
      h("h1", null, t("lobby.title"), " ", h("em", null, t("lobby.title_more"))),
      h("p", { class: "lead" }, t("lobby.lead")),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button main play-now", href: `#/table/${FIRST}` }, t("lobby.play_now")),
        h("a", { class: "button invite-now", href: "#/open?private" }, t("lobby.invite")),
      ),
      bankroll,
      h("p", { class: "small soft note" }, t("lobby.note")),
    ),
    new TryHand(),
  );

/** Three claims, each with the page that shows it. */
const proofs = () =>
  h(
    "ul",
    { class: "proofs" },
    PROOFS.map(([name, href]) =>
      h("li", null, h("a", { href }, t(`proof.${name}`)), h("p", null, t(`proof.${name}_text`))),
    ),
  );

const PROOFS = /** @type {const} */ ([
  ["odds", "#/odds/pa_free_bet"],
  ["shoe", "#/history/pa-free-bet"],
  ["clauses", "#/rules/pa_free_bet"],
]);

/** The way to the games of the gallery. */
const gallery = () => h("a", { href: "#/open?private&more" }, t("lobby.gallery"));

/** A table of one's own, for everybody. @param {HTMLElement} staff What the staff opens. */
function ownTable(staff) {
  return h(
    "section",
    { class: "panel own-table", aria: { label: t("lobby.own") } },
    icons.person_add(),
    h("h2", null, t("lobby.own")),
    h("p", { class: "soft" }, t("lobby.own_text")),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button main", href: "#/open?private" }, t("lobby.own_open")),
      staff,
    ),
  );
}
