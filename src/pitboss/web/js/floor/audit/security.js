// The security log of the house: who tried what, from where, and what came of it.

import { labelled } from "../../account/form.js";
import { get } from "../../core/api.js";
import { fill, h } from "../../core/dom.js";
import { complain } from "../../shell/shell.js";
import { moment, named, t } from "../../words/translate.js";
import "../../../lang/en/floor.js";
import { noted } from "./read_log.js";

/** @typedef {import("../../core/protocol.js").SecurityPage} SecurityPage */
/** @typedef {import("../../core/protocol.js").SecurityLine} SecurityLine */

const WHATS = [
  "log_in", "log_out", "account", "password", "factor", "session", "role", "grant", "right",
  "admission", "error", "shoe",
];
const OUTCOMES = ["done", "proposed", "refused", "failed"];
const COLUMNS = /** @type {const} */ (["when", "who", "from", "what", "outcome", "text"]);

/** @param {readonly string[]} values @param {"security" | "outcome"} group @param {string} name */
const choice = (values, group, name) =>
  h(
    "select",
    { name },
    h("option", { value: "" }, t("log.any")),
    values.map((value) => h("option", { value }, named(group, value))),
  );

export async function securityLog() {
  const rows = h("tbody");
  const none = h("p", { class: "notice", hidden: true }, t("log.none"));
  const more = h(
    "button",
    { type: "button", hidden: true, onclick: () => load().catch(complain) },
    t("security.older"),
  );
  let before = 0;
  /** @type {HTMLFormElement} */
  const filter = h(
    "form",
    {
      class: "row filter",
      role: "search",
      aria: { label: t("security.title") },
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        before = 0;
        fill(rows);
        load().catch(complain);
      },
    },
    labelled(t("security.what"), choice(WHATS, "security", "what")),
    labelled(t("security.outcome"), choice(OUTCOMES, "outcome", "outcome")),
    labelled(t("security.who"), h("input", { name: "who", type: "search", maxlength: 40 })),
    h("button", { class: "main", type: "submit" }, t("log.search")),
  );

  async function load() {
    const chosen = [...new FormData(filter)].filter(([, value]) => value);
    const query = new URLSearchParams(chosen.map(([name, value]) => [name, String(value)]));
    query.set("before", String(before));
    /** @type {SecurityPage} */
    const page = await get(`/api/security?${query}`);
    rows.append(...page.lines.map(row));
    before = page.before;
    more.hidden = before === 0;
    none.hidden = rows.childElementCount > 0;
  }

  await load();
  return h(
    "section",
    { class: "panel stack" },
    h("h2", null, t("security.title")),
    h("p", { class: "soft" }, t("security.hint")),
    filter,
    none,
    h(
      "div",
      { class: "scroll-x", role: "region", tabindex: 0, aria: { label: t("security.title") } },
      h(
        "table",
        { class: "attempts" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            COLUMNS.map((name) => h("th", { scope: "col" }, t(`security.${name}`))),
          ),
        ),
        rows,
      ),
    ),
    more,
  );
}

/** @param {SecurityLine} one */
function row(one) {
  const at = new Date(one.at_ms);
  const text = noted(one.text);
  return h(
    "tr",
    null,
    h(
      "td",
      { class: "numbers soft" },
      h("time", { datetime: at.toISOString() }, moment(one.at_ms)),
    ),
    h("td", null, one.who || "–"),
    h("td", null, one.address || "–"),
    h("td", null, named("security", one.what)),
    h("td", null, named("outcome", one.outcome)),
    h("td", null, one.times > 1 ? t("security.times", { n: one.times, text }) : text),
  );
}
