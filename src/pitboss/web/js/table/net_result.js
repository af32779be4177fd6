// The net result and the time at a table since the player sat down, as the server has kept it.

import { get } from "../core/api.js";
import { stakesUp } from "../shell/results.js";
import { complain } from "../shell/shell.js";

/**
 * @typedef {import("../core/view.js").WatchedTable} Table
 * @typedef {{at_ms: number, bought: number}} Move Chips bought; below zero where they were cashed.
 */

/** Movements of a bankroll that are looked back on, and those that are a table's. */
const MOVES_MAX = 200;
const MOVES = new Set(["buy_in", "cash_out"]);

export class NetResult {
  #you = "";
  /** By the number of the event. @type {Map<number, Move>} */
  #moves = new Map();

  /** @param {string} id @param {() => void} changed Called when the server has told more. */
  constructor(id, changed) {
    this.id = id;
    this.changed = changed;
  }

  /** Somebody looks at the table, perhaps somebody else than before. @param {Table} table */
  see(table) {
    if (this.#you === table.you) return;
    this.#you = table.you;
    this.#moves.clear();
    if (table.you) this.#look().catch(complain);
  }

  /** @param {import("../core/protocol.js").Message} message */
  hear({ n, at_ms, event }) {
    if (event.event !== "chips_bought" && event.event !== "chips_cashed") return;
    if (event.player !== this.#you) return;
    const bought = event.event === "chips_bought" ? event.amount : -event.amount;
    this.#moves.set(n, { at_ms, bought });
  }

  /**
   * What the player has, and has won since sitting down.
   *
   * @param {Table} table
   * @param {number} chips Those before the player.
   */
  standing({ view, you }, chips) {
    const stay = this.#stay();
    const bought = stay.reduce((total, move) => total + move.bought, 0);
    return {
      chips,
      net: stay.length ? chips + stakesUp(view, you) - bought : 0,
      since_ms: stay[0]?.at_ms ?? Date.now(),
    };
  }

  /** Moves since the player last left: cashed chips end a stay where others are bought after it. */
  #stay() {
    const moves = [...this.#moves].sort(([a], [b]) => a - b).map(([, move]) => move);
    const first = moves.findLastIndex(
      (move, place) => move.bought > 0 && (moves[place - 1]?.bought ?? -1) < 0,
    );
    return moves.slice(Math.max(0, first));
  }

  async #look() {
    const you = this.#you;
    /** @type {import("../core/protocol.js").BankrollSheet} */
    const { movements } = await get(`/api/bankroll?limit=${MOVES_MAX}`);
    if (you !== this.#you) return;
    for (const move of movements) {
      if (move.source === this.id && MOVES.has(move.kind))
        this.#moves.set(Number(move.mark), { at_ms: move.at_ms, bought: -move.amount });
    }
    this.changed();
  }
}
