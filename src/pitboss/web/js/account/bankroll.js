// The movements of a bankroll.

import { get } from "../core/api.js";
import { fill, h, say } from "../core/dom.js";
import { complain } from "../shell/shell.js";
import { moment, money, named, signed, t } from "../words/translate.js";
import "../../lang/en/account.js";

/**
 * @typedef {import("../core/protocol.js").BankrollSheet} BankrollSheet
 * @typedef {import("../core/protocol.js").Movement} Movement
 */

/** The bankroll with its movements, the newest first. */
export function bankroll() {
  const total = h("strong", { class: "total" });
  const today = h("p", { class: "soft" });
  const rows = h("tbody");
  const more = h(
    "button",
    { type: "button", class: "quiet", hidden: true, onclick: () => load().catch(complain) },
    t("bankroll.older"),
  );
  let before = 0;

  async function load() {
    /** @type {BankrollSheet} */
    const sheet = await get(`/api/bankroll?before=${before}`);
    say(total, money(sheet.held));
    today.hidden = sheet.today_left === null;
    fill(today, t("bankroll.today", { amount: money(sheet.today_left ?? 0) }));
    rows.append(...sheet.movements.map(row));
    before = sheet.before;
    more.hidden = before === 0;
  }

  load().catch(complain);
  return h(
    "section",
    { class: "panel stack" },
    h("h2", null, t("bankroll.title"), " ", total),
    h("p", { class: "soft" }, t("bankroll.hint")),
    today,
    h(
      "div",
      { class: "scroll-x", role: "region", tabindex: "0", aria: { label: t("bankroll.title") } },
      h(
        "table",
        null,
        h("caption", { class: "visually-hidden" }, t("bankroll.movements")),
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "col" }, t("bankroll.when")),
            h("th", { scope: "col" }, t("bankroll.what")),
            h("th", { scope: "col", class: "number" }, t("bankroll.amount")),
            h("th", { scope: "col", class: "number" }, t("bankroll.after")),
          ),
        ),
        rows,
      ),
    ),
    more,
  );
}

/** A table by its id; the id of a private one is its key, and is not shown. @param {string} id */
const placeOf = (id) => (id.startsWith("private-") ? t("bankroll.private") : id);

/** @param {Movement} one */
function row(one) {
  const at = new Date(one.at_ms);
  const what = named("movement", one.kind);
  return h(
    "tr",
    null,
    h("td", null, h("time", { datetime: at.toISOString() }, moment(at.getTime()))),
    h("td", null, one.source ? t("bankroll.where", { what, where: placeOf(one.source) }) : what),
    h("td", { class: one.amount > 0 ? "number win" : "number loss" }, signed(one.amount)),
    h("td", { class: "number" }, money(one.held)),
  );
}
