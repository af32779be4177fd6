// The frame around every page: the bar with chips and net result, short messages, dialogues.

import { fill, h } from "../core/dom.js";
import { every, LiveElement } from "../core/element.js";
import * as icons from "../core/icons.js";
import { me, onChange } from "./session.js";
import * as settings from "./settings.js";
import { money, signed, t } from "../words/translate.js";

const PAGES = /** @type {const} */ ([
  ["tables", "#/"],
  ["odds", "#/odds"],
  ["rules", "#/rules"],
  ["history", "#/history"],
  ["learn", "#/drills"],
]);
/** Pages that belong to one of those. @type {Record<string, string>} */
const WITHIN = {
  "#/table": "#/",
  "#/evening": "#/",
  "#/count": "#/drills",
  "#/statistics": "#/drills",
};

/** Roles of those who keep the books of the house. */
const STAFF = new Set(["dealer", "supervisor", "casino_supervisor", "auditor"]);

/** @typedef {{net: number, chips: number, since_ms: number}} Standing */

/** `<table-standing>` in the bar; empty away from tables. */
export class TableStanding extends LiveElement {
  /** @type {Standing | null} */
  #now = null;
  #shown = "";

  /** How the player stands; null where nobody plays here. */
  get now() {
    return this.#now;
  }

  set now(now) {
    this.#now = now;
    this.#show();
  }

  begin() {
    every(1_000, () => this.#show(), this.signal);
    this.#show();
  }

  #show() {
    this.hidden = this.#now === null;
    if (!this.#now) return;
    const { net, chips, since_ms } = this.#now;
    const minutes = Math.floor((Date.now() - since_ms) / 60_000);
    const sign = `${chips}|${net}|${minutes}`;
    if (this.#shown === sign) return;
    this.#shown = sign;
    fill(
      this,
      h("span", { class: "soft small" }, t("shell.chips")),
      h("strong", null, money(chips)),
      " ",
      h("span", { class: "soft small" }, t("shell.net")),
      h("strong", { class: net > 0 ? "win" : net < 0 ? "loss" : "soft" }, signed(net)),
      " ",
      h("span", { class: "minutes soft small" }, t("shell.minutes", { n: minutes })),
    );
  }
}

customElements.define("table-standing", TableStanding);

/** What a player at a table has in view all the time; the table fills it. */
export const standing = new TableStanding();
/** @type {HTMLElement} */
let toasts;
/** @type {HTMLElement} */
let links;

/** Build the bar and the place for pages; gives that place. @returns {HTMLElement} */
export function buildShell() {
  settings.apply();
  const account = h("a", { class: "button quiet account", href: "#/account" });
  links = h("nav", { aria: { label: t("shell.nav") } });
  toasts = h("div", { class: "toasts", role: "status" });
  const main = h("main", { id: "main", tabindex: "-1" });
  document.body.append(
    h(
      "a",
      {
        class: "skip button",
        href: "#main",
        onclick: (/** @type {Event} */ event) => {
          event.preventDefault();
          main.focus();
        },
      },
      t("shell.skip"),
    ),
    h(
      "header",
      { class: "bar" },
      h(
        "a",
        { class: "brand", href: "#/", aria: { label: t("shell.home") } },
        h("img", { src: "/icon.svg", alt: "" }),
        h("span", null, "pitboss"),
      ),
      links,
      standing,
      h("div", { class: "tools" }, h("seat-badge"), themeSwitch(), account),
    ),
    main,
    toasts,
  );
  onChange((who) => {
    const name = who ? who.shown_name || who.name : t("shell.guest");
    account.setAttribute("aria-label", t("shell.account", { name }));
    fill(account, icons.person(), h("span", { class: "who" }, name));
    mark();
  });
  return main;
}

/** Mark the page that is shown, and offer those that this person may use. */
export function mark() {
  const who = me();
  /** @type {[string, string][]} */
  const pages = PAGES.map(([name, href]) => [t(`nav.${name}`), href]);
  if (who?.is_admin || STAFF.has(who?.role ?? "")) pages.push([t("nav.report"), "#/report"]);
  if (who?.role === "auditor") pages.push([t("nav.audit"), "#/audit"]);
  const shown = location.hash.split("?")[0] || "#/";
  const within = Object.keys(WITHIN).find((page) => shown.startsWith(page));
  const at = within ? WITHIN[within] : shown;
  fill(
    links,
    pages.map(([name, href]) => {
      const is_here = href === "#/" ? at === "#/" : at.startsWith(href);
      return h("a", { href, aria: { current: is_here ? "page" : null } }, name);
    }),
  );
}

/**
 * Show a sentence for a while.
 *
 * @param {string} text
 * @param {{bad?: boolean, clause?: string}} [how]
 */
export function toast(text, { bad = false, clause = "" } = {}) {
  const made = h(
    "div",
    { class: bad ? "toast bad" : "toast" },
    sentence(text),
    clause ? " " : null,
    clause ? h("span", { class: "clause" }, clause) : null,
  );
  toasts.append(made);
  while (toasts.childElementCount > 3) toasts.firstElementChild?.remove();
  setTimeout(() => made.remove(), 6_000);
}

/** What the server refuses with, as a sentence. @param {string} text */
const sentence = (text) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;

/** Show what went wrong, whatever was thrown. @param {unknown} error */
export function complain(error) {
  const text = error instanceof Error ? error.message : String(error);
  toast(text, { bad: true, clause: /** @type {any} */ (error)?.clause ?? "" });
}

/**
 * A dialogue with a title and a button that closes it.
 *
 * @param {string} title
 * @param {...import("../core/dom.js").Child} body
 */
export function dialogue(title, ...body) {
  /** @type {HTMLDialogElement} */
  const made = h(
    "dialog",
    { aria: { label: title } },
    h(
      "div",
      { class: "head" },
      h("h2", null, title),
      h(
        "button",
        {
          class: "quiet icon",
          type: "button",
          aria: { label: t("shell.close") },
          onclick: () => made.close(),
        },
        icons.cross(),
      ),
    ),
    h("div", { class: "body" }, ...body),
  );
  made.addEventListener("close", () => made.remove());
  made.addEventListener("click", (event) => {
    if (event.target === made) made.close();
  });
  document.body.append(made);
  made.showModal();
  return made;
}

/** Whether cards move. */
export const isMoving = () =>
  getComputedStyle(document.documentElement).getPropertyValue("--motion").trim() !== "0";

function themeSwitch() {
  const isDark = () =>
    (settings.get("theme") ||
      (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const button = h("button", {
    class: "quiet icon",
    type: "button",
    onclick: () => settings.set({ theme: isDark() ? "light" : "dark" }),
  });
  const show = () => {
    fill(button, isDark() ? icons.sun() : icons.moon());
    button.ariaLabel = button.title = t(isDark() ? "shell.light" : "shell.dark");
  };
  settings.subscribe(show);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  show();
  return button;
}
