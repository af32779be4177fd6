// Limits and notices: a supervisor says what will change at the open table, and from when on.

import { form, labelled } from "../../account/form.js";
import { fill, h } from "../../core/dom.js";
import { PostedNotice } from "../../shell/notice.js";
import { part } from "../../rules/sentences.js";
import { complain } from "../../shell/shell.js";
import { named, t } from "../../words/translate.js";
import "../../../lang/en/floor.js";
import { cited } from "../duty.js";

/** @typedef {import("../duty.js").Desk} Desk */
/** @typedef {import("../../core/protocol.js").OpenOption} OpenOption */

/** The notice that is posted, and a form for the next. @param {Desk} desk */
export function limits(desk) {
  const { notice } = desk.floor;
  return h(
    "details",
    { class: "panel", open: notice !== null },
    h("summary", null, t("limits.title")),
    h("div", { class: "stack" }, notice ? posted(desk) : null, noticeForm(desk), clock(desk)),
  );
}

/** What is posted, and what can be done about it. @param {Desk} desk */
function posted({ view, sheet, give }) {
  const line = new PostedNotice();
  line.show(view.notices);
  /** @param {Parameters<typeof t>[0]} text @param {object} command */
  const button = (text, command) =>
    h("button", { type: "button", onclick: () => void give(command).catch(complain) }, t(text));
  return h(
    "section",
    { class: "stack", aria: { label: t("limits.posted") } },
    line,
    h(
      "div",
      { class: "row" },
      button("limits.withdraw", { do: "post_notice" }),
      sheet.dealing === "automatic" ? null : button("limits.apply", { do: "apply_notice" }),
    ),
  );
}

/** Brings the table's clock back after a wrong one. @param {Desk} desk */
const clock = ({ give }) =>
  h(
    "section",
    { class: "stack" },
    h("p", { class: "soft" }, t("limits.clock_hint")),
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        onclick: () => void give({ do: "set_log_time_back" }).catch(complain),
      },
      t("limits.clock"),
    ),
  );

/** @param {Desk} desk */
function noticeForm({ floor, sheet, give }) {
  const rows = h("div", { class: "stack" }, changeRow(sheet));
  const more = h(
    "button",
    {
      type: "button",
      class: "quiet",
      onclick: () => {
        const used = chosen(rows).map(([name]) => name);
        const free = sheet.options.find(({ name }) => !used.includes(name));
        if (free) rows.append(changeRow(sheet, free.name));
      },
    },
    t("limits.more"),
  );
  return form(
    t("limits.change"),
    t(floor.notice ? "limits.hint_more" : "limits.hint"),
    t("limits.post"),
    [
      rows,
      h("div", null, more),
      labelled(
        t("limits.minutes"),
        h("input", { name: "minutes", type: "number", min: 0, value: 0 }),
        t("limits.minutes_hint"),
      ),
    ],
    ({ minutes }) =>
      give({
        do: "post_notice",
        changes: { ...floor.notice?.changes, ...Object.fromEntries(chosen(rows)) },
        minutes: Number(minutes),
      }),
  );
}

/** One option, and what it will be. @param {Desk["sheet"]} sheet @param {string} [first] */
function changeRow(sheet, first = sheet.options[0].name) {
  const about = h("div", { class: "stack" });
  const show = (/** @type {string} */ wanted) => {
    const option = sheet.options.find(({ name }) => name === wanted);
    if (option) fill(about, ...describe(option, sheet));
  };
  const picked = h(
    "select",
    {
      name: "option",
      onchange: (/** @type {Event} */ event) =>
        show(/** @type {HTMLSelectElement} */ (event.target).value),
    },
    sheet.options.map(({ name }) =>
      h("option", { value: name, selected: name === first }, named("option", name)),
    ),
  );
  show(first);
  return h("div", { class: "stack change" }, labelled(t("limits.option"), picked), about);
}

/** Options with what they will be. @param {HTMLElement} rows @returns {[string, string][]} */
const chosen = (rows) =>
  [...rows.children].map((row) => [valueOf(row, "option"), valueOf(row, "value")]);

/** @param {Element} row @param {string} name */
const valueOf = (row, name) =>
  /** @type {HTMLInputElement} */ (row.querySelector(`[name="${name}"]`)).value;

/** @param {OpenOption} option @param {Desk["sheet"]} sheet */
function describe(option, sheet) {
  const clauses = [...new Set([option.clause, option.notice].filter(Boolean))];
  return [
    h("p", { class: "soft" }, option.text),
    cited(clauses, sheet),
    h("p", null, t("limits.now", { value: worded(option.value) })),
    option.values.length
      ? labelled(t("limits.value"), choice(option))
      : labelled(
          t("limits.value"),
          h("input", { name: "value", required: true, maxlength: 200, autocomplete: "off" }),
          part(option.allowed),
        ),
  ];
}

/** Every other value that it takes. @param {OpenOption} option */
const choice = (option) =>
  h(
    "select",
    { name: "value" },
    option.values
      .filter((value) => value !== option.value)
      .map((value) => h("option", { value }, worded(value))),
  );

/** @param {string} value */
const worded = (value) => named("value", value);
