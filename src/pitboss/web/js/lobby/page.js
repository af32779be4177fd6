// The lobby: your seats, and every table with its rules, limits, house edge and who is there.

import { held } from "../account/bankroll.js";
import { get } from "../core/api.js";
import { fill, h, keyed } from "../core/dom.js";
import { every } from "../core/element.js";
import * as icons from "../core/icons.js";
import { Screen } from "../core/screen.js";
import { me, onChange, supervises } from "../shell/session.js";
import { complain } from "../shell/shell.js";
import "../../lang/en/lobby.js";
import { money, t } from "../words/translate.js";
import { TableEntry } from "./entry.js";
import { joinPanel } from "./join.js";
import { OwnSeats, ownSeats } from "./seats.js";

/** @typedef {import("../core/protocol.js").TableSummary} Summary */

const REFRESH_MS = 3_000;
/** The table that a newcomer is led to. */
const FIRST = "pa-free-bet";
/** House edges that nobody has asked for yet are asked for after a while, one after the other. */
const IDLE_MS = 2_000;

/** `<pit-lobby>` @extends {Screen<Summary[]>} */
class PitLobby extends Screen {
  static styles = ["/css/lobby.css"];

  /** @type {Summary[]} */
  #tables = [];
  #list = h("div", { class: "list", role: "list", aria: { label: t("lobby.title") } });
  #bankroll = h("p", { class: "bankroll", hidden: true });
  #seats = new OwnSeats();
  #staff = h("span");
  #join = h("div");

  load() {
    return get("/api/tables");
  }

  /** @param {Summary[]} tables */
  show(tables) {
    document.title = t("lobby.page");
    fill(
      this,
      h(
        "section",
        { class: "welcome" },
        h(
          "div",
          null,
          h("h1", null, t("lobby.title")),
          h("p", { class: "lead" }, t("lobby.lead")),
          this.#bankroll,
        ),
        h("a", { class: "button main play-now", href: `#/table/${FIRST}` }, t("lobby.play_now")),
      ),
      this.#seats,
      this.#join,
      h("div", { class: "tables" }, this.#list, ownTable(this.#staff)),
    );
    this.#tables = tables;
    this.#seats.addEventListener("cashed", () => this.#refresh());
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
    joinPanel().then((panel) => fill(this.#join, panel), complain);
    every(REFRESH_MS, () => this.#refresh(), this.signal);
    setTimeout(() => this.#askEdges(), IDLE_MS);
  }

  #showTables() {
    keyed(
      this.#list,
      this.#tables,
      (table) => table.table,
      () => new TableEntry(),
      (entry, table) => {
        entry.table = table;
      },
    );
  }

  /** What somebody has here, if anybody has logged in. */
  async #showPerson() {
    const is_known = me() !== null;
    this.#bankroll.hidden = !is_known;
    const [seats, amount] = is_known ? await Promise.all([ownSeats(), held()]) : [[], 0];
    this.#seats.show(seats);
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
