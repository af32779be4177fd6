// The plots of the counting desk: lines of several counts, a fan of bankrolls, points with errors.

import { h } from "../core/dom.js";
import {
  axisName,
  BOTTOM,
  LEFT,
  path,
  RIGHT,
  scale,
  svg,
  ticks,
  TOP,
  xAxis,
  yAxis,
} from "../odds/plot.js";

/**
 * @typedef {import("../odds/plot.js").Formats & {name: string}} How
 * @typedef {{name: string, points: readonly (readonly number[])[], is_main: boolean}} Line
 */

/** @param {number} width */
const heightOf = (width) => Math.min(320, Math.max(220, width * 0.5));

/** @param {number[]} values Ends of an axis, with zero. @returns {[number, number]} */
function reach(values) {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  return [low, high === low ? low + 1 : high + (high - low) * 0.05];
}

/**
 * Lines over one axis, the main one drawn last and thickest.
 * @param {number} width @param {Line[]} lines @param {How & {at: number}} how
 */
export function linesPlot(width, lines, how) {
  const height = heightOf(width);
  const all = lines.flatMap((line) => line.points);
  const xs = all.map((point) => point[0]);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [low, high] = reach(all.map((point) => point[1]));
  const x = scale(left, right, LEFT, width - RIGHT);
  const y = scale(low, high, height - BOTTOM, TOP);
  const drawn = lines.map((line, place) => ({ ...line, tone: `line tone-${place % 4}` }));
  return svg(
    width,
    height,
    yAxis(y, ticks(low, high, 6), width, how.y),
    xAxis(x, ticks(left, right, Math.floor(width / 90)), height, how.x),
    how.at >= left && how.at <= right
      ? h("line", { class: "target", x1: x(how.at), x2: x(how.at), y1: TOP, y2: height - BOTTOM })
      : null,
    drawn
      .toSorted((a, b) => Number(a.is_main) - Number(b.is_main))
      .map((line) =>
        h(
          "g",
          null,
          h("title", {}, line.name),
          h("polyline", {
            class: line.is_main ? `${line.tone} main-line` : line.tone,
            points: path(line.points.map((point) => [x(point[0]), y(point[1])])),
          }),
        ),
      ),
    axisName(width, height, how.name),
  );
}

/**
 * A bankroll over time: the bands of half and of nine tenths of all players, and their middle.
 * @param {number} width
 * @param {readonly (readonly number[])[]} rows Time, and the quantiles from the lowest.
 * @param {How} how
 */
export function fanPlot(width, rows, how) {
  const height = heightOf(width);
  const [low, high] = reach(rows.flatMap((row) => row.slice(1)));
  const last = rows[rows.length - 1][0];
  const x = scale(0, last, LEFT, width - RIGHT);
  const y = scale(low, high, height - BOTTOM, TOP);
  const band = (/** @type {number} */ under, /** @type {number} */ over) =>
    h("polygon", {
      class: "band",
      points: path([
        ...rows.map((row) => [x(row[0]), y(row[over])]),
        ...rows.toReversed().map((row) => [x(row[0]), y(row[under])]),
      ]),
    });
  return svg(
    width,
    height,
    yAxis(y, ticks(low, high, 6), width, how.y),
    xAxis(x, ticks(0, last, Math.floor(width / 80)), height, how.x),
    band(1, 5),
    band(2, 4),
    h("polyline", { class: "line", points: path(rows.map((row) => [x(row[0]), y(row[3])])) }),
    axisName(width, height, how.name),
  );
}

/**
 * Points with an interval each, over counts.
 * @param {number} width
 * @param {{x: number, y: number, error: number}[]} points
 * @param {How} how
 */
export function errorPlot(width, points, how) {
  const height = heightOf(width);
  const [low, high] = reach(points.flatMap((one) => [one.y - one.error, one.y + one.error]));
  const [left, right] = [points[0].x - 1, points[points.length - 1].x + 1];
  const x = scale(left, right, LEFT, width - RIGHT);
  const y = scale(low, high, height - BOTTOM, TOP);
  return svg(
    width,
    height,
    yAxis(y, ticks(low, high, 6), width, how.y),
    xAxis(x, ticks(left, right, Math.floor(width / 40)).filter(Number.isInteger), height, how.x),
    h("line", { class: "target", x1: LEFT, x2: width - RIGHT, y1: y(0), y2: y(0) }),
    h("polyline", { class: "line", points: path(points.map((one) => [x(one.x), y(one.y)])) }),
    points.map((one) =>
      h("line", {
        class: "also",
        x1: x(one.x),
        x2: x(one.x),
        y1: y(one.y - one.error),
        y2: y(one.y + one.error),
      }),
    ),
    points.map((one) => h("circle", { class: "now", cx: x(one.x), cy: y(one.y), r: 3 })),
    axisName(width, height, how.name),
  );
}
