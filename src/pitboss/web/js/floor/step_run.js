// Steps of a procedure in a row: one press puts on record what one person has done, up to the step
// that is somebody else's. Each step stands in the log by itself.

import { h } from "../core/dom.js";
import { isGuest } from "../shell/guests.js";
import { complain } from "../shell/shell.js";
import { t } from "../words/translate.js";
import "../../lang/en/floor.js";

/**
 * @typedef {import("./duty.js").Desk} Desk
 * @typedef {import("./duty.js").Duty} Duty
 */

const STEPS_MAX = 60;

/**
 * The command of the step that is due, as it is usually done; nothing where it is another role's.
 *
 * @param {Duty[]} duties
 * @param {string} role
 * @param {string[]} players
 */
function usual(duties, role, players) {
  const duty = duties.find((one) => one.is_due);
  if (duty?.do === "begin_procedure" && duty.by.includes(role) && !duty.fields.length)
    return { do: duty.do, name: duty.what };
  if (duty?.do !== "perform") return null;
  const position = duty.fields[0]?.default;
  const command = { do: duty.do, step: duty.what, ...(position == null ? {} : { position }) };
  // The dealer keys for somebody at the table who has no device.
  const guest = duty.who || (duty.by.includes("player") ? (players.find(isGuest) ?? "") : "");
  if (guest) return isGuest(guest) && role === "dealer" ? { ...command, by: guest } : null;
  return duty.by.includes(role) ? command : null;
}

/** @param {Desk["floor"]} floor @param {string} role */
const next = ({ duties, players }, role) => usual(duties, role, Object.keys(players));

/**
 * A button that does every step in a row that is this role's; nothing where none is.
 *
 * @param {Desk} desk
 * @param {string} role
 */
export function stepRun(desk, role) {
  if (!next(desk.floor, role)) return null;
  async function go() {
    for (let n = 0; n < STEPS_MAX; n += 1) {
      const command = next(desk.latest(), role);
      if (!command || !(await desk.give(command))) return;
    }
  }
  return h(
    "div",
    { class: "panel row" },
    h(
      "button",
      { type: "button", class: "big", onclick: () => void go().catch(complain) },
      t("steps.all"),
    ),
    h("span", { class: "soft" }, t("steps.all_hint")),
  );
}
