// History: the rounds of a table, one of them step by step, and what was checked of its shoe.

import { get } from "../api.js";
import { fill, h } from "../dom.js";
import { t } from "../strings.js";
import { style } from "../styles.js";
import { rounds } from "./rounds.js";
import { replay } from "./replay.js";

/** @typedef {{table: string, title: string, rulebook: string, round: number}} TableSummary */

/** @param {HTMLElement} root @param {{table: string, round: string, query: URLSearchParams}} params */
export async function render(root, { table, round, query }) {
  await style("/css/cards.css", "/css/history.css");
  document.title = `${t("history.title")} · pitboss`;
  const page = h("div", { class: "page history" });
  root.append(page);
  if (!table) {
    choose(page, await get("/api/tables"));
    return undefined;
  }
  return round ? replay(page, table, Number(round)) : rounds(page, table, query.get("player") ?? "");
}

/** @param {HTMLElement} page @param {TableSummary[]} tables */
function choose(page, tables) {
  fill(page, h("h1", null, t("history.title")), h("p", { class: "lead" }, t("history.lead")),
    h("ul", { class: "cards plain" }, tables.map((one) => h("li", { class: "panel" },
      h("h2", null, h("a", { href: `#/history/${one.table}` }, one.title)),
      h("p", { class: "soft" }, one.round ? t("history.rounds", { n: one.round }) : t("history.none"))))));
}
