// A desk in parts: one is made again only where what it depends on has changed, so that nobody
// loses what they type.

import { keyed } from "../core/dom.js";
import { handsOf } from "../core/view.js";

/** @typedef {{name: string, on: unknown, make: () => HTMLElement}} Part */

/**
 * Show the parts of a desk in order; those that are false are left out.
 *
 * @param {Element} root
 * @param {(Part | false | null | undefined)[]} parts
 */
export function showParts(root, parts) {
  const shown = /** @type {Part[]} */ (parts.filter(Boolean));
  const focused = nameOf(document.activeElement, root);
  for (const child of [...root.children]) if (!nameOf(child, root)) child.remove();
  keyed(
    root,
    shown,
    (part) => `${part.name} ${JSON.stringify(part.on)}`,
    (part) => part.make(),
  );
  if (!focused || root.contains(document.activeElement)) return;
  // The part that had the focus was made again: whoever works by keyboard goes on there.
  const now = [...root.children].find((child) => nameOf(child, root) === focused);
  /** @type {HTMLElement | null | undefined} */ (
    now?.querySelector("button, input, select")
  )?.focus();
}

/**
 * The name of the part that an element is in; empty where it is in none.
 *
 * @param {Element | null} element
 * @param {Element} root
 */
function nameOf(element, root) {
  const part =
    element && root.contains(element)
      ? /** @type {HTMLElement | null} */ (element.closest("[data-key]"))
      : null;
  return part?.dataset.key?.split(" ")[0] ?? "";
}

/**
 * What a form chooses from: boxes with their hands, and players.
 *
 * @param {import("./duty.js").Desk} desk
 */
export const choices = ({ view, floor }) => [
  Object.values(view.boxes).map((box) => [box.number, handsOf(box).length]),
  Object.keys(floor.players),
];
