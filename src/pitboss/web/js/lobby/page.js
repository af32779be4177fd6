// The lobby: every table with its rulebook, limits, house edge, free boxes, and who is there.

import { held } from "../account/bankroll.js";
import { get } from "../api.js";
import { fill, h, keyed } from "../dom.js";
import { every } from "../element.js";
import { Screen } from "../screen.js";
import { onChange, supervises } from "../session.js";
import { complain } from "../shell.js";
import { money, t } from "../strings.js";
import { TableEntry } from "./entry.js";

/** @typedef {import("../protocol.js").TableSummary} Summary */

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
  #list = h("div", { class: "tables", role: "list", aria: { label: t("lobby.title") } });
  #open = h("div");
  #bankroll = h("p", { class: "bankroll", hidden: true });

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
      this.#list,
      this.#open,
    );
    this.#tables = tables;
    onChange((who) => {
      const may_open = who?.is_admin || supervises(who?.role);
      fill(
        this.#open,
        may_open
          ? h("a", { class: "button", href: "#/open" }, t("lobby.open"))
          : h("p", { class: "soft small" }, t("lobby.who_opens")),
      );
      this.#showBankroll(who !== null).catch(complain);
      // What is offered at a table depends on who asks.
      fill(this.#list);
      this.#showTables();
    }, this.signal);
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

  /** @param {boolean} is_known Whether somebody has logged in. */
  async #showBankroll(is_known) {
    this.#bankroll.hidden = !is_known;
    if (!is_known) return;
    const amount = money(await held());
    fill(this.#bankroll, h("a", { href: "#/account" }, t("lobby.bankroll", { amount })));
  }

  async #refresh() {
    try {
      this.#tables = await this.load();
      this.#showTables();
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
