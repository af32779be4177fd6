// What is due from the dealer as a command, with what is usual where something is to be filled in.

import { named, t } from "../../words/translate.js";
import "../../../lang/en/account.js";
import "../../../lang/en/console.js";
import "../../../lang/en/floor.js";
import { isGuest } from "../../shell/guests.js";

/**
 * @typedef {import("../duty.js").Duty} Duty
 * @typedef {import("../duty.js").Desk} Desk
 * @typedef {import("../duty.js").Field} Field
 */

/** The number that a step is done with. @param {Duty} duty @returns {Field | undefined} */
export const positionField = (duty) =>
  duty.do === "perform" ? duty.fields.find((field) => field.kind === "count") : undefined;

/** What usually stands in a field; undefined where nobody can know. @param {Field} field */
const usual = (field) =>
  field.default ?? (field.kind === "choice" ? field.choices[0] : undefined);

/**
 * Whom the dealer does it for: a guest whose step it is, or any guest where it is the players'.
 *
 * @param {Duty} duty
 * @param {Desk} desk
 */
function guestOf(duty, { floor }) {
  if (duty.who || !duty.by.includes("player")) return duty.who;
  const offers = Object.values(floor.acting).flat();
  return offers.find((one) => one.do === duty.do && isGuest(one.by))?.by ?? "";
}

/**
 * @param {Duty} duty
 * @param {Desk} desk
 * @param {Record<string, number>} [keyed] What was keyed in place of the usual, by kind of field.
 * @returns {import("../keys/key_queue.js").Next}
 */
export function dueCommand(duty, desk, keyed) {
  const who = guestOf(duty, desk);
  if (who && !isGuest(who)) return { refuse: t("console.own_device", { name: who }) };
  const roles = duty.by.map((role) => named("role", role)).join(" / ");
  if (!who && !duty.by.includes("dealer"))
    return { refuse: t("dealer.waits_for", { who: roles }) };
  const command = usualCommand(duty, keyed);
  if (!command) return { refuse: t("console.fill_in") };
  return { give: { ...command, ...(who ? { by: who } : {}) } };
}

/**
 * The command of a duty as it is usually done; null where a field has nothing usual.
 *
 * @param {Duty} duty
 * @param {Record<string, number>} [keyed]
 */
export function usualCommand(duty, keyed = {}) {
  const command = commandBase(duty);
  for (const field of duty.fields) {
    const value = keyed[field.kind] ?? usual(field);
    if (value === undefined && field.is_needed) return null;
    if (value !== undefined) command[field.name] = value;
  }
  return command;
}

const WHAT_KEY = /** @type {Record<string, string>} */ ({
  perform: "step",
  begin_procedure: "name",
  report: "what",
});

/** Fields that the server fills in, as they are sent. @type {Record<string, object>} */
const FILLED = { load_shoe: { cards: [] }, draw_prize: { prize: 0 } };

/** The command of a duty without its fields. @param {Duty} duty */
export function commandBase(duty) {
  /** @type {Record<string, unknown>} */
  const command = { do: duty.do, ...FILLED[duty.do] };
  if (WHAT_KEY[duty.do]) command[WHAT_KEY[duty.do]] = duty.what;
  if (isGuest(duty.who)) command.by = duty.who;
  return command;
}
