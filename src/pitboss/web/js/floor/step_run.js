// Steps of a procedure in a row: one press puts on record what one person has done, up to the step
// that is somebody else's. Each step stands in the log by itself.

import { h } from "../core/dom.js";
import { complain } from "../shell/shell.js";
import { t } from "../words/translate.js";
import "../../lang/en/floor.js";
import { usualCommand } from "./dealer/due_command.js";

/**
 * @typedef {import("./duty.js").Desk} Desk
 * @typedef {import("./duty.js").Duty} Duty
 */

const STEPS_MAX = 60;

/**
 * The command of the step that is due, as it is usually done; nothing where it is another's: a
 * player is asked first, with a device or without.
 *
 * @param {Desk["floor"]} floor
 * @param {string} role
 */
function next({ duties }, role) {
  const duty = duties.find((one) => one.is_due);
  const is_step = duty && ["perform", "begin_procedure"].includes(duty.do);
  return is_step && !duty.who && duty.by.includes(role) ? usualCommand(duty) : null;
}

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
