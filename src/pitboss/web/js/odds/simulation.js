// A simulation that is watched: the figure closes in on the exact value as rounds add up.

import { get } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { edgeWords } from "../core/edge.js";
import { LiveElement, make } from "../core/element.js";
import { decimal, named, percent, t } from "../words/translate.js";
import "../../lang/en/odds.js";
import { queryOf } from "./choice.js";
import { edgeTick, expectation, short, units, whole } from "./figures.js";
import { bandPlot, barPlot, OddsPlot } from "./plot.js";
import { table, tile } from "./sheet.js";
import { events } from "../core/stream.js";

/**
 * @typedef {import("./answers").ParSheet} ParSheet
 * @typedef {import("./answers").Progress} Progress
 * @typedef {import("./page.js").Asked} Asked
 */

const ROUNDS = [100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];
const PLAYERS = /** @type {const} */ (["best", "total", "basic", "dealer"]);
const SHUFFLES = /** @type {const} */ (["every_round", "shoe"]);
const SHOWN_P = 5e-5;
/**
 * The frame is so many standard errors high and deep: the last decade and a half of rounds is in
 * view.
 */
const REACH = 8;

/** @param {Asked} asked */
export async function view(asked) {
  /** @type {ParSheet} */
  const exact = await get(`/api/odds/${asked.rulebook}${queryOf([asked.options])}`);
  return [h("p", { class: "soft" }, t("sim.about")), make(SimulationDesk, { asked, exact })];
}

/** `<simulation-desk>`: what is to be played, and the run; a run ends when the desk is left. */
class SimulationDesk extends LiveElement {
  /** @type {Asked | undefined} */
  asked;
  /** @type {ParSheet | undefined} */
  exact;
  /** @type {AbortController | undefined} */
  #stop;
  #results = h("div", { class: "stack" });
  #end = h(
    "button",
    { type: "button", disabled: true, onclick: () => this.#stop?.abort() },
    t("sim.stop"),
  );
  /** @type {HTMLFormElement} */
  #form = h(
    "form",
    {
      class: "panel row sim-form no-print",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.#run();
      },
    },
    choice(
      "rounds",
      t("sim.rounds"),
      ROUNDS.map((n) => [String(n), whole(n)]),
      "10000000",
    ),
    choice(
      "player",
      t("sim.player"),
      PLAYERS.map((name) => [name, t(`sim.player.${name}`)]),
      "best",
    ),
    choice(
      "shuffle",
      t("sim.shuffle"),
      SHUFFLES.map((name) => [name, t(`sim.shuffle.${name}`)]),
      "every_round",
    ),
    h(
      "div",
      { class: "field" },
      h("label", { for: "sim-seed" }, t("sim.seed")),
      h("input", {
        id: "sim-seed",
        name: "seed",
        type: "number",
        min: 0,
        step: 1,
        value: 1,
        required: true,
      }),
    ),
    h("button", { class: "main" }, t("sim.start")),
    this.#end,
  );

  begin() {
    this.classList.add("stack");
    fill(this, this.#form, this.#results);
    this.signal.addEventListener("abort", () => this.#stop?.abort());
  }

  async #run() {
    const { asked, exact } = this;
    if (!asked || !exact) return;
    this.#stop?.abort();
    const { signal } = (this.#stop = new AbortController());
    const given = Object.fromEntries(
      [...new FormData(this.#form)].map(([name, value]) => [name, String(value)]),
    );
    // By another's play, or from a shoe that is dealt down, the exact value is no longer the
    // target.
    const target =
      given.player === "best"
        ? exact.player_ev
        : given.player === "total"
          ? exact.total_dependent_ev
          : undefined;
    const run = resultView(exact, target, Number(given.rounds));
    this.#end.removeAttribute("disabled");
    fill(this.#results, run.element);
    try {
      const path = `/api/odds/${asked.rulebook}/simulation${queryOf([asked.options], [given])}`;
      for await (const progress of events(path, signal))
        run.add(/** @type {Progress} */ (progress));
      run.end(false);
    } catch (error) {
      if (signal.aborted) run.end(true);
      else run.fail(error instanceof Error ? error.message : String(error));
    } finally {
      if (signal === this.#stop?.signal) this.#end.setAttribute("disabled", "");
    }
  }
}

customElements.define("simulation-desk", SimulationDesk);

/**
 * @param {string} name
 * @param {string} label
 * @param {(readonly [string, string])[]} values
 * @param {string} first
 */
const choice = (name, label, values, first) =>
  h(
    "div",
    { class: "field" },
    h("label", { for: `sim-${name}` }, label),
    h(
      "select",
      { id: `sim-${name}`, name },
      values.map(([value, text]) => h("option", { value, selected: value === first }, text)),
    ),
  );

/**
 * What a run has come to, drawn again with each part.
 *
 * @param {ParSheet} exact
 * @param {number | undefined} target
 * @param {number} wanted
 */
function resultView(exact, target, wanted) {
  /** @type {Progress[]} */
  const told = [];
  const bar = h("progress", { max: wanted, value: 0, aria: { label: t("sim.progress") } });
  const state = h("p", { class: "soft small", role: "status" }, t("sim.preparing"));
  const tiles = h("dl", { class: "tiles panel" });
  const wagers = h("section", { class: "panel" });
  const last = () => told[told.length - 1];
  const summary = () =>
    t("sim.so_far", {
      rounds: whole(last()?.rounds ?? 0),
      ev: expectation(last()?.player_ev ?? 0),
      error: decimal(last()?.standard_error ?? 0, 5),
    });
  const convergence = make(OddsPlot, {
    draw: (width) =>
      told.length < 2
        ? null
        : bandPlot(
            width,
            told.map((one) => ({
              x: one.rounds,
              middle: one.player_ev,
              low: one.player_ev - 2 * one.standard_error,
              high: one.player_ev + 2 * one.standard_error,
            })),
            {
              x: short,
              y: edgeTick,
              name: t("sim.rounds_axis"),
              target,
              until: wanted,
              reach: REACH * last().standard_error,
            },
          ),
    label: summary,
  });
  const histogram = make(OddsPlot, {
    draw: (width) =>
      told.length
        ? barPlot(width, bars(last(), exact), {
            x: units,
            y: (p) => percent(p, 0),
            name: t("odds.net_axis"),
          })
        : null,
    label: () => t("odds.outcomes"),
  });
  const figures = h(
    "div",
    { class: "stack", hidden: true },
    tiles,
    h(
      "section",
      { class: "panel" },
      h("h2", null, t("sim.convergence")),
      h(
        "p",
        { class: "soft small" },
        t(target === undefined ? "sim.convergence_free" : "sim.convergence_note"),
      ),
      convergence,
    ),
    h(
      "section",
      { class: "panel" },
      h("h2", null, t("odds.outcomes")),
      h("p", { class: "soft small" }, t("sim.histogram_note")),
      histogram,
    ),
    wagers,
  );

  return {
    element: h("div", { class: "stack" }, h("div", { class: "sim-progress" }, bar, state), figures),
    /** @param {Progress} progress */
    add(progress) {
      told.push(progress);
      figures.hidden = false;
      bar.setAttribute("value", String(progress.rounds));
      fill(
        state,
        t("sim.playing", { rounds: whole(progress.rounds), wanted: whole(progress.wanted) }),
      );
      const away =
        target === undefined ? null : (progress.player_ev - target) / progress.standard_error;
      fill(
        tiles,
        tile(
          t("odds.player_ev"),
          `${expectation(progress.player_ev)} ± ${decimal(progress.standard_error, 5)}`,
          t("sim.error_note"),
        ),
        tile(
          t("sim.exact"),
          target === undefined ? "–" : expectation(target),
          away === null ? t("sim.no_target") : t("sim.away", { n: decimal(Math.abs(away)) }),
        ),
        tile(
          t("odds.deviation"),
          decimal(progress.standard_deviation, 4),
          t("sim.exact_deviation", { value: decimal(exact.standard_deviation, 4) }),
        ),
        tile(t("sim.speed"), `${short(progress.rounds_per_second)}`, t("sim.speed_note")),
      );
      fill(wagers, wagerTable(progress, exact, target));
      convergence.redraw();
      histogram.redraw();
    },
    /** @param {string} text */
    fail(text) {
      fill(state, h("span", { class: "loss" }, text));
    },
    /** @param {boolean} is_stopped */
    end(is_stopped) {
      if (last())
        fill(
          state,
          t(is_stopped ? "sim.stopped" : "sim.done", {
            rounds: whole(last().rounds),
            seconds: decimal(last().seconds, 1),
          }),
        );
      else fill(state, t("sim.nothing"));
    },
  };
}

/** @param {Progress} progress @param {ParSheet} exact */
function bars(progress, exact) {
  const known = new Map(Object.entries(exact.outcomes).map(([net, p]) => [Number(net), p]));
  return progress.distribution
    .filter((one) => one.share >= SHOWN_P)
    .map(({ net, share }) => ({
      x: net,
      y: share,
      ...(known.has(net) ? { also: Number(known.get(net)) } : {}),
      tone: net > 0 ? "won" : net < 0 ? "lost" : "pushed",
      title: `${units(net)}: ${percent(share, 3)}`,
    }));
}

/** @param {Progress} progress @param {ParSheet} exact @param {number | undefined} target */
function wagerTable(progress, exact, target) {
  return [
    h("h2", null, t("sim.wagers")),
    table(
      t("sim.wagers"),
      [
        t("sim.wager"),
        [t("sim.placed")],
        [t("odds.player_ev")],
        [t("sim.error")],
        [t("sim.exact")],
        [t("sim.away_short")],
      ],
      progress.wagers.map((one) => {
        const known = exact.wagers.find((wager) => wager.wager === one.wager);
        const ev =
          one.wager === "main" ? target : known && !known.stakes ? -known.house_edge : undefined;
        const away =
          ev === undefined || !one.standard_error
            ? ""
            : `${expectation((one.ev - ev) / one.standard_error, 2)}`;
        return [
          known?.title ?? named("wager", one.wager),
          [whole(one.placed)],
          [expectation(one.ev)],
          [decimal(one.standard_error, 5)],
          [ev === undefined ? "" : expectation(ev)],
          [away],
        ];
      }),
    ),
    h(
      "p",
      { class: "soft small" },
      t("sim.wagers_note", { edge: edgeWords(-progress.player_ev, 3) }),
    ),
  ];
}
