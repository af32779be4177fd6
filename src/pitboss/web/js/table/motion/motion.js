// Motion on the felt: cards from the shoe that turn, chips that are laid, paid and swept.

import { get } from "../../shell/settings.js";
import { isMoving } from "../../shell/shell.js";
import { makeChip, chipsFor } from "../felt/chips.js";

/** How long each speed takes of the usual time. */
const SPEEDS = { slow: 1.8, normal: 1, fast: 0.5, instant: 0 };
const SLIDE_MS = 260;
const TURN_MS = 200;
const FLIGHT_MS = 420;
const GLIDE = "cubic-bezier(.2,.75,.3,1)";
const LIFTED = "0 1.4rem 1.6rem rgb(0 0 0 / 0.35)";
/** Chips in the air at once; where more are paid they are just there. */
const FLIGHTS_MAX = 12;

/** How long a motion takes now; 0 where nothing moves. @param {number} ms */
export const paced = (ms) => (isMoving() ? ms * SPEEDS[get("speed")] : 0);

/** @param {DOMRect} rect */
const middle = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });

/** @param {DOMRect} from @param {DOMRect} to */
function way(from, to) {
  const [a, b] = [middle(from), middle(to)];
  return `translate(${a.x - b.x}px, ${a.y - b.y}px)`;
}

/**
 * A card comes from the shoe face down and is turned up where it lies.
 *
 * @param {HTMLElement} card
 * @param {Element} shoe
 * @param {HTMLElement | null} back What covers its face until then.
 */
export function dealFrom(card, shoe, back) {
  const slide_ms = paced(SLIDE_MS);
  if (!slide_ms) return;
  const from = `${way(shoe.getBoundingClientRect(), card.getBoundingClientRect())} rotate(-18deg)`;
  const near = "translateY(-0.5rem) rotate(-3deg)";
  const slide = card.animate(
    [
      { transform: from, opacity: 0.3, offset: 0 },
      { opacity: 1, offset: 0.15 },
      // It is lifted on its way, and laid down.
      { transform: `${near} scale(1.07)`, boxShadow: LIFTED, offset: 0.72 },
      { transform: "none", opacity: 1, offset: 1 },
    ],
    { duration: slide_ms, easing: GLIDE },
  );
  if (!back) return;
  const uncover = () => {
    back.remove();
    card.style.position = "";
  };
  card.style.position = "relative";
  back.style.position = "absolute";
  back.style.inset = "0";
  back.style.background = "var(--card-face)";
  card.append(back);
  slide.onfinish = () => turnUp(card, uncover);
  slide.oncancel = uncover;
}

/**
 * A card is turned over.
 *
 * @param {HTMLElement} card
 * @param {() => void} [halfway] Shows its other side.
 */
export function turnUp(card, halfway = () => {}) {
  const half_ms = paced(TURN_MS) / 2;
  if (!half_ms) {
    halfway();
    return;
  }
  const edge = "perspective(60rem) rotateY(90deg)";
  const first = card.animate([{ transform: "none" }, { transform: edge }], {
    duration: half_ms,
    easing: "ease-in",
  });
  first.oncancel = halfway;
  first.onfinish = () => {
    halfway();
    card.animate([{ transform: edge }, { transform: "none" }], {
      duration: half_ms,
      easing: "ease-out",
    });
  };
}

/** A total is not read before the card that makes it. @param {Element} total */
export function veil(total) {
  const duration = paced(SLIDE_MS + TURN_MS);
  if (duration) total.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
}

/**
 * Something is told: it grows to its size.
 *
 * @param {Element} told
 * @param {number} from The share of its size that it begins with.
 */
export function appear(told, from) {
  const duration = paced(FLIGHT_MS);
  if (!duration) return;
  const [small, large] = [from, from < 1 ? 1.15 : 1];
  const frames = [
    { transform: `scale(${small})`, opacity: 0 },
    { transform: `scale(${large})`, opacity: 1, offset: 0.6 },
    { transform: "none", opacity: 1 },
  ];
  told.animate(frames, { duration, easing: "ease-out" });
}

/**
 * A card comes from where it lay in another hand.
 *
 * @param {HTMLElement} card
 * @param {DOMRect} before
 */
export function slideFrom(card, before) {
  const duration = paced(SLIDE_MS);
  if (!duration) return;
  const from = way(before, card.getBoundingClientRect());
  card.animate([{ transform: from }, { transform: "none" }], { duration, easing: "ease-out" });
}

/**
 * A hand that has grown makes room: its cards glide from where they lay.
 *
 * @param {HTMLElement} hand
 * @param {number} left Where it began before.
 */
export function glide(hand, left) {
  const duration = paced(SLIDE_MS);
  const moved = duration && left - hand.getBoundingClientRect().left;
  if (!moved) return;
  const from = { transform: `translateX(${moved}px)` };
  hand.animate([from, { transform: "none" }], { duration, easing: GLIDE });
}

/** Chips in the air. @type {HTMLElement | undefined} */
let sky;
let flying = 0;

/**
 * Chips fly from one place to another, and are gone there.
 *
 * @param {Element | null | undefined} from
 * @param {Element | null | undefined} to
 * @param {number} amount
 */
export function fly(from, to, amount) {
  const duration = paced(FLIGHT_MS);
  if (!duration || !from || !to || amount <= 0 || flying >= FLIGHTS_MAX || document.hidden) return;
  const [a, b] = [middle(from.getBoundingClientRect()), middle(to.getBoundingClientRect())];
  if (!sky?.isConnected) {
    sky = document.createElement("div");
    sky.className = "sky";
    sky.ariaHidden = "true";
    document.body.append(sky);
  }
  const chip = makeChip(chipsFor(amount)[0]);
  sky.append(chip);
  flying += 1;
  const at = (/** @type {{x: number, y: number}} */ { x, y }, lift = 0) =>
    `translate(${x}px, ${y - lift}px) translate(-50%, -50%)`;
  const half = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const flight = chip.animate(
    [
      { transform: at(a), opacity: 1 },
      { transform: at(half, 24), opacity: 1 },
      { transform: at(b), opacity: 0.6 },
    ],
    { duration, easing: "ease-in-out" },
  );
  const land = () => {
    chip.remove();
    flying -= 1;
  };
  flight.onfinish = flight.oncancel = land;
}

/**
 * What an event moves: chips to the winner, or to the house.
 *
 * @param {import("../../core/protocol.js").Message} message
 * @param {Element} felt
 */
export function moveChips({ event }, felt) {
  if (event.event !== "wager_settled") return;
  const wager = event.wager === "insurance" ? "main" : event.wager;
  const spot = felt.querySelector(`.spot[data-box="${event.box}"][data-wager="${wager}"]`);
  const house = felt.querySelector(".house-tray") ?? felt;
  if (event.net > 0) fly(house, spot, event.net);
  else if (event.net < 0) fly(spot, house, -event.net);
}
