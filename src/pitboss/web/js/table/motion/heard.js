// The sound of an event, and the moment of a win. Sounds and moments are fetched when first wanted.

import { resultsOf } from "../../shell/results.js";
import { get } from "../../shell/settings.js";

/** Sounds nearer than this are one, in milliseconds. */
const APART_MS = 45;
let heard_at = 0;

/**
 * Let a sound be heard, where sounds are on.
 *
 * @param {import("./sounds.js").Sound} sound
 * @param {number} [pan] From -1, the left, to 1.
 */
export async function hear(sound, pan = 0) {
  if (get("sounds") !== "on" || document.hidden) return;
  const now = performance.now();
  if (now - heard_at < APART_MS) return;
  heard_at = now;
  const { play } = await import("./sounds.js");
  play(sound, pan);
}

/** The sounds of events. @type {Record<string, import("./sounds.js").Sound>} */
const SOUNDS = {
  card_dealt: "card",
  hole_card_revealed: "turn",
  wager_placed: "chip",
  insurance_placed: "chip",
  hand_doubled: "chip",
  hand_split: "chip",
  stack_cut: "riffle",
  shoe_loaded: "shuffle",
};

/**
 * The sound of an event, from where its box is.
 *
 * @param {import("../../core/protocol.js").Message} message
 * @param {string} you
 * @param {number} boxes
 */
export function hearEvent({ event }, you, boxes) {
  const is_lost = event.event === "wager_settled" && event.player === you && event.net < 0;
  const sound = event.event === "wager_settled" ? "chip" : SOUNDS[event.event];
  const box = "box" in event && typeof event.box === "number" ? event.box : 0;
  if (sound) hear(is_lost ? "sweep" : sound, box && (1.4 * (box - 0.5)) / boxes - 0.7);
}

/**
 * @param {import("../../core/protocol.js").Message} message
 * @param {{
 *   table: import("../../core/view.js").WatchedTable,
 *   layout: import("../../core/protocol.js").Layout,
 *   felt: Element,
 * }} seat
 */
export async function celebrate({ event }, { table, layout, felt }) {
  const { view, last, you } = table;
  if (event.event === "round_ended" && last) {
    const results = resultsOf(last, you);
    const net = results.reduce((total, result) => total + result.net, 0);
    if (results.length) hear(net > 0 ? "win" : net < 0 ? "loss" : "push");
    if (results.length && results.every(({ result }) => result === "push"))
      import("./moments.js").then(({ pushBack }) => pushBack(felt));
  }
  if (event.event !== "prize_drawn" && event.event !== "wager_settled") return;
  if (event.player !== you || ("net" in event && event.net <= 0)) return;
  // By the time that more of the page is here, the cards may have been taken up.
  const seen = { view: structuredClone(view), layout, felt, you };
  const { honour, revealPrize } = await import("./moments.js");
  await (event.event === "prize_drawn" ? revealPrize(event, seen) : honour(event, seen));
}
