// The auditor's view: the log by search, the books, and the verdict on both.

import { ApiError, get } from "../../core/api.js";
import { labelled } from "../../account/form.js";
import { fill, h } from "../../core/dom.js";
import { allTables } from "../../history/tables.js";
import { Screen } from "../../core/screen.js";
import { complain } from "../../shell/shell.js";
import { named, t } from "../../words/translate.js";
import "../../../lang/en/account.js";
import "../../../lang/en/floor.js";
import { books } from "../books/books.js";
import { checked } from "./read_log.js";
import { search } from "./search.js";
import { securityLog } from "./security.js";

/** @typedef {import("../../core/protocol.js").Verdict} Verdict */

const SIGNS = /** @type {Record<string, string>} */ ({ ok: "✓", failed: "✗", not_made: "–" });
const VERDICTS = /** @type {const} */ ({
  holds: ["notice good", "verdict.holds"],
  not_proven: ["notice", "verdict.not_proven"],
  fails: ["notice bad", "verdict.fails"],
});
const KEY = /^[0-9a-f]{64}$/;

/** `<pit-audit>` @extends {Screen<{table: string, title: string}[]>} */
class PitAudit extends Screen {
  static styles = ["/css/history.css", "/css/floor.css"];

  async load() {
    return (await allTables()).flat();
  }

  /** @param {{table: string, title: string}[]} tables */
  async show(tables) {
    document.title = `${t("audit.title")} · pitboss`;
    const at = this.params.table || tables[0]?.table;
    const place = h("div", { class: "stack" });
    /** @type {HTMLSelectElement} */
    const pick = h(
      "select",
      {
        onchange: () => {
          location.hash = `#/audit/${pick.value}`;
        },
      },
      tables.map((one) =>
        h(
          "option",
          { value: one.table, selected: one.table === at },
          `${one.title} (${one.table})`,
        ),
      ),
    );
    fill(
      this,
      h("h1", null, t("audit.title")),
      h("p", null, labelled(t("audit.table"), pick)),
      place,
    );
    if (!at) return;
    try {
      fill(place, verdict(at), await books(at), await search(at), await securityLog());
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403))
        throw error;
      fill(
        place,
        h(
          "p",
          { class: "notice" },
          t("audit.not_yours"),
          " ",
          h("a", { href: "#/account" }, t("account.title")),
        ),
      );
    }
  }
}

customElements.define("pit-audit", PitAudit);

/**
 * The part of the address that names the key of the witness; "" if it is no key.
 *
 * @param {string} typed
 */
function pinned(typed) {
  const key = typed.trim().toLowerCase();
  return KEY.test(key) ? `?key=${key}` : "";
}

/** @param {readonly [number, number][]} events */
const spans = (events) => events.map(([first, last]) => `${first}–${last}`).join(", ");

/** @param {string} table */
function verdict(table) {
  const place = h("div", { aria: { live: "polite" } });
  const key = /** @type {HTMLInputElement} */ (
    h("input", { autocomplete: "off", spellcheck: false, maxLength: 64 })
  );
  const button = h("button", { type: "button", class: "main", onclick: look }, t("verdict.go"));

  async function look() {
    button.toggleAttribute("disabled", true);
    fill(place, h("p", { class: "soft" }, t("verdict.working")));
    try {
      /** @type {Verdict} */
      const report = await get(`/api/tables/${table}/verify${pinned(key.value)}`);
      const [kind, told] = VERDICTS[report.verdict];
      fill(
        place,
        h(
          "p",
          { class: kind },
          h("strong", null, t(told, { n: report.records })),
        ),
        h(
          "ul",
          { class: "checks" },
          report.checks.map((one) =>
            h(
              "li",
              { class: one.status },
              h("span", { class: "sign", aria: { hidden: true } }, SIGNS[one.status]),
              h(
                "span",
                null,
                h("strong", null, named("check", one.check)),
                " ",
                h("span", { class: "visually-hidden" }, named("verdict_status", one.status)),
                checked(one.text),
                one.status === "not_made" && one.events.length
                  ? ` (${t("verdict.events", { events: spans(one.events) })})`
                  : null,
              ),
            ),
          ),
        ),
      );
    } catch (error) {
      fill(place);
      complain(error);
    } finally {
      button.toggleAttribute("disabled", false);
    }
  }

  return h(
    "section",
    { class: "panel stack" },
    h("h2", null, t("verdict.title")),
    h("p", { class: "soft" }, t("verdict.hint")),
    labelled(t("verdict.key"), key, t("verdict.key_hint")),
    h(
      "div",
      { class: "row" },
      button,
      h(
        "a",
        { class: "button", href: `/api/tables/${table}/log`, download: `${table}.log.jsonl` },
        t("audit.export"),
      ),
    ),
    place,
  );
}
