// The keyboard: each key stands for a button that is on the page now.

import { ACTS, KEYS } from "./buttons.js";

/**
 * @typedef {{toggle: () => void}} Switch
 *
 * @param {{
 *   commands: import("./commands.js").Commands,
 *   bets: ReturnType<typeof import("./bets.js").makeBets>,
 *   layout: import("../protocol.js").Layout,
 *   offers: () => import("../protocol.js").Offer[],
 *   phase: () => string,
 *   coach: Switch,
 *   log: Switch,
 *   help: () => void,
 *   signal: AbortSignal,
 * }} seat
 */
export function listenToKeys({ commands, bets, layout, offers, phase, coach, log, help, signal }) {
  /** @param {KeyboardEvent} event */
  function heard(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const is_typing = target.closest("input, select, textarea, dialog");
    if (is_typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const is_button = target.closest("button, a") && (event.key === "Enter" || event.key === " ");
    const act = is_button ? undefined : find(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** @param {string} key @returns {(() => void) | undefined} */
  function find(key) {
    const upper = key.toUpperCase();
    if (key === "?") return help;
    if (upper === "W" && layout.has_coach) return () => coach.toggle();
    if (upper === "G") return () => log.toggle();
    return phase() === "betting" ? betting(key, upper) : playing(key, upper);
  }

  /** @param {string} key @param {string} upper */
  function betting(key, upper) {
    if (/^[1-9]$/.test(key) && Number(key) <= layout.boxes)
      return () => bets.add(Number(key), "main", 0);
    /** @type {Record<string, () => void>} */
    const keys = {
      ENTER: () => press("Enter") || press("L"),
      L: bets.repeat,
      U: bets.undo,
      BACKSPACE: bets.undo,
      X: bets.twice,
      "+": () => bets.step(1),
      "-": () => bets.step(-1),
      C: () => (bets.draft().size ? bets.clear() : bets.takeBack()),
    };
    return keys[upper];
  }

  /** @param {string} key @param {string} upper */
  function playing(key, upper) {
    const offered = offers();
    const insure = offered.find((offer) => offer.do === "insure");
    if (insure && upper === "N") return () => press("N");
    if (insure && upper === "I") return () => press("I");
    if (upper === "E" && offered.some((offer) => offer.do === "take_even_money"))
      return () => press("E");
    if (key === " " && offered.some((offer) => offer.do === "draw_prize"))
      return () => press("Space");
    const act = ACTS.find((one) => KEYS[one] === upper);
    return act && offered.some((offer) => ACTS.some((one) => one === offer.do))
      ? () => commands.act(act)
      : undefined;
  }

  /** Press the button of a key, if it is there. @param {string} key */
  function press(key) {
    const button = /** @type {HTMLElement | null} */ (
      document.querySelector(`table-controls [aria-keyshortcuts="${key}"]`)
    );
    button?.click();
    return button !== null;
  }

  document.addEventListener("keydown", heard, { signal });
}
