// Lets events be seen one after the other, as fast as the motion that goes with them.

import { paced } from "./motion.js";

/**
 * How long the eye needs after each kind of event, in milliseconds.
 *
 * @type {Record<string, number>}
 */
const PAUSE_MS = {
  card_dealt: 200,
  hole_card_revealed: 450,
  card_turned_over: 200,
  hand_split: 260,
  hand_doubled: 160,
  wager_settled: 140,
  dealer_hand_ended: 250,
  prize_drawn: 500,
};
/** Events that wait are shown faster, so that the page never lags behind the table for long. */
const LONG_QUEUE = 40;

/**
 * @typedef {import("../../core/protocol.js").Message} Message
 * @typedef {import("../../core/protocol.js").Status} Status
 * @param {{
 *   show: (message: Message) => void,
 *   shown: (message: Message) => void,
 *   settle: (status: Status) => void,
 * }} seat `show` begins to draw a message, `shown` is told when it lies there, and `settle` how the
 *   table stands, once all is shown.
 */
export function makePacer({ show, shown, settle }) {
  /** @type {(Message | Status)[]} */
  let queue = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** What is being drawn. @type {Message | undefined} */
  let moving;

  /** @param {boolean} at_once */
  function run(at_once) {
    clearTimeout(timer);
    timer = undefined;
    if (moving) shown(moving);
    moving = undefined;
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (!("event" in next)) {
        settle(next);
        continue;
      }
      show(next);
      const pause = paced(PAUSE_MS[next.event.event] ?? 0) * (queue.length > LONG_QUEUE ? 0.4 : 1);
      if (pause && !at_once && !document.hidden) {
        moving = next;
        timer = setTimeout(() => run(false), pause);
        return;
      }
      shown(next);
    }
  }

  return {
    /** @param {import("../../core/protocol.js").Update} update */
    add(update) {
      queue.push(...update.events, update.status);
      if (timer === undefined) run(false);
    },
    /** Draw at once what still waits: a quick player waits for no motion. */
    flush: () => run(true),
    /** Forget what has not been shown: the whole table comes again. */
    clear() {
      clearTimeout(timer);
      timer = moving = undefined;
      queue = [];
    },
    /** Whether something is still to be shown. */
    isBusy: () => timer !== undefined || queue.length > 0,
  };
}
