// Who is on duty: coming on, doing steps in a row, handing the table over. Opening the console
// changes nothing.

import { h } from "../core/dom.js";
import { complain } from "../shell/shell.js";
import { t } from "../words/translate.js";
import "../../lang/en/floor.js";
import { showParts } from "./parts.js";
import { dutyForm } from "./duty.js";
import { people } from "./people.js";
import { stepRun } from "./step_run.js";

/** @typedef {import("./duty.js").Desk} Desk */

/** For somebody of the house who is not on duty here. @param {Desk} desk */
export function offDuty(desk) {
  const { floor, me } = desk;
  return h(
    "div",
    { class: "stack" },
    floor.taker === me
      ? h("p", { class: "notice", role: "status" }, t("shift.asked"))
      : floor.duties.map((duty) => dutyForm(duty, desk)),
    people(desk),
  );
}

/**
 * What stands between two dealers, with the button of whoever may agree, and steps in a row.
 *
 * @param {HTMLElement} root
 * @param {Desk} desk
 * @param {string} role
 */
export function handover(root, desk, role) {
  const { taker, handed_to } = desk.floor;
  const may = role === "dealer" || role === "supervisor";
  showParts(root, [
    taker !== "" && may && { name: "taker", on: taker, make: () => agreement(taker, desk) },
    handed_to !== "" && {
      name: "handed",
      on: handed_to,
      make: () => h("p", { class: "notice" }, t("shift.handed", { name: handed_to })),
    },
    may && {
      name: "run",
      on: desk.floor.duties,
      make: () => stepRun(desk, role) ?? h("div", { hidden: true }),
    },
  ]);
}

/** The dealer's own word that somebody may have the table. @param {Desk} desk */
export const handOver = (desk) =>
  h(
    "details",
    { class: "panel" },
    h("summary", null, t("duty.hand_over")),
    desk.sheet.orders
      .filter((duty) => duty.do === "hand_over" || duty.do === "go_off_duty")
      .map((duty) => dutyForm(duty, desk)),
  );

/** @param {string} taker @param {Desk} desk */
const agreement = (taker, { give }) =>
  h(
    "p",
    { class: "notice row" },
    t("shift.taker", { name: taker }),
    " ",
    h(
      "button",
      { type: "button", onclick: () => void give({ do: "hand_over", to: taker }).catch(complain) },
      t("shift.hand_over", { name: taker }),
    ),
  );
