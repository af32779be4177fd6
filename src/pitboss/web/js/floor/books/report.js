// Reports of the house: what tables took and paid, held against the ledger, and the shift's books.

import { ApiError, get } from "../../core/api.js";
import { labelled } from "../../account/form.js";
import { fill, h } from "../../core/dom.js";
import { allTables } from "../../history/tables.js";
import { me } from "../../shell/session.js";
import { Screen } from "../../core/screen.js";
import { complain } from "../../shell/shell.js";
import { t } from "../../words/translate.js";
import "../../../lang/en/account.js";
import "../../../lang/en/floor.js";
import { counts } from "./counts.js";
import { figures } from "./takings.js";

/** @typedef {import("../../core/protocol.js").HouseReport} HouseReport */
/** @typedef {{table: string, title: string}} Listed */

/** `<pit-report>` @extends {Screen<Listed[]>} */
class PitReport extends Screen {
  static styles = ["/css/history.css", "/css/floor.css", "/css/sheet.css"];

  async load() {
    return (await allTables()).flat();
  }

  /** @param {Listed[]} tables */
  async show(tables) {
    document.title = `${t("takings.title")} · pitboss`;
    const at = this.params.table || tables[0]?.table || "";
    const place = h("div", { class: "stack", aria: { live: "polite" } });
    const books = h("div", { class: "stack" });
    const [since, until] = [when(this.query.get("since")), when(this.query.get("until"))];
    /** @type {HTMLSelectElement} */
    const pick = h(
      "select",
      null,
      tables.map((one) =>
        h(
          "option",
          { value: one.table, selected: one.table === at },
          `${one.title} (${one.table})`,
        ),
      ),
    );
    /** @param {SubmitEvent} event */
    const ask = (event) => {
      event.preventDefault();
      const query = asked("", since.value, until.value);
      query.delete("tables");
      location.hash = `#/report/${pick.value}?${query}`;
    };
    this.classList.add("stack");
    fill(
      this,
      h("h1", null, t("takings.title")),
      h(
        "form",
        { class: "panel row", aria: { label: t("takings.period") }, onsubmit: ask },
        labelled(t("audit.table"), pick),
        labelled(t("takings.since"), since),
        labelled(t("takings.until"), until),
        h("button", { class: "main", type: "submit" }, t("takings.show")),
      ),
      books,
      place,
    );
    if (!at) return;
    await Promise.all([
      counts(books, at, this.signal).catch(complain),
      mayRead() ? this.#report(place, asked(at, since.value, until.value)) : refuse(place),
    ]);
  }

  /** @param {HTMLElement} place @param {URLSearchParams} query */
  async #report(place, query) {
    fill(place, h("p", { class: "soft" }, t("takings.working")));
    try {
      // What was to be expected takes longer, so that the figures stand there first.
      const quick = new URLSearchParams([...query, ["odds", "no"]]);
      for (const one of [quick, query]) {
        /** @type {HouseReport} */
        const report = await get(`/api/reports?${one}`);
        if (this.signal.aborted) return;
        fill(place, downloads(query), figures(report));
      }
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) refuse(place);
      else throw error;
    }
  }
}

customElements.define("pit-report", PitReport);

/** Whether this person answers for tables; the server looks as well. */
function mayRead() {
  const who = me();
  return who !== null && (who.is_admin || !["player", "dealer"].includes(who.role));
}

/** @param {HTMLElement} place */
const refuse = (place) =>
  fill(
    place,
    h(
      "p",
      { class: "notice" },
      t("takings.not_yours"),
      " ",
      h("a", { href: "#/account" }, t("account.title")),
    ),
  );

/** A field for a time of the house. @param {string | null} value @returns {HTMLInputElement} */
const when = (value) => h("input", { type: "datetime-local", value: value ?? "" });

/** @param {string} tables @param {string} since @param {string} until */
const asked = (tables, since, until) => new URLSearchParams({ tables, since, until });

/** @param {URLSearchParams} query */
const downloads = (query) =>
  h(
    "p",
    { class: "row no-print" },
    h("a", { class: "button", href: `/api/reports.csv?${query}`, download: "" }, t("takings.csv")),
    h(
      "a",
      { class: "button", href: `/api/reports.html?${query}`, download: "" },
      t("takings.html"),
    ),
  );
