// What the desk shows of a sheet: tiles of figures, plots that can be saved, and the counts.

import { h } from "../core/dom.js";
import { make } from "../core/element.js";
import { expectation } from "../odds/figures.js";
import { barPlot, OddsPlot } from "../odds/plot.js";
import { tile as plainTile, table } from "../odds/sheet.js";
import { complain } from "../shell/shell.js";
import { decimal, percent, t, whole } from "../words/translate.js";
import "../../lang/en/desk.js";
import { errorPlot, fanPlot, linesPlot } from "./plots.js";
import { saveCsv, savePng, saveSvg } from "../core/save.js";
import { signedCount } from "./settings.js";

/**
 * @typedef {import("../core/protocol.js").DeskSheet} DeskSheet
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {"score" | "ramp" | "growth" | "often" | "advantage"} PlotName
 */

/** Hours of the growth that is shown. */
const HOURS = 500;
/** Standard errors that hold 95 % of such studies. */
const SURE = 1.96;

/** Money with as many digits as it needs. @param {number} amount */
const cash = (amount) => (Math.abs(amount) < 100 ? decimal(amount, 2) : whole(amount));

/** A text whose percentages stay on one line. @param {string} text */
const unbroken = (text) => text.replaceAll(" %", "\u00a0%");

/** @type {typeof plainTile} */
const tile = (name, value, note) => plainTile(name, value, unbroken(note));

/** @param {DeskSheet} sheet @param {Settings} settings */
export function tiles({ figures: told }, settings) {
  const lost = (/** @type {number | null} */ p) => (p === null ? "–" : percent(p, 1));
  const money = (/** @type {number | null} */ one) => (one === null ? "–" : cash(one));
  const most = told.wager === null ? "–" : cash(told.wager * Number(settings.spread));
  return [
    tile(
      t("desk.score"),
      decimal(told.score, 2),
      t("desk.score_note", { error: decimal(told.score_error, 2) }),
    ),
    tile(
      t("desk.wager"),
      money(told.wager),
      t("desk.wager_note", { most, risk: percent(Number(settings.risk) / 1000, 1) }),
    ),
    tile(
      t("desk.hour"),
      money(told.hour),
      t("desk.hour_note", { deviation: money(told.hour_deviation) }),
    ),
    tile(
      t("desk.edge"),
      expectation(told.edge * 100, 3) + "\u202f%",
      t("desk.edge_note", { played: percent(told.played, 1) }),
    ),
    tile(
      t("desk.n0"),
      told.n0 === null ? "–" : whole(told.n0),
      t("desk.n0_note", {
        hours: told.n0 === null ? "–" : whole(told.n0 / Number(settings.hourly)),
        di: decimal(told.di, 2),
      }),
    ),
    tile(t("desk.worth"), money(told.hour_worth), t("desk.worth_note")),
    tile(
      t("desk.doubled"),
      lost(told.doubled),
      t("desk.doubled_note", { halved: lost(told.halved) }),
    ),
    tile(t("desk.ahead", { hours: HOURS }), lost(told.ahead), t("desk.ahead_note")),
  ];
}

/** What a count is counted in. @param {boolean} is_true */
const axisOf = (is_true) => t(is_true ? "desk.axis.true" : "desk.axis.running");

/** What a screen reader hears of a change. @param {DeskSheet} sheet @param {Settings} settings */
export const heard = ({ figures: told }, settings) =>
  told.hour === null
    ? t("desk.nothing", { spread: settings.spread })
    : t("desk.heard", { score: decimal(told.score, 2), hour: cash(told.hour) });

/** The counts as a table. @param {DeskSheet} sheet */
export const countTable = ({ counts, is_true, figures: told }) =>
  table(
    t("desk.by_count"),
    [
      axisOf(is_true),
      [t("desk.share")],
      [t("desk.advantage")],
      [t("desk.error")],
      [t("desk.bet")],
    ],
    counts.map((one) => [
      signedCount(one.count),
      [percent(one.share, 3)],
      [expectation(one.ev, 5)],
      [decimal(one.error, 5)],
      [cash(one.bet * (told.wager ?? 1))],
    ]),
  );

/** A figure on an axis. @param {number} value */
const tick = (value) =>
  Number.isInteger(value) ? whole(value) : decimal(value, Math.abs(value) < 1 ? 2 : 1);

/**
 * How each plot is drawn, told in words, and written as rows.
 * @param {DeskSheet} sheet @param {Settings} settings
 * @returns {Record<PlotName, {draw: (width: number) => Element | null, told: string,
 *   rows: (string | number)[][]}>}
 */
function plotsOf(sheet, settings) {
  const { counts, growth, scores, figures: told } = sheet;
  const by_count = { x: signedCount, name: axisOf(sheet.is_true) };
  const wager = told.wager ?? 1;
  const bars = (/** @type {(one: DeskSheet["counts"][number]) => number} */ of, digits = 2) =>
    counts.map((one) => ({
      x: one.count,
      y: of(one),
      tone: "plain",
      title: `${signedCount(one.count)}: ${decimal(of(one), digits)}`,
    }));
  const first = counts[0];
  const last = counts[counts.length - 1];
  return {
    score: {
      draw: (width) =>
        linesPlot(
          width,
          scores.map((one) => ({
            name: one.title,
            points: one.points,
            is_main: one.count === sheet.count,
          })),
          {
            x: (share) => percent(share, 0),
            y: tick,
            name: t("desk.axis.penetration"),
            at: sheet.penetration,
          },
        ),
      told: scores
        .map((one) => `${one.title} ${decimal(one.points[one.points.length - 1][1], 1)}`)
        .join(", "),
      rows: [
        ["count", "penetration", "score", "error"],
        ...scores.flatMap((one) => one.points.map((point) => [one.count, ...point])),
      ],
    },
    ramp: {
      draw: (width) =>
        barPlot(
          width,
          bars((one) => one.bet * wager),
          { ...by_count, y: tick },
        ),
      told: `${cash(first.bet * wager)} – ${cash(last.bet * wager)}`,
      rows: [
        ["count", "wagers", "money"],
        ...counts.map((one) => [one.count, one.bet, one.bet * wager]),
      ],
    },
    growth: {
      draw: (width) =>
        growth.length
          ? fanPlot(width, growth, { x: whole, y: whole, name: t("desk.axis.hours") })
          : null,
      told: heard(sheet, settings),
      rows: [["hours", "p05", "p25", "p50", "p75", "p95"], ...growth.map((row) => [...row])],
    },
    often: {
      draw: (width) =>
        barPlot(
          width,
          bars((one) => one.share, 5),
          { ...by_count, y: (share) => percent(share, 0) },
        ),
      told: `${signedCount(first.count)} – ${signedCount(last.count)}`,
      rows: [["count", "share"], ...counts.map((one) => [one.count, one.share])],
    },
    advantage: {
      draw: (width) =>
        errorPlot(
          width,
          counts.map((one) => ({ x: one.count, y: one.ev, error: SURE * one.error })),
          { ...by_count, y: (ev) => percent(ev, 0) },
        ),
      told: `${percent(first.ev, 1)} – ${percent(last.ev, 1)}`,
      rows: [
        ["count", "advantage", "error"],
        ...counts.map((one) => [one.count, one.ev, one.error]),
      ],
    },
  };
}

/** @type {readonly PlotName[]} */
const NAMES = ["score", "ramp", "growth", "often", "advantage"];

/** The panels of all plots, and how they are drawn again. */
export function plotPanels() {
  /** @type {{sheet: DeskSheet, settings: Settings} | undefined} */
  let shown;
  const one = (/** @type {PlotName} */ name) =>
    shown && plotsOf(shown.sheet, shown.settings)[name];
  const panels = NAMES.map((name) => {
    const title = t(`desk.plot.${name}`);
    const plot = make(OddsPlot, {
      draw: (width) => one(name)?.draw(width) ?? null,
      label: () => t("desk.plot.label", { title, told: one(name)?.told ?? "" }),
    });
    const note = h("p", { class: "soft small" });
    const legend = h("ul", { class: "legend", hidden: name !== "score" });
    const file = () => `${shown?.sheet.rulebook}-${shown?.sheet.count}-${name}`;
    const drawn = () => /** @type {SVGSVGElement | null} */ (plot.querySelector("svg"));
    const button = (/** @type {string} */ kind, /** @type {() => unknown} */ act) =>
      h(
        "button",
        { type: "button", onclick: act, aria: { label: t("desk.save", { title, kind }) } },
        kind,
      );
    const saved = h(
      "p",
      { class: "row saving no-print" },
      button("SVG", () => drawn() && saveSvg(file(), /** @type {SVGSVGElement} */ (drawn()))),
      button(
        "PNG",
        () => drawn() && savePng(file(), /** @type {SVGSVGElement} */ (drawn())).catch(complain),
      ),
      button("CSV", () => saveCsv(file(), one(name)?.rows ?? [])),
    );
    const panel = h(
      "section",
      { class: "panel", data: { plot: name } },
      h("h2", null, title),
      note,
      plot,
      legend,
      saved,
    );
    const redraw = () => {
      if (!shown) return;
      const { spread, enter } = shown.settings;
      const is_one = name === "score" && enter !== "";
      const told = is_one ? t("desk.plot.score_one", {
        spread,
        title: shown.sheet.title,
        enter: signedCount(Number(enter)),
        count: axisOf(shown.sheet.is_true),
      }) : t(`desk.plot.${name}_note`, { spread });
      note.textContent = unbroken(told);
      if (name === "score")
        legend.replaceChildren(
          ...shown.sheet.scores.map((line, place) =>
            h(
              "li",
              null,
              h("span", { class: `key tone-${place % 4}` }),
              line.title,
            ),
          ),
        );
      plot.redraw();
    };
    return { panel, redraw };
  });
  return {
    elements: panels.map(({ panel }) => panel),
    /** @param {DeskSheet} sheet @param {Settings} settings */
    show(sheet, settings) {
      shown = { sheet, settings };
      for (const { redraw } of panels) redraw();
    },
  };
}
