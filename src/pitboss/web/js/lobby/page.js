// The lobby: every table with its rulebook, limits, house edge, free boxes, and who is there.

import { get } from "../api.js";
import { h, keyed, say } from "../dom.js";
import { me, onChange } from "../session.js";
import { complain } from "../shell.js";
import { money, percent, t } from "../strings.js";
import { style } from "../styles.js";

/** @typedef {import("../protocol.js").TableSummary} Summary */

const REFRESH_MS = 3_000;
/** The table that a newcomer is led to. */
const FIRST = "pa-free-bet";
/** House edges that nobody has asked for yet are asked for after a while, one after the other. */
const IDLE_MS = 2_000;

/** @param {HTMLElement} root */
export async function render(root) {
  await style("/css/lobby.css");
  document.title = t("lobby.page");
  const list = h("ul", { class: "tables", aria: { label: t("lobby.title") } });
  const open = h("div", { class: "open-table" });
  root.append(
    h(
      "div",
      { class: "page lobby" },
      h(
        "section",
        { class: "welcome" },
        h("div", null, h("h1", null, t("lobby.title")), h("p", { class: "lead" }, t("lobby.lead"))),
        h("a", { class: "button main play-now", href: `#/table/${FIRST}` }, t("lobby.play_now")),
      ),
      list,
      open,
    ),
  );
  const stop_listening = onChange((who) => {
    const may_open = who?.is_admin || who?.role === "supervisor";
    open.replaceChildren(
      may_open
        ? h("a", { class: "button", href: "#/open" }, t("lobby.open"))
        : h("p", { class: "soft small" }, t("lobby.who_opens")),
    );
    refresh();
  });

  /** @type {Summary[]} */
  let shown = [];
  async function refresh() {
    try {
      shown = await get("/api/tables");
      keyed(list, shown, (table) => table.table, makeEntry, changeEntry);
    } catch (error) {
      complain(error);
    }
  }

  let is_left = false;
  async function askEdges() {
    for (const table of shown.filter((one) => one.house_edge === null)) {
      if (is_left) return;
      try {
        table.house_edge = (await get(`/api/tables/${table.table}/odds`)).house_edge;
        const entry = /** @type {HTMLElement | null} */ (
          list.querySelector(`[data-key="${table.table}"]`)
        );
        if (entry) changeEntry(entry, table);
      } catch {
        return;
      }
    }
  }

  await refresh();
  const refreshing = setInterval(refresh, REFRESH_MS);
  const idle = setTimeout(askEdges, IDLE_MS);
  return () => {
    is_left = true;
    clearInterval(refreshing);
    clearTimeout(idle);
    stop_listening();
  };
}

/** @param {Summary} table */
function makeEntry(table) {
  const query = new URLSearchParams(table.options).toString();
  const link = (/** @type {string} */ page) =>
    `#/${page}/${table.rulebook}${query ? `?${query}` : ""}`;
  const staff = me()?.role === "dealer" || me()?.role === "supervisor";
  return h(
    "li",
    { class: "panel entry" },
    h(
      "a",
      {
        class: "picture",
        href: `#/table/${table.table}`,
        tabindex: "-1",
        aria: { hidden: "true" },
      },
      picture(table.boxes),
    ),
    h("h2", null, h("a", { href: `#/table/${table.table}` }, table.title)),
    h("p", { class: "soft small about" }, table.about),
    h(
      "dl",
      { class: "facts" },
      fact(t("lobby.limits"), `${money(table.min_bet)} – ${money(table.max_bet)}`),
      fact(t("lobby.edge"), "…", "edge"),
      fact(t("lobby.free"), "", "free"),
      fact(t("lobby.there"), "", "there"),
    ),
    h(
      "div",
      { class: "row" },
      h(
        "a",
        { class: "button main", href: `#/table/${table.table}` },
        t("lobby.play"),
        h("span", { class: "visually-hidden" }, ` ${table.title}`),
      ),
      ...[
        ["rules", link("rules")],
        ["odds", link("odds")],
        ["history", `#/history/${table.table}`],
      ].map(([name, href]) =>
        h(
          "a",
          { class: "button quiet", href },
          t(/** @type {any} */ (`nav.${name}`)),
          h("span", { class: "visually-hidden" }, ` ${table.title}`),
        ),
      ),
      staff
        ? h("a", { class: "button quiet", href: `#/floor/${table.table}` }, t("lobby.floor"))
        : null,
    ),
  );
}

/** @param {string} name @param {string} value @param {string} [key] */
const fact = (name, value, key = "") =>
  h("div", null, h("dt", null, name), h("dd", { class: key }, value));

/** @param {HTMLElement} entry @param {Summary} table */
function changeEntry(entry, table) {
  const free = table.boxes - table.taken.length;
  const there = [
    ...table.players,
    ...(table.watchers ? [t("lobby.watchers", { n: table.watchers })] : []),
  ];
  /** @param {string} key @param {string} text */
  const set = (key, text) => say(/** @type {Element} */ (entry.querySelector(`.${key}`)), text);
  set("edge", table.house_edge === null ? "…" : percent(table.house_edge));
  set("free", t("lobby.free_of", { free, all: table.boxes }));
  set("there", table.stopped || there.join(", ") || t("lobby.nobody"));
  entry
    .querySelectorAll(".picture .seat")
    .forEach((seat, place) => seat.classList.toggle("taken", table.taken.includes(place + 1)));
}

/** A small felt with its boxes. @param {number} boxes */
function picture(boxes) {
  const seats = Array.from({ length: boxes }, (_, place) => {
    const angle = Math.PI * (0.1 + (0.8 * (place + 0.5)) / boxes);
    return h("circle", {
      class: "seat",
      cx: (100 - 78 * Math.cos(angle)).toFixed(1),
      cy: (6 + 62 * Math.sin(angle)).toFixed(1),
      r: boxes > 7 ? 6.5 : 7.5,
    });
  });
  return h(
    "svg",
    { viewBox: "0 0 200 92", class: "mini" },
    h("path", { class: "mini-rail", d: "M4 2h192c0 50-40 88-96 88S4 52 4 2z" }),
    h("path", { class: "mini-felt", d: "M10 4h180c-2 44-38 80-90 80S12 48 10 4z" }),
    h("path", { class: "mini-line", d: "M46 6c4 24 26 38 54 38s50-14 54-38" }),
    h("rect", { class: "mini-card", x: 86, y: 8, width: 13, height: 18, rx: 2 }),
    h("rect", { class: "mini-back", x: 101, y: 8, width: 13, height: 18, rx: 2 }),
    seats,
  );
}
