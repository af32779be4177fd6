// The auditor's view: the log by search, the books, and the verdict on both.

import { ApiError, get } from "../api.js";
import { labelled } from "../account/form.js";
import { fill, h } from "../dom.js";
import { complain } from "../shell.js";
import { money, named, t } from "../strings.js";
import { style } from "../styles.js";

/**
 * @typedef {import("../protocol.js").AuditLine} Line
 * @typedef {import("../protocol.js").Books} Books
 * @typedef {import("../protocol.js").Verdict} Verdict
 */

const SIGNS = /** @type {Record<string, string>} */ ({ ok: "✓", warning: "!", failed: "✗", skipped: "–" });

/** @param {HTMLElement} root @param {{table: string}} params */
export async function render(root, { table }) {
  await style("/css/history.css", "/css/floor.css");
  document.title = `${t("audit.title")} · pitboss`;
  const page = h("div", { class: "page audit" });
  root.append(page);
  const tables = await get("/api/tables");
  const at = table || tables[0]?.table;
  const place = h("div", { class: "stack" });
  fill(page, h("h1", null, t("audit.title")),
    h("p", null, labelled(t("audit.table"), h("select", { onchange: (/** @type {Event} */ event) => { location.hash = `#/audit/${/** @type {HTMLSelectElement} */ (event.target).value}`; } },
      tables.map((/** @type {{table: string, title: string}} */ one) => h("option", { value: one.table, selected: one.table === at }, one.title))))),
    place);
  if (!at) return;
  try {
    fill(place, verdict(at), await books(at), await search(at));
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) throw error;
    fill(place, h("p", { class: "notice" }, t("audit.not_yours"), " ", h("a", { href: "#/account" }, t("account.title"))));
  }
}

/** @param {string} table */
function verdict(table) {
  const place = h("div", { aria: { live: "polite" } });
  const button = h("button", { type: "button", class: "main", onclick: look }, t("verdict.go"));

  async function look() {
    button.toggleAttribute("disabled", true);
    fill(place, h("p", { class: "soft" }, t("verdict.working")));
    try {
      /** @type {Verdict} */
      const found = await get(`/api/tables/${table}/verify`);
      fill(place, h("p", { class: found.ok ? "notice good" : "notice bad" }, h("strong", null, t(found.ok ? "verdict.ok" : "verdict.failed", { n: found.records }))),
        h("ul", { class: "checks" }, found.checks.map((one) => h("li", { class: one.status },
          h("span", { class: "sign", aria: { hidden: true } }, SIGNS[one.status]),
          h("span", null, h("strong", null, named("check", one.check)), " ", h("span", { class: "visually-hidden" }, named("verdict_status", one.status)), one.text)))));
    } catch (error) {
      fill(place);
      complain(error);
    } finally {
      button.toggleAttribute("disabled", false);
    }
  }

  return h("section", { class: "panel stack" }, h("h2", null, t("verdict.title")), h("p", { class: "soft" }, t("verdict.hint")),
    h("div", { class: "row" }, button, h("a", { class: "button", href: `/api/tables/${table}/log`, download: `${table}.log.jsonl` }, t("audit.export"))), place);
}

/** @param {string} table */
async function books(table) {
  const place = h("div", { class: "stack" });
  /** @param {string} account */
  async function load(account) {
    /** @type {Books} */
    const found = await get(`/api/tables/${table}/ledger?${new URLSearchParams({ account })}`);
    fill(place, balances(found, account, load), transfers(found, account, load));
  }
  await load("");
  return h("section", { class: "panel stack" }, h("h2", null, t("books.title")), h("p", { class: "soft" }, t("books.hint")), place);
}

/** @param {Books} found @param {string} account @param {(account: string) => Promise<void>} load */
function balances(found, account, load) {
  return h("div", { class: "scroll-x" }, h("table", { class: "balances" },
    h("caption", null, t("books.after", { n: found.version })),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, t("books.account")), h("th", { scope: "col", class: "number" }, t("books.balance")))),
    h("tbody", null, Object.entries(found.balances).map(([name, held]) => h("tr", null,
      h("th", { scope: "row" }, h("button", { type: "button", class: "quiet", aria: { pressed: String(name === account) }, onclick: () => load(name === account ? "" : name).catch(complain) }, name)),
      h("td", { class: "number" }, money(held))))),
    h("tfoot", null, h("tr", null, h("th", { scope: "row" }, t("books.sum")), h("td", { class: `number ${found.total ? "loss" : "win"}` }, money(found.total), " ", found.total ? "✗" : "✓")))),
    found.faults.map((text) => h("p", { class: "notice bad" }, text)));
}

/** @param {Books} found @param {string} account @param {(account: string) => Promise<void>} load */
function transfers(found, account, load) {
  return h("details", { open: account !== "" }, h("summary", null, account ? t("books.transfers_of", { account }) : t("books.transfers")),
    account ? h("button", { type: "button", onclick: () => load("").catch(complain) }, t("books.all")) : null,
    h("div", { class: "scroll-x", tabindex: 0, role: "region", aria: { label: t("books.transfers") } }, h("table", null,
      h("thead", null, h("tr", null, ["n", "from", "to", "amount", "reason"].map((name) => h("th", { scope: "col", class: name === "amount" ? "number" : "" }, t(/** @type {"books.from"} */ (`books.${name}`)))))),
      h("tbody", null, found.transfers.map(({ n, transfer }) => h("tr", null,
        h("td", { class: "numbers" }, n), h("td", null, transfer.debit), h("td", null, transfer.credit), h("td", { class: "number" }, money(transfer.amount)), h("td", { class: "soft" }, transfer.reason)))))));
}

/** @param {string} table */
async function search(table) {
  /** @type {string[]} */
  const kinds = await get("/api/events");
  const rows = h("tbody");
  const none = h("p", { class: "notice", hidden: true }, t("log.none"));
  const more = h("button", { type: "button", hidden: true, onclick: () => load().catch(complain) }, t("log.older"));
  let before = 0;
  /** @type {HTMLFormElement} */
  const filter = h("form", { class: "row filter", role: "search", aria: { label: t("log.title") }, onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); begin().catch(complain); } },
    labelled(t("log.text"), h("input", { name: "text", type: "search", maxlength: 80 })),
    labelled(t("log.player"), h("input", { name: "player", type: "search", maxlength: 40 })),
    labelled(t("log.kind"), h("select", { name: "kind" }, h("option", { value: "" }, t("log.any")), kinds.map((kind) => h("option", { value: kind }, named("event", kind))))),
    h("button", { class: "main", type: "submit" }, t("log.search")));

  async function begin() {
    before = 0;
    fill(rows);
    await load();
  }

  async function load() {
    const query = new URLSearchParams([...new FormData(filter)].map(([name, value]) => [name, String(value)]));
    query.set("before", String(before));
    /** @type {{lines: Line[], before: number}} */
    const found = await get(`/api/tables/${table}/events?${query}`);
    rows.append(...found.lines.map(row));
    before = found.before;
    more.hidden = before === 0;
    none.hidden = rows.childElementCount > 0;
  }

  await load();
  return h("section", { class: "panel stack" }, h("h2", null, t("log.title")), filter, none,
    h("div", { class: "scroll-x" }, h("table", { class: "log" },
      h("thead", null, h("tr", null, ["n", "when", "what", "record"].map((name) => h("th", { scope: "col" }, t(/** @type {"log.when"} */ (`log.${name}`)))))), rows)),
    more);
}

/** @param {Line} one */
function row(one) {
  return h("tr", null,
    h("td", { class: "numbers" }, one.n),
    h("td", { class: "numbers soft" }, h("time", { datetime: new Date(one.at_ms).toISOString() }, new Date(one.at_ms).toLocaleTimeString())),
    h("td", null, one.text || h("span", { class: "soft" }, named("event", one.kind))),
    h("td", null, h("details", null, h("summary", null, named("event", one.kind)), h("code", { class: "long" }, JSON.stringify(one.event)), h("p", { class: "small soft" }, t("log.chain"), " ", h("code", { class: "long" }, one.chain)))));
}
