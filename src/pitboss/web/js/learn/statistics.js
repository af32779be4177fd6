// Figures of one's own play: results and the luck in them, decisions and their cost by the exact
// odds, wager by wager.

import { get } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { make } from "../core/element.js";
import { Screen } from "../core/screen.js";
import { allTables } from "../history/tables.js";
import { learnTabs } from "./tabs.js";
import { queryOf } from "../odds/choice.js";
import { failed } from "../odds/figures.js";
import { OddsPlot, walkPlot } from "../odds/plot.js";
import { me } from "../shell/session.js";
import "../../lang/en/learn.js";
import "../../lang/en/odds.js";
import { cardName } from "../table/felt/card.js";
import { decimal, money, named, signed, t } from "../words/translate.js";

/**
 * @typedef {import("../core/protocol.js").Statistics} Statistics
 * @typedef {import("../core/protocol.js").RoundFigures} RoundFigures
 */

const STYLES = ["odds", "sheet", "history", "learn"].map((name) => `/css/${name}.css`);
/** Luck alone leaves the band once in twenty times. */
const DEVIATIONS = 1.96;
/** A longer pause begins another session. */
const PAUSE_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const PERIODS = /** @type {const} */ (["session", "day", "all"]);

/** `<pit-statistics>` */
class PitStatistics extends Screen {
  static styles = STYLES;

  #period = /** @type {typeof PERIODS[number]} */ ("session");
  #table = "";
  #periods = h("div", {
    class: "row",
    role: "group",
    aria: { label: t("stats.period") },
  });
  /** @type {HTMLSelectElement} */
  #tables = h("select", {
    id: "stats-table",
    onchange: () => {
      this.#table = this.#tables.value;
      this.#look();
    },
  });
  /** Shown once it is known what there is to choose from. */
  #choice = h(
    "div",
    { class: "row filters", hidden: true },
    this.#periods,
    h(
      "div",
      { class: "field" },
      h("label", { for: "stats-table" }, t("stats.table")),
      this.#tables,
    ),
  );
  #place = h("div", { class: "stack" });

  async show() {
    document.title = `${t("learn.statistics")} · pitboss`;
    this.classList.add("odds");
    const head = [h("h1", null, t("learn.statistics")), h("p", { class: "lead" }, t("stats.lead"))];
    if (!me()) {
      fill(this.#place, toPlay(t("stats.nobody")), ...skeleton());
      fill(this, ...head, learnTabs("statistics"), this.#place);
      return;
    }
    fill(this, ...head, learnTabs("statistics"), this.#choice, this.#place);
    await this.#look();
  }

  async #look() {
    try {
      await this.#compute();
    } catch (error) {
      if (!this.signal.aborted) fill(this.#place, failed(error));
    }
  }

  async #compute() {
    const { signal } = this;
    const status = h("p", { class: "visually-hidden", role: "status" }, t("odds.computing"));
    fill(this.#place, status, ...skeleton());
    /** @type {Statistics} */
    const all = await get(`/api/statistics${queryOf([{ table: this.#table }])}`);
    const known = this.#tables.childElementCount ? [] : (await allTables()).flat();
    if (signal.aborted) return;
    this.#offer(all, known);
    const since_ms = { all: 0, day: Date.now() - DAY_MS, session: sessionOf(all.rounds) };
    const since = since_ms[this.#period];
    const asked = { table: this.#table, since_ms: String(since) };
    const shown = since ? await get(`/api/statistics${queryOf([asked])}`) : all;
    if (!signal.aborted) fill(this.#place, ...body(shown));
  }

  /** @param {Statistics} all @param {{table: string, title: string}[]} known */
  #offer({ rounds }, known) {
    this.#choice.hidden = false;
    fill(
      this.#periods,
      PERIODS.map((name) =>
        h(
          "button",
          {
            type: "button",
            aria: { pressed: String(name === this.#period) },
            onclick: () => {
              this.#period = name;
              this.#look();
            },
          },
          t(`stats.${name}`),
        ),
      ),
    );
    if (this.#tables.childElementCount) return;
    const tables = [...new Set(rounds.map((one) => one.table))];
    fill(
      this.#tables,
      h("option", { value: "" }, t("stats.all_tables")),
      tables.map((id) => {
        const { title = id } = known.find(({ table }) => table === id) ?? {};
        const is_one = known.filter((one) => one.title === title).length < 2;
        return h("option", { value: id }, is_one ? title : `${title} (${id})`);
      }),
    );
  }
}

customElements.define("pit-statistics", PitStatistics);

/** When the last session began. @param {RoundFigures[]} rounds */
function sessionOf(rounds) {
  const first = rounds.findLastIndex(
    (one, place) => place === 0 || one.at_ms - rounds[place - 1].at_ms > PAUSE_MS,
  );
  return rounds[first]?.at_ms ?? 0;
}

/** @param {Statistics} told */
function body(told) {
  const { rounds, wagers, net, corrected } = told;
  if (!rounds.length) return [toPlay(t("stats.none")), ...skeleton()];
  const expected = rounds.reduce((total, one) => total + one.expected, 0);
  const variance = rounds.reduce((total, one) => total + one.variance, 0);
  const off = variance ? (net - expected) / Math.sqrt(variance) : 0;
  const is_luck = Math.abs(off) <= DEVIATIONS;
  return [
    h(
      "dl",
      { class: "figures" },
      figure("rounds", String(rounds.length)),
      figure("staked", money(rounds.reduce((total, one) => total + one.staked, 0))),
      figure("net", signed(net), net),
      figure("expected", signed(whole(expected))),
      figure("luck", signed(whole(net - expected)), net - expected),
    ),
    h(
      "p",
      { class: "verdict" },
      t(is_luck ? "stats.within" : off > 0 ? "stats.above" : "stats.below", {
        off: decimal(Math.abs(off), 1),
      }),
    ),
    make(OddsPlot, {
      draw: (width) => walkPlot(width, walk(rounds), formats()),
      label: () => t("stats.plot", { n: rounds.length, net: signed(net) }),
    }),
    h("p", { class: "soft small" }, t("stats.band_note")),
    corrected ? h("p", null, t("stats.corrected", { amount: signed(corrected) })) : null,
    mistakes(told.decisions),
    wagerTable(wagers),
    told.has_more ? h("p", { class: "soft small" }, t("stats.more")) : null,
  ];
}

/** Why there are no figures, and the way to some. @param {string} text */
const toPlay = (text) =>
  h(
    "div",
    { class: "panel row to-play" },
    h("p", null, text),
    h("a", { class: "button main", href: "#/" }, t("stats.play")),
  );

/** The figures to come, before they are known. */
const skeleton = () => [
  h(
    "dl",
    { class: "figures skeleton", aria: { hidden: "true" } },
    /** @type {const} */ (["rounds", "staked", "net", "expected", "luck"]).map((name) =>
      figure(name, "–"),
    ),
  ),
  h("div", { class: "panel skeleton plot", aria: { hidden: "true" } }),
  h("div", { class: "panel skeleton lines", aria: { hidden: "true" } }),
];

const formats = () => ({
  name: t("stats.rounds"),
  x: (/** @type {number} */ value) => String(value),
  y: (/** @type {number} */ value) => money(whole(value)),
});

/** The sum after each round, what it should be, and the band. @param {RoundFigures[]} rounds */
function walk(rounds) {
  let [middle, expected, variance] = [0, 0, 0];
  const points = rounds.map((one, place) => {
    middle += one.net;
    expected += one.expected;
    variance += one.variance;
    const reach = DEVIATIONS * Math.sqrt(variance);
    return { x: place + 1, middle, expected, low: expected - reach, high: expected + reach };
  });
  return [{ x: 0, middle: 0, expected: 0, low: 0, high: 0 }, ...points];
}

/**
 * @param {"rounds" | "staked" | "net" | "expected" | "luck"} name
 * @param {string} value
 * @param {number} [tone]
 */
const figure = (name, value, tone = 0) =>
  h(
    "div",
    { data: { figure: name } },
    h("dt", null, t(`stats.${name}`)),
    h("dd", { class: `numbers ${tone > 0 ? "win" : tone < 0 ? "loss" : ""}` }, value),
  );

/** @param {import("../core/protocol.js").OwnWager[]} wagers */
function wagerTable(wagers) {
  const names = /** @type {const} */ (["wager", "settled", "staked", "net", "expected", "spread"]);
  return h(
    "section",
    { class: "panel" },
    h("h2", null, t("stats.by_wager")),
    h(
      "div",
      { class: "scroll-x", tabindex: 0 },
      h(
        "table",
        { class: "by-wager" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            names.map((name, place) =>
              h("th", { scope: "col", class: place ? "number" : null }, t(`stats.${name}`)),
            ),
          ),
        ),
        h(
          "tbody",
          null,
          wagers.map((one) =>
            h(
              "tr",
              { data: { wager: one.wager } },
              h("th", { scope: "row" }, named("wager", one.wager)),
              number(String(one.settled)),
              number(money(one.staked)),
              number(signed(one.net)),
              number(one.expected === null ? t("stats.unknown") : signed(whole(one.expected))),
              number(`± ${money(Math.round(one.deviation))}`),
            ),
          ),
        ),
      ),
    ),
    h("p", { class: "soft small" }, t("stats.wager_note")),
  );
}

/** Whole cents, and never less than nothing by a hair. @param {number} cents */
const whole = (cents) => Math.round(cents) || 0;

/** @param {string} text */
const number = (text) => h("td", { class: "number numbers" }, text);

/** @typedef {import("../core/protocol.js").Decided} Decided */

/** @param {Decided} decisions */
export function mistakes({ count, right, cost, mistakes: made }) {
  const share = count ? Math.round((100 * right) / count) : 0;
  return h(
    "section",
    { class: "panel stack decisions" },
    h("h2", null, t("stats.decisions")),
    count
      ? h("p", null, t("stats.decided", { n: count, share, cost: money(Math.round(cost)) }))
      : h("p", { class: "soft" }, t("stats.undecided")),
    made.length
      ? h(
          "ol",
          { class: "mistakes" },
          made.map((one) =>
            h(
              "li",
              null,
              h(
                "a",
                { href: `#/history/${one.table}/${one.round}` },
                t("stats.mistake", {
                  hand: one.cards.map(cardName).join(", "),
                  up: cardName(one.up),
                }),
              ),
              " ",
              t("stats.instead", { act: act(one.act), best: act(one.best) }),
              " ",
              h("strong", { class: "numbers loss" }, money(-Math.round(one.cost))),
            ),
          ),
        )
      : null,
    h("p", { class: "soft small" }, t("stats.decision_note")),
  );
}

/** @param {string} name */
const act = (name) =>
  ["insure", "decline"].includes(name) ? named("drill.act", name) : named("act", name);
