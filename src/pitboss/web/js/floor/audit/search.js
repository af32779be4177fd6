// The log of a table, searched by words, player and kind.

import { labelled } from "../../account/form.js";
import { get } from "../../core/api.js";
import { fill, h } from "../../core/dom.js";
import { complain } from "../../shell/shell.js";
import { inWords } from "../../shell/guests.js";
import { clockTime, named, t } from "../../words/translate.js";
import "../../../lang/en/floor.js";
import { tell } from "../../words/events.js";

/** @typedef {import("../../core/protocol.js").AuditLine} Line */
/** @typedef {import("../../core/protocol.js").AuditPage} Page */

/** @param {string} table */
export async function search(table) {
  /** @type {string[]} */
  const kinds = await get("/api/events");
  const rows = h("tbody");
  const none = h("p", { class: "notice", hidden: true }, t("log.none"));
  const behind = h("p", { class: "soft", hidden: true });
  const more = h(
    "button",
    { type: "button", hidden: true, onclick: () => load().catch(complain) },
    t("log.older"),
  );
  let before = 0;
  /** @type {HTMLFormElement} */
  const filter = h(
    "form",
    {
      class: "row filter",
      role: "search",
      aria: { label: t("log.title") },
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        begin().catch(complain);
      },
    },
    labelled(t("log.text"), h("input", { name: "text", type: "search", maxlength: 80 })),
    labelled(t("log.player"), h("input", { name: "player", type: "search", maxlength: 40 })),
    labelled(
      t("log.kind"),
      h(
        "select",
        { name: "kind" },
        h("option", { value: "" }, t("log.any")),
        kinds.map((kind) => h("option", { value: kind }, named("event", kind))),
      ),
    ),
    h("button", { class: "main", type: "submit" }, t("log.search")),
  );

  async function begin() {
    before = 0;
    fill(rows);
    await load();
  }

  async function load() {
    const query = new URLSearchParams(
      [...new FormData(filter)].map(([name, value]) => [name, String(value)]),
    );
    query.set("before", String(before));
    /** @type {Page} */
    const page = await get(`/api/tables/${table}/events?${query}`);
    rows.append(...page.lines.map(row));
    before = page.before;
    more.hidden = before === 0;
    none.hidden = rows.childElementCount > 0;
    fill(behind, t("log.behind", { n: page.behind }));
    behind.hidden = !page.behind;
  }

  await load();
  return h(
    "section",
    { class: "panel stack" },
    h("h2", null, t("log.title")),
    filter,
    behind,
    none,
    h(
      "div",
      { class: "scroll-x" },
      h(
        "table",
        { class: "log" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            ["n", "when", "what", "record"].map((name) =>
              h("th", { scope: "col" }, t(/** @type {"log.when"} */ (`log.${name}`))),
            ),
          ),
        ),
        rows,
      ),
    ),
    more,
  );
}

/** @param {Line} one */
function row(one) {
  return h(
    "tr",
    null,
    h("td", { class: "numbers" }, one.n),
    h(
      "td",
      { class: "numbers soft" },
      h(
        "time",
        { datetime: new Date(one.at_ms).toISOString() },
        clockTime(one.at_ms),
      ),
    ),
    h("td", null, inWords(tell(one)) || h("span", { class: "soft" }, named("event", one.kind))),
    h(
      "td",
      null,
      h(
        "details",
        null,
        h("summary", null, named("event", one.kind)),
        h("code", { class: "long" }, JSON.stringify(one.event)),
        one.command && [
          h("p", { class: "small soft" }, t("log.given", { who: one.who || t("log.table") })),
          h("code", { class: "long" }, JSON.stringify(one.command)),
        ],
        h(
          "p",
          { class: "small soft" },
          t("log.chain"),
          " ",
          h("code", { class: "long" }, one.chain),
        ),
      ),
    ),
  );
}
