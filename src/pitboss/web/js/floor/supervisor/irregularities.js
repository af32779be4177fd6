// What may go wrong, each with its clause and what follows: picked from a list, then ruled on.

import { labelled } from "../../account/form.js";
import { fill, h } from "../../core/dom.js";
import { named, t } from "../../words/translate.js";
import "../../../lang/en/floor.js";
import { dutyForm } from "../duty.js";

/** @param {import("../duty.js").Desk} desk @param {string} role */
export function reportPicker(desk, role) {
  const known = desk.sheet.reports.filter((duty) => duty.by.includes(role));
  const place = h("div");
  /** @type {HTMLSelectElement} */
  const pick = h(
    "select",
    { onchange: show },
    h("option", { value: "" }, t("report.none")),
    known.map((duty) => h("option", { value: duty.what }, named("report", duty.what))),
  );

  function show() {
    const duty = known.find((one) => one.what === pick.value);
    fill(place, duty ? dutyForm(duty, { ...desk, give }) : null);
  }

  /** What was ruled on is done with: the next begins with an empty form. @param {object} ruling */
  async function give(ruling) {
    const is_done = await desk.give(ruling);
    if (is_done) {
      pick.value = "";
      show();
    }
    return is_done;
  }

  return h(
    "section",
    { class: "panel stack report-picker" },
    h("h2", null, t("report.title")),
    h("p", { class: "soft" }, t("report.hint")),
    labelled(t("report.what"), pick),
    place,
  );
}
