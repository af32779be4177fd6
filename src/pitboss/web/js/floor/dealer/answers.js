// Whom the dealer waits for before going on: boxes that are asked before the dealer looks, and
// whoever else a step is for.

import { isGuest } from "../../shell/guests.js";
import { money, named, t } from "../../words/translate.js";
import "../../../lang/en/account.js";
import "../../../lang/en/console.js";

/**
 * @typedef {import("../keys/keyed_commands.js").Now} Now
 * @typedef {import("../duty.js").Duty} Duty
 */

/** The key of each answer, and what it says of a box. */
const ANSWERS = /** @type {const} */ ({
  insure: "I",
  take_even_money: "E",
  surrender: "R",
  keep_hand: "N",
});

/**
 * The keys of what boxes without a device are asked, for each box that has not answered: the
 * number of the box and a letter.
 *
 * @param {Now} now
 * @returns {[string, string][]}
 */
export function answersOf({ desk: { view, floor } }) {
  if (view.phase !== "offering") return [];
  const asked = Object.values(floor.acting)
    .flat()
    .filter((offer) => isGuest(offer.by) && offer.do in ANSWERS)
    .sort((one, other) => one.box - other.box);
  /** @type {[string, string][]} */
  const keys = asked.map((offer) => {
    const act = /** @type {keyof typeof ANSWERS} */ (offer.do);
    const more = offer.high ? ` +${money(offer.high)}` : "";
    return [`${offer.box} ${ANSWERS[act]}`, t(`console.ask.${act}`, { box: offer.box }) + more];
  });
  if (asked.some((offer) => offer.do === "insure")) keys.push(["N", t("console.ask.no")]);
  return keys;
}

/**
 * Who does a step that is not the dealer's; empty where the dealer does it, or keys it for a guest.
 *
 * @param {Duty} duty
 * @param {Now} now
 */
export function waitsFor(duty, { desk: { floor } }) {
  if (duty.who) return isGuest(duty.who) ? "" : duty.who;
  if (duty.by.includes("dealer")) return "";
  const offers = Object.values(floor.acting).flat();
  if (duty.by.includes("player") && offers.some((one) => one.do === duty.do && isGuest(one.by)))
    return "";
  return duty.by.map((role) => named("role", role)).join(" / ");
}
