// The head of a table: its name and house edge, and what leads to more.

import { get, post } from "../api.js";
import { h, say } from "../dom.js";
import * as icons from "../icons.js";
import { somebody } from "../session.js";
import { complain, toast } from "../shell.js";
import { percent, t } from "../strings.js";
import { showHelp } from "./dialogues.js";

/** @typedef {import("../protocol.js").Layout} Layout */

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
  return h(
    "header",
    { class: "table-head" },
    h("h1", null, layout.title),
    edgeLink(id, layout, link("odds")),
    h("span", { class: "offline", role: "status" }, t("table.offline")),
    h(
      "div",
      { class: "row tools" },
      h(
        "a",
        { class: "button quiet", href: link("rules") },
        icons.book(),
        h("span", null, t("table.rules")),
      ),
      headButton(icons.coin, t("table.pays"), pays),
      layout.has_coach ? headButton(icons.bulb, t("coach.title"), () => coach.toggle()) : null,
      headButton(icons.speech, t("table.log"), () => log.toggle()),
      layout.has_bots
        ? headButton(icons.person_add, t("table.bot"), () =>
            somebody()
              .then(() => post(`/api/tables/${id}/bots`, { kind: "like_dealer" }))
              .then((bot) => toast(t("table.bot_sits", { name: bot.name })))
              .catch(complain),
          )
        : null,
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
    h("span", null, text),
  );
}

/**
 * The house edge; where it has not been worked out yet it is asked for, and the link waits for it.
 *
 * @param {string} id
 * @param {Layout} layout
 * @param {string} href
 */
function edgeLink(id, layout, href) {
  const link = h("a", { class: "edge", href }, t("table.edge_unknown"));
  const tell = (/** @type {number} */ edge) => say(link, t("table.edge", { edge: percent(edge) }));
  if (layout.house_edge !== null) tell(layout.house_edge);
  else
    get(`/api/tables/${id}/odds`).then(
      (odds) => tell(odds.house_edge),
      // Too many ask just now; the link leads to the figure all the same.
      () => {},
    );
  return link;
}
