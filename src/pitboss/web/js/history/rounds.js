// The rounds of a table, the newest first, page by page.

import { get } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { shownName } from "../shell/guests.js";
import { me } from "../shell/session.js";
import { complain } from "../shell/shell.js";
import { moment, signed, t } from "../words/translate.js";
import "../../lang/en/history.js";
import { codeOf, receiptsOf, saveReceipts } from "./receipts.js";
import { titleOf } from "./tables.js";

/** @typedef {import("../core/protocol.js").RoundSummary} RoundSummary */
/** @typedef {import("../core/protocol.js").RoundPage} RoundPage */

/**
 * One's own rounds, if there are any; else everybody's.
 *
 * @param {string} table
 * @param {string | null} asked Whose; everybody's if it is empty.
 * @returns {Promise<import("../core/dom.js").Child[]>}
 */
export async function rounds(table, asked) {
  const player = asked ?? me()?.name ?? "";
  const rows = h("tbody");
  const course = h("p", { class: "row course" });
  /** @type {number[]} */
  const nets = [];
  const none = h("p", { class: "notice", hidden: true }, t("history.none"));
  const more = h(
    "button",
    { type: "button", hidden: true, onclick: () => load().catch(complain) },
    t("history.older"),
  );
  let before = 0;

  async function load() {
    const query = new URLSearchParams({ before: String(before), player });
    /** @type {RoundPage} */
    const page = await get(`/api/tables/${table}/rounds?${query}`);
    rows.append(...page.rounds.map((one) => row(table, one)));
    nets.unshift(...page.rounds.map(({ net }) => net[player] ?? 0).reverse());
    if (player) fill(course, courseOf(nets));
    before = page.before;
    more.hidden = before === 0;
    none.hidden = rows.childElementCount > 0;
  }

  const who = me();
  const title = await titleOf(table);
  await load();
  if (asked === null && player && !rows.childElementCount) return rounds(table, "");
  return [
    h("p", null, h("a", { href: "#/history" }, t("history.all_tables"))),
    h("h1", null, t("history.of", { table: title })),
    who &&
      h(
        "p",
        { class: "row" },
        h(
          "a",
          {
            class: "button",
            href: `#/history/${table}?player=`,
            aria: { current: player ? null : "true" },
          },
          t("history.everybody"),
        ),
        h(
          "a",
          {
            class: "button",
            href: `#/history/${table}?player=${who.name}`,
            aria: { current: player ? "true" : null },
          },
          t("history.mine"),
        ),
      ),
    course,
    none,
    h(
      "div",
      { class: "panel scroll-x" },
      h(
        "table",
        { class: "rounds" },
        h("caption", { class: "visually-hidden" }, t("history.of", { table: title })),
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            ["round", "when", "results"].map((name) =>
              h("th", { scope: "col" }, t(/** @type {"history.round"} */ (`history.${name}`))),
            ),
          ),
        ),
        rows,
      ),
    ),
    more,
    h(
      "p",
      { class: "soft small" },
      t("history.log"),
      " ",
      h(
        "a",
        { href: `/api/tables/${table}/log`, download: `${table}.log.jsonl` },
        t("history.log_link"),
      ),
    ),
    ownReceipts(table),
  ];
}

/** What this device keeps of the rounds that it played. @param {string} table */
function ownReceipts(table) {
  const kept = receiptsOf(table);
  const newest = kept.at(-1);
  if (!newest) return null;
  return h(
    "section",
    { class: "panel stack receipts" },
    h("h2", null, t("receipt.title")),
    h("p", { class: "soft" }, t("receipt.hint")),
    h(
      "p",
      null,
      t("receipt.newest", { number: newest.round }),
      " ",
      h("code", null, codeOf(newest)),
    ),
    h(
      "div",
      null,
      h(
        "button",
        { type: "button", onclick: () => saveReceipts(table) },
        t("receipt.save", { n: kept.length }),
      ),
    ),
  );
}

/**
 * The net result from round to round, drawn and in a figure.
 *
 * @param {readonly number[]} nets The oldest first.
 */
function courseOf(nets) {
  if (!nets.length) return [];
  let net = 0;
  const course = [0, ...nets.map((one) => (net += one))];
  const [low, high] = [Math.min(...course), Math.max(...course)];
  const y = (/** @type {number} */ at) => 2 + (36 * (high - at)) / (high - low || 1);
  const points = course.map((at, place) => `${(200 * place) / nets.length},${y(at).toFixed(1)}`);
  const told = t("history.course", { n: nets.length });
  return [
    h(
      "svg",
      { class: "spark", viewBox: "0 0 200 40", role: "img", "aria-label": told },
      h("line", { x1: 0, x2: 200, y1: y(0), y2: y(0) }),
      h("polyline", { points: points.join(" ") }),
    ),
    h("span", null, `${told}: `, amount(net)),
  ];
}

/** @param {string} table @param {RoundSummary} one */
function row(table, one) {
  return h(
    "tr",
    null,
    h(
      "th",
      { scope: "row", class: "number" },
      h(
        "a",
        { href: `#/history/${table}/${one.number}` },
        t("history.number", { number: one.number }),
      ),
    ),
    h(
      "td",
      { class: "numbers" },
      h(
        "time",
        { datetime: new Date(one.at_ms).toISOString() },
        moment(one.at_ms),
      ),
    ),
    h(
      "td",
      null,
      h(
        "ul",
        { class: "results" },
        Object.entries(one.net).map(([name, net]) =>
          h("li", null, `${name === me()?.name ? t("box.you") : shownName(name)} `, amount(net)),
        ),
      ),
    ),
  );
}

/** An amount won or lost. @param {number} cents */
export function amount(cents) {
  return h(
    "strong",
    { class: `numbers ${cents > 0 ? "win" : cents < 0 ? "loss" : "push"}` },
    signed(cents),
  );
}
