// The keyboard: each key stands for a button that is on the page now.

import { ACTS, KEYS } from "./buttons.js";

/** The keys of side wagers, in their order on the felt. */
export const SIDE_KEYS = ["Q", "E", "R", "T", "Y", "I", "O", "P"];
/** Keys that go on while they are held down. */
const REPEATED = new Set(["+", "-", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]);
const DEAL = new Set(["Enter", " "]);

/**
 * @typedef {{toggle: () => void}} Switch
 *
 * @param {{
 *   commands: import("./commands.js").Commands,
 *   bets: import("./bets.js").Bets,
 *   layout: import("../../core/protocol.js").Layout,
 *   offers: () => import("../../core/protocol.js").Offer[],
 *   phase: () => string,
 *   isBusy: () => boolean,
 *   isOut: () => boolean,
 *   flush: () => void,
 *   touch: () => void,
 *   coach: Switch,
 *   log: Switch,
 *   help: () => void,
 *   signal: AbortSignal,
 * }} seat `flush` draws at once what still moves; `touch` is told that the player does something.
 */
export function listenToKeys(seat) {
  const { commands, bets, layout, offers, phase, coach, log, help, signal } = seat;

  /** @param {KeyboardEvent} event */
  function heard(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("input, select, textarea, dialog")) return;
    if (event.repeat && !REPEATED.has(event.key)) return;
    // A circle and a chip keep the focus after a click, and Enter deals all the same.
    const spot = /** @type {HTMLElement | null} */ (target.closest(".spot"));
    const is_pressed = target.closest("button, a, [role=tab]") && DEAL.has(event.key);
    if (is_pressed && !spot && !target.closest(".tray")) return;
    const act = (spot && atSpot(event.key, spot)) || find(event.key);
    // Whatever the key means now, it lays no chip.
    if (act || (spot && DEAL.has(event.key))) event.preventDefault();
    if (!act) return;
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

  /** A circle has the focus. @param {string} key @param {HTMLElement} spot */
  function atSpot(key, spot) {
    const { box = "0", wager = "", spot: place = "0" } = spot.dataset;
    // Side wagers of boxes that nobody plays are not shown.
    const spots = /** @type {HTMLElement[]} */ ([
      ...document.querySelectorAll("table-felt .spot"),
    ]).filter((one) => one.checkVisibility({ visibilityProperty: true }));
    const walk = (/** @type {number} */ by) => () => spots[spots.indexOf(spot) + by]?.focus();
    /** @type {Record<string, () => void>} */
    const keys = { ArrowLeft: walk(-1), ArrowRight: walk(1) };
    if (phase() === "betting") {
      keys.ArrowUp = () => lay(() => bets.add(Number(box), wager, Number(place)));
      keys.ArrowDown = () => lay(() => bets.takeOff(Number(box), wager, Number(place)));
      // Where nothing can be dealt yet, a circle is pressed like any other button.
      if (!seat.isBusy() && !buttonOf("Space"))
        for (const one of DEAL) keys[one] = () => spot.click();
    }
    return keys[key];
  }

  /** @param {() => void} act */
  function lay(act) {
    seat.touch();
    act();
  }

  /** @param {string} key @param {string} upper */
  function betting(key, upper) {
    // The result is seen before the next bet is made.
    if (seat.isBusy()) return DEAL.has(key) ? seat.flush : undefined;
    if (/^[1-9]$/.test(key) && Number(key) <= layout.boxes)
      return () => lay(() => bets.add(Number(key), "main", 0));
    const side = SIDE_KEYS.indexOf(upper);
    if (side >= 0 && side < layout.wagers.length) return () => lay(() => bets.addSide(side));
    /** @type {Record<string, () => void>} */
    const keys = {
      ENTER: () => press("Space"),
      " ": () => press("Space"),
      L: () => press("L"),
      U: bets.undo,
      BACKSPACE: bets.undo,
      X: () => press("X"),
      Z: () => press(seat.isOut() ? "Space" : "Z"),
      M: () => bets.choose(Infinity),
      ".": () => commands.chooseAmount(),
      "+": () => bets.step(1),
      "-": () => bets.step(-1),
      C: () => (bets.draft().size ? bets.clear() : bets.takeBack()),
    };
    const act = keys[upper];
    return act && (() => lay(act));
  }

  /** @param {string} key @param {string} upper */
  function playing(key, upper) {
    const offered = offers();
    const has = (/** @type {string} */ act) => offered.some((offer) => offer.do === act);
    if (has("insure") && (upper === "N" || upper === "I")) return () => press(upper);
    if (has("take_even_money") && upper === "E") return () => press("E");
    if (has("draw_prize") && key === " ") return () => press("Space");
    if (has("keep_hand")) return upper === "R" || upper === "N" ? () => press(upper) : undefined;
    const act = ACTS.find((one) => KEYS[one] === upper);
    if (act && ACTS.some(has)) return () => commands.act(act, true);
    return DEAL.has(key) && seat.isBusy() ? seat.flush : undefined;
  }

  /** The button of a key, if it is there. @param {string} key */
  const buttonOf = (key) =>
    /** @type {HTMLElement | null} */ (
      document.querySelector(`table-controls .buttons [data-key="${key}"]`)
    );

  /** @param {string} key */
  const press = (key) => buttonOf(key)?.click();

  /**
   * A click leaves the keys to the table; who walks by Tab keeps the place.
   *
   * @param {MouseEvent} event
   */
  function clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const button = target.closest?.("table-controls button, .spot");
    if (!button || event.detail === 0) return;
    seat.touch();
    if (button === document.activeElement) /** @type {HTMLElement} */ (button).blur();
  }

  /** A button is pressed when Space is let go of. @param {KeyboardEvent} event */
  function letGo(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.key === " " && target.closest?.(".spot, .tray")) event.preventDefault();
  }

  document.addEventListener("keydown", heard, { signal });
  document.addEventListener("keyup", letGo, { signal });
  document.addEventListener("click", clicked, { signal });
}
