// What the viewer may do now, with its stake: chips, bets and acts, and what is to be said of it.

import { fill, h, say } from "../../core/dom.js";
import { make } from "../../core/element.js";
import { at } from "../../core/view.js";
import { shownName } from "../../shell/guests.js";
import { resultsOf } from "../../shell/results.js";
import { money, signed, t } from "../../words/translate.js";
import { draftSum } from "./betting.js";
import { offered, placed, pressable } from "./buttons.js";
import { ChipRack } from "./chip_rack.js";
import { PlaySwitches } from "./play_switches.js";
import { CountdownTimer } from "./timer.js";

/**
 * @typedef {import("../../core/view.js").WatchedTable} Table
 * @typedef {import("../../core/protocol.js").Layout} Layout
 * @typedef {import("./commands.js").Commands} Commands
 * @typedef {{
 *   table: Table,
 *   status: import("../../core/protocol.js").Status | null,
 *   draft: import("./betting.js").Draft,
 *   chip: number,
 *   last_sum: number,
 *   moved_to: number,
 *   waiting: string[] | null,
 *   is_placing: boolean,
 *   closed: string,
 *   is_out: boolean,
 *   is_auto: boolean,
 *   has_coupon: boolean,
 *   advice: import("./coach.js").Advice | null,
 *   is_drill: boolean,
 *   busy: boolean,
 * }} Now `closed` says why no box can be taken; `is_auto`: the last bets are about to go up again;
 *   `moved_to` is the box that takes the place of one that another player has now, else 0.
 */

/**
 * After other buttons have come a pointer is not heard for so long, in milliseconds: the finger was
 * on its way to what stood there before. Keys name what they mean and are heard at once.
 */
const REST_MS = 500;

/** `<table-controls>`: made for a layout; what is pressed goes to `commands`. */
export class TableControls extends HTMLElement {
  /** @type {Layout | undefined} */
  layout;
  /** @type {Commands | undefined} */
  commands;
  /** The chips to bet with. @type {readonly number[]} */
  chips = [];
  /** Judges every act, in one line. @type {HTMLElement | undefined} */
  coach;
  #told = h("p", { class: "told", role: "status" });
  #timer = new CountdownTimer();
  #tray = new ChipRack();
  #buttons = h("div", { class: "buttons" });
  #offered = "";
  #kind = "";
  #rests_until = 0;
  /** @type {readonly (string | null)[]} */
  #held_back = [];

  connectedCallback() {
    this.role = "region";
    this.ariaLabel = t("table.controls");
    this.#tray.commands = this.commands;
    this.#tray.chips = this.chips;
    const switches = make(PlaySwitches, { table: this.layout?.table ?? "" });
    fill(this, this.#timer, this.#told, this.coach, this.#tray, this.#buttons, switches);
    this.#buttons.addEventListener("click", (event) => this.#filter(event), { capture: true });
  }

  /** @param {MouseEvent} event */
  #filter(event) {
    if (event.detail === 0 || performance.now() >= this.#rests_until) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** Other buttons come, for something else: rest. @param {import("./buttons.js").Kind} kind */
  #turn(kind) {
    if (kind === this.#kind) return;
    const is_first = this.#kind === "";
    this.#kind = kind;
    this.dataset.kind = kind;
    if (is_first || kind === "none") return;
    this.#rests_until = performance.now() + REST_MS;
    setTimeout(() => this.#hold(), REST_MS);
  }

  /** Mark the buttons that are not to be had now. */
  #hold() {
    const is_resting = performance.now() < this.#rests_until;
    pressed(this.#buttons).forEach((one, place) => {
      one.ariaDisabled = is_resting ? "true" : this.#held_back[place];
    });
  }

  /** @param {Now} now */
  show(now) {
    const { layout, commands } = this;
    if (!layout || !commands) return;
    const { phase } = now.table.view;
    const { deadline_ms = 0, bank_ms = 0 } = now.status ?? {};
    const is_mine = phase === "betting" ? draftSum(now.draft) > 0 : offered(now).size > 0;
    this.dataset.phase = now.busy ? "busy" : phase;
    this.#timer.show(now.busy ? 0 : deadline_ms, { bank_ms, is_mine });
    this.#tray.hidden = phase !== "betting" || now.busy || now.is_out || now.closed !== "";
    this.#tray.show(now.chip);
    say(this.#told, tell(now, layout));
    const { kind, buttons } = pressable(now, layout, commands);
    this.#turn(kind);
    this.#showButtons(buttons, now.status?.offers);
  }

  /**
   * Buttons are made again only where they differ, and the focus stays on the one that had it.
   *
   * @param {HTMLElement[]} made
   * @param {unknown} offers
   */
  #showButtons(made, offers) {
    const all = made.flatMap((one) => (one.matches("button") ? [one] : [...pressed(one)]));
    this.#held_back = all.map((one) => one.ariaDisabled);
    for (const one of all) one.ariaDisabled = null;
    const now = JSON.stringify([made.map((one) => one.outerHTML), offers]);
    if (this.#offered !== now) {
      this.#offered = now;
      const held = this.#buttons.contains(document.activeElement)
        ? document.activeElement?.getAttribute("data-key")
        : null;
      const isMore = (/** @type {HTMLElement} */ one) => one.matches(".more, .each-box");
      const group = h("div", { class: "group" }, made.filter((one) => !isMore(one)));
      fill(this.#buttons, group, made.filter(isMore));
      if (held) made.find((one) => one.dataset.key === held)?.focus();
    }
    this.#hold();
  }
}

customElements.define("table-controls", TableControls);

/** Every button in its order. @param {HTMLElement} place */
const pressed = (place) => place.querySelectorAll("button");

/** Hands that have a name of their own: the first four of a box. */
const HANDS_NAMED = 4;

/** Whose turn it is, in the words of a dealer who points. @param {Now} now */
function tellTurn({ table: { view, you } }) {
  const [number, place] = view.turn;
  const own = Object.values(view.boxes).filter((box) => at(box.mains, you) !== undefined);
  const is_split = Object.keys(view.boxes[number]?.hands ?? {}).length > 1;
  const named = /** @type {1 | 2 | 3 | 4} */ (place);
  const hand = place <= HANDS_NAMED ? t(`table.hand.${named}`) : t("table.hand", { n: place });
  if (own.length < 2) return is_split ? hand : t("table.your_turn");
  return t("table.on_box", { told: is_split ? hand : t("table.your_turn"), n: number });
}

/** Who plays now. @param {import("../../core/protocol.js").TableView} view */
function tellOthers({ boxes, turn: [number] }) {
  const [name] = Object.keys(boxes[number]?.mains ?? {});
  return t("table.others_turn", { name: name ? shownName(name) : t("box.number", { n: number }) });
}

/** What is to be said to the viewer now. @param {Now} now @param {Layout} layout */
function tell(now, layout) {
  const { status } = now;
  const { phase } = now.table.view;
  if (status?.stopped) return t("table.stopped", { why: status.stopped });
  if (now.busy)
    return phase === "dealer" || phase === "settling"
      ? t("table.dealer_plays")
      : t("table.dealing");
  const offers = offered(now);
  if (phase === "betting") return tellBetting(now, layout);
  if (offers.has("insure") || offers.has("take_even_money")) return t("table.insurance");
  const kept = offers.get("keep_hand");
  if (kept) return t("table.early_surrender", { n: kept.box });
  if (offers.has("draw_prize")) return t("table.prize");
  if (offers.size) return tellTurn(now);
  if (phase === "playing" && status?.is_absent)
    return t("table.is_absent", { n: now.table.view.turn[0] });
  if (phase === "playing") return tellOthers(now.table.view);
  return t("table.wait");
}

/** @param {Now} now @param {Layout} layout */
function tellBetting(now, layout) {
  const { table } = now;
  if (now.waiting?.length) return t("table.waiting_for", { names: now.waiting.join(", ") });
  if (now.waiting || placed(table)) return t("table.placed");
  if (now.is_out) return t("table.is_out");
  if (draftSum(now.draft)) return t("table.laid", { amount: money(draftSum(now.draft)) });
  if (now.closed) return t("table.closed", { why: now.closed });
  // Who has cashed out is a newcomer again.
  const is_player = now.status?.role === "player";
  const results = table.last && is_player ? resultsOf(table.last, table.you) : [];
  if (results.length) {
    const net = results.reduce((total, result) => total + result.net, 0);
    if (now.is_auto) return t("table.again_soon", { amount: signed(net) });
    const amount = money(Math.abs(net));
    return t(net > 0 ? "table.won" : net < 0 ? "table.lost" : "table.pushed", { amount });
  }
  return t("table.bet", { low: money(layout.min_bet), high: money(layout.max_bet) });
}
