// Opening a table: any rulebook, every option with its clause and what it does to the house edge.

import { get, post } from "../api.js";
import { fill, h } from "../dom.js";
import { make } from "../element.js";
import { queryOf } from "../odds/choice.js";
import { OptionsPanel } from "../odds/panel.js";
import { Screen } from "../screen.js";
import { me, supervises } from "../session.js";
import { complain } from "../shell.js";
import { percent, t } from "../strings.js";
import { PageTabs } from "../tabs.js";

/** @typedef {{id: string, title: string}} Book */

const DEALING = /** @type {const} */ (["automatic", "cards_by_hand", "by_hand"]);

/** `<pit-open>` @extends {Screen<Book[]>} */
class PitOpen extends Screen {
  static styles = ["/css/odds.css", "/css/options.css", "/css/lobby.css"];

  load() {
    return get("/api/rulebooks");
  }

  /** @param {Book[]} books */
  async show(books) {
    document.title = t("open.title");
    this.classList.add("odds");
    if (!me()?.is_admin && !supervises(me()?.role)) {
      fill(
        this,
        h("h1", null, t("open.title")),
        h("p", null, t("lobby.who_opens")),
        h("p", null, h("a", { href: "#/account" }, t("open.log_in"))),
      );
      return;
    }
    const rulebook = this.params.rulebook || books[0].id;
    const panel = make(OptionsPanel, { rulebook, has_effects: true });
    const tabs = make(PageTabs, { label: t("open.rulebook") });
    const edge = h("strong", { class: "numbers" });
    panel.addEventListener("sheet", () => tellEdge(edge, panel).catch(complain));
    fill(
      this,
      h("h1", null, t("open.title")),
      tabs,
      h("div", { class: "columns" }, form(panel, edge), panel),
    );
    tabs.show(
      books.map(({ id, title }) => ({
        href: `#/open/${id}`,
        text: title,
        is_here: id === rulebook,
      })),
    );
    await panel.take({});
  }
}

customElements.define("pit-open", PitOpen);

/** @param {HTMLElement} place @param {OptionsPanel} panel */
async function tellEdge(place, panel) {
  fill(place, "…");
  const { options } = panel;
  const told = await get(`/api/odds/${panel.rulebook}/edge${queryOf([options])}`);
  if (options === panel.options) fill(place, percent(told.house_edge));
}

/** @param {OptionsPanel} panel @param {HTMLElement} edge */
function form(panel, edge) {
  const id = h("input", {
    id: "table-id",
    name: "table",
    required: true,
    pattern: "[a-z][a-z0-9_\\-]{0,39}",
    value: `${panel.rulebook.replaceAll("_", "-")}-2`,
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
    { id: "table-dealing", name: "dealing" },
    DEALING.map((name) => h("option", { value: name }, t(`open.dealing.${name}`))),
  );

  const turn = h("input", {
    id: "table-turn",
    type: "number",
    min: 0,
    max: 3600,
    inputmode: "numeric",
    placeholder: t("open.turn_usual"),
  });
  const bots = h(
    "select",
    { id: "table-bots" },
    ["", "1", "0"].map((value) =>
      h("option", { value }, t(/** @type {"open.bots."} */ (`open.bots.${value}`))),
    ),
  );

  /** @param {SubmitEvent} event */
  async function open(event) {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.target)));
    const { rulebook, options } = panel;
    const [turn_s, has_bots] = [turn, bots].map(
      (one) => /** @type {HTMLInputElement} */ (one).value,
    );
    const pace = {
      ...(turn_s ? { turn_ms: Number(turn_s) * 1000 } : {}),
      ...(has_bots ? { has_bots: Number(has_bots) } : {}),
    };
    try {
      const made = await post("/api/tables", { ...given, rulebook, options, pace });
      const page = made.dealing === "automatic" ? "table" : "floor";
      location.hash = `#/${page}/${made.table}`;
    } catch (error) {
      complain(error);
    }
  }

  return h(
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
    h("div", { class: "field" }, h("label", { for: "table-dealing" }, t("open.dealing")), dealing),
    h(
      "details",
      null,
      h("summary", null, t("open.pace")),
      h("p", { class: "soft small" }, t("open.pace_text")),
      h("div", { class: "field" }, h("label", { for: "table-turn" }, t("open.turn")), turn),
      h("div", { class: "field" }, h("label", { for: "table-bots" }, t("open.bots")), bots),
    ),
    h("button", { class: "main" }, t("open.open")),
  );
}
