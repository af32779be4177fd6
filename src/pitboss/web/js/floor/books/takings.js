// The figures of a report: tiles, the win as rounds add up, and a table for each part.

import { h } from "../../core/dom.js";
import { make } from "../../core/element.js";
import { inWords, shownName } from "../../shell/guests.js";
import { OddsPlot, walkPlot } from "../../odds/plot.js";
import { short, whole } from "../../odds/figures.js";
import { table, tile } from "../../odds/sheet.js";
import { part as phrase } from "../../rules/sentences.js";
import { decimal, money, named, percent, signed, t } from "../../words/translate.js";
import "../../../lang/en/floor.js";

/**
 * @typedef {import("../../core/protocol.js").HouseReport} HouseReport
 * @typedef {import("../../core/protocol.js").Section} Section
 * @typedef {import("../../core/protocol.js").Incident} Incident
 */

const WIDE = 2;
const DASH = "–";

/** @param {HouseReport} report */
export function figures(report) {
  return h(
    "div",
    { class: "stack" },
    verdict(report),
    h("p", { class: "soft small" }, t("takings.zone", { zone: report.zone })),
    tiles(report),
    report.win_by_round.length > 1 && plot(report),
    wagers(report),
    ...[
      sections("shift", report.by_shift, report.zone),
      sections("dealer", report.by_dealer, report.zone),
      sections("day", report.by_day, report.zone),
      report.by_table.length > 1 && sections("table", report.by_table, report.zone),
    ],
    players(report),
    slips(report),
    lines("sign_offs", report.sign_offs, report.zone),
    lines("corrections", report.corrections, report.zone),
    lines("incidents", report.incidents, report.zone),
    report.meter.length > 1 && meter(report),
    deeds(report),
    balances(report),
  );
}

/** @param {HouseReport} report */
const verdict = (report) =>
  h(
    "p",
    { class: report.reconciles ? "notice good" : "notice bad" },
    report.reconciles
      ? t("takings.reconciles")
      : t("takings.out", { amount: signed(report.out_by) }),
  );

/** @param {HouseReport} report */
function tiles({ total, odds }) {
  const off = total.deviations;
  return h(
    "section",
    { class: "panel stack" },
    h(
      "dl",
      { class: "tiles" },
      tile(t("takings.drop"), money(total.drop), t("takings.cash", { amount: money(total.cash) })),
      tile(t("takings.win"), signed(total.win), share(total.hold, "takings.of_drop")),
      tile(
        t("takings.expected"),
        amount(total.expected),
        off === null ? "" : t("takings.away", { n: `${off > 0 ? "+" : ""}${decimal(off)}` }),
      ),
      tile(t("takings.rounds"), whole(total.rounds), pace(total)),
      tile(t("takings.staked"), money(total.staked), ""),
      tile(t("takings.float"), signed(total.difference), moved(total)),
    ),
    odds.map((text) => h("p", { class: "soft small" }, text)),
  );
}

/** @param {Section["figures"]} total */
const pace = (total) =>
  total.hands_per_hour === null ? "" : t("takings.pace", { n: whole(total.hands_per_hour) });

/** @param {Section["figures"]} total */
const moved = (total) =>
  t("takings.moved", { fills: money(total.fills), credits: money(total.credits) });

/** @param {HouseReport} report */
function plot({ win_by_round: rounds, total }) {
  const expected = rounds[0].expected === null ? null : 0;
  const start = { rounds: 0, win: 0, expected, deviation: 0 };
  const points = [start, ...rounds];
  return h(
    "section",
    { class: "panel stack" },
    h("h2", null, t("takings.plot")),
    make(OddsPlot, {
      label: () => t("takings.plotted", { n: total.rounds, win: signed(total.win) }),
      draw: (width) =>
        walkPlot(
          width,
          points.map((one) => ({
            x: one.rounds,
            middle: one.win,
            low: one.expected === null ? null : one.expected - WIDE * (one.deviation ?? 0),
            high: one.expected === null ? null : one.expected + WIDE * (one.deviation ?? 0),
          })),
          { x: short, y: (value) => money(Math.round(value)), name: t("takings.plot_name") },
        ),
    }),
    h("p", { class: "soft small" }, t("takings.plot_hint")),
  );
}

/** @param {HouseReport} report */
function wagers({ total }) {
  const head = ["count", "staked", "paid", "taken", "win", "hold", "expected", "deviation"];
  return part(
    "wagers",
    ["wager", ...head.map((name) => [name])],
    total.wagers.map((one) => [
      named("wager", one.wager),
      [whole(one.count)],
      [money(one.staked)],
      [money(one.paid)],
      [money(one.taken)],
      [signed(one.win)],
      [one.hold === null ? DASH : percent(one.hold)],
      [amount(one.expected)],
      [amount(one.deviation)],
    ]),
  );
}

/** @param {string} name @param {Section[]} parts @param {string} zone */
function sections(name, parts, zone) {
  const head = ["rounds", "drop", "win", "hold", "expected", "off", "float"];
  return part(
    `by_${name}`,
    [name, "from", "to", ...head.map((one) => [one])],
    parts.map(({ name: what, from_ms, to_ms, figures: one }) => [
      phrase(what),
      time(from_ms, zone),
      time(to_ms, zone),
      [whole(one.rounds)],
      [money(one.drop)],
      [signed(one.win)],
      [one.hold === null ? DASH : percent(one.hold)],
      [amount(one.expected)],
      [one.deviations === null ? DASH : decimal(one.deviations)],
      [signed(one.difference)],
    ]),
  );
}

/** @param {HouseReport} report */
const players = (report) =>
  part(
    "players",
    ["player", ["rounds"], ["bought"], ["staked"], ["result"], ["cashed"], ["chips"]],
    report.players.map((one) => [
      shownName(one.player),
      [whole(one.rounds)],
      [money(one.bought)],
      [money(one.staked)],
      [signed(one.net)],
      [money(one.cashed)],
      [money(one.chips)],
    ]),
  );

/** @param {HouseReport} report */
const slips = (report) =>
  part(
    "slips",
    ["slip", "kind", "when", ["amount"], ["expected"], ["difference"], "by"],
    report.slips.map((one) => [
      String(one.number),
      named("slip", one.kind),
      time(one.at_ms, report.zone),
      [money(one.amount)],
      [amount(one.expected)],
      [one.expected === null ? DASH : signed(one.amount - one.expected)],
      `${one.by}, ${one.second}`,
    ]),
  );

/** @param {string} name @param {Incident[]} told @param {string} zone */
const lines = (name, told, zone) =>
  part(
    name,
    ["when", ["round"], "by", "what", "clause"],
    told.map((one) => [
      time(one.at_ms, zone),
      [String(one.round)],
      one.by,
      inWords(one.text),
      one.clause,
    ]),
  );

/** @param {HouseReport} report */
const meter = (report) =>
  part(
    "meter",
    ["when", ["round"], ["amount"], ["paid"]],
    report.meter.map((one) => [
      time(one.at_ms, report.zone),
      [String(one.round)],
      [money(one.meter)],
      [one.won ? money(one.won) : ""],
    ]),
  );

/** @param {HouseReport} report */
const deeds = (report) =>
  part(
    "deeds",
    ["by", "for", "what", ["count"]],
    report.deeds.map((one) => [
      one.who || t("log.table"),
      shownName(one.by),
      named("command", one.command),
      [whole(one.count)],
    ]),
  );

/** @param {HouseReport} report */
const balances = (report) =>
  part(
    "balances",
    ["what", ["reported"], ["ledger"], ["difference"]],
    report.balances.map((one) => [
      phrase(one.what),
      [money(one.reported)],
      [money(one.ledger)],
      [signed(one.reported - one.ledger)],
    ]),
  );

/**
 * A table below its title; nothing where it has no rows. The longer ones are folded.
 *
 * @param {string} name
 * @param {(string | string[])[]} head
 * @param {(string | string[])[][]} rows
 */
function part(name, head, rows) {
  if (!rows.length) return null;
  const title = named("takings_part", name);
  const titled = head.map((one) =>
    Array.isArray(one) ? [named("takings_column", one[0])] : named("takings_column", one),
  );
  return h(
    "details",
    { class: "panel", open: rows.length <= 12 },
    h("summary", null, title),
    table(title, titled, rows),
  );
}

/** @param {number | null} cents */
const amount = (cents) => (cents === null ? DASH : money(cents));

/** @param {number | null} part_ @param {"takings.of_drop"} key */
const share = (part_, key) => (part_ === null ? "" : t(key, { share: percent(part_) }));

/** A time as reports write it. @param {number} at_ms @param {string} zone */
const time = (at_ms, zone) =>
  new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "medium",
  }).format(at_ms);
