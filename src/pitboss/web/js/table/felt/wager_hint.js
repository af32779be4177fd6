// A side wager explains itself: on hover, on focus, or when it is pressed for long. Fetched when
// somebody first points at one.

import { fill, h } from "../../core/dom.js";

/** A pointer rests so long, and a finger presses so long, in milliseconds. */
const REST_MS = 350;
const PRESS_MS = 450;
/** Between the place and what is told of it, and to the edge of the window, in pixels. */
const GAP = 8;

/**
 * Tell of the side wagers of a felt.
 *
 * @param {HTMLElement} felt
 * @param {import("../../core/protocol.js").Layout} layout
 * @param {Event | null} first What has called for it; null if that is over.
 */
export function explainWagers(felt, layout, first) {
  const looks = { class: "wager-card", id: "wager-card", popover: "manual" };
  const card = h("div", { ...looks, role: "tooltip" });
  /** @type {HTMLElement | null} */
  let shown = null;
  let timer = 0;
  let was_pressed = false;
  felt.append(card);

  /** @param {Event} event */
  const placeOf = ({ target }) =>
    target instanceof Element
      ? /** @type {HTMLElement | null} */ (target.closest(".spot-side"))
      : null;

  /** @param {HTMLElement} place */
  async function show(place) {
    const wager = layout.wagers.find((one) => one.name === place.dataset.wager);
    if (!wager || shown === place) return;
    shown = place;
    const { tellWager } = await import("./wager_card.js");
    if (shown !== place || !place.isConnected) return;
    fill(card, h("strong", null, wager.title), ...tellWager(wager, layout));
    card.showPopover();
    document.addEventListener("pointerdown", away);
    place.setAttribute("aria-describedby", card.id);
    beside(card, place);
  }

  /** Whatever is touched elsewhere puts the card away. @param {Event} event */
  function away({ target }) {
    if (!(target instanceof Node && felt.contains(target))) hide();
  }

  function hide() {
    clearTimeout(timer);
    document.removeEventListener("pointerdown", away);
    shown?.removeAttribute("aria-describedby");
    shown = null;
    if (card.matches(":popover-open")) card.hidePopover();
  }

  /** @param {HTMLElement} place @param {number} ms */
  function soon(place, ms) {
    clearTimeout(timer);
    timer = setTimeout(() => show(place), ms);
  }

  felt.addEventListener("pointerover", (event) => {
    const place = placeOf(event);
    if (event.pointerType !== "mouse" || place === shown) return;
    hide();
    if (place) soon(place, REST_MS);
  });
  // A finger leaves when it is lifted, and what it has called up stays to be read.
  felt.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse") hide();
  });
  /** @param {Event} event */
  const focus = (event) => {
    const place = placeOf(event);
    if (place?.matches(":focus-visible")) show(place);
  };
  felt.addEventListener("focusin", focus);
  felt.addEventListener("focusout", hide);
  /** @param {PointerEvent} event */
  const down = (event) => {
    was_pressed = false;
    const place = placeOf(event);
    if (!place || event.pointerType === "mouse") return hide();
    clearTimeout(timer);
    timer = setTimeout(() => {
      was_pressed = true;
      show(place);
    }, PRESS_MS);
    return undefined;
  };
  felt.addEventListener("pointerdown", down);
  for (const end of ["pointerup", "pointercancel"])
    felt.addEventListener(end, () => clearTimeout(timer));
  felt.addEventListener("contextmenu", (event) => {
    if (placeOf(event)) event.preventDefault();
  });
  // A long press tells, and lays no chip.
  felt.addEventListener(
    "click",
    (event) => {
      if (was_pressed) event.stopPropagation();
      else hide();
      was_pressed = false;
    },
    { capture: true },
  );
  felt.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
  if (first instanceof PointerEvent) down(first);
  else if (first instanceof MouseEvent) soon(/** @type {HTMLElement} */ (placeOf(first)), REST_MS);
  else if (first) focus(first);
}

/**
 * Lay the card above the place, or below where there is no room, and within the window.
 *
 * @param {HTMLElement} card
 * @param {HTMLElement} place
 */
function beside(card, place) {
  const { left, width, top, bottom } = place.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = card;
  const above = top - GAP - offsetHeight;
  const x = Math.min(left + width / 2 - offsetWidth / 2, innerWidth - offsetWidth - GAP);
  const y = above >= GAP ? above : Math.min(bottom + GAP, innerHeight - offsetHeight - GAP);
  card.style.left = `${Math.max(GAP, x)}px`;
  card.style.top = `${Math.max(GAP, y)}px`;
}
