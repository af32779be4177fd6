// Saves a plot as SVG or PNG, as it looks on the page, and its figures as CSV.

import { h } from "./dom.js";

/** What a drawing looks like apart from the page's style sheets. */
const LOOKS = [
  "fill",
  "fill-opacity",
  "font-family",
  "font-size",
  "font-weight",
  "opacity",
  "stroke",
  "stroke-dasharray",
  "stroke-width",
  "text-anchor",
];
/** Dots of a PNG for each pixel of the page. */
const DENSITY = 2;

/** @param {string} name @param {Blob} blob */
export function save(name, blob) {
  const href = URL.createObjectURL(blob);
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** The text of an SVG file that looks as the drawing does. @param {SVGSVGElement} drawn */
export function svgText(drawn) {
  const copy = /** @type {SVGSVGElement} */ (drawn.cloneNode(true));
  const originals = [drawn, ...drawn.querySelectorAll("*")];
  const copies = [copy, ...copy.querySelectorAll("*")];
  originals.forEach((one, place) => {
    const looks = getComputedStyle(one);
    for (const name of LOOKS) copies[place].setAttribute(name, looks.getPropertyValue(name));
  });
  const { width, height } = drawn.viewBox.baseVal;
  const fill = getComputedStyle(document.body).backgroundColor;
  copy.prepend(h("rect", { width, height, fill }));
  return new XMLSerializer().serializeToString(copy);
}

/** @param {string} name @param {SVGSVGElement} drawn */
export function saveSvg(name, drawn) {
  save(`${name}.svg`, new Blob([svgText(drawn)], { type: "image/svg+xml" }));
}

/** @param {string} name @param {SVGSVGElement} drawn */
export async function savePng(name, drawn) {
  const { width, height } = drawn.viewBox.baseVal;
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(drawn))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * DENSITY;
  canvas.height = height * DENSITY;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => {
    if (blob) save(`${name}.png`, blob);
  }, "image/png");
}

/** @param {string} name @param {readonly (readonly (string | number)[])[]} rows Heads first. */
export function saveCsv(name, rows) {
  const text = rows.map((row) => row.map(cell).join(",")).join("\r\n");
  save(`${name}.csv`, new Blob([`${text}\r\n`], { type: "text/csv" }));
}

/** @param {string | number} value */
const cell = (value) =>
  /[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
