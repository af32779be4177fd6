// The head of a table: its name and house edge, and what leads to more.

import { post } from "../api.js";
import { h } from "../dom.js";
import * as icons from "../icons.js";
import { somebody } from "../session.js";
import { complain, toast } from "../shell.js";
import { percent, t } from "../strings.js";
import { showHelp } from "./dialogues.js";

/** @typedef {import("./page.js").Layout} Layout */

/**
 * The head of the table.
 *
 * @param {string} id
 * @param {Layout} layout
 * @param {{
 *   coach: {toggle: () => void}, log: {toggle: () => void}, pays: () => void,
 * }} parts
 */
export function makeHead(id, layout, { coach, log, pays }) {
  const query = new URLSearchParams(layout.options).toString();
  const link = (/** @type {string} */ page) =>
    `#/${page}/${layout.rulebook}${query ? `?${query}` : ""}`;
  const edge =
    layout.house_edge === null
      ? t("table.edge_unknown")
      : t("table.edge", { edge: percent(layout.house_edge) });
  return h(
    "header",
    { class: "table-head" },
    h("h1", null, layout.title),
    h("a", { class: "edge", href: link("odds") }, edge),
    h("span", { class: "offline", role: "status" }, t("table.offline")),
    h(
      "div",
      { class: "row tools" },
      h(
        "a",
        { class: "button quiet", href: link("rules") },
        icons.book(),
        h("span", { class: "wide" }, t("table.rules")),
        h("span", { class: "visually-hidden narrow" }, t("table.rules")),
      ),
      headButton(icons.more, t("table.pays"), pays),
      layout.has_coach ? headButton(icons.bulb, t("coach.title"), coach.toggle) : null,
      headButton(icons.speech, t("table.log"), log.toggle),
      headButton(icons.person_add, t("table.bot"), () =>
        somebody()
          .then(() => post(`/api/tables/${id}/bots`, { kind: "like_dealer" }))
          .then((bot) => toast(t("table.bot_sits", { name: bot.name })))
          .catch(complain),
      ),
      headButton(icons.help, t("table.help"), showHelp),
    ),
  );
}

/**
 * A button that tells more.
 *
 * @param {() => HTMLElement} icon
 * @param {string} text
 * @param {() => void} act
 */
function headButton(icon, text, act) {
  return h(
    "button",
    { type: "button", class: "quiet", onclick: act },
    icon(),
    h("span", { class: "wide" }, text),
    h("span", { class: "visually-hidden narrow" }, text),
  );
}
