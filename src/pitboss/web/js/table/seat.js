// One viewer at one table: joins socket, view, felt and controls; what is done becomes commands.

import { held } from "../account/bankroll.js";
import { every, make } from "../element.js";
import { contribute } from "../history/witness.js";
import { PostedNotice } from "../notice.js";
import { somebody } from "../session.js";
import { standing, toast } from "../shell.js";
import { openTable } from "../socket.js";
import { WatchedTable } from "../view.js";
import { makeBets } from "./bets.js";
import { denominations } from "./chips.js";
import { TableCoach } from "./coach.js";
import { TableControls } from "./controls.js";
import { BUY_IN, makeCommands } from "./commands.js";
import { showHelp, showPays } from "./dialogues.js";
import { TableFelt } from "./felt.js";
import { makeHead } from "./head.js";
import { listenToKeys } from "./keys.js";
import { TableLog } from "./log.js";
import { NetResult } from "./net_result.js";
import { makePacer } from "./pacer.js";

/** After a change of the rules the results of the round before stay so long, in milliseconds. */
const CHANGE_MS = 2_500;
/** Chips on the felt are looked after so often, in milliseconds. */
const WATCH_MS = 300;

/**
 * @typedef {import("../protocol.js").Layout} Layout
 * @typedef {import("../protocol.js").Status} Status
 * @typedef {import("../protocol.js").Command} Command
 * @typedef {{table: WatchedTable | null, status: Status | null}} Now
 */

export class Seat {
  /** @type {WatchedTable | null} */
  #table = null;
  /** How the table stands as far as it is shown. @type {Status | null} */
  #status = null;
  /** The newest that has come. @type {Status | null} */
  #latest = null;
  #seated = () => {};
  #net;
  #again;
  #board = new PostedNotice();
  #pacer = makePacer(
    (message) => this.#hear(message),
    (status) => this.#settle(status),
  );

  /**
   * @param {string} id
   * @param {Layout} layout
   * @param {AbortSignal} signal
   * @param {() => void} again Lays the table anew, under other rules.
   */
  constructor(id, layout, signal, again) {
    const now = () => ({ table: this.#table, status: this.#latest });
    const give = (/** @type {Command} */ command) => this.give(command);
    const sit = () => this.sit();
    this.id = id;
    this.layout = layout;
    this.#net = new NetResult(id, () => this.show());
    this.#again = () => setTimeout(() => signal.aborted || again(), CHANGE_MS);
    this.log = new TableLog();
    this.coach = make(TableCoach, { table: id });
    this.bets = makeBets({ id, layout, now, sit, give, show: () => this.show() });
    this.commands = makeCommands({ id, now, bets: this.bets, give, sit, coach: this.coach });
    const chips = denominations(layout);
    this.bets.useChips(chips);
    this.controls = make(TableControls, { layout, commands: this.commands, chips });
    this.felt = make(TableFelt, { layout });
    this.head = makeHead(id, layout, {
      coach: this.coach,
      log: this.log,
      pays: () => showPays(layout, this.#table),
    });
    this.head.append(this.#board);
    this.socket = this.#connect(signal);
    this.#listen(signal);
  }

  /** @param {AbortSignal} signal */
  #connect(signal) {
    signal.addEventListener("abort", () => this.#pacer.clear());
    return openTable(
      this.id,
      {
        view: (message) => this.#open(message),
        update: (message) => {
          this.#latest = message.status;
          contribute(this.id, message.status, this.socket.give);
          this.#pacer.add(message);
        },
        trouble: (_code, text) => toast(text, { bad: true }),
        connected: (is_connected) => this.head.classList.toggle("is-offline", !is_connected),
      },
      signal,
    );
  }

  /** @param {AbortSignal} signal */
  #listen(signal) {
    this.felt.addEventListener("bet", (event) => {
      const { box, wager, spot, chip } = /** @type {CustomEvent} */ (event).detail;
      this.bets.add(box, wager, spot, chip);
    });
    this.coach.addEventListener("advice", () => {
      this.show();
      if (this.#status) this.coach.ask(this.#status);
    });
    listenToKeys({
      commands: this.commands,
      bets: this.bets,
      layout: this.layout,
      offers: () => (this.#pacer.isBusy() ? [] : (this.#latest?.offers ?? [])),
      phase: () => this.#table?.view.phase ?? "",
      coach: this.coach,
      log: this.log,
      help: showHelp,
      signal,
    });
    every(WATCH_MS, () => this.bets.watch(), signal);
  }

  /** The whole table has come. @param {import("../protocol.js").Resynced} message */
  #open(message) {
    this.#pacer.clear();
    this.#table = new WatchedTable(message);
    this.#latest = message.status;
    this.#net.see(this.#table);
    this.bets.forget();
    this.#seated();
    this.#settle(message.status);
  }

  /** One event is shown. @param {import("../protocol.js").Message} message */
  #hear(message) {
    const table = this.#table;
    if (!table) return;
    const { event } = message;
    if (event.event === "phase_began" && event.phase === "dealing") this.bets.remember(table);
    table.take(message);
    this.#net.hear(message);
    if (event.event === "rules_changed") {
      toast(message.told);
      this.#again();
    }
    this.log.add(message, table.you);
    this.show();
  }

  /** All that has happened is shown. @param {Status} status */
  #settle(status) {
    this.#status = status;
    this.show();
    this.coach.ask(status);
  }

  show() {
    const table = this.#table;
    if (!table) return;
    const { bets, coach } = this;
    const busy = this.#pacer.isBusy();
    this.#board.show(table.view.notices);
    this.felt.show(table, bets.draft(), busy ? null : this.#status);
    this.controls.show({
      table,
      status: this.#status,
      busy,
      advice: coach.advice,
      is_drill: coach.is_drill,
      draft: bets.draft(),
      chip: bets.chip(),
      can_repeat: bets.canRepeat(),
      waiting: bets.waiting(),
      has_coupon: bets.hasCoupon(),
    });
    // Chips and the table are of one moment once all that has happened is shown.
    if (busy || !this.#status) return;
    const { role, chips } = this.#status;
    standing.now = role === "player" ? this.#net.standing(table, chips) : null;
  }

  /**
   * Give a command; what is refused is told with its clause.
   *
   * @param {Command} command
   * @returns {Promise<boolean>}
   */
  async give(command) {
    const { ok, refused } = await this.socket.give(command);
    if (refused) toast(refused.text, { bad: true, clause: refused.clause });
    return ok;
  }

  /** What is usually bought in for, as far as the bankroll goes; the server refuses the rest. */
  async #affordable() {
    return Math.min(BUY_IN, await held()) || BUY_IN;
  }

  /** Have a seat: a name, and chips. */
  async sit() {
    const who = await somebody();
    if (this.#table?.you !== who.name) {
      const seated = new Promise((resolve) => {
        this.#seated = () => resolve(null);
      });
      this.socket.reconnect();
      await seated;
    }
    if ((this.#latest?.chips ?? 0) < this.layout.min_bet)
      await this.give({ do: "buy_in", player: who.name, amount: await this.#affordable() });
  }
}
