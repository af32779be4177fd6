// Who is at the table, sitting or watching; the link for friends, bots, and emotes.

import { form, labelled } from "../account/form.js";
import { ApiError, get, post, put, remove } from "../core/api.js";
import { copyText } from "../core/copy.js";
import { fill, h, say } from "../core/dom.js";
import { every, LiveElement, make } from "../core/element.js";
import { newId } from "../core/socket.js";
import { codePicture, joinCode } from "../lobby/join.js";
import { learnNames, shownName } from "../shell/guests.js";
import * as icons from "../core/icons.js";
import { me } from "../shell/session.js";
import { complain, toast } from "../shell/shell.js";
import "../../lang/en/people.js";
import { money, t } from "../words/translate.js";
import { style } from "../core/styles.js";
import { emoteButtons } from "./emotes.js";
import { nameForm } from "./name.js";

/** @typedef {import("../core/protocol.js").PeopleHere} PeopleHere */

const LOOK_MS = 4_000;
const DOORS = /** @type {const} */ (["link", "ask", "closed"]);

/** Open the panel beside the table, or close it. @param {string} id @param {Element} beside */
export async function togglePeople(id, beside) {
  const open = beside.querySelector("table-people");
  if (open) {
    open.remove();
    return;
  }
  await style("/css/people.css");
  const made = make(TablePeople, { table: id });
  beside.prepend(made);
  made.focus();
}

/** `<table-people>` */
class TablePeople extends LiveElement {
  table = "";
  #lists = h("div", { class: "stack" });
  #bots = h("div", { class: "row" });
  #emotes = h("div");
  #door = h("div", { class: "stack" });
  #name = h("div");
  #shown = "";
  #who = "";

  begin() {
    this.tabIndex = -1;
    fill(
      this,
      h(
        "section",
        { class: "panel stack", aria: { label: t("people_here.title") } },
        h(
          "div",
          { class: "row head" },
          h("h2", null, t("people_here.title")),
          h(
            "button",
            {
              class: "quiet icon",
              type: "button",
              aria: { label: t("shell.close") },
              onclick: () => this.remove(),
            },
            icons.cross(),
          ),
        ),
        this.#lists,
        this.#door,
        this.#name,
        this.#emotes,
        this.#bots,
        invitation(this.table),
      ),
    );
    this.#look();
    every(LOOK_MS, () => this.#look(), this.signal);
  }

  async #look() {
    if (this.signal.aborted) return;
    try {
      /** @type {PeopleHere} */
      const here = await get(`/api/tables/${this.table}/people`);
      if (!this.signal.aborted) this.#show(here);
    } catch (error) {
      if (this.signal.aborted) return;
      // A table that was closed has nobody at it.
      if (error instanceof ApiError && error.status === 404) this.remove();
      else complain(error);
    }
  }

  /** @param {PeopleHere} here */
  #show(here) {
    learnNames(here.shown_names);
    const text = JSON.stringify([here, me()]);
    if (text === this.#shown) return;
    this.#shown = text;
    fill(
      this.#lists,
      here.owner && here.may_close ? this.#showDoor(here) : null,
      list(t("people_here.sitting"), here.seated, here),
      list(t("people_here.watching"), here.watching, here),
      here.unnamed ? h("p", { class: "soft small" }, t("here.more", { n: here.unnamed })) : null,
    );
    const is_seated = here.seated.includes(me()?.name ?? "");
    if (!is_seated) fill(this.#emotes, h("p", { class: "soft small" }, t("emote.sit")));
    else if (!this.#emotes.querySelector(".emotes")) fill(this.#emotes, emoteButtons(this.table));
    fill(this.#bots, this.#commands(here));
    const who = JSON.stringify(me());
    // A name that is being typed stays while others come and go.
    if (who !== this.#who) fill(this.#name, nameForm());
    this.#who = who;
  }

  /** Who may join, and those who ask for a seat. @param {PeopleHere} here */
  #showDoor({ door, asking }) {
    const path = `/api/tables/${this.table}`;
    /** @param {string} player @param {boolean} is_let_in */
    const answer = (player, is_let_in) => () =>
      post(`${path}/newcomers`, { player, is_let_in }).then(() => this.#look(), complain);
    /** @type {HTMLSelectElement} */
    const chosen = h(
      "select",
      {
        name: "door",
        onchange: () =>
          put(`${path}/door`, { door: chosen.value }).then(() => this.#look(), complain),
      },
      DOORS.map((value) =>
        h("option", { value, selected: value === door }, t(`people_here.door.${value}`)),
      ),
    );
    const rows = asking.map((name) =>
      h(
        "li",
        { class: "row" },
        h("bdi", null, shownName(name)),
        answerButton(t("people_here.let_in"), "main", answer(name, true)),
        answerButton(t("people_here.not_now"), "", answer(name, false)),
      ),
    );
    fill(this.#door, labelled(t("people_here.door"), chosen));
    return rows.length
      ? h("div", null, h("h3", null, t("people_here.asking")), h("ul", { class: "names" }, rows))
      : null;
  }

  /** More chips for one player. @param {PeopleHere} here */
  #giveChips({ seated, bots, opening_chips }) {
    const names = seated.filter((name) => !bots.includes(name));
    const players = names.map((name) => h("option", { value: name }, shownName(name)));
    const amount = { name: "amount", type: "number", min: 1, value: opening_chips / 100 };
    return h(
      "details",
      null,
      h("summary", null, t("people_here.give")),
      form(
        "",
        "",
        t("people_here.give"),
        [
          labelled(t("people_here.to"), h("select", { name: "player" }, players)),
          labelled(t("people_here.amount"), h("input", amount)),
        ],
        async ({ player, amount: chips }) => {
          const cents = Math.round(Number(chips) * 100);
          await post(`/api/tables/${this.table}/chips`, { id: newId(), player, amount: cents });
          toast(t("people_here.given", { amount: money(cents), name: shownName(player) }));
        },
      ),
    );
  }

  /** @param {PeopleHere} here */
  #commands(here) {
    const path = `/api/tables/${this.table}`;
    /** @param {string} text @param {() => Promise<unknown>} act */
    const button = (text, act) =>
      h(
        "button",
        { type: "button", onclick: () => act().then(() => this.#look(), complain) },
        text,
      );
    return [
      here.may_seat_bots
        ? button(t("table.bot"), async () => {
            const bot = await post(`${path}/bots`, { kind: "like_dealer" });
            toast(t("table.bot_sits", { name: bot.name }));
          })
        : null,
      here.may_send_bots_home && here.bots.length
        ? button(t("people_here.bots_home"), () => remove(`${path}/bots`))
        : null,
      here.owner
        ? h("a", { class: "button", href: `#/evening/${this.table}` }, t("evening.title"))
        : null,
      here.owner && here.may_close && here.opening_chips ? this.#giveChips(here) : null,
      here.owner && here.may_close
        ? button(t("people_here.close"), async () => {
            await remove(path);
            this.remove();
            location.hash = `#/evening/${this.table}`;
          })
        : null,
    ];
  }
}

customElements.define("table-people", TablePeople);

/** @param {string} text @param {string} name @param {() => void} act */
const answerButton = (text, name, act) =>
  h("button", { type: "button", class: name, onclick: act }, text);

/** @param {string} title @param {string[]} names @param {PeopleHere} here */
function list(title, names, { bots, owner }) {
  if (!names.length) return null;
  return h(
    "div",
    null,
    h("h3", null, title),
    h(
      "ul",
      { class: "names" },
      names.map((name) =>
        h(
          "li",
          null,
          h("bdi", null, shownName(name)),
          name === me()?.name ? h("span", { class: "badge" }, t("box.you")) : null,
          bots.includes(name) ? h("span", { class: "badge" }, t("people_here.bot")) : null,
          name === owner
            ? h(
                "span",
                { class: "badge" },
                t(name === me()?.name ? "people_here.own" : "people_here.owner"),
              )
            : null,
        ),
      ),
    ),
  );
}

/** The address of this table. */
function addressHere() {
  const { origin, pathname, hash } = location;
  return origin + pathname + hash.split("?")[0];
}

/** Send friends the address of this table, or copy it for them. @param {string} table */
export async function invite(table) {
  const url = await joinCode(table).then(
    (code) => code.url || addressHere(),
    () => addressHere(),
  );
  if (navigator.share) await navigator.share({ title: document.title, url }).catch(() => {});
  else if (await copyText(url)) toast(t("people_here.link_copied", { url }));
  else await togglePeople(table, /** @type {Element} */ (document.querySelector(".beside")));
}

/** The address of this table, to be sent to friends, with a code to scan. @param {string} table */
function invitation(table) {
  const link = addressHere();
  const told = h("span", { role: "status", class: "soft small" });
  /** @type {HTMLInputElement} */
  const shown = h("input", {
    id: "invite-link",
    readonly: true,
    value: link,
    onfocus: (/** @type {Event} */ event) =>
      /** @type {HTMLInputElement} */ (event.target).select(),
  });
  const copy = async () => {
    const is_copied = await copyText(shown.value);
    shown.focus();
    say(told, t(is_copied ? "people_here.copied" : "people_here.select"));
  };
  const picture = h("div");
  const showCode = async () => {
    const code = await joinCode(table);
    if (!code.url) return;
    shown.value = code.url;
    fill(picture, await codePicture(code));
  };
  showCode().catch(complain);
  return h(
    "div",
    { class: "field invite" },
    h("label", { for: "invite-link" }, t("people_here.invite")),
    shown,
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", onclick: () => copy().catch(complain) }, t("people_here.copy")),
      told,
    ),
    picture,
  );
}
