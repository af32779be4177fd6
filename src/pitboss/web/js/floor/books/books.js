// The books of a table: what every account holds, and the transfers behind it.

import { get } from "../../core/api.js";
import { fill, h } from "../../core/dom.js";
import { complain } from "../../shell/shell.js";
import { guestName, shownName } from "../../shell/guests.js";
import { money, spokenName, t } from "../../words/translate.js";
import "../../../lang/en/floor.js";
import { booked, checked } from "../audit/read_log.js";

/** @typedef {import("../../core/protocol.js").Books} Books */

/** An account as people read it: `player ann`, `box 3, ann`, `cashier`. @param {string} name */
function accountName(name) {
  const [, box, player] = /^(?:player|box (\d+)) (.+)$/.exec(name) ?? [];
  if (player === guestName(Number(box), "")) return t("box.number", { n: box });
  if (box) return t("books.of_box", { n: box, name: shownName(player) });
  if (player) return t("books.of_player", { name: shownName(player) });
  return spokenName(name.replaceAll(" ", "_"));
}

/** @param {string} table */
export async function books(table) {
  const place = h("div", { class: "stack" });
  /** @param {string} account */
  async function load(account) {
    /** @type {Books} */
    const books = await get(`/api/tables/${table}/ledger?${new URLSearchParams({ account })}`);
    fill(place, balances(books, account, load), transfers(books, account, load));
  }
  await load("");
  return h(
    "section",
    { class: "panel stack" },
    h("h2", null, t("books.title")),
    h("p", { class: "soft" }, t("books.hint")),
    place,
  );
}

/** @param {Books} books @param {string} account @param {(account: string) => Promise<void>} load */
function balances(books, account, load) {
  return h(
    "div",
    { class: "scroll-x" },
    h(
      "table",
      { class: "balances" },
      h("caption", null, t("books.after", { n: books.version })),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, t("books.account")),
          h("th", { scope: "col", class: "number" }, t("books.balance")),
        ),
      ),
      h(
        "tbody",
        null,
        Object.entries(books.balances).map(([name, held]) =>
          h(
            "tr",
            null,
            h(
              "th",
              { scope: "row" },
              h(
                "button",
                {
                  type: "button",
                  class: "quiet",
                  aria: { pressed: String(name === account) },
                  onclick: () => load(name === account ? "" : name).catch(complain),
                },
                accountName(name),
              ),
            ),
            h("td", { class: "number" }, money(held)),
          ),
        ),
      ),
      h(
        "tfoot",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "row" }, t("books.sum")),
          h(
            "td",
            { class: `number ${books.total ? "loss" : "win"}` },
            money(books.total),
            " ",
            books.total ? "✗" : "✓",
          ),
        ),
      ),
    ),
    books.faults.map((text) => h("p", { class: "notice bad" }, checked(text))),
  );
}

/** @param {Books} books @param {string} account @param {(account: string) => Promise<void>} load */
function transfers(books, account, load) {
  return h(
    "details",
    { open: account !== "" },
    h(
      "summary",
      null,
      account ? t("books.transfers_of", { account: accountName(account) }) : t("books.transfers"),
    ),
    account
      ? h("button", { type: "button", onclick: () => load("").catch(complain) }, t("books.all"))
      : null,
    h(
      "div",
      { class: "scroll-x", tabindex: 0, role: "region", aria: { label: t("books.transfers") } },
      h(
        "table",
        null,
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            ["n", "from", "to", "amount", "reason"].map((name) =>
              h(
                "th",
                { scope: "col", class: name === "amount" ? "number" : "" },
                t(/** @type {"books.from"} */ (`books.${name}`)),
              ),
            ),
          ),
        ),
        h(
          "tbody",
          null,
          books.transfers.map(({ n, transfer }) =>
            h(
              "tr",
              null,
              h("td", { class: "numbers" }, n),
              h("td", null, accountName(transfer.debit)),
              h("td", null, accountName(transfer.credit)),
              h("td", { class: "number" }, money(transfer.amount)),
              h("td", { class: "soft" }, booked(transfer.reason)),
            ),
          ),
        ),
      ),
    ),
  );
}
