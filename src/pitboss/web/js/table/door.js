// The door of a table of friends: its host lets newcomers in, and they are told.

import { post } from "../core/api.js";
import { say } from "../core/dom.js";
import { shownName } from "../shell/guests.js";
import { style } from "../core/styles.js";
import { complain, toast } from "../shell/shell.js";
import "../../lang/en/people.js";
import { t } from "../words/translate.js";

/** @typedef {import("../core/protocol.js").Status} Status */

/** Ask the host for a seat, if they are to be asked. @param {string} table @param {string} door */
export async function askHost(table, door) {
  if (door === "ask") await post(`/api/tables/${table}/seat-requests`);
  else toast(t(door === "asked" ? "door.asked" : "door.closed"));
}

/**
 * Tell the host who asks for a seat, and a guest that they may take one.
 *
 * @param {HTMLElement} head
 * @param {Status | null} before
 * @param {Status} now
 */
export function heedDoor(head, before, { door, asking }) {
  if (before?.door === "asked" && !door) toast(t("newcomer.let_in"));
  const title = t("people_here.title");
  const way = /** @type {HTMLElement | null} */ (head.querySelector(".people"));
  const label = way?.querySelector("span");
  if (label) say(label, asking.length ? `${title} (${asking.length})` : title);
  if (way) way.dataset.asking = asking.length ? String(asking.length) : "";
  style("/css/people.css").catch(complain);
  // An open panel shows them.
  if (document.querySelector("table-people")) return;
  for (const name of asking)
    if (!before?.asking.includes(name)) toast(t("newcomer.asks", { name: shownName(name) }));
}
