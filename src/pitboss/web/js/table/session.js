// The session in a line: the net result, what luck alone would explain of it, and right decisions
// in a row, with a goal for the day. Fetched with the first round that is over.

import "../../lang/en/session.js";
import { fill, h } from "../core/dom.js";
import { make } from "../core/element.js";
import { style } from "../core/styles.js";
import { at, sum } from "../core/view.js";
import { resultsOf } from "../shell/results.js";
import { signed, t } from "../words/translate.js";
import { parSheet } from "./felt/par_sheet.js";

await style("/css/session.css");

/**
 * @typedef {import("../core/protocol.js").TableView} TableView
 * @typedef {import("../core/protocol.js").Layout} Layout
 * @typedef {import("../odds/answers").ParSheet} ParSheet
 * @typedef {{rounds: number, net: number, mean: number, variance: number}} Luck In cents; if it is
 *   not known, the variance is below zero.
 * @typedef {{day: string, right: number}} Today
 * @typedef {import("./controls/coach.js").TableCoach} TableCoach
 */

/** Right decisions that are a day's goal. */
const GOAL = 20;
const [GOAL_KEY, OFF_KEY] = ["pitboss.goal", "pitboss.goal.off"];
/** 95 of 100 sessions end within so many standard deviations. */
const DEVIATIONS = 1.96;

/** @type {Luck} */
const NOTHING = { rounds: 0, net: 0, mean: 0, variance: 0 };

/** @template T @param {Storage} store @param {string} key @param {T} otherwise @returns {T} */
const read = (store, key, otherwise) => JSON.parse(store.getItem(key) ?? "null") ?? otherwise;

/** The day here, as it is kept. */
const today = () => new Date().toLocaleDateString("sv");

/** `<session-strip>` among the controls. */
export class SessionStrip extends HTMLElement {
  /** @type {Layout | undefined} */
  layout;
  /** @type {TableCoach | undefined} */
  coach;
  you = "";
  #streak = 0;
  /** @type {Luck} */
  #luck = NOTHING;

  connectedCallback() {
    this.role = "group";
    this.ariaLabel = t("session.title");
    this.#luck = read(sessionStorage, this.#key(), NOTHING);
    this.#show();
  }

  #key = () => `pitboss.session.${this.layout?.table}.${this.you}`;

  /** Count a round that is over. @param {TableView} last */
  async count(last) {
    const results = resultsOf(last, this.you);
    if (!this.layout || !results.length) return;
    const round = await luckOf(last, this.you, this.layout).catch(() => null);
    const { rounds, net, mean, variance } = this.#luck;
    this.#luck = {
      rounds: rounds + 1,
      net: net + sum(results.map((result) => result.net)),
      mean: mean + (round?.mean ?? 0),
      variance: round && variance >= 0 ? variance + round.variance : -1,
    };
    sessionStorage.setItem(this.#key(), JSON.stringify(this.#luck));
    this.#show();
  }

  /** Count a decision that was made before its value was told. @param {boolean} is_best */
  judge(is_best) {
    this.#streak = is_best ? this.#streak + 1 : 0;
    if (is_best) {
      const right = this.#today().right + 1;
      localStorage.setItem(GOAL_KEY, JSON.stringify({ day: today(), right }));
    }
    this.#show();
  }

  /** @returns {Today} */
  #today() {
    const none = { day: today(), right: 0 };
    const kept = read(localStorage, GOAL_KEY, none);
    return kept.day === none.day ? kept : none;
  }

  #show() {
    const { rounds, net, mean, variance } = this.#luck;
    const spread = DEVIATIONS * Math.sqrt(Math.max(0, variance));
    const [low, high] = [mean - spread, mean + spread].map((one) => signed(whole(one)));
    fill(
      this,
      h(
        "p",
        null,
        h("b", { class: net > 0 ? "win" : net < 0 ? "loss" : "" }, signed(net)),
        " ",
        t("session.rounds", { n: rounds }),
        variance > 0
          ? h("span", { title: t("session.luck_title") }, t("session.luck", { low, high }))
          : null,
      ),
      h("p", null, this.#decisions()),
    );
  }

  #decisions() {
    const { right } = this.#today();
    const is_off = localStorage.getItem(OFF_KEY) !== null;
    const turn = () => {
      if (is_off) localStorage.removeItem(OFF_KEY);
      else localStorage.setItem(OFF_KEY, "off");
      this.#show();
    };
    const test = () => {
      this.coach?.drill();
      this.#show();
    };
    const told = { right, goal: GOAL };
    const goal = right < GOAL ? t("session.goal", told) : t("session.reached", told);
    return [
      this.coach?.is_drill
        ? h("span", null, t("session.streak", { n: this.#streak }))
        : button(t("session.test"), t("session.test_title"), test),
      h("span", { class: "goal" }, is_off ? "" : goal),
      button(t(is_off ? "session.goal_on" : "session.goal_off"), t("session.goal_title"), turn),
    ];
  }
}

customElements.define("session-strip", SessionStrip);

/**
 * The line among the controls, which is put there once.
 *
 * @param {{coach: TableCoach, layout: Layout, controls: HTMLElement}} seat
 * @param {string} you
 */
export function stripOf({ coach, layout, controls }, you) {
  const known = /** @type {SessionStrip | null} */ (controls.querySelector("session-strip"));
  const strip = known ?? make(SessionStrip, { coach, layout, you });
  if (!known) controls.append(strip);
  return strip;
}

/** Whole units of money are enough for a range. @param {number} cents */
const whole = (cents) => Math.round(cents / 100) * 100;

/**
 * A button whose sign says nothing is called by its title.
 *
 * @param {string} text
 * @param {string} title
 * @param {() => void} onclick
 */
const button = (text, title, onclick) =>
  h(
    "button",
    {
      ...{ type: "button", class: "quiet", title, onclick },
      aria: text.length > 1 ? {} : { label: title },
    },
    text,
  );

/**
 * Mean and variance of a main wager on one box, by the exact odds; null if they are not known.
 *
 * @param {TableView} view
 * @param {string} you
 * @param {Layout} layout
 */
export async function luckOf(view, you, layout) {
  const boxes = Object.values(view.boxes)
    .map((box) => at(box.mains, you))
    .filter((mains) => mains !== undefined);
  const beside = [...Object.values(view.sides), ...Object.values(view.insured)];
  // Wagers of a round share its cards: their variances do not add up.
  if (boxes.length !== 1 || beside.some((one) => one.player === you)) return null;
  return ofMain(await parSheet(layout), boxes[0]);
}

/** @param {ParSheet} sheet @param {readonly number[]} stakes */
function ofMain({ player_ev, standard_deviation, spots }, stakes) {
  const staked = stakes.filter(Boolean);
  const stake = sum(staked);
  const several = spots.find((one) => one.spots === staked.length);
  const deviation = staked.length > 1 ? several?.standard_deviation : standard_deviation;
  if (deviation === undefined || new Set(staked).size !== 1) return null;
  return { mean: stake * player_ev, variance: (stake * deviation) ** 2 };
}
