// The options of a table: each with its control, its clause and what other values do to the house edge.

import { get } from "../api.js";
import { fill, h } from "../dom.js";
import { clauseLink } from "../rules/clause.js";
import { named, t } from "../strings.js";
import { isChanged, queryOf, valueText } from "./choice.js";
import { control } from "./controls.js";
import { change as changeText, edge } from "./figures.js";

/**
 * @typedef {import("./answers").OptionRow} OptionRow
 * @typedef {import("./answers").RulesSheet} RulesSheet
 * @typedef {import("./answers").Effect} Effect
 * @typedef {{change: (name: string, written: string) => void, reset: () => void, has_effects: boolean}} Hooks
 */

/** Whether its values can be tried one by one. @param {OptionRow} row */
const isListed = ({ allowed }) => (Array.isArray(allowed) ? allowed.length > 1 : allowed.type === "integer" && allowed.max !== undefined);

const GROUPS = /** @type {const} */ (["play", "wagers", "house"]);

/** The panel; `show` puts a table into it, `refuse` says why a value was not taken. @param {Hooks} hooks */
export function optionsPanel(hooks) {
  const groups = h("div", { class: "stack" });
  const count = h("span", { class: "soft" });
  const reset = h("button", { type: "button", class: "quiet", onclick: hooks.reset }, t("odds.reset"));
  const removed = h("div");
  const details = h("details", { class: "panel options no-print", open: matchMedia("(min-width: 60rem)").matches, ontoggle: () => tellEffects() },
    h("summary", null, h("h2", null, t("odds.options")), count), removed, groups, reset);
  /** @type {Set<string>} */
  const open = new Set(["play"]);
  /** @type {RulesSheet | undefined} */
  let shown;
  /** @type {RulesSheet | undefined} */
  let told;

  /** @param {RulesSheet} sheet */
  function show(sheet) {
    shown = sheet;
    const n = sheet.options.filter(isChanged).length;
    fill(count, n ? t("odds.changed", { n }) : t("odds.as_default"));
    reset.hidden = n === 0;
    const held = document.activeElement?.closest("[data-option]")?.getAttribute("data-option");
    fill(groups, GROUPS.map((name) => group(sheet.rulebook, name, sheet.options.filter((row) => row.concerns === name))));
    if (held) document.getElementById(`option-${held}`)?.focus({ preventScroll: true });
    tellEffects();
  }

  /** @param {string} rulebook @param {typeof GROUPS[number]} name @param {OptionRow[]} rows */
  function group(rulebook, name, rows) {
    if (!rows.length) return null;
    const set = rows.filter(isChanged).length;
    return h("details", { open: open.has(name), ontoggle: (/** @type {Event} */ event) => {
      if (/** @type {HTMLDetailsElement} */ (event.target).open) open.add(name);
      else open.delete(name);
    } },
      h("summary", null, h("h3", null, t(`odds.group.${name}`)), set ? h("span", { class: "soft small" }, t("odds.set", { n: set })) : null),
      h("div", { class: "stack" }, rows.map((row) => entry(rulebook, row))));
  }

  /** @param {string} rulebook @param {OptionRow} row */
  function entry(rulebook, row) {
    const id = `option-${row.name}`;
    return h("div", { class: isChanged(row) ? "option changed" : "option", data: { option: row.name } },
      h("div", { class: "head" },
        h("label", { for: id }, named("option", row.name)),
        control(row, id, (written) => hooks.change(row.name, written))),
      h("p", { class: "soft small", id: `${id}-text` }, row.text, " ", row.reading ? h("span", { class: "reading" }, t("odds.reading")) : null, " ",
        clauseLink(rulebook, row.clause)),
      h("p", { class: "refusal small", role: "alert", hidden: true }),
      hooks.has_effects && row.concerns === "play" ? h("p", { class: "effects small", aria: { live: "off" } }) : null);
  }

  /** Ask option by option, so that figures appear as they are worked out; nothing while the panel is closed. */
  async function tellEffects() {
    const sheet = shown;
    if (!sheet || told === sheet || !hooks.has_effects || !details.hasAttribute("open")) return;
    told = sheet;
    const options = Object.fromEntries(sheet.options.filter(isChanged).map((row) => [row.name, row.written]));
    for (const row of sheet.options.filter((one) => one.concerns === "play" && isListed(one))) {
      const place = groups.querySelector(`[data-option="${row.name}"] .effects`);
      try {
        /** @type {Effect[]} */
        const found = await get(`/api/odds/${sheet.rulebook}/effects${queryOf([options], [{ of: row.name }])}`);
        if (sheet !== shown || !place?.isConnected) return;
        fill(place, found.length ? found.map(effectButton) : h("span", { class: "soft" }, t("odds.no_effect")));
      } catch {
        if (sheet !== shown) return;
      }
    }
  }

  /** @param {Effect} effect */
  function effectButton(effect) {
    const label = t("odds.effect_label", { value: valueText(effect.value), edge: edge(effect.house_edge), change: changeText(effect.change) });
    return h("button", { type: "button", class: "effect", title: label, aria: { label }, onclick: () => hooks.change(effect.option, effect.value) },
      valueText(effect.value), " ", h("span", { class: effect.change > 0 ? "loss" : "win" }, changeText(effect.change)));
  }

  /** @param {string} name @param {string} text */
  function refuse(name, text) {
    const place = /** @type {HTMLElement | null} */ (groups.querySelector(`[data-option="${name}"] .refusal`));
    if (!place) return false;
    place.hidden = false;
    fill(place, text);
    return true;
  }

  return { element: details, removed, show, refuse };
}
