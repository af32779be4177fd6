// Who is on duty: coming on, and handing the table over. Opening the console changes nothing.

import { h } from "../dom.js";
import { complain } from "../shell.js";
import { t } from "../strings.js";
import { dutyForm } from "./duty.js";
import { people } from "./people.js";

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
 * What stands between two dealers, with the button of whoever may agree.
 *
 * @param {Desk} desk
 * @param {string} role
 */
export function handoverBar({ floor, give }, role) {
  const { taker, handed_to } = floor;
  if (taker && (role === "dealer" || role === "supervisor"))
    return h(
      "p",
      { class: "notice row" },
      t("shift.taker", { name: taker }),
      " ",
      h(
        "button",
        {
          type: "button",
          onclick: () => void give({ do: "hand_over", to: taker }).catch(complain),
        },
        t("shift.hand_over", { name: taker }),
      ),
    );
  return handed_to ? h("p", { class: "notice" }, t("shift.handed", { name: handed_to })) : null;
}
