// Chips that a player lays out before they are placed: by box, wager and dealer hand.

import { at } from "../../core/view.js";

/**
 * @typedef {{box: number, wager: string, spot: number, amount: number}} Laid
 * @typedef {Map<string, Laid>} Draft
 */

/** @param {number} box @param {string} wager @param {number} spot */
const keyOf = (box, wager, spot) => `${box}/${wager}/${spot}`;

/**
 * What is laid out at a place.
 *
 * @param {Draft} draft
 * @param {number} box
 * @param {string} wager
 * @param {number} [spot]
 */
export const draftOf = (draft, box, wager, spot = 0) =>
  draft.get(keyOf(box, wager, spot))?.amount ?? 0;

/** All that is laid out. @param {Draft} draft */
export const draftSum = (draft) =>
  [...draft.values()].reduce((total, laid) => total + laid.amount, 0);

/**
 * The draft with another amount at one place.
 *
 * @param {Draft} draft
 * @param {Laid} laid
 * @returns {Draft}
 */
export function laying(draft, laid) {
  const next = new Map(draft);
  const key = keyOf(laid.box, laid.wager, laid.spot);
  if (laid.amount > 0) next.set(key, laid);
  else next.delete(key);
  return next;
}

/**
 * The draft with every amount times a factor.
 *
 * @param {Draft} draft
 * @param {number} factor
 * @returns {Draft}
 */
export const times = (draft, factor) =>
  new Map([...draft].map(([key, laid]) => [key, { ...laid, amount: laid.amount * factor }]));

/** The draft on another box. @param {Draft} draft @param {number} box @returns {Draft} */
export const moved = (draft, box) =>
  new Map([...draft.values()].map((laid) => [keyOf(box, laid.wager, laid.spot), { ...laid, box }]));

/**
 * The free box nearest to the only one of a draft; 0 if that one is free, or there are several.
 *
 * @param {Draft} draft
 * @param {readonly import("../../core/protocol.js").Offer[]} offers
 */
export function nearestFree(draft, offers) {
  const boxes = [...new Set([...draft.values()].map(({ box }) => box))];
  const [own] = boxes;
  const free = offers
    .filter((offer) => offer.do === "place_wager" && offer.wager === "main")
    .map((offer) => offer.box);
  if (boxes.length !== 1 || !free.length || free.includes(own)) return 0;
  return free.sort((a, b) => Math.abs(a - own) - Math.abs(b - own))[0];
}

/**
 * The next amount of a place when a chip is added: the next of the only stakes that it takes, or
 * the least stake where the chip alone would be too little. The server says where it stops.
 *
 * @param {number} amount
 * @param {number} chip `Infinity` for as much as goes.
 * @param {{low: number, high: number, only: readonly number[]}} bounds
 */
export function raised(amount, chip, { low, high, only }) {
  if (only.length && chip === Infinity) return Math.max(...only);
  if (only.length) return only.find((stake) => stake > amount) ?? only[0];
  return chip === Infinity ? Math.max(high, amount) : Math.max(low, amount + chip);
}

/**
 * The draft as far as the server would take it.
 *
 * @param {Draft} draft
 * @param {readonly import("../../core/protocol.js").LaidWager[]} told One for each of its commands.
 * @returns {Draft}
 */
export function within(draft, told) {
  let next = draft;
  commandsOf(draft).forEach(({ box, wager, amounts }, place) => {
    const { high, refused } = told[place];
    if (!refused) return;
    amounts.forEach((amount, spot) => {
      next = laying(next, { box, wager, spot, amount: Math.min(amount, high) });
    });
  });
  return next;
}

/**
 * The draft without what one command has placed.
 *
 * @param {Draft} draft
 * @param {import("../../core/protocol.js").PlaceWager} placed
 * @returns {Draft}
 */
export const without = (draft, placed) =>
  new Map([...draft].filter(([, { box, wager }]) => box !== placed.box || wager !== placed.wager));

/** Whether two drafts lay out the same. @param {Draft} one @param {Draft} other */
export const isSame = (one, other) =>
  one.size === other.size &&
  [...one].every(([key, { amount }]) => other.get(key)?.amount === amount);

/**
 * The commands that place a draft: main wagers first, for side wagers need them.
 * @param {Draft} draft
 */
export function commandsOf(draft) {
  /** @type {Map<string, import("../../core/protocol.js").PlaceWager>} */
  const commands = new Map();
  const order = [...draft.values()].sort(
    (a, b) =>
      Number(a.wager !== "main") - Number(b.wager !== "main") || a.box - b.box || a.spot - b.spot,
  );
  for (const { box, wager, amount } of order) {
    const key = `${box}/${wager}`;
    const command = commands.get(key) ?? { do: "place_wager", box, wager, amounts: [] };
    command.amounts.push(amount);
    commands.set(key, command);
  }
  return [...commands.values()];
}

/**
 * What a player has up now, as a draft to be repeated.
 *
 * @param {import("../../core/protocol.js").TableView} view
 * @param {string} you
 * @returns {Draft}
 */
export function placedBy(view, you) {
  /** @type {Draft} */
  let draft = new Map();
  for (const box of Object.values(view.boxes)) {
    at(box.mains, you)?.forEach((amount, spot) => {
      draft = laying(draft, { box: box.number, wager: "main", spot, amount });
    });
  }
  for (const side of Object.values(view.sides)) {
    if (side.player === you)
      draft = laying(draft, { box: side.box, wager: side.wager, spot: 0, amount: side.amount });
  }
  return draft;
}
