// The head of a table: its name and house edge, and what leads to more.

import { get } from "../core/api.js";
import { h, say } from "../core/dom.js";
import { edgeWords } from "../core/edge.js";
import * as icons from "../core/icons.js";
import { complain } from "../shell/shell.js";
import { t } from "../words/translate.js";

/** @typedef {import("../core/protocol.js").Layout} Layout */

/**
 * The head of the table.
 *
 * @param {string} id
 * @param {Layout} layout
 * @param {{
 *   coach: {toggle: () => void}, log: {toggle: () => void},
 *   pays: () => void, help: () => void,
 *   beside: import("../learn/beside.js").Beside,
 * }} parts
 */
export function makeHead(id, layout, { coach, log, pays, help, beside }) {
  return h(
    "header",
    { class: "table-head" },
    h("h1", null, layout.title),
    edgeButton(id, layout, beside.edge),
    h("a", { class: "sealed", href: `#/history/${id}`, title: t("table.sealed_title") }),
    h("span", { class: "offline", role: "status" }, t("table.offline")),
    h(
      "div",
      { class: "row tools" },
      headButton(icons.book, t("table.rules"), beside.rules),
      layout.has_coach ? headButton(icons.grid, t("table.chart"), beside.chart) : null,
      headButton(icons.coin, t("table.pays"), pays),
      layout.has_coach ? headButton(icons.bulb, t("coach.title"), () => coach.toggle()) : null,
      headButton(icons.speech, t("table.log"), () => log.toggle()),
      headButton(
        icons.person_add,
        t("people_here.title"),
        () => showPeople(id).catch(complain),
        "people",
      ),
      headButton(icons.help, t("table.help"), help),
    ),
  );
}

/**
 * Say under which fingerprint the shoe in play is sealed.
 *
 * @param {HTMLElement} head
 * @param {readonly import("../core/protocol.js").Shoe[]} shoes
 */
export function showSeal(head, shoes) {
  const place = head.querySelector(".sealed");
  const { commitment = "" } = shoes.at(-1) ?? {};
  const mark = `${commitment.slice(0, 4)}…${commitment.slice(-2)}`;
  if (place) say(place, commitment ? t("table.sealed", { mark }) : "");
}

/** Who is here, and what one can do about it: beside the table. @param {string} id */
async function showPeople(id) {
  const { togglePeople } = await import("./people.js");
  const beside = document.querySelector("pit-table > .beside");
  if (beside) await togglePeople(id, beside);
}

/**
 * A button that tells more.
 *
 * @param {() => HTMLElement} icon
 * @param {string} text
 * @param {() => void} act
 * @param {string} [name]
 */
function headButton(icon, text, act, name = "") {
  return h(
    "button",
    { type: "button", class: `quiet ${name}`, onclick: act },
    icon(),
    h("span", null, text),
  );
}

/**
 * The house edge, which tells more beside the table; where it has not been worked out yet it is
 * asked for.
 *
 * @param {string} id
 * @param {Layout} layout
 * @param {() => void} more
 */
function edgeButton(id, layout, more) {
  const button = h(
    "button",
    { type: "button", class: "edge quiet", onclick: more },
    t("table.edge_unknown"),
  );
  const tell = (/** @type {number} */ edge) => say(button, edgeWords(edge));
  if (layout.house_edge !== null) tell(layout.house_edge);
  else
    get(`/api/tables/${id}/odds`).then(
      (odds) => tell(odds.house_edge),
      // Too many ask just now; the button leads to the figure all the same.
      () => {},
    );
  return button;
}
