// The dealer's console: one dealer with a keyboard runs a table of people who have no device.

import { fill, h, say } from "../../core/dom.js";
import { every, LiveElement } from "../../core/element.js";
import { capital, keyedAs, t } from "../../words/translate.js";
import "../../../lang/en/console.js";
import "../../../lang/en/floor.js";
import { BoxCursor } from "../keys/box_cursor.js";
import { BoxStrip } from "./box_strip.js";
import { ChipList } from "./chip_list.js";
import { waitsFor } from "./answers.js";
import { keepKeys, keptKeys } from "../keys/kept_keys.js";
import { positionField } from "./due_command.js";
import { entryTitle, title } from "../duty.js";
import { inWords, isGuest, shownName } from "../../shell/guests.js";
import { showKeys } from "../keys/key_help.js";
import { ACT_KEYS, KeyReader } from "../keys/key_reader.js";
import { shortCard } from "../keys/notation.js";
import { KeyLine } from "../keys/key_line.js";
import { KeyQueue } from "../keys/key_queue.js";
import {
  actsOf,
  dueNow,
  firstBox,
  laidBy,
  nextOf,
  noticeDue,
  playerInTurn,
  seats,
  takeEarly,
  takeShown,
} from "../keys/keyed_commands.js";
import { NowBoard } from "./now_board.js";
import { wagerTitle } from "../keys/side_keys.js";

/** @typedef {import("../keys/keyed_commands.js").Now} Now */
/** @typedef {import("../duty.js").Desk} Desk */
/** @typedef {import("../duty.js").Duty} Duty */

/** A notice falls due without a word from the server: it is looked at so often. */
const TICK_MS = 5_000;
/** The key of each act, as it is written on the page. @type {Record<string, string>} */
const KEYS = Object.fromEntries(
  Object.entries(ACT_KEYS).map(([key, act]) => [
    act,
    key === " " ? t("console.space") : key.toUpperCase(),
  ]),
);
KEYS.hit = t("console.card_key");

/** `<dealer-console>`: hears every key on the page that is not typed into a field. */
export class DealerConsole extends LiveElement {
  /** Gives a command and has its answer. @type {Desk["ask"]} */
  give = () => Promise.reject(new Error("nobody listens"));
  #board = new NowBoard();
  #line = new KeyLine();
  #strip = new BoxStrip();
  #chips = new ChipList();
  #exposed = h("p", { class: "notice exposed", role: "status" });
  #laid = h("p", { class: "notice", role: "status" });
  #undo = h("p", { class: "soft undo" });
  #notice = h(
    "p",
    { class: "notice", hidden: true },
    h(
      "button",
      { type: "button", onclick: () => this.#add({ kind: "enter" }, "Enter") },
      t("limits.apply"),
      " ",
      h("kbd", null, "Enter"),
    ),
  );
  #reader = new KeyReader();
  #cursor = new BoxCursor();
  #scanner = { is_on: false };
  #buy_in = { amount: 0 };
  /** @type {Now["ahead"]} */
  #ahead = [];
  #asked = { hand: "", laid: "" };
  /** @type {Now["shown_first"]} */
  #shown_first = [];
  /** @type {Now | null} */
  #now = null;
  #queue = new KeyQueue({
    next: (keyed) => nextOf(keyed, /** @type {Now} */ (this.#now)),
    give: (command) => this.give(command),
    changed: () => {
      if (this.#now) keepKeys(this.#now.desk, this.#queue.unsent);
      this.#draw();
    },
  });

  begin() {
    this.role = "region";
    this.ariaLabel = t("console.title");
    this.tabIndex = -1;
    fill(
      this,
      this.#board,
      this.#exposed,
      this.#laid,
      this.#notice,
      this.#line,
      this.#chips,
      this.#strip,
      this.#undo,
    );
    const { signal } = this;
    this.#chips.addEventListener("seen", () => this.#draw());
    every(TICK_MS, () => this.#draw(), signal);
    document.addEventListener("keydown", (event) => this.#press(event), { signal });
    // After a click the keys are the table's again.
    document.addEventListener(
      "click",
      (event) => {
        const at = /** @type {HTMLElement} */ (event.target);
        const is_ours = at.closest("button") && !at.closest("dialog");
        if (event.detail && is_ours) this.focus({ preventScroll: true });
      },
      { signal },
    );
    window.addEventListener(
      "beforeunload",
      (event) => this.#queue.unsent.length && event.preventDefault(),
      { signal },
    );
    this.toKeys();
  }

  /** The keys are the table's again, and what is due is in sight. */
  toKeys() {
    this.focus({ preventScroll: true });
    this.#board.scrollIntoView({ block: "nearest" });
  }

  /** @param {Desk} desk */
  show(desk) {
    const kept = this.#now ? [] : keptKeys(desk);
    this.#now = {
      desk,
      table: desk.watched,
      layout: desk.layout,
      cursor: this.#cursor,
      chips: this.#chips,
      scanner: this.#scanner,
      buy_in: this.#buy_in,
      ahead: this.#ahead,
      asked: this.#asked,
      shown_first: this.#shown_first,
    };
    if (desk.view.phase === "betting") this.#cursor.begin(desk.view.round, firstBox(this.#now));
    this.dataset.version = String(desk.version);
    const { floor, layout } = desk;
    this.#chips.show(floor.chip_moves, floor.chips_moved, floor.chip_order, (name) =>
      wagerTitle(layout, name),
    );
    this.#queue.putFirst([...takeEarly(this.#now), ...takeShown(this.#now)]);
    this.#queue.see(desk.version);
    if (kept.length) this.#queue.restore(kept, t("console.kept", { n: kept.length }));
  }

  /** Key a card as if it were typed. @param {number} card */
  key(card) {
    this.#add({ kind: "card", card }, shortCard(card));
  }

  /** @param {import("../keys/key_reader.js").Meaning} meaning @param {string} text */
  #add(meaning, text) {
    this.#queue.add({ ...meaning, text, after: "", seen: this.#chips.seen });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const at = /** @type {HTMLElement} */ (event.target);
    if (at.closest("input, select, textarea, dialog")) {
      if (event.key === "Escape" && !at.closest("dialog")) this.toKeys();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const is_pressed = event.key === "Enter" || event.key === " ";
    if (is_pressed && at.closest("button, a, summary")) return;
    if (!this.#hear(event)) return;
    event.preventDefault();
    this.#draw();
  }

  /** Whether a key was the console's. @param {KeyboardEvent} event */
  #hear({ key, shiftKey }) {
    if (key === "?" && this.#now) showKeys(this.#now.layout);
    else if (key === "!") this.#toReports();
    else if (key === "Escape" && !this.#reader.typed) this.#queue.drop();
    else if (key === "Enter" && shiftKey) this.#queue.goOn();
    else if (key.length > 1 && !/^(Enter|Escape|Backspace|Arrow)/.test(key)) return false;
    else {
      const keyed = this.#reader.press(key);
      if (keyed) this.#queue.add({ ...keyed, seen: this.#chips.seen });
    }
    return true;
  }

  #draw() {
    const now = this.#now;
    if (!now || !this.isConnected) return;
    const { view, floor } = now.desk;
    this.#board.show(now, KEYS);
    this.#strip.show(now);
    this.#line.show(this.#reader, this.#queue, this.#usual(now));
    this.classList.toggle("paying", this.#chips.open > 0);
    this.#exposed.hidden = view.exposed < 0;
    const card = view.exposed < 0 ? "" : shortCard(view.exposed);
    say(this.#exposed, card && t("console.exposed", { card }));
    const laid = view.phase === "betting" ? laidBy(now) : "";
    this.#laid.hidden = !laid;
    say(this.#laid, laid && t("console.laid", { names: laid }));
    this.#notice.hidden = !noticeDue(now);
    const last = floor.take_back;
    say(this.#undo, last ? t("console.take_back", { what: inWords(keyedAs(last.what)) }) : "");
  }

  /** What may be keyed now. @param {Now} now */
  #usual(now) {
    const { phase } = now.desk.view;
    const due = dueNow(now);
    if (due?.do === "enter_card")
      return due.what === "reading"
        ? t("console.hint.reading")
        : t("console.hint.card", { what: entryTitle(due) });
    if (this.#chips.open) return this.#chips.is_seen ? t("console.hint.chips") : "";
    if (due) return dueHint(due, now);
    if (noticeDue(now)) return t("console.hint.notice");
    if (phase === "playing") return handHint(now);
    if (phase !== "betting") return "";
    return t(seats(now).size ? "console.hint.wagers" : "console.hint.empty");
  }

  /** Something went wrong: the keys go to the list of reports. */
  #toReports() {
    /** @type {HTMLElement | null} */ (document.querySelector(".report-picker select"))?.focus();
  }
}

customElements.define("dealer-console", DealerConsole);

/** What may be keyed for the hand in play. @param {Now} now */
function handHint(now) {
  const player = playerInTurn(now) ?? "";
  if (!isGuest(player)) return t("console.own_device", { name: player });
  const may_stand = actsOf(now).some(({ act }) => act === "stand");
  return t(may_stand ? "console.hint.hand" : "console.hint.must_draw");
}

/** What Enter does about what is due, or who has to do it. @param {Duty} due @param {Now} now */
function dueHint(due, now) {
  if (due.do === "deal") {
    const burn = due.text ? ` ${capital(due.text)}.` : "";
    return t(due.fields.length ? "console.hint.determinant" : "console.hint.deal") + burn;
  }
  const who = waitsFor(due, now);
  if (who) {
    const is_nobody = due.by.includes("player") && !Object.keys(now.desk.floor.players).length;
    return is_nobody ? t("console.hint.no_player") : t("dealer.waits_for", { who });
  }
  const number = positionField(due)?.default ?? null;
  if (number !== null && due.who)
    return t("console.hint.cut", { name: shownName(due.who), number });
  if (number !== null) return t("console.hint.number", { number });
  return due.do === "perform"
    ? t("console.hint.done")
    : t("console.hint.due", { what: title(due) });
}
