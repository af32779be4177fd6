// The par sheet: what a table is worth, how rounds come out, side wagers, and what clauses ask of
// the odds.

import { get } from "../core/api.js";
import { h } from "../core/dom.js";
import { edgeName, edgeSize, edgeWords } from "../core/edge.js";
import { make } from "../core/element.js";
import { clauseLink } from "../rules/clause.js";
import { part, ruled, severalTitled } from "../rules/sentences.js";
import { decimal, named, percent, plain, plainValue, t, whole } from "../words/translate.js";
import "../../lang/en/odds.js";
import { queryOf } from "./choice.js";
import { chance, edge, expectation, onceIn, units } from "./figures.js";
import { barPlot, OddsPlot } from "./plot.js";

/**
 * @typedef {import("./answers").ParSheet} ParSheet
 * @typedef {import("./answers").WagerOdds} WagerOdds
 * @typedef {import("./answers").WagerLine} WagerLine
 * @typedef {import("./page.js").Asked} Asked
 */

const SHOWN_P = 5e-5;
const EXACT_CHARS = 40;
const UNIT = 10;

/** @param {Asked} asked */
export async function view(asked) {
  /** @type {ParSheet} */
  const sheet = await get(
    `/api/odds/${asked.rulebook}${queryOf([asked.options], [{ removed: asked.removed }])}`,
  );
  return [
    hero(sheet),
    sheet.with_ante.length ? antes(sheet) : null,
    outcomes(sheet),
    h(
      "section",
      { class: "stack", aria: { labelledby: "side-wagers" } },
      h("h2", { id: "side-wagers" }, t("odds.side_wagers")),
      sheet.wagers.length
        ? sheet.wagers.map((odds) => wager(sheet.rulebook, odds))
        : h("p", { class: "soft" }, t("odds.no_side_wagers")),
    ),
    checks(sheet),
    files(asked),
  ];
}

/** The sheet as files. @param {Asked} asked */
const files = ({ rulebook, options }) =>
  h(
    "p",
    { class: "row files" },
    /** @type {const} */ (["xlsx", "csv", "memo"]).map((form) =>
      h(
        "a",
        {
          class: "button",
          href: `/api/odds/${rulebook}/file${queryOf([options], [{ form }])}`,
          download: "",
        },
        t(`odds.file_${form}`),
      ),
    ),
  );

/** @param {ParSheet} sheet */
function hero(sheet) {
  const { win, push, loss } = sheet.results;
  const hundred = {
    unit: UNIT,
    mean: decimal(-sheet.house_edge * 100 * UNIT),
    spread: whole(sheet.standard_deviation * 10 * UNIT),
  };
  return h(
    "section",
    { class: "panel hero", aria: { labelledby: "edge-name" } },
    h(
      "div",
      { class: "edge" },
      h("h2", { id: "edge-name" }, edgeName(sheet.house_edge, 3)),
      h("p", { class: "figure" }, edgeSize(sheet.house_edge, 3)),
      sheet.house_edge < 0 ? h("p", { class: "small" }, h("strong", null, t("odds.favour"))) : null,
      h(
        "p",
        { class: "soft small" },
        t(sheet.with_ante.length ? "odds.edge_unit_no_ante" : "odds.edge_unit"),
      ),
      h("p", { class: "small" }, t("odds.hundred", hundred)),
    ),
    h(
      "dl",
      { class: "tiles" },
      tile(t("odds.player_ev"), expectation(sheet.player_ev, 6), t("odds.per_unit")),
      tile(
        t("odds.by_totals"),
        expectation(sheet.total_dependent_ev, 6),
        t("odds.by_totals_note", { cost: edge(sheet.player_ev - sheet.total_dependent_ev) }),
      ),
      tile(
        t("odds.deviation"),
        decimal(sheet.standard_deviation, 4),
        `${t("odds.deviation_note")}; ${named("odds.spread", sheet.standard_deviation_class)}`,
      ),
      tile(t("odds.average_wager"), decimal(sheet.average_wager, 4), t("odds.average_wager_note")),
      sheet.spots.map((one) =>
        tile(
          t("odds.spots", { n: one.spots }),
          decimal(one.standard_deviation, 4),
          t("odds.spots_note"),
        ),
      ),
    ),
    h(
      "div",
      { class: "shares" },
      h(
        "div",
        { class: "share-bar", aria: { hidden: "true" } },
        h("span", { class: "won", style: { "flex-grow": win } }),
        h("span", { class: "pushed", style: { "flex-grow": push } }),
        h("span", { class: "lost", style: { "flex-grow": loss } }),
      ),
      h(
        "p",
        { class: "row small numbers" },
        share("won", "win", win),
        share("pushed", "push", push),
        share("lost", "loss", loss),
        h("span", { class: "soft" }, t("odds.shares_note")),
      ),
    ),
    h(
      "p",
      { class: "soft small" },
      h("strong", null, plain(sheet.strategy_class)),
      ": ",
      severalTitled(sheet.strategy),
    ),
  );
}

/** @param {"won" | "pushed" | "lost"} name @param {string} tone @param {number} p */
const share = (name, tone, p) =>
  h(
    "span",
    { class: tone },
    h("i", { class: `key ${name}` }),
    `${t(`odds.${name}`)} ${percent(p)}`,
  );

/** @param {string} name @param {string} value @param {string} note */
export const tile = (name, value, note) =>
  h(
    "div",
    null,
    h("dt", null, name),
    h("dd", { class: "numbers" }, value),
    h("dd", { class: "soft small" }, note),
  );

/** @param {ParSheet} sheet */
const antes = (sheet) =>
  h(
    "section",
    { class: "panel" },
    h("h2", null, t("odds.with_ante")),
    h("p", { class: "soft small" }, t("odds.with_ante_note")),
    table(
      t("odds.with_ante"),
      [t("odds.wager"), [t("odds.house_edge")]],
      sheet.with_ante.map((row) => [decimal(row.wager), [edge(row.house_edge)]]),
    ),
  );

/** @param {ParSheet} sheet */
function outcomes(sheet) {
  const all = Object.entries(sheet.outcomes)
    .map(([net, p]) => /** @type {const} */ ([Number(net), p]))
    .sort((a, b) => a[0] - b[0]);
  const shown = all.filter(([, p]) => p >= SHOWN_P);
  const bars = shown.map(([net, p]) => ({
    x: net,
    y: p,
    tone: net > 0 ? "won" : net < 0 ? "lost" : "pushed",
    title: `${units(net)}: ${chance(p)}`,
  }));
  const likely = all
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 4)
    .map(([net, p]) => t("odds.outcome", { net: units(net), p: chance(p) }))
    .join("; ");
  const plot = make(OddsPlot, {
    draw: (width) =>
      barPlot(width, bars, { x: units, y: (p) => percent(p, 0), name: t("odds.net_axis") }),
    label: () => t("odds.outcomes_label", { likely }),
  });
  return h(
    "section",
    { class: "panel" },
    h("h2", null, t("odds.outcomes")),
    h(
      "p",
      { class: "soft small" },
      t("odds.outcomes_note"),
      " ",
      sheet.outcomes_approximate
        ? t("odds.outcomes_approximate", { p: chance(sheet.outcomes_approximate) })
        : t("odds.outcomes_exact"),
    ),
    plot,
    h(
      "details",
      null,
      h("summary", null, t("odds.as_table")),
      table(
        t("odds.outcomes"),
        [t("odds.net"), [t("odds.probability")], [t("odds.rarity")]],
        all.map(([net, p]) => [units(net), [chance(p)], [onceIn(p)]]),
      ),
    ),
  );
}

/** @param {string} rulebook @param {WagerOdds} odds */
function wager(rulebook, odds) {
  const stakes = odds.stakes ?? [
    { stake: 0, house_edge: odds.house_edge, outcomes: odds.outcomes },
  ];
  return h(
    "article",
    { class: "panel wager" },
    h(
      "header",
      { class: "row" },
      h("h3", null, odds.title),
      clauseLink(rulebook, odds.clause),
      h(
        "p",
        { class: "edge-small" },
        h(
          "strong",
          { class: "numbers" },
          stakes.map((one) => edgeWords(one.house_edge, 3)).join(" · "),
        ),
      ),
    ),
    stakes.map((one) => lines(rulebook, odds, one)),
    odds.meter
      ? h(
          "p",
          { class: "small" },
          odds.meter.break_even === null
            ? t("odds.meter_never", { meter: decimal(odds.meter.meter) })
            : t("odds.meter", {
                meter: decimal(odds.meter.meter),
                fair: decimal(odds.meter.break_even),
              }),
        )
      : null,
    h(
      "p",
      { class: "soft small" },
      sentence(part(odds.condition)),
      odds.note ? ` ${ruled(odds.note)}` : null,
    ),
  );
}

/**
 * @param {string} rulebook
 * @param {WagerOdds} odds
 * @param {{stake: number, house_edge: number, outcomes: WagerLine[]}} staked
 */
function lines(rulebook, odds, staked) {
  const name = staked.stake
    ? t("odds.at_stake", {
        title: odds.title,
        stake: decimal(staked.stake),
        edge: edgeWords(staked.house_edge, 3),
      })
    : odds.title;
  return table(
    name,
    [
      t("odds.line"),
      t("odds.pays"),
      [t("odds.probability")],
      [t("odds.rarity")],
      t("odds.exact"),
      [t("odds.adds")],
    ],
    staked.outcomes.map((line) => [
      [plain(line.name), " ", clauseLink(rulebook, line.clause)],
      plainValue(line.pays) ?? line.pays,
      [chance(line.probability)],
      [onceIn(line.probability)],
      h("code", { class: "small" }, exact(line.exact)),
      [expectation(line.contribution)],
    ]),
    !staked.stake,
  );
}

/** @param {string | null} text */
const exact = (text) =>
  text === null
    ? t("odds.by_play")
    : text.length <= EXACT_CHARS
      ? text
      : t("odds.long_exact", { n: text.split("/")[1]?.length ?? 0 });

/** @param {string} text */
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** @param {ParSheet} sheet */
function checks(sheet) {
  if (!sheet.checks.length) return null;
  return h(
    "section",
    { class: "panel" },
    h("h2", null, t("odds.checks")),
    h(
      "ul",
      { class: "checks" },
      sheet.checks.map((check) => {
        const state = !check.ok ? "broken" : check.warning ? "warning" : "kept";
        return h(
          "li",
          { class: state },
          h("strong", null, t(`odds.check.${state}`)),
          h("span", null, ruled(check.text), " ", clauseLink(sheet.rulebook, check.clause)),
        );
      }),
    ),
  );
}

/**
 * A table; a column or a cell in brackets holds numbers.
 *
 * @param {string} caption
 * @param {(string | string[])[]} head
 * @param {(import("../core/dom.js").Child | import("../core/dom.js").Child[])[][]} rows
 * @param {boolean} [is_quiet]
 */
export function table(caption, head, rows, is_quiet = true) {
  return h(
    "div",
    { class: "scroll-x", tabindex: "0", role: "group", aria: { label: caption } },
    h(
      "table",
      null,
      h("caption", { class: is_quiet ? "visually-hidden" : "soft small" }, caption),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          head.map((name) =>
            h(
              "th",
              { scope: "col", class: Array.isArray(name) ? "number" : null },
              ...[name].flat(),
            ),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map((row) =>
          h(
            "tr",
            null,
            row.map((cell, place) =>
              place === 0
                ? h("th", { scope: "row" }, ...[cell].flat())
                : h("td", { class: Array.isArray(cell) ? "number" : null }, ...[cell].flat()),
            ),
          ),
        ),
      ),
    ),
  );
}
