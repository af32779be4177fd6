// The administrator's list of people: the roles and the play money that they are given.

import "../../lang/en/account.js";
import { form, labelled } from "./form.js";
import { resetButton } from "./reset.js";
import { get, post, put } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { newId } from "../core/socket.js";
import { refresh } from "../shell/session.js";
import { complain, dialogue, toast } from "../shell/shell.js";
import { money, named, t } from "../words/translate.js";

/** @typedef {import("../shell/session.js").Me} Me */

const ROLES = ["player", "dealer", "supervisor", "casino_supervisor", "auditor"];
const SHOWN_MAX = 200;

/** @param {Me} admin */
export function people(admin) {
  const rows = h("tbody");
  const count = h("p", { class: "soft small", role: "status" });
  /** @type {HTMLInputElement} */
  const search = h("input", { type: "search", oninput: () => list() });
  /** @type {Me[]} */
  let everybody = [];

  function list() {
    const wanted = search.value.toLowerCase();
    const matching = everybody.filter((one) => one.name.toLowerCase().includes(wanted));
    fill(
      rows,
      matching.slice(0, SHOWN_MAX).map((one) => row(one, admin)),
    );
    fill(count, t("people.count", { n: matching.length }));
  }

  get("/api/accounts")
    .then((accounts) => {
      everybody = accounts;
      list();
    })
    .catch(complain);
  return h(
    "section",
    { class: "panel stack" },
    h("h2", null, t("people.title")),
    h("p", { class: "soft" }, t("people.hint")),
    labelled(t("people.search"), search),
    count,
    h(
      "div",
      { class: "scroll-x" },
      h(
        "table",
        null,
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "col" }, t("account.name")),
            h("th", { scope: "col" }, t("people.role")),
            h("th", { scope: "col" }, t("grant.column")),
          ),
        ),
        rows,
      ),
    ),
  );
}

/** @param {Me} one @param {Me} admin */
function row(one, admin) {
  return h(
    "tr",
    null,
    h(
      "th",
      { scope: "row", class: "person" },
      one.name,
      one.is_admin ? h("span", { class: "badge" }, t("role.admin")) : null,
    ),
    h(
      "td",
      null,
      one.is_guest ? h("span", { class: "soft" }, t("role.guest")) : roleChoice(one, admin),
    ),
    h("td", null, grantButton(one.name), one.is_guest ? null : resetButton(one.name)),
  );
}

/** @param {Me} one @param {Me} admin */
function roleChoice(one, admin) {
  let held = one.role;
  /** @type {HTMLSelectElement} */
  const choice = h(
    "select",
    { aria: { label: t("people.role_of", { name: one.name }) }, onchange: give },
    ROLES.map((role) =>
      h("option", { value: role, selected: role === one.role }, named("role", role)),
    ),
  );

  async function give() {
    try {
      const now = await put(`/api/accounts/${encodeURIComponent(one.name)}/role`, {
        role: choice.value,
      });
      if (now.proposal) {
        choice.value = held;
        toast(t("signing.waits"));
        return;
      }
      held = now.role;
      toast(t("people.given", { name: one.name, role: named("role", held) }));
      if (one.name === admin.name) await refresh();
    } catch (error) {
      choice.value = held;
      complain(error);
    }
  }

  return choice;
}

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
