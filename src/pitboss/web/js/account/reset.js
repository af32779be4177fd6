// The administrator asks for a key for somebody who forgot the password.

import { post } from "../core/api.js";
import { h } from "../core/dom.js";
import { dialogue, toast } from "../shell/shell.js";
import "../../lang/en/account.js";
import { t } from "../words/translate.js";
import { form } from "./form.js";

/** A button that asks what was lost. @param {string} name */
export function resetButton(name) {
  return h(
    "button",
    { type: "button", class: "quiet", onclick: () => ask(name) },
    t("reset.give"),
    h("span", { class: "visually-hidden" }, t("grant.to", { name })),
  );
}

/** @param {string} name */
function ask(name) {
  const title = t("reset.for", { name });
  const lost = h("input", { type: "checkbox", name: "lost" });
  const field = h("label", { class: "row" }, lost, t("reset.lost"));
  const opened = dialogue(
    title,
    form(title, t("reset.give_hint"), t("reset.give"), [field], async (values) => {
      const path = `/api/accounts/${encodeURIComponent(name)}/reset`;
      const told = await post(path, { has_lost_factor: values.lost === "on" });
      opened.close();
      if (told.proposal) toast(t("signing.waits"));
      else showKey(told);
    }),
  );
}

/** Show a key this once, where one came. @param {{name: string, key: string}} told */
export function showKey({ name, key }) {
  if (key)
    dialogue(
      t("reset.for", { name }),
      h("p", null, h("code", { class: "secret" }, key)),
      h("p", { class: "soft" }, t("reset.shown", { name })),
    );
}
