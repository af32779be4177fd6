// The options of a table: each with its control, its clause and what other values do to the house
// edge.

import { ApiError, get } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { edgeWords } from "../core/edge.js";
import { changed, isChanged, queryOf, setInWords, valueText } from "./choice.js";
import { control } from "./controls.js";
import { change as changeText } from "./figures.js";
import { clauseLink } from "../rules/clause.js";
import { complain, toast } from "../shell/shell.js";
import "../../lang/en/odds.js";
import { named, t, titled } from "../words/translate.js";

/**
 * @typedef {import("./answers").OptionRow} OptionRow
 * @typedef {import("./answers").RulesSheet} RulesSheet
 * @typedef {import("./answers").Effect} Effect
 */

/** Whether its values can be tried one by one. @param {OptionRow} row */
const isListed = ({ allowed }) =>
  Array.isArray(allowed)
    ? allowed.length > 1
    : allowed.type === "integer" && allowed.max !== undefined;

const GROUPS = /** @type {const} */ (["play", "wagers", "house"]);

/**
 * `<options-panel>`: says `sheet`, with the rules of the table, each time other options are chosen.
 */
export class OptionsPanel extends HTMLElement {
  rulebook = "";
  /** Those that differ from the default. @type {import("./choice.js").Options} */
  options = {};
  /** Whether the house edge of other values is told. */
  has_effects = false;
  /** Whether all options are shown at once where there is room: they are what the page is about. */
  is_open = false;
  /** What stands above the options. @type {HTMLElement | null} */
  above = null;
  #groups = h("div", { class: "stack" });
  #chosen = h("span", { class: "chosen" });
  #reset = h(
    "button",
    { type: "button", class: "quiet", onclick: () => this.take({}).catch(complain) },
    t("odds.reset"),
  );
  #details = h("details", {
    class: "panel options no-print",
    ontoggle: () => this.#tellEffects(),
  });
  /** @type {Set<string>} */
  #open = new Set(["play"]);
  /** @type {RulesSheet | undefined} */
  #shown;
  /** @type {RulesSheet | undefined} */
  #told;
  /** What is asked for is asked one after the other, so that none is lost. */
  #last = Promise.resolve();

  connectedCallback() {
    const is_wide = matchMedia("(min-width: 60rem)").matches;
    this.#details.toggleAttribute("open", this.is_open && is_wide);
    fill(
      this.#details,
      h(
        "summary",
        null,
        h("h2", null, t("odds.options")),
        this.#chosen,
        h("span", { class: "badge" }, t("odds.options_change")),
      ),
      this.above,
      this.#groups,
      this.#reset,
    );
    fill(this, this.#details);
  }

  /**
   * Choose options; where a clause refuses them, the table is shown with its defaults.
   *
   * @param {import("./choice.js").Options} options
   */
  async take(options) {
    try {
      await this.#ask(options);
    } catch (error) {
      if (!(error instanceof ApiError) || !Object.keys(options).length) throw error;
      toast(error.message, { bad: true, clause: error.clause });
      await this.take({});
    }
  }

  /** All that was chosen is shown as it is in force. */
  async settled() {
    await this.#last;
  }

  /**
   * Show the table with these options, and with one changed; what belongs to another variant goes.
   *
   * @param {import("./choice.js").Options} options
   * @param {string} [change]
   */
  async #ask(options, change = "") {
    const query = queryOf([options], [{ change }]);
    /** @type {RulesSheet} */
    const sheet = await get(`/api/rules/${this.rulebook}/form${query}`);
    this.options = changed(sheet.options);
    this.#show(sheet);
    this.dispatchEvent(new CustomEvent("sheet", { detail: sheet }));
  }

  /**
   * Change an option. What a clause refuses is said at the option, which goes back to what is in
   * force.
   *
   * @param {string} name
   * @param {string} written
   */
  #change(name, written) {
    this.#last = this.#last
      .then(() => this.#ask(this.options, `${name}=${written}`))
      .catch((error) => {
        if (!(error instanceof ApiError)) return complain(error);
        if (this.#shown) this.#show(this.#shown);
        if (!this.#refuse(name, error.message)) complain(error);
      });
  }

  /** @param {RulesSheet} sheet */
  #show(sheet) {
    this.#shown = sheet;
    const n = sheet.options.filter(isChanged).length;
    fill(this.#chosen, n ? setInWords(this.options) : t("odds.options_default"));
    this.#reset.hidden = n === 0;
    const held = document.activeElement?.closest("[data-option]")?.getAttribute("data-option");
    fill(
      this.#groups,
      GROUPS.map((name) =>
        this.#group(
          name,
          sheet.options.filter((row) => row.concerns === name),
        ),
      ),
    );
    if (held) document.getElementById(`option-${held}`)?.focus({ preventScroll: true });
    this.#tellEffects();
  }

  /**
   * Say why a value was not taken; false where the option is not here.
   *
   * @param {string} name
   * @param {string} text
   */
  #refuse(name, text) {
    const place = /** @type {HTMLElement | null} */ (
      this.querySelector(`[data-option="${name}"] .refusal`)
    );
    if (!place) return false;
    place.hidden = false;
    fill(place, text);
    return true;
  }

  /** @param {typeof GROUPS[number]} name @param {OptionRow[]} rows */
  #group(name, rows) {
    if (!rows.length) return null;
    const set = rows.filter(isChanged).length;
    return h(
      "details",
      {
        open: this.#open.has(name),
        ontoggle: (/** @type {Event} */ event) => {
          if (/** @type {HTMLDetailsElement} */ (event.target).open) this.#open.add(name);
          else this.#open.delete(name);
        },
      },
      h(
        "summary",
        null,
        h("h3", null, t(`odds.group.${name}`)),
        set ? h("span", { class: "soft small" }, t("odds.set", { n: set })) : null,
      ),
      h(
        "div",
        { class: "stack" },
        rows.map((row) => this.#entry(row)),
      ),
    );
  }

  /** @param {OptionRow} row */
  #entry(row) {
    const id = `option-${row.name}`;
    return h(
      "div",
      { class: isChanged(row) ? "option changed" : "option", data: { option: row.name } },
      h(
        "div",
        { class: "head" },
        h("label", { for: id }, named("option", row.name)),
        control(row, id, (written) => this.#change(row.name, written)),
      ),
      h(
        "p",
        { class: "soft small", id: `${id}-text` },
        row.text,
        " ",
        row.reading ? h("span", { class: "reading" }, t("odds.reading")) : null,
        " ",
        clauseLink(this.rulebook, row.clause),
      ),
      this.#conflicts(row),
      h("p", { class: "refusal small", role: "alert", hidden: true }),
      this.has_effects && row.concerns === "play"
        ? h("p", { class: "effects small", aria: { live: "off" } })
        : null,
    );
  }

  /** Why some values cannot be chosen beside the others. @param {OptionRow} row */
  #conflicts({ refused, idle }) {
    if (idle) return [h("p", { class: "conflict small" }, idleText(idle))];
    const all = refused ?? [];
    return [...new Set(all.map((one) => one.text))].map((text) => {
      const same = all.filter((one) => one.text === text);
      const { clause } = same[0];
      return h(
        "p",
        { class: "conflict small" },
        conflictText(text, same),
        " ",
        clause ? clauseLink(this.rulebook, clause) : null,
      );
    });
  }

  /**
   * Ask option by option, so that figures appear as they are worked out; nothing while the panel is
   * closed.
   */
  async #tellEffects() {
    const sheet = this.#shown;
    if (!sheet || this.#told === sheet || !this.has_effects || !this.#details.hasAttribute("open"))
      return;
    this.#told = sheet;
    for (const row of sheet.options.filter((one) => one.concerns === "play" && isListed(one))) {
      const place = this.#groups.querySelector(`[data-option="${row.name}"] .effects`);
      try {
        /** @type {Effect[]} */
        const effects = await get(
          `/api/odds/${sheet.rulebook}/effects${queryOf([this.options], [{ of: row.name }])}`,
        );
        if (sheet !== this.#shown || !place?.isConnected) return;
        fill(
          place,
          effects.length
            ? effects.map((effect) => this.#effectButton(effect))
            : h("span", { class: "soft" }, t("odds.no_effect")),
        );
      } catch {
        if (sheet !== this.#shown) return;
      }
    }
  }

  /** @param {Effect} effect */
  #effectButton(effect) {
    const label = t("odds.effect_label", {
      value: valueText(effect.value),
      edge: edgeWords(effect.house_edge, 3),
      change: changeText(effect.change),
    });
    return h(
      "button",
      {
        type: "button",
        class: "effect",
        title: label,
        aria: { label },
        onclick: () => this.#change(effect.option, effect.value),
      },
      valueText(effect.value),
      " ",
      h("span", { class: effect.change > 0 ? "loss" : "win" }, changeText(effect.change)),
    );
  }
}

customElements.define("options-panel", OptionsPanel);

/** Where an option would decide something. @param {NonNullable<OptionRow["idle"]>} idle */
function idleText({ options, wagers }) {
  const needs = Object.entries(options).map(
    ([name, values]) => `${named("option", name)}: ${values.map(valueText).join(", ")}`,
  );
  return needs.length
    ? t("odds.idle_option", { needs: needs.join("; ") })
    : t("odds.idle_wager", { wagers: wagers.map(titled).join(", ") });
}

/**
 * Why values cannot be chosen, in a sentence.
 *
 * @param {string} text
 * @param {import("./answers").RefusedValue[]} refused
 */
function conflictText(text, refused) {
  const why = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  const value = refused.map((one) => valueText(one.value)).join(", ");
  return typeof refused[0].value === "boolean" ? why : t("odds.conflict", { value, why });
}

/** @param {string} cards @param {(cards: string) => void} change */
export function removedField(cards, change) {
  return h(
    "div",
    { class: "option removed" },
    h("label", { for: "removed" }, t("odds.removed")),
    h("input", {
      id: "removed",
      type: "text",
      value: cards,
      placeholder: "As 5d 5h",
      autocomplete: "off",
      spellcheck: "false",
      aria: { describedby: "removed-text" },
      onchange: (/** @type {Event} */ event) =>
        change(/** @type {HTMLInputElement} */ (event.target).value.trim()),
    }),
    h("p", { class: "soft small", id: "removed-text" }, t("odds.removed_text")),
  );
}
