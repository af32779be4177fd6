// Habits of a player: the last bets again by themselves, and rounds that are sat out.

import { post } from "../../core/api.js";
import { get } from "../../shell/settings.js";
import { placedBy } from "./betting.js";
import { paced } from "../motion/motion.js";

/** Results are looked at for so long before the next bets go up by themselves, in milliseconds. */
const AUTO_MS = 2_200;
const AUTO_LEAST_MS = 900;

/**
 * @typedef {ReturnType<typeof makeHabits>} Habits
 * @param {{
 *   id: string,
 *   now: () => import("../seat.js").Now,
 *   bets: import("./bets.js").Bets,
 *   show: () => void,
 * }} seat
 */
export function makeHabits({ id, now, bets, show }) {
  let is_out = false;
  /** The round that was said to be sat out. */
  let skipped = -1;
  /** When the last bets go up again; 0 where they do not. */
  let due_at = 0;

  const isFree = () => {
    const { table, status } = now();
    return (
      table?.view.phase === "betting" &&
      status?.role === "player" &&
      !placedBy(table.view, table.you).size
    );
  };

  return {
    isOut: () => is_out,
    /** Whether the last bets are about to go up again. */
    isAuto: () => due_at > 0 && !is_out,
    turnOut() {
      is_out = !is_out;
      skipped = -1;
      due_at = 0;
      show();
    },
    /** The player does something: nothing goes up by itself in this round. */
    touch() {
      due_at = 0;
    },
    /** A round of the player is over, and all of it was shown. */
    roundOver() {
      if (get("autoRebet") !== "on" || is_out || !bets.lastSum()) return;
      due_at = Date.now() + Math.max(AUTO_LEAST_MS, paced(AUTO_MS));
    },
    /** Looked after from time to time. */
    watch() {
      const { table, status } = now();
      if (!isFree()) return;
      if (is_out && table && status && skipped !== status.round) {
        skipped = status.round;
        // Where it is refused, the others wait until time is up.
        post(`/api/tables/${id}/skip`).catch(() => {});
      }
      if (!due_at || Date.now() < due_at || document.hidden) return;
      due_at = 0;
      if (!bets.draft().size) bets.rebet();
    },
  };
}
