// Which sound goes with what happens; the sounds themselves come when they are first wanted.

import { get } from "../../shell/settings.js";

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
