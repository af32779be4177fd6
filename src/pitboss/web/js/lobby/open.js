// Opening a table: any rulebook, every option with its clause and what it does to the house edge.

import { ApiError, get, post } from "../api.js";
import { fill, h } from "../dom.js";
import { changed, queryOf } from "../odds/choice.js";
import { optionsPanel } from "../odds/panel.js";
import { me } from "../session.js";
import { complain } from "../shell.js";
import { percent, t } from "../strings.js";
import { style } from "../styles.js";

/** @param {HTMLElement} root @param {{rulebook: string}} params */
export async function render(root, { rulebook }) {
  await style("/css/odds.css", "/css/lobby.css");
  document.title = t("open.title");
  const who = me();
  if (!who?.is_admin && who?.role !== "supervisor") {
    root.append(
      h(
        "div",
        { class: "page" },
        h("h1", null, t("open.title")),
        h("p", null, t("lobby.who_opens")),
        h("p", null, h("a", { href: "#/account" }, t("open.log_in"))),
      ),
    );
    return;
  }
  const books = await get("/api/rulebooks");
  const chosen = rulebook || books[0].id;
  const page = h("div", { class: "page odds" });
  root.append(page);
  await form(page, books, chosen);
}

/**
 * @param {HTMLElement} page
 * @param {{id: string, title: string}[]} books
 * @param {string} rulebook
 */
async function form(page, books, rulebook) {
  /** @type {Record<string, string>} */
  let options = {};
  const edge = h("strong", { class: "numbers" }, "…");
  const panel = optionsPanel({
    has_effects: true,
    change: (name, written) => choose({ ...options, [name]: written }, name),
    reset: () => choose({}, ""),
  });
  const id = h("input", {
    id: "table-id",
    name: "table",
    required: true,
    pattern: "[a-z][a-z0-9_\\-]{0,39}",
    value: `${rulebook.replaceAll("_", "-")}-2`,
    autocomplete: "off",
  });
  const title = h("input", {
    id: "table-title",
    name: "title",
    maxlength: "80",
    autocomplete: "off",
  });
  const dealing = h(
    "select",
    { id: "table-dealing" },
    ["automatic", "cards_by_hand", "by_hand"].map((name) =>
      h("option", { value: name }, t(/** @type {any} */ (`open.dealing.${name}`))),
    ),
  );

  /**
   * Take other options if the rulebook allows them.
   *
   * @param {Record<string, string>} next
   * @param {string} name
   */
  async function choose(next, name) {
    try {
      const sheet = await get(`/api/rules/${rulebook}${queryOf([next])}`);
      options = changed(sheet.options);
      panel.show(sheet);
      fill(edge, "…");
      const told = await get(`/api/odds/${rulebook}/edge${queryOf([options])}`);
      fill(edge, percent(told.house_edge));
    } catch (error) {
      if (!(error instanceof ApiError) || !panel.refuse(name, error.message)) complain(error);
    }
  }

  /** @param {Event} event */
  async function open(event) {
    event.preventDefault();
    try {
      const made = await post("/api/tables", {
        table: /** @type {HTMLInputElement} */ (id).value,
        title: /** @type {HTMLInputElement} */ (title).value,
        rulebook,
        options,
        dealing: /** @type {HTMLSelectElement} */ (dealing).value,
      });
      location.hash =
        made.dealing === "automatic" ? `#/table/${made.table}` : `#/floor/${made.table}`;
    } catch (error) {
      complain(error);
    }
  }

  fill(
    page,
    h("h1", null, t("open.title")),
    h(
      "nav",
      { class: "tabs", aria: { label: t("open.rulebook") } },
      books.map((book) =>
        h(
          "a",
          { href: `#/open/${book.id}`, aria: { current: book.id === rulebook ? "page" : null } },
          book.title,
        ),
      ),
    ),
    h(
      "div",
      { class: "columns" },
      h(
        "form",
        { class: "panel stack", onsubmit: open },
        h("p", null, t("open.edge"), " ", edge),
        h(
          "div",
          { class: "field" },
          h("label", { for: "table-id" }, t("open.id")),
          id,
          h("p", { class: "soft small" }, t("open.id_text")),
        ),
        h("div", { class: "field" }, h("label", { for: "table-title" }, t("open.name")), title),
        h(
          "div",
          { class: "field" },
          h("label", { for: "table-dealing" }, t("open.dealing")),
          dealing,
        ),
        h("button", { class: "main" }, t("open.open")),
      ),
      panel.element,
    ),
  );
  await choose({}, "");
}
