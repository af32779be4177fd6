// Lets events be seen one after the other, as fast as the motion that goes with them.

import { isMoving } from "../shell.js";

/**
 * How long the eye needs after each kind of event, in milliseconds.
 *
 * @type {Record<string, number>}
 */
const PAUSE_MS = {
  card_dealt: 170,
  hole_card_revealed: 450,
  hand_split: 260,
  hand_doubled: 160,
  wager_settled: 120,
  dealer_hand_ended: 250,
  prize_drawn: 500,
};
/** Events that wait are shown faster, so that the page never lags behind the table for long. */
const LONG_QUEUE = 40;

/**
 * @typedef {import("../protocol.js").Message} Message
 * @typedef {import("../protocol.js").Status} Status
 * @param {(message: Message) => void} show Shows one message.
 * @param {(status: Status) => void} settle Told how the table stands, once all is shown.
 */
export function makePacer(show, settle) {
  /** @type {(Message | Status)[]} */
  let queue = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function run() {
    timer = undefined;
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (!("event" in next)) {
        settle(next);
        continue;
      }
      show(next);
      const pause = (PAUSE_MS[next.event.event] ?? 0) * (queue.length > LONG_QUEUE ? 0.4 : 1);
      if (pause && isMoving() && !document.hidden) {
        timer = setTimeout(run, pause);
        return;
      }
    }
  }

  return {
    /** @param {import("../protocol.js").Update} update */
    add(update) {
      queue.push(...update.events, update.status);
      if (timer === undefined) run();
    },
    /** Forget what has not been shown: the whole table comes anew. */
    clear() {
      clearTimeout(timer);
      timer = undefined;
      queue = [];
    },
    /** Whether something is still to be shown. */
    isBusy: () => timer !== undefined || queue.length > 0,
  };
}
