// The coach: what each act is worth, what the chosen one cost, and a score over the session.

import { get } from "../../core/api.js";
import { fill, h } from "../../core/dom.js";
import { complain } from "../../shell/shell.js";
import { decimal, named, t } from "../../words/translate.js";

/**
 * @typedef {import("../../core/protocol.js").Advice} Advice
 * @typedef {"off" | "show" | "drill"} Mode
 * @typedef {{decisions: number, best: number, cost: number}} Score
 */

const ASKED_FOR = new Set(["hit", "stand", "double", "split", "surrender", "insure"]);
/** Two values nearer than this are the same to a player. */
const NEAR = 5e-5;

/** @returns {Score} */
const unscored = () => ({ decisions: 0, best: 0, cost: 0 });

/**
 * `<table-coach>`: told of each decision and each act; says `advice` when there is something new.
 */
export class TableCoach extends HTMLElement {
  table = "";
  /** @type {import("../../core/protocol.js").Layout | undefined} */
  layout;
  /** What the acts are worth, while it may be shown. @type {Advice | null} */
  advice = null;
  #mode = /** @type {Mode} */ (sessionStorage.getItem("pitboss.coach") ?? "off");
  /** @type {Score} */
  #score = JSON.parse(sessionStorage.getItem("pitboss.score") ?? "null") ?? unscored();
  #asked = -1;
  #verdict = "";
  /** What the player's own chart plays. */
  #chart = "";

  connectedCallback() {
    this.role = "group";
    this.ariaLabel = t("coach.title");
    this.#show();
  }

  /** Whether the values are kept back until the act. */
  get is_drill() {
    return this.#mode === "drill";
  }

  /** Judge each act, and keep its value back until then. */
  drill() {
    this.#choose("drill");
  }

  toggle() {
    this.#choose(this.#mode === "off" ? "show" : "off");
  }

  /**
   * Ask about the decision that is due now.
   *
   * @param {import("../../core/protocol.js").Status} status
   */
  async ask(status) {
    const is_due = status.offers.some((offer) => ASKED_FOR.has(offer.do));
    if (this.#mode === "off" || !is_due) {
      this.advice = null;
      return;
    }
    if (this.#asked === status.version) return;
    this.#asked = status.version;
    this.advice = null;
    this.#chart = "";
    try {
      /** @type {Advice} */
      const told = await get(`/api/tables/${this.table}/advice`);
      if (this.#asked !== status.version) return;
      this.advice = told;
      void this.#own(told, status.version);
    } catch (error) {
      complain(error);
    }
    this.#show();
    this.#tell();
  }

  /** What the player's own chart plays, if there is one. @param {Advice} told @param {number} at */
  async #own({ acts }, at) {
    if (!this.layout || this.is_drill || !localStorage.getItem("pitboss.chart")) return;
    const { chartSays } = await import("../../learn/chart_says.js");
    const offered = acts.map(({ act }) => act);
    const said = await chartSays(this.table, this.layout, offered).catch(() => "");
    if (this.#asked !== at) return;
    this.#chart = said;
    this.#show();
  }

  /** What an act cost, told after it and counted. @param {string} act */
  judge(act) {
    const judged = this.advice;
    const told = judged?.acts.find((one) => one.act === act);
    this.advice = null;
    if (this.#mode === "off" || !judged || !told) return;
    const is_best = told.cost < NEAR;
    this.#keep({
      decisions: this.#score.decisions + 1,
      best: this.#score.best + Number(is_best),
      cost: this.#score.cost + told.cost,
    });
    const best = named("act", judged.acts[0].act);
    this.#verdict = is_best
      ? t("coach.right", { ev: signed2(told.ev) })
      : t("coach.wrong", { act: named("act", act), cost: costText(told.cost), best });
    const said = is_best ? this.#verdict : t("coach.cost", { cost: costText(told.cost) });
    this.dispatchEvent(new CustomEvent("judged", { detail: { said, is_best } }));
    this.#show();
  }

  /** @param {Mode} mode */
  #choose(mode) {
    this.#mode = mode;
    sessionStorage.setItem("pitboss.coach", mode);
    this.#asked = -1;
    this.advice = null;
    this.#verdict = "";
    this.#show();
    this.#tell();
  }

  #restart() {
    this.#keep(unscored());
    this.#verdict = "";
    this.#show();
  }

  /** @param {Score} score */
  #keep(score) {
    this.#score = score;
    sessionStorage.setItem("pitboss.score", JSON.stringify(score));
  }

  #tell() {
    this.dispatchEvent(new Event("advice"));
  }

  #show() {
    this.hidden = this.#mode === "off";
    const { decisions } = this.#score;
    const told = this.#verdict || t(this.is_drill ? "coach.drill_text" : "coach.text");
    fill(
      this,
      h("span", { class: "verdict", role: "status" }, told),
      this.advice && this.#chart ? h("span", { class: "own" }, this.#chart) : null,
      decisions ? this.#scored() : null,
      this.#modeButton("show"),
      this.#modeButton("drill"),
    );
  }

  /** How many decisions were the best, and what the others cost; pressed, it starts over. */
  #scored() {
    const { decisions, best, cost } = this.#score;
    return h(
      "button",
      {
        type: "button",
        class: "quiet score",
        title: t("coach.restart"),
        onclick: () => this.#restart(),
      },
      t("coach.score", { decisions, best, cost: costText(cost) }),
    );
  }

  /** @param {"show" | "drill"} mode */
  #modeButton(mode) {
    return h(
      "button",
      {
        type: "button",
        class: "quiet",
        aria: { pressed: String(this.#mode === mode) },
        onclick: () => this.#choose(mode),
      },
      t(`coach.${mode}`),
    );
  }
}

customElements.define("table-coach", TableCoach);

/**
 * A cost with two digits, or with as many as a small one needs to be seen.
 *
 * @param {number} cost
 */
const costText = (cost) =>
  decimal(cost, cost < NEAR ? 2 : Math.max(2, Math.ceil(-Math.log10(cost))));

/** @param {number} ev */
const signed2 = (ev) => (ev < 0 ? "" : "+") + decimal(ev, 2);
