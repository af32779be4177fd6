// A form for each thing that the staff may do, made from what the server says it needs.

import { form, labelled } from "../account/form.js";
import { h } from "../core/dom.js";
import { shownName } from "../shell/guests.js";
import { named, t } from "../words/translate.js";
import "../../lang/en/floor.js";
import { handsOf } from "../core/view.js";
import { payoutPicker } from "./supervisor/corrections.js";
import { commandBase } from "./dealer/due_command.js";
import { parseCard } from "./keys/notation.js";

/**
 * @typedef {import("../core/protocol.js").Field} Field
 * @typedef {import("../core/protocol.js").Duty} Duty
 * @typedef {import("../core/protocol.js").FloorStatus} Floor
 * @typedef {import("../core/protocol.js").FloorSheet} Sheet
 * @typedef {import("../core/protocol.js").TableView} View
 * @typedef {{
 *   table: string,
 *   me: string,
 *   view: View,
 *   floor: Floor,
 *   sheet: Sheet,
 *   give: (command: object) => Promise<boolean>,
 *   ask: (command: object) => Promise<import("../core/protocol.js").Answer>,
 *   watched: import("../core/view.js").WatchedTable,
 *   layout: import("../core/protocol.js").Layout,
 *   latest: () => Floor,
 *   version: number,
 * }} Desk
 */

/** What a duty is called. @param {Duty} duty */
export function title(duty) {
  if (duty.do === "report" || duty.do === "perform") return named(duty.do, duty.what);
  return duty.what
    ? t(/** @type {"duty.begin_procedure"} */ (`duty.${duty.do}`), {
        what: named("procedure", duty.what),
      })
    : named("duty", duty.do);
}

/** Whether a card is due that picks the side of a double shoe. @param {Duty} duty */
export const isDeterminant = (duty) =>
  duty.do === "enter_card" && duty.what.startsWith("determinant_");

/** What a card is for that is due. @param {Duty} duty */
export function entryTitle(duty) {
  if (duty.what === "reading") return t("dealer.reading");
  if (duty.what === "hole") return t("dealer.hole");
  if (duty.what === "burn") return t("dealer.burn");
  if (duty.what === "turned")
    return t("dealer.turned", { place: t("dealer.hand", { box: duty.box, hand: duty.hand }) });
  if (isDeterminant(duty))
    return t(/** @type {"dealer.determinant_left"} */ (`dealer.${duty.what}`));
  if (!duty.box) return t("dealer.own_card");
  return t("dealer.card", { place: t("dealer.hand", { box: duty.box, hand: duty.hand }) });
}

/**
 * Badges of clauses; the meaning of each stands behind it.
 *
 * @param {string[]} clauses
 * @param {Sheet} sheet
 */
export function cited(clauses, sheet) {
  if (!clauses.length) return null;
  return h(
    "details",
    { class: "cited" },
    h("summary", null, clauses.map((id) => [h("span", { class: "clause" }, id), " "]).flat()),
    clauses.map(
      (id) =>
        sheet.clauses[id] &&
        h(
          "p",
          { class: "small soft" },
          h("strong", null, `${sheet.clauses[id].ref}: `),
          sheet.clauses[id].text,
        ),
    ),
  );
}

/** A duty as a form that gives its command. @param {Duty} duty @param {Desk} desk */
export function dutyForm(duty, desk) {
  const made = form(
    title(duty),
    duty.text || hint(duty.do),
    t(duty.do === "report" ? "duty.report_it" : "duty.go"),
    duty.fields.map((field) => labelled(label(field), control(field, desk))),
    (values) => desk.give(commandOf(duty, values)),
  );
  const below = cited(duty.clauses, desk.sheet);
  if (below) made.insertBefore(below, made.lastElementChild);
  return made;
}

/** @param {string} name */
const hint = (name) => named("duty_hint", name);

/** @param {Field} field */
function label(field) {
  const name = named("field", field.name);
  if (field.kind === "count" && field.low)
    return t("field.between", { name, low: field.low, high: field.high });
  return field.is_needed ? name : t("field.optional", { name });
}

/** @param {Field} field @param {Desk} desk @returns {HTMLElement} */
function control(field, desk) {
  const required = field.is_needed;
  switch (field.kind) {
    case "box":
      return select(
        field,
        (field.choices.length ? field.choices : Object.keys(desk.view.boxes)).map((box) => [
          box,
          t("felt.box", { n: Number(box) }),
        ]),
      );
    case "hand":
      return select(
        field,
        Array.from({ length: mostHands(desk.view) }, (_, place) => [
          String(place + 1),
          t("field.nth_hand", { n: place + 1 }),
        ]),
      );
    case "player":
      return select(
        field,
        Object.keys(desk.floor.players).map((name) => [name, shownName(name)]),
      );
    case "choice":
      return select(
        field,
        field.choices.map((name) => [name, named("choice", name)]),
      );
    case "yes_no":
      return select(
        field,
        ["no", "yes"].map((name) => [name, named("choice", name)]),
      );
    case "side":
      return select(field, [
        ["0", t("field.left")],
        ["1", t("field.right")],
      ]);
    case "card":
      return h("input", {
        name: field.name,
        required,
        maxlength: 3,
        pattern: "([AaTtJjQqKk2-9]|10)[sShHdDcC]",
        placeholder: "As",
        autocomplete: "off",
      });
    case "count":
      return h("input", {
        name: field.name,
        required,
        type: "number",
        min: field.low,
        max: field.high || null,
        value: field.default,
        inputmode: "numeric",
      });
    case "payout":
      return payoutPicker(desk);
    case "amount":
      return h(
        "span",
        { class: "row" },
        h(
          "select",
          { name: "direction", aria: { label: t("field.direction") } },
          h("option", { value: "1" }, t("field.to_player")),
          h("option", { value: "-1" }, t("field.from_player")),
        ),
        h("input", {
          name: field.name,
          required,
          type: "number",
          min: "0.01",
          step: "0.01",
          inputmode: "decimal",
        }),
      );
    default:
      return h("input", { name: field.name, required, maxlength: 200, autocomplete: "off" });
  }
}

/** Hands of the box that has most. @param {View} view */
const mostHands = (view) =>
  Math.max(1, ...Object.values(view.boxes).map((box) => handsOf(box).length));

/** @param {Field} field @param {string[][]} options */
function select(field, options) {
  return h(
    "select",
    { name: field.name, required: field.is_needed },
    field.is_needed ? null : h("option", { value: "" }, "–"),
    options.map(([value, text]) => h("option", { value }, text)),
  );
}

/**
 * The command that a filled-in form stands for.
 *
 * @param {Duty} duty
 * @param {Record<string, string>} values
 */
function commandOf(duty, values) {
  const command = commandBase(duty);
  for (const field of duty.fields) {
    const value = values[field.name] ?? "";
    if (value === "") continue;
    if (field.kind === "payout") Object.assign(command, JSON.parse(value));
    else if (field.kind === "card") command[field.name] = parseCard(value);
    else if (field.kind === "yes_no") command[field.name] = value === "yes";
    else if (field.kind === "amount")
      command[field.name] = Math.round(Number(value) * 100) * Number(values.direction);
    else
      command[field.name] = ["box", "hand", "side", "count"].includes(field.kind)
        ? Number(value)
        : value;
  }
  return command;
}
