// Plots as SVG: drawn to the width there is, and again when that changes.

import { fill, h } from "../core/dom.js";
import { LiveElement } from "../core/element.js";

const WIDTH_MIN = 280;
export const LEFT = 56;
export const RIGHT = 14;
export const TOP = 14;
export const BOTTOM = 40;

/**
 * @typedef {(value: number) => number} Scale
 * @typedef {{x: number, y: number, also?: number, tone: string, title: string}} Bar
 * @typedef {{x: number, low: number, middle: number, high: number}} Point
 * @typedef {{x: (value: number) => string, y: (value: number) => string}} Formats
 */

/** `<odds-plot>`: draws itself, and says in words what it shows. */
export class OddsPlot extends LiveElement {
  /** @type {(width: number) => Element | null} */
  draw = () => null;
  /** @type {() => string} */
  label = () => "";
  #width = 0;

  begin() {
    this.role = "img";
    this.redraw();
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.max(WIDTH_MIN, Math.floor(entry.contentRect.width));
      if (width === this.#width) return;
      this.#width = width;
      this.redraw();
    });
    observer.observe(this);
    this.signal.addEventListener("abort", () => observer.disconnect());
  }

  redraw() {
    this.ariaLabel = this.label();
    if (this.#width) fill(this, this.draw(this.#width));
  }
}

customElements.define("odds-plot", OddsPlot);

/**
 * Bars at places of a numeric axis, with a tick at `also` where another figure is to be compared.
 * @param {number} width @param {Bar[]} bars @param {Formats & {name: string}} how
 */
export function barPlot(width, bars, how) {
  const height = Math.min(300, Math.max(200, width * 0.45));
  const xs = bars.map((bar) => bar.x);
  const gap = Math.min(...xs.slice(1).map((x, place) => x - xs[place]), 1);
  const most = Math.max(...bars.map((bar) => Math.max(bar.y, bar.also ?? 0)));
  const x = scale(xs[0] - gap, xs[xs.length - 1] + gap, LEFT, width - RIGHT);
  const y = scale(0, most * 1.08, height - BOTTOM, TOP);
  const half = Math.max(1.5, (x(gap) - x(0)) * 0.4);
  const marks = bars.map((bar) =>
    h(
      "g",
      null,
      h("title", {}, bar.title),
      h("rect", {
        class: `column ${bar.tone}`,
        x: x(bar.x) - half,
        width: 2 * half,
        y: y(bar.y),
        height: Math.max(0.75, y(0) - y(bar.y)),
        rx: 1.5,
      }),
      bar.also === undefined
        ? null
        : h("line", {
            class: "also",
            x1: x(bar.x) - half - 1.5,
            x2: x(bar.x) + half + 1.5,
            y1: y(bar.also),
            y2: y(bar.also),
          }),
    ),
  );
  const near = Math.max(1, Math.ceil(30 / Math.max(1, x(1) - x(0))));
  const low = Math.ceil(xs[0] / near) * near;
  const places = range(low, xs[xs.length - 1], near);
  return svg(
    width,
    height,
    yAxis(y, ticks(0, most * 1.08, 5), width, how.y),
    xAxis(x, places, height, how.x),
    marks,
    axisName(width, height, how.name),
  );
}

/**
 * A figure with its error as rounds add up, on a logarithmic axis, around the value it should have.
 * What lies outside the frame, which follows the error, is cut off at its edge.
 * @param {number} width @param {Point[]} points
 * @param {Formats & {name: string, target?: number | undefined, until: number, reach: number}} how
 */
export function bandPlot(width, points, how) {
  const height = Math.min(340, Math.max(220, width * 0.5));
  const last = points[points.length - 1];
  const centre = how.target ?? last.middle;
  const reach = Math.max(how.reach, Math.abs(last.middle - centre) * 1.5);
  const log = scale(
    Math.log10(points[0].x),
    Math.log10(Math.max(how.until, points[0].x * 10)),
    LEFT,
    width - RIGHT,
  );
  const y = scale(centre - reach, centre + reach, height - BOTTOM, TOP);
  /** @type {Scale} */
  const x = (value) => log(Math.log10(value));
  /** @type {Scale} */
  const inside = (value) => Math.min(height - BOTTOM, Math.max(TOP, y(value)));
  const seen = points.filter((point) => y(point.high) < height - BOTTOM && y(point.low) > TOP);
  const edge = [
    ...seen.map((point) => [x(point.x), inside(point.high)]),
    ...seen.toReversed().map((point) => [x(point.x), inside(point.low)]),
  ];
  const lines = runs(points, (point) => y(point.middle) === inside(point.middle)).map((run) =>
    path(run.map((point) => [x(point.x), y(point.middle)])),
  );
  const powers = range(
    Math.ceil(Math.log10(points[0].x)),
    Math.floor(Math.log10(Math.max(how.until, points[0].x * 10))),
    1,
  );
  return svg(
    width,
    height,
    yAxis(y, ticks(centre - reach, centre + reach, 6), width, how.y),
    xAxis(
      x,
      powers.map((power) => 10 ** power),
      height,
      how.x,
    ),
    h("polygon", { class: "band", points: path(edge) }),
    how.target === undefined
      ? null
      : h("line", {
          class: "target",
          x1: LEFT,
          x2: width - RIGHT,
          y1: y(how.target),
          y2: y(how.target),
        }),
    lines.map((line) => h("polyline", { class: "line", points: line })),
    h("circle", { class: "now", cx: x(last.x), cy: inside(last.middle), r: 4 }),
    axisName(width, height, how.name),
  );
}

/**
 * A sum as rounds add up, with the band in which it was to be expected, where that is known.
 * @param {number} width
 * @param {{
 *   x: number, middle: number, low: number | null, high: number | null, expected?: number,
 * }[]} points
 * @param {Formats & {name: string}} how
 */
export function walkPlot(width, points, how) {
  const height = Math.min(340, Math.max(220, width * 0.4));
  const all = points.flatMap((one) => [one.middle, one.low ?? 0, one.high ?? 0]);
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const x = scale(0, points[points.length - 1].x, LEFT, width - RIGHT);
  const y = scale(low, high === low ? low + 1 : high, height - BOTTOM, TOP);
  const banded = points.filter((one) => one.low !== null && one.high !== null);
  const edge = [
    ...banded.map((one) => [x(one.x), y(Number(one.high))]),
    ...banded.toReversed().map((one) => [x(one.x), y(Number(one.low))]),
  ];
  return svg(
    width,
    height,
    yAxis(y, ticks(low, high === low ? low + 1 : high, 6), width, how.y),
    xAxis(x, ticks(0, points[points.length - 1].x, 8).filter(Number.isInteger), height, how.x),
    banded.length ? h("polygon", { class: "band", points: path(edge) }) : null,
    h("line", { class: "target", x1: LEFT, x2: width - RIGHT, y1: y(0), y2: y(0) }),
    points[0].expected === undefined
      ? null
      : h("polyline", {
          class: "expected",
          points: path(points.map((one) => [x(one.x), y(one.expected ?? 0)])),
        }),
    h("polyline", {
      class: "line",
      points: path(points.map((one) => [x(one.x), y(one.middle)])),
    }),
    axisName(width, height, how.name),
  );
}

/**
 * @param {number} width
 * @param {number} height
 * @param {...(import("../core/dom.js").Child | import("../core/dom.js").Child[])} parts
 */
export const svg = (width, height, ...parts) =>
  h(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, width, height, aria: { hidden: "true" } },
    ...parts,
  );

/**
 * @param {number} low
 * @param {number} high
 * @param {number} from
 * @param {number} to
 * @returns {Scale}
 */
export const scale = (low, high, from, to) => (value) =>
  from + ((value - low) / (high - low || 1)) * (to - from);

/** @param {number[][]} points */
export const path = (points) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

/**
 * Neighbours that all pass.
 *
 * @template T
 * @param {T[]} items
 * @param {(item: T) => boolean} passes
 * @returns {T[][]}
 */
function runs(items, passes) {
  /** @type {T[][]} */
  const stretches = [[]];
  for (const item of items) {
    if (passes(item)) stretches[stretches.length - 1].push(item);
    else stretches.push([]);
  }
  return stretches.filter((run) => run.length > 1);
}

/**
 * @param {Scale} y
 * @param {number[]} places
 * @param {number} width
 * @param {(value: number) => string} format
 */
export const yAxis = (y, places, width, format) =>
  places.map((place) =>
    h(
      "g",
      { class: "axis" },
      h("line", { x1: LEFT, x2: width - RIGHT, y1: y(place), y2: y(place) }),
      h("text", { x: LEFT - 6, y: y(place) + 4, "text-anchor": "end" }, format(place)),
    ),
  );

/**
 * @param {Scale} x
 * @param {number[]} places
 * @param {number} height
 * @param {(value: number) => string} format
 */
export const xAxis = (x, places, height, format) =>
  places.map((place) =>
    h(
      "g",
      { class: "axis" },
      h("line", { x1: x(place), x2: x(place), y1: height - BOTTOM, y2: height - BOTTOM + 4 }),
      h("text", { x: x(place), y: height - BOTTOM + 17, "text-anchor": "middle" }, format(place)),
    ),
  );

/** @param {number} width @param {number} height @param {string} name */
export const axisName = (width, height, name) =>
  h(
    "text",
    { class: "axis-name", x: (LEFT + width - RIGHT) / 2, y: height - 4, "text-anchor": "middle" },
    name,
  );

/** Numbers from `low` to `high`. @param {number} low @param {number} high @param {number} step */
function range(low, high, step) {
  const marks = [];
  for (let at = low; at <= high + step * 1e-9; at += step) marks.push(at);
  return marks;
}

/**
 * Round numbers between two, about as many as wanted.
 *
 * @param {number} low
 * @param {number} high
 * @param {number} wanted
 */
export function ticks(low, high, wanted) {
  const power = 10 ** Math.floor(Math.log10((high - low) / wanted));
  const step =
    ([1, 2, 5, 10].find((factor) => (high - low) / (factor * power) <= wanted) ?? 10) * power;
  return range(Math.ceil(low / step - 1e-9) * step, high, step).map((value) =>
    Number(value.toPrecision(12)),
  );
}
