// One viewer at one table: joins socket, view, felt and controls; what is done becomes commands.

import { held } from "../account/held.js";
import { say } from "../core/dom.js";
import { every, make } from "../core/element.js";
import { openTable } from "../core/socket.js";
import { WatchedTable } from "../core/view.js";
import { contribute } from "../history/witness.js";
import { makeBeside } from "../learn/beside.js";
import { FirstRound } from "../learn/first_round.js";
import { PostedNotice } from "../shell/notice.js";
import { learnNames } from "../shell/guests.js";
import { me, refresh, somebody } from "../shell/session.js";
import * as settings from "../shell/settings.js";
import { complain, standing, toast } from "../shell/shell.js";
import { buyInAt, makeBets } from "./controls/bets.js";
import { draftSum } from "./controls/betting.js";
import { TableCoach } from "./controls/coach.js";
import { makeCommands } from "./controls/commands.js";
import { TableControls } from "./controls/controls.js";
import { makeHabits } from "./controls/habits.js";
import { listenToKeys } from "./controls/keys.js";
import { lastRound, seeEnd } from "./controls/last_bets.js";
import { fetchCourts } from "./felt/card.js";
import { denominations } from "./felt/chips.js";
import { TableFelt } from "./felt/felt.js";
import { makeHead, showSeal } from "./head.js";
import { TableLog } from "./log.js";
import { celebrate, hearEvent } from "./motion/heard.js";
import { moveChips } from "./motion/motion.js";
import { makePacer } from "./motion/pacer.js";
import { NetResult } from "./net_result.js";
import { t } from "../words/translate.js";

/** After a change of the rules the results of the round before stay so long, in milliseconds. */
const CHANGE_MS = 2_500;
/** Drawings of cards are fetched so long after the table is shown, in milliseconds. */
const ART_MS = 300;
/** Chips on the felt are looked after so often, in milliseconds. */
const WATCH_MS = 300;

/**
 * @typedef {import("../core/protocol.js").Layout} Layout
 * @typedef {import("../core/protocol.js").Status} Status
 * @typedef {import("../core/protocol.js").Command} Command
 * @typedef {{table: WatchedTable | null, status: Status | null}} Now
 */

export class Seat {
  /** @type {WatchedTable | null} */
  #table = null;
  /** How the table stands as far as it is shown. @type {Status | null} */
  #status = null;
  /** The newest that has come. @type {Status | null} */
  #latest = null;
  /** The number of the last event that was drawn. */
  #drawn = -1;
  #seated = () => {};
  #net;
  #again;
  #signal;
  #board = new PostedNotice();
  #pacer = makePacer({
    show: (message) => this.#hear(message),
    shown: (message) => this.#lies(message),
    settle: (status) => this.#settle(status),
  });

  /**
   * @param {string} id
   * @param {Layout} layout
   * @param {AbortSignal} signal
   * @param {() => void} again Lays the table again, under other rules.
   */
  constructor(id, layout, signal, again) {
    const now = () => ({ table: this.#table, status: this.#latest });
    const give = (/** @type {Command} */ command) => this.give(command);
    const sit = () => this.sit();
    const show = () => this.show();
    const act = (/** @type {Command} */ command) => this.act(command);
    const help = () => import("./controls/dialogues.js").then(({ showHelp }) => showHelp(layout));
    this.id = id;
    this.layout = layout;
    this.#net = new NetResult(id, () => this.show());
    this.#signal = signal;
    this.#again = () => setTimeout(() => signal.aborted || again(), CHANGE_MS);
    this.log = new TableLog();
    this.coach = make(TableCoach, { table: id, layout });
    const bets = makeBets({ id, layout, now, sit, give, show });
    const habits = makeHabits({ id, now, bets, show });
    const { coach } = this;
    const beside = makeBeside(id, layout);
    this.bets = bets;
    this.habits = habits;
    this.beside = beside;
    this.hints = new FirstRound();
    this.commands = makeCommands({
      ...{ id, layout, now, bets, habits, give, act, sit, show, coach, beside },
    });
    const chips = denominations(layout);
    this.bets.useChips(chips);
    this.controls = make(TableControls, { layout, commands: this.commands, chips, coach });
    this.felt = make(TableFelt, { layout });
    this.head = makeHead(id, layout, {
      coach: this.coach,
      log: this.log,
      pays: () =>
        import("./felt/wager_card.js").then(
          ({ showPays }) => showPays(layout, this.#table),
          complain,
        ),
      help,
      beside,
    });
    this.head.append(this.#board);
    this.socket = this.#connect(signal);
    this.#listen(signal, help);
  }

  /** @param {AbortSignal} signal */
  #connect(signal) {
    signal.addEventListener("abort", () => this.#pacer.clear());
    return openTable(
      this.id,
      {
        view: (message) => this.#open(message),
        update: (message) => {
          learnNames(message.status.shown_names);
          this.#heedDoor(message.status);
          this.#latest = message.status;
          contribute(this.id, me()?.name ?? "", message.status, this.socket.give);
          this.#tellAbsent(message.status.absent_act);
          this.#pacer.add(message);
        },
        emote: (message) => this.#feel(message).catch(complain),
        trouble: (_code, text) => toast(text, { bad: true }),
        returning: refresh,
        connected: (is_connected, why = t("table.offline")) => {
          this.head.classList.toggle("is-offline", !is_connected);
          const line = this.head.querySelector(".offline");
          if (line) say(line, why);
        },
      },
      signal,
    );
  }

  /** @param {AbortSignal} signal @param {() => void} help */
  #listen(signal, help) {
    this.felt.addEventListener("bet", (event) => {
      const { box, wager, spot, chip } = /** @type {CustomEvent} */ (event).detail;
      this.bets.add(box, wager, spot, chip);
    });
    // A tap on the cloth lets motion catch up.
    this.felt.addEventListener("pointerdown", () => this.#flush());
    this.coach.addEventListener("judged", (event) => {
      const { said, is_best } = /** @type {CustomEvent} */ (event).detail;
      this.felt.judge(said, is_best);
      if (this.coach.is_drill) this.#inSession((strip) => strip.judge(is_best));
    });
    this.coach.addEventListener("advice", () => {
      this.show();
      if (this.#status) this.coach.ask(this.#status);
    });
    listenToKeys({
      commands: this.commands,
      bets: this.bets,
      layout: this.layout,
      offers: () => this.#latest?.offers ?? [],
      phase: () => this.#table?.view.phase ?? "",
      isBusy: () => this.#pacer.isBusy(),
      isOut: () => this.habits.isOut(),
      flush: () => this.#flush(),
      touch: () => this.habits.touch(),
      coach: this.coach,
      log: this.log,
      help,
      signal,
    });
    const watch = () => {
      if (this.#pacer.isBusy()) return;
      this.bets.watch();
      this.habits.watch();
    };
    every(WATCH_MS, watch, signal);
  }

  /** The whole table has come. @param {import("../core/protocol.js").Resynced} message */
  #open(message) {
    this.#pacer.clear();
    this.#table = new WatchedTable(message);
    learnNames(message.status.shown_names);
    this.#heedDoor(message.status);
    this.#latest = message.status;
    this.#drawn = message.status.version;
    this.#net.see(this.#table);
    this.bets.recall(this.#table.you);
    this.#seated();
    this.#settle(message.status);
    this.#bringBack(this.#table).catch(() => {});
    setTimeout(fetchCourts, ART_MS);
  }

  /** What came of the last round, if its player was away by then. @param {WatchedTable} table */
  async #bringBack(table) {
    const left = lastRound(this.id, table.you);
    const { round, phase } = table.view;
    if (!left.round || left.round > round || (left.round === round && phase !== "betting")) return;
    const { bringBack } = await import("./controls/last_bets.js");
    await bringBack(this.id, table, left);
    seeEnd(this.id);
    this.show();
  }

  /** Who may sit here, and who asks to, at a table of friends. @param {Status} now */
  #heedDoor(now) {
    const before = this.#latest;
    if (now.door || before?.door || now.asking.length || before?.asking.length)
      import("./door.js").then(({ heedDoor }) => heedDoor(this.head, before, now), complain);
  }

  /** The table has acted for a player who is away. @param {Status["absent_act"]} done */
  #tellAbsent(done) {
    if (done) import("./absent.js").then(({ tellAbsent }) => tellAbsent(done), complain);
  }

  /** Somebody shows what they feel. @param {import("../core/protocol.js").Emoted} message */
  async #feel(message) {
    if (settings.get("emotes") === "off") return;
    const { showEmote } = await import("./emotes.js");
    await showEmote(this.felt, this.#table, message);
  }

  /** Draw at once what still waits. */
  #flush() {
    if (this.#pacer.isBusy()) this.#pacer.flush();
  }

  /** One event begins to be shown. @param {import("../core/protocol.js").Message} message */
  #hear(message) {
    const table = this.#table;
    if (!table) return;
    const { event } = message;
    if (event.event === "phase_began" && event.phase === "dealing") this.bets.remember(table);
    const is_over = event.event === "round_ended" && this.bets.isUp();
    table.take(message);
    this.#net.hear(message);
    if (event.event === "table_closed") this.#keep(0);
    if (event.event === "table_closed" && this.layout.opening_chips)
      location.hash = `#/evening/${this.id}`;
    if (event.event === "rules_changed") {
      import("../words/events.js").then(({ tell }) => toast(tell(message)), complain);
      this.#again();
    }
    this.show();
    moveChips(message, this.felt);
    hearEvent(message, table.you, this.layout.boxes);
    celebrate(message, { table, layout: this.layout, felt: this.felt });
    if (!is_over) return;
    this.habits.roundOver();
    seeEnd(this.id);
    this.#keep(message.n);
    const last = structuredClone(table.last);
    if (last) this.#inSession((strip) => strip.count(last));
  }

  /**
   * Tell the line of the session.
   *
   * @param {(strip: import("./session.js").SessionStrip) => void} tell
   */
  async #inSession(tell) {
    const { stripOf } = await import("./session.js");
    tell(stripOf(this, this.#table?.you ?? ""));
  }

  /** Keep what the house signs for the log after an event. @param {number} event */
  #keep(event) {
    if (!this.#table?.you) return;
    import("../history/receipts.js")
      .then(({ keepReceipt }) => keepReceipt(this.id, event))
      .catch(complain);
  }

  /**
   * One event has been drawn: it may be spoken of, and decided by.
   *
   * @param {import("../core/protocol.js").Message} message
   */
  #lies(message) {
    this.#drawn = message.n;
    this.log.add(message, this.#table);
  }

  /** All that has happened is shown. @param {Status} status */
  #settle(status) {
    if (status.role === "player" && this.#status?.role !== "player")
      import("./awake.js").then(({ stayAwake }) => stayAwake(this.#signal), complain);
    this.#status = status;
    showSeal(this.head, status.shoes);
    this.commands.drawn();
    this.show();
    this.coach.ask(status);
    this.beside.follow();
    this.bets.lookForBox();
  }

  show() {
    const table = this.#table;
    if (!table || this.#signal.aborted) return;
    const { bets, habits, coach } = this;
    const busy = this.#pacer.isBusy();
    const is_betting = table.view.phase === "betting";
    this.#board.show(table.view.notices);
    this.felt.show(table, is_betting ? bets.draft() : new Map(), busy ? null : this.#status);
    this.controls.show({
      table,
      status: busy ? this.#latest : this.#status,
      busy: busy && !this.#canAct(),
      advice: coach.advice,
      is_drill: coach.is_drill,
      draft: bets.draft(),
      chip: bets.chip(),
      last_sum: bets.lastSum(),
      moved_to: bets.movedTo(),
      waiting: bets.waiting(),
      is_placing: bets.isPlacing(),
      closed: bets.closed(),
      is_out: habits.isOut(),
      is_auto: habits.isAuto(),
      has_coupon: bets.hasCoupon(),
    });
    if (!busy) {
      const laid = draftSum(bets.draft());
      this.hints.show({ table, status: this.#status, laid }, this.layout?.has_auto_deal ?? true);
    }
    // Chips and the table are of one moment once all that has happened is shown.
    if (busy || !this.#status) return;
    const { role, chips } = this.#status;
    standing.now = role === "player" ? this.#net.standing(table, chips) : null;
  }

  /** Whether the hand in play is the viewer's, while its last card is still on its way. */
  #canAct() {
    const { phase, turn } = this.#table?.view ?? { phase: "", turn: [0, 0] };
    const offers = this.#latest?.offers ?? [];
    const may_stand = offers.some(({ do: act, box }) => act === "stand" && box === turn[0]);
    return phase === "playing" && may_stand;
  }

  /**
   * Decide by what was drawn last; what still moves catches up.
   *
   * @param {Command} command
   * @returns {Promise<boolean>}
   */
  act(command) {
    const seen = this.#drawn;
    this.#flush();
    return this.give(command, seen);
  }

  /**
   * Give a command; what is refused is told with its clause.
   *
   * @param {Command} command
   * @param {number} [seen] What it was decided by.
   * @returns {Promise<boolean>}
   */
  async give(command, seen) {
    const { ok, refused } = await this.socket.give(command, seen);
    if (refused) toast(refused.text, { bad: true, clause: refused.clause });
    return ok;
  }

  /** What is usually bought in for, as far as the bankroll goes; the server refuses the rest. */
  async #affordable() {
    const usual = buyInAt(this.layout);
    return Math.min(usual, await held(this.id)) || usual;
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
    if (this.#latest?.door) {
      const { askHost } = await import("./door.js");
      await askHost(this.id, this.#latest.door);
      return;
    }
    if ((this.#latest?.chips ?? 0) < this.layout.min_bet)
      await this.give({ do: "buy_in", player: who.name, amount: await this.#affordable() });
  }
}
