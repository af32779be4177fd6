// Taking back what was keyed last, by a supervisor who gives the reason.

import { form, labelled } from "../../account/form.js";
import { h } from "../../core/dom.js";
import { inWords } from "../../shell/guests.js";
import { keyedAs, t } from "../../words/translate.js";
import "../../strings.floor.en.js";

/** @param {import("../duty.js").Desk} desk */
export function takeBackForm({ floor, give }) {
  const last = floor.take_back;
  if (!last) return h("p", { class: "soft" }, t("take_back.nothing"));
  return form(
    t("take_back.title"),
    t("take_back.what", { what: inWords(keyedAs(last.what)), who: last.who }),
    t("take_back.go"),
    [
      labelled(
        t("field.reason"),
        h("input", { name: "reason", required: true, maxlength: 200, autocomplete: "off" }),
      ),
    ],
    ({ reason }) => give({ do: "take_back", reason }),
  );
}
