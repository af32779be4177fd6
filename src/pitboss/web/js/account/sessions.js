// Where you are logged in, another password, and what waits for a second signature of the staff.

import { get, post, put, remove } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { form, labelled, passwordField, passwordInput } from "./form.js";
import { showKey } from "./reset.js";
import { guestKept } from "../shell/session.js";
import { complain, toast } from "../shell/shell.js";
import "../../lang/en/account.js";
import { moment, money, named, t } from "../words/translate.js";

/** @typedef {import("../core/protocol.js").OpenSession} OpenSession */
/** @typedef {import("../core/protocol.js").Waiting} Waiting */

/** Every device that this person is logged in with. @param {boolean} is_guest */
export function sessions(is_guest) {
  const list = h("div", { class: "stack" });
  const field = passwordField();
  const others = h(
    "div",
    { class: "stack" },
    is_guest ? null : field,
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", onclick: () => end("") }, t("sessions.end_others")),
    ),
  );

  /** @param {string} session */
  async function end(session) {
    const typed = /** @type {HTMLInputElement} */ (field.querySelector("input"));
    try {
      const password = is_guest ? (guestKept()?.key ?? "") : typed.value;
      await post("/api/sessions/end", { password, session });
      typed.value = "";
      toast(t("sessions.ended"));
      await load();
    } catch (error) {
      complain(error);
    }
  }

  /** @param {OpenSession} one */
  const row = (one) =>
    h(
      "div",
      { class: "row" },
      t("sessions.since", {
        when: moment(one.began_ms),
        where: one.address || t("sessions.somewhere"),
      }),
      one.is_this
        ? h("span", { class: "badge" }, t("sessions.this"))
        : h(
            "button",
            { type: "button", class: "quiet", onclick: () => end(one.session) },
            t("sessions.end"),
          ),
    );

  async function load() {
    /** @type {OpenSession[]} */
    const open = await get("/api/sessions");
    fill(list, open.map(row));
    others.hidden = open.length < 2;
  }

  load().catch(complain);
  return h(
    "section",
    { class: "panel stack" },
    h("h2", null, t("sessions.title")),
    list,
    others,
  );
}

/** Another password, with the one of now. */
export const newPassword = () =>
  form(
    t("password.title"),
    t("password.hint"),
    t("password.go"),
    [
      labelled(t("password.old"), passwordInput("old", "current-password")),
      labelled(t("password.new"), passwordInput("new", "new-password")),
    ],
    async (values) => {
      await put("/api/password", { old: values.old, new: values.new });
      toast(t("password.done"));
    },
  );

/** What an administrator asked for and a second person has to sign; for the staff. */
export function proposals() {
  const list = h("div", { class: "stack" });
  const panel = h(
    "section",
    { class: "panel stack", hidden: true },
    h("h2", null, t("signing.title")),
    h("p", { class: "soft" }, t("signing.hint")),
    list,
  );

  /** @param {() => Promise<unknown>} act @param {string} told */
  async function settle(act, told) {
    try {
      await act();
      toast(told);
      await load();
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Waiting} one */
  function row(one) {
    const path = `/api/proposals/${one.proposal}`;
    const what = one.reset
      ? t(one.reset === "password" ? "reset.asked" : "reset.asked_both")
      : one.role
        ? named("role", one.role)
        : money(one.amount);
    return h(
      "div",
      { class: "row" },
      t("signing.asked", { by: one.by, name: one.name, what }),
      h(
        "button",
        {
          type: "button",
          onclick: () => settle(() => post(`${path}/signature`).then(showKey), t("signing.signed")),
        },
        t("signing.sign"),
      ),
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          onclick: () => settle(() => remove(path), t("signing.rejected")),
        },
        t("signing.reject"),
      ),
    );
  }

  async function load() {
    /** @type {Waiting[]} */
    const waiting = await get("/api/proposals");
    fill(list, waiting.map(row));
    panel.hidden = waiting.length === 0;
  }

  load().catch(complain);
  return panel;
}
