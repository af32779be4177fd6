// Who you are here: a guest, an account, a role; and for the administrator everybody's roles.

import { get, post } from "../api.js";
import { fill, h } from "../dom.js";
import { Screen } from "../screen.js";
import { becomeGuest, logIn, logOut, me, onChange, refresh } from "../session.js";
import { complain, toast } from "../shell.js";
import { named, t } from "../strings.js";
import { bankroll } from "./bankroll.js";
import { form, labelled } from "./form.js";
import { people } from "./people.js";

/** @typedef {import("../session.js").Me} Me */

/** `<pit-account>` */
class PitAccount extends Screen {
  static styles = ["/css/floor.css"];

  show() {
    document.title = `${t("account.title")} · pitboss`;
    const token = this.query.get("admin") ?? "";
    const body = h("div", { class: "stack" });
    fill(this, h("h1", null, t("account.title")), body);
    onChange((who) => {
      if (token && !who?.is_admin) fill(body, adminForm(token));
      else if (who) fill(body, known(who));
      else fill(body, h("div", { class: "cards" }, guestForm(), logInForm(), accountForm()));
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
      ),
    ),
    bankroll(),
    work(who),
    who.is_guest && h("div", { class: "cards" }, accountForm(), logInForm()),
    who.is_admin && people(who),
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

const nameInput = () =>
  h("input", {
    name: "name",
    required: true,
    minlength: 2,
    maxlength: 20,
    autocomplete: "username",
    autocapitalize: "none",
    spellcheck: "false",
  });

/** @param {string} autocomplete */
const passwordInput = (autocomplete) =>
  h("input", {
    name: "password",
    type: "password",
    required: true,
    minlength: autocomplete === "new-password" ? 10 : 1,
    maxlength: 200,
    autocomplete,
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
  return form(
    t("account.log_in"),
    t("account.log_in_hint"),
    t("account.log_in"),
    [
      labelled(t("account.name"), nameInput()),
      labelled(t("account.password"), passwordInput("current-password")),
    ],
    ({ name, password }) => logIn(name, password),
  );
}

function accountForm() {
  return form(
    t("account.make"),
    t("account.make_hint"),
    t("account.make_go"),
    [
      labelled(t("account.name"), nameInput()),
      labelled(t("account.password"), passwordInput("new-password")),
    ],
    async ({ name, password }) => {
      await post("/api/accounts", { name, password });
      await refresh();
    },
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
      labelled(t("account.password"), passwordInput("new-password")),
    ],
    async ({ name, password }) => {
      await post("/api/accounts", { name, password, admin_token: token });
      await refresh();
      toast(t("account.admin_done", { name: me()?.name ?? name }));
      location.hash = "#/account";
    },
  );
}
