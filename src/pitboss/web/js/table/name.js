// "What is your name?": the first thing that an invited guest is asked, and how to change it later.

import { form, labelled } from "../account/form.js";
import { h } from "../core/dom.js";
import { asName, becomeGuest, changeName, guestKept, me } from "../shell/session.js";
import { dialogue } from "../shell/shell.js";
import "../../lang/en/people.js";
import { t } from "../words/translate.js";

/** @param {string} [value] */
const nameField = (value = "") =>
  labelled(
    t("name.field"),
    h("input", { name: "name", value, required: true, maxlength: 20, autocomplete: "nickname" }),
  );

/** Ask a newcomer at a table of friends; whoever skips it plays under a name that is made up. */
export function askName() {
  if (me() || guestKept()) return;
  const ask = form("", "", t("name.go"), [nameField()], async ({ name }) => {
    await becomeGuest(asName(name));
    asked.close();
  });
  const skip = h("button", { type: "button", class: "quiet" }, t("name.skip"));
  const asked = dialogue(t("name.title"), ask, skip);
  skip.addEventListener("click", () => asked.close());
  asked.querySelector("input")?.focus();
}

/** The form with which somebody changes the name that others see. */
export function nameForm() {
  const who = me();
  if (!who) return null;
  return h(
    "details",
    null,
    h("summary", null, t("name.change")),
    form("", "", t("name.save"), [nameField(who.shown_name || who.name)], ({ name }) =>
      changeName(name),
    ),
  );
}
