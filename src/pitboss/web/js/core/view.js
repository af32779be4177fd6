// A table as the server shows it: what each message has changed is put in, and nothing worked out.

/**
 * @typedef {import("./protocol.js").TableView} TableView
 * @typedef {import("./protocol.js").BoxView} BoxView
 * @typedef {import("./protocol.js").HandView} HandView
 * @typedef {import("./protocol.js").Message} Message
 * @typedef {{id: string, card: number}} ShownCard
 */

/**
 * Put changes into a view.
 *
 * @param {TableView} view
 * @param {readonly import("./protocol.js").Change[]} changes
 */
export function patch(view, changes) {
  for (const [path, value] of changes) {
    /** @type {any} */
    let place = view;
    for (const key of path.slice(0, -1)) place = place[key];
    const last = path[path.length - 1];
    if (value === null) delete place[last];
    else place[last] = value;
  }
}

/** A table as somebody watches it: what lies there now, and what lay there when a round ended. */
export class WatchedTable {
  /** The last round before its cards were taken up, until the next bet. @type {TableView | null} */
  last = null;

  /** @param {{you: string, view: TableView}} message */
  constructor({ you, view }) {
    this.you = you;
    this.view = view;
  }

  /** An event has happened. @param {Message} message */
  take({ event, changes }) {
    if (event.event === "round_ended") this.last = structuredClone(this.view);
    patch(this.view, changes);
    const is_own_bet = event.event === "wager_placed" && event.player === this.you;
    if (is_own_bet || this.view.phase !== "betting") this.last = null;
  }

  /** The box, or else what lay there in the last round. @param {number} number */
  box(number) {
    return this.view.boxes[number] ?? this.last?.boxes[number];
  }
}

/**
 * What belongs to a player, or lies under another key.
 *
 * @template T
 * @param {Record<string, T> | undefined} held
 * @param {string | number} key
 * @returns {T | undefined}
 */
export const at = (held, key) => (held && Object.hasOwn(held, key) ? held[key] : undefined);

/** The hands of a box from left to right, each with its key. @param {BoxView} box */
export const handsOf = (box) =>
  Object.entries(box.hands).sort(([, one], [, other]) => one.number - other.number);

/**
 * Cards in their order, known by the round and their key: a card keeps its id when it is moved.
 *
 * @param {Record<string, number>} cards
 * @param {number} round
 * @returns {ShownCard[]}
 */
export const cardsOf = (cards, round) =>
  Object.entries(cards).map(([key, card]) => ({ id: `${round}.${key}`, card }));

/** @param {readonly number[]} amounts */
export const sum = (amounts) => amounts.reduce((total, amount) => total + amount, 0);
