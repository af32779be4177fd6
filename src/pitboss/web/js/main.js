// Finds the page for the address and shows it; each page is fetched when it is first asked for.

import { fill, h } from "./dom.js";
import { refresh } from "./session.js";
import { buildShell, complain, mark, setStanding } from "./shell.js";
import { t } from "./strings.js";

/**
 * A page puts itself into `root` and gives what has to be undone when it is left.
 * @typedef {{[name: string]: string} & {query: URLSearchParams}} Params
 * @typedef {void | (() => void)} Leave
 * @typedef {(root: HTMLElement, params: any) => (Leave | Promise<Leave>)} Render
 * @typedef {[pattern: RegExp, names: string[], load: () => Promise<{render: Render}>]} Route
 */

/** @type {Route[]} */
const ROUTES = [
  [/^\/?$/, [], () => import("./lobby/page.js")],
  [/^\/open(?:\/([\w-]+))?$/, ["rulebook"], () => import("./lobby/open.js")],
  [/^\/table\/([\w-]+)$/, ["table"], () => import("./table/page.js")],
  [/^\/odds(?:\/([\w-]+))?(?:\/([\w-]+))?$/, ["rulebook", "view"], () => import("./odds/page.js")],
  [
    /^\/rules(?:\/([\w-]+))?(?:\/([\w-]+))?$/,
    ["rulebook", "view"],
    () => import("./rules/page.js"),
  ],
  [/^\/history(?:\/([\w-]+))?(?:\/(\d+))?$/, ["table", "round"], () => import("./history/page.js")],
  [/^\/floor\/([\w-]+)$/, ["table"], () => import("./floor/page.js")],
  [/^\/audit(?:\/([\w-]+))?$/, ["table"], () => import("./floor/audit.js")],
  [/^\/account$/, [], () => import("./account/page.js")],
];

/** @type {void | (() => void)} */
let leave;
let shown = 0;

/** @param {HTMLElement} main */
async function show(main) {
  const turn = ++shown;
  const [path, query] = address();
  leave?.();
  leave = undefined;
  setStanding(null);
  mark();
  const found = ROUTES.find(([pattern]) => pattern.test(path));
  if (!found) {
    fill(main, notFound());
    return;
  }
  const [pattern, names, load] = found;
  const groups = pattern.exec(path)?.slice(1) ?? [];
  const params = {
    ...Object.fromEntries(names.map((name, place) => [name, groups[place] ?? ""])),
    query,
  };
  try {
    const page = await load();
    if (turn !== shown) return;
    fill(main);
    document.title = "pitboss";
    const done = await page.render(main, params);
    if (turn === shown) leave = done;
    else done?.();
  } catch (error) {
    if (turn === shown)
      fill(main, h("div", { class: "page" }, h("p", { class: "notice bad" }, t("error.page"))));
    complain(error);
  }
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
    { class: "page" },
    h("h1", null, t("error.not_found")),
    h("p", null, h("a", { href: "#/" }, t("error.to_tables"))),
  );
}

async function start() {
  const main = buildShell();
  addEventListener("hashchange", () => show(main));
  await refresh().catch(complain);
  await show(main);
}

start();
