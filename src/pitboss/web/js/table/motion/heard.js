// The sound of an event, and the moment of a win. Sounds and moments are fetched when first wanted.

import { resultsOf } from "../../shell/results.js";
import { get } from "../../shell/settings.js";
import { isBlackjack } from "../felt/hand.js";
import { t } from "../../words/translate.js";

/** Sounds nearer than this are one, in milliseconds. */
const APART_MS = 45;
let heard_at = 0;

/** Let a sound be heard, where sounds are on. @param {import("./sounds.js").Sound} sound */
export async function hear(sound) {
  if (get("sounds") !== "on" || document.hidden) return;
  const now = performance.now();
  if (now - heard_at < APART_MS) return;
  heard_at = now;
  const { play } = await import("./sounds.js");
  play(sound);
}

/**
 * The sound of an event.
 *
 * @param {import("../../core/protocol.js").Message} message
 * @param {string} you
 */
export function hearEvent({ event }, you) {
  switch (event.event) {
    case "card_dealt":
      return hear("card");
    case "hole_card_revealed":
    case "card_turned_over":
      return hear("turn");
    case "wager_placed":
    case "insurance_placed":
    case "hand_doubled":
    case "hand_split":
      return hear("chip");
    case "wager_settled":
      return hear(event.player !== you ? "chip" : event.net < 0 ? "sweep" : "chip");
    default:
      return undefined;
  }
}

/** A side wager that wins so many times its stake is a moment. */
const BIG = 9;

/**
 * @param {import("../../core/protocol.js").Message} message
 * @param {{
 *   table: import("../../core/view.js").WatchedTable,
 *   layout: import("../../core/protocol.js").Layout,
 *   felt: Element,
 * }} seat
 */
export async function celebrate(message, { table, layout, felt }) {
  const { event } = message;
  if (event.event === "round_ended" && table.last) {
    const results = resultsOf(table.last, table.you);
    const net = results.reduce((total, result) => total + result.net, 0);
    if (results.length) hear(net > 0 ? "win" : net < 0 ? "loss" : "push");
  }
  // By the time that more of the page is here, the cards may have been taken up.
  const moment = momentOf(message, table, layout);
  if (!moment) return;
  const { showMoment } = await import("./moments.js");
  showMoment(felt, moment);
  hear("blackjack");
}

/**
 * What is a moment in what happens to a player; nothing where it is everyday.
 *
 * @param {import("../../core/protocol.js").Message} message
 * @param {import("../../core/view.js").WatchedTable} table
 * @param {import("../../core/protocol.js").Layout} layout
 */
function momentOf({ event }, table, layout) {
  if (event.event !== "wager_settled" || event.player !== table.you || event.net <= 0) return null;
  if (event.wager === "main") {
    const hand = Object.values(table.view.boxes[event.box]?.hands ?? {}).find(
      ({ number }) => number === event.hand,
    );
    return hand && isBlackjack(hand) ? { title: t("moment.blackjack"), net: event.net } : null;
  }
  const side = layout.wagers.find(({ name }) => name === event.wager);
  if (!side || event.net < BIG * event.stake) return null;
  return { title: t("moment.side", { wager: side.title, pays: event.pays }), net: event.net };
}
