// Who you are here: a guest, an account, a role; and for the administrator everybody's roles.

import "../../lang/en/settings.js";
import { ApiError, get, post } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { Screen } from "../core/screen.js";
import {
  becomeGuest,
  logIn,
  logOut,
  makeAccount,
  me,
  onChange,
  refresh,
} from "../shell/session.js";
import { complain, toast } from "../shell/shell.js";
import "../../lang/en/lobby.js";
import "../../lang/en/account.js";
import { named, t } from "../words/translate.js";
import { bankroll } from "./bankroll.js";
import { form, labelled, passwordInput } from "./form.js";
import { codeInput, secondFactor } from "./factor.js";
import { people } from "./people.js";
import { newPassword, proposals, sessions } from "./sessions.js";

/** @typedef {import("../shell/session.js").Me} Me */

/** `<pit-account>` */
class PitAccount extends Screen {
  static styles = ["/css/floor.css"];

  show() {
    document.title = `${t("account.title")} · pitboss`;
    const token = this.query.get("admin") ?? "";
    const back = this.query.get("back") ?? "";
    const body = h("div", { class: "stack" });
    fill(this, h("h1", null, t("account.title")), body);
    onChange((who) => {
      if (token && !who?.is_admin) fill(body, adminForm(token));
      else if (who && back) location.replace(`#${back}`);
      else if (who) fill(body, known(who));
      else
        fill(
          body,
          back && h("p", { class: "notice", role: "status" }, t("account.ended")),
          h("div", { class: "cards" }, guestForm(), logInForm(), accountForm(), resetForm()),
          h("p", null, h("a", { class: "button", href: "#/settings" }, t("settings.title"))),
        );
    }, this.signal);
  }
}

customElements.define("pit-account", PitAccount);

/** Somebody who is known here. @param {Me} who */
function known(who) {
  return [
    h(
      "section",
      { class: "panel stack" },
      h("h2", null, t("account.you_are", { name: who.name })),
      h(
        "p",
        { class: "row" },
        h("span", { class: "badge" }, named("role", who.role)),
        who.is_admin && h("span", { class: "badge" }, t("role.admin")),
        who.is_guest && h("span", { class: "badge" }, t("role.guest")),
      ),
      h("p", { class: "soft" }, t(who.is_guest ? "account.guest_note" : "account.account_note")),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", onclick: () => logOut().catch(complain) },
          t("account.log_out"),
        ),
        h("a", { class: "button", href: "#/settings" }, t("settings.title")),
      ),
    ),
    who.waiting_role &&
      h(
        "p",
        { class: "notice" },
        t("factor.waiting", { role: named("role", who.waiting_role) }),
      ),
    bankroll(),
    (who.is_admin || who.role !== "player") && proposals(),
    work(who),
    who.is_guest && h("div", { class: "cards" }, accountForm(who), logInForm()),
    who.is_admin && people(who),
    !who.is_guest && newPassword(),
    !who.is_guest && secondFactor(),
    sessions(who.is_guest),
  ];
}

/** Where somebody of the staff works. @param {Me} who */
function work(who) {
  if (who.role === "player") return null;
  const links = h("div", { class: "row" });
  const panel = h(
    "section",
    { class: "panel" },
    h("h2", null, t("account.work")),
    h("p", { class: "soft" }, t("account.work_note")),
    links,
  );
  const folder = who.role === "auditor" ? "audit" : "floor";
  get("/api/tables")
    .then((/** @type {{table: string, title: string}[]} */ tables) =>
      fill(
        links,
        tables.map((one) =>
          h("a", { class: "button", href: `#/${folder}/${one.table}` }, one.title),
        ),
      ),
    )
    .catch(complain);
  return panel;
}

/** @param {string} [value] */
const nameInput = (value = "") =>
  h("input", {
    name: "name",
    value,
    required: true,
    minlength: 2,
    maxlength: 20,
    autocomplete: "username",
    autocapitalize: "none",
    spellcheck: "false",
  });

function guestForm() {
  return form(
    t("account.guest"),
    t("account.guest_hint"),
    t("account.guest_go"),
    [labelled(t("account.name"), nameInput())],
    ({ name }) => becomeGuest(name),
  );
}

function logInForm() {
  // Who has a second factor is asked for its code after the right password.
  const code = labelled(t("factor.code"), codeInput(false), t("factor.code_hint"));
  code.hidden = true;
  return form(
    t("account.log_in"),
    t("account.log_in_hint"),
    t("account.log_in"),
    [
      labelled(t("account.name"), nameInput()),
      labelled(t("account.password"), passwordInput("password", "current-password")),
      code,
    ],
    async (values) => {
      try {
        await logIn(values.name, values.password, values.code);
      } catch (error) {
        if (error instanceof ApiError && error.code === "second_factor") {
          code.hidden = false;
          code.querySelector("input")?.focus();
        }
        throw error;
      }
    },
  );
}

/** For somebody who forgot the password, and has a key of the house. */
function resetForm() {
  return form(
    t("reset.title"),
    t("reset.hint"),
    t("reset.go"),
    [
      labelled(t("account.name"), nameInput()),
      labelled(
        t("reset.key"),
        h("input", { name: "key", required: true, maxlength: 100, autocomplete: "off" }),
      ),
      labelled(t("reset.password"), passwordInput("password", "new-password")),
    ],
    async ({ name, key, password }) => {
      await post("/api/password/reset", { name, key, password });
      toast(t("reset.done"));
    },
  );
}

/** @param {Me | null} [guest] Who makes it, and keeps everything. */
function accountForm(guest) {
  return form(
    t("account.make"),
    guest ? t("account.join_hint", { name: guest.name }) : t("account.make_hint"),
    t("account.make_go"),
    [
      labelled(
        t("account.name"),
        nameInput(guest?.name),
        guest ? t("account.join_name", { name: guest.name }) : "",
      ),
      labelled(t("account.password"), passwordInput("password", "new-password")),
    ],
    ({ name, password }) => makeAccount(name, password),
  );
}

/** The one-time link that the server printed at its first start. @param {string} token */
function adminForm(token) {
  return form(
    t("account.admin"),
    t("account.admin_hint"),
    t("account.admin_go"),
    [
      labelled(t("account.name"), nameInput()),
      labelled(t("account.password"), passwordInput("password", "new-password")),
    ],
    async ({ name, password }) => {
      await post("/api/accounts", { name, password, admin_token: token });
      await refresh();
      toast(t("account.admin_done", { name: me()?.name ?? name }));
      location.hash = "#/account";
    },
  );
}
