// The administrator gives somebody play money.

import { post } from "../core/api.js";
import { h } from "../core/dom.js";
import { dialogue, toast } from "../shell/shell.js";
import { newId } from "../core/socket.js";
import { money, t } from "../words/translate.js";
import { form, labelled } from "./form.js";

/** In whole units of money. */
const USUAL = 1_000;
const MOST = 1_000_000;

/** A button that asks how much. @param {string} name */
export function grantButton(name) {
  return h(
    "button",
    { type: "button", class: "quiet", onclick: () => ask(name) },
    t("grant.give"),
    h("span", { class: "visually-hidden" }, t("grant.to", { name })),
  );
}

/** @param {string} name */
function ask(name) {
  // Sent twice, it is given once.
  const id = newId();
  const amount = h("input", {
    name: "amount",
    type: "number",
    required: true,
    min: 0.01,
    max: MOST,
    step: 0.01,
    value: USUAL,
  });
  const opened = dialogue(
    t("grant.title", { name }),
    form(
      t("grant.title", { name }),
      t("grant.hint"),
      t("grant.give"),
      [labelled(t("grant.amount"), amount)],
      async (values) => {
        const cents = Math.round(Number(values.amount) * 100);
        const path = `/api/accounts/${encodeURIComponent(name)}/grants`;
        const now = await post(path, { id, amount: cents });
        toast(now.proposal ? t("signing.waits") : t("grant.done", { name, held: money(now.held) }));
        opened.close();
      },
    ),
  );
}
