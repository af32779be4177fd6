// Finds the page for the address and shows it; each page is fetched when it is first asked for.

import { fill, h } from "./core/dom.js";
import { refresh } from "./shell/session.js";
import { buildShell, complain, mark } from "./shell/shell.js";
import { t } from "./words/translate.js";

/**
 * @typedef {import("./core/screen.js").Screen} Screen
 * @typedef {[
 *   pattern: RegExp, names: string[], tag: string, define: () => Promise<unknown>,
 * ]} Route
 */

/** @type {Route[]} */
const ROUTES = [
  [/^\/?$/, [], "pit-lobby", () => import("./lobby/page.js")],
  [/^\/open(?:\/([\w-]+))?$/, ["rulebook"], "pit-open", () => import("./lobby/open.js")],
  [/^\/evening\/([\w-]+)$/, ["table"], "pit-evening", () => import("./lobby/evening.js")],
  [/^\/table\/([\w-]+)$/, ["table"], "pit-table", () => import("./table/page.js")],
  [
    /^\/odds(?:\/([\w-]+))?(?:\/([\w-]+))?$/,
    ["rulebook", "view"],
    "pit-odds",
    () => import("./odds/page.js"),
  ],
  [
    /^\/rules(?:\/([\w-]+))?(?:\/([\w-]+))?$/,
    ["rulebook", "view"],
    "pit-rules",
    () => import("./rules/page.js"),
  ],
  [
    /^\/history(?:\/([\w-]+))?(?:\/(\d+))?$/,
    ["table", "round"],
    "pit-history",
    () => import("./history/page.js"),
  ],
  [/^\/desk(?:\/([\w-]+))?$/, ["rulebook"], "pit-desk", () => import("./desk/page.js")],
  [/^\/drills(?:\/([\w-]+))?$/, ["rulebook"], "pit-drills", () => import("./learn/drills.js")],
  [/^\/count(?:\/([\w-]+))?$/, ["rulebook"], "pit-count", () => import("./learn/count.js")],
  [/^\/statistics$/, [], "pit-statistics", () => import("./learn/statistics.js")],
  [/^\/floor\/([\w-]+)$/, ["table"], "pit-floor", () => import("./floor/page.js")],
  [/^\/audit(?:\/([\w-]+))?$/, ["table"], "pit-audit", () => import("./floor/audit/audit.js")],
  [/^\/report(?:\/([\w-]+))?$/, ["table"], "pit-report", () => import("./floor/books/report.js")],
  [/^\/account$/, [], "pit-account", () => import("./account/page.js")],
  [/^\/settings$/, [], "pit-settings", () => import("./account/settings.js")],
];

let shown = 0;

/** @param {HTMLElement} main */
async function show(main) {
  const turn = ++shown;
  const [path, query] = address();
  mark();
  const route = ROUTES.find(([pattern]) => pattern.test(path));
  if (!route) {
    fill(main, notFound());
    return;
  }
  const [pattern, names, tag, define] = route;
  const groups = pattern.exec(path)?.slice(1) ?? [];
  await define().catch(() => Promise.reject(Error(t("error.offline"))));
  if (turn !== shown) return;
  document.title = "pitboss";
  const screen = /** @type {Screen} */ (document.createElement(tag));
  screen.params = Object.fromEntries(names.map((name, place) => [name, groups[place] ?? ""]));
  screen.query = query;
  fill(main, screen);
}

/** The path and the query behind the `#`; the administrator's link leads to the account page. */
function address() {
  const hash = location.hash.slice(1);
  if (hash.startsWith("admin="))
    return /** @type {const} */ (["/account", new URLSearchParams(hash)]);
  const [path, query] = hash.split("?");
  return /** @type {const} */ ([path || "/", new URLSearchParams(query ?? "")]);
}

function notFound() {
  return h(
    "div",
    null,
    h("h1", null, t("error.not_found")),
    h("p", null, h("a", { href: "#/" }, t("error.to_tables"))),
  );
}

async function start() {
  const main = buildShell();
  const known = refresh().catch(complain);
  // A page is drawn once it is known who looks at it: drawn before that, it would be drawn again,
  // and what somebody has typed there by then would be lost.
  const go = () =>
    known
      .then(() => show(main))
      .catch((error) => {
        fill(main, h("p", { class: "notice bad" }, t("error.page")));
        complain(error);
      });
  addEventListener("hashchange", go);
  await go();
  // What is not needed to see the page comes after it.
  await import("./lobby/seat_badge.js").catch(complain);
  const { keepSettings } = await import("./account/kept_settings.js");
  keepSettings();
}

start();
