// Moments: a blackjack and a large side win are more than a number. Nothing waits for them.

import { h } from "../../core/dom.js";
import { style } from "../../core/styles.js";
import { signed } from "../../words/translate.js";
import { makeChip, chipsFor } from "../felt/chips.js";
import { paced } from "./motion.js";

await style("/css/moment.css");

const STAYS_MS = 2_600;
const SPARKS = 14;

/**
 * Show a moment over the felt for a while.
 *
 * @param {Element} felt
 * @param {{title: string, net: number}} moment
 */
export function showMoment(felt, { title, net }) {
  for (const before of felt.querySelectorAll(".moment")) before.remove();
  const made = h(
    "div",
    { class: "moment", aria: { hidden: "true" } },
    h("strong", null, title),
    h("span", null, signed(net)),
  );
  felt.append(made);
  if (paced(1)) sparkle(made, net);
  const leave_ms = paced(300);
  setTimeout(() => {
    if (!leave_ms) {
      made.remove();
      return;
    }
    const away = made.animate([{ opacity: 1 }, { opacity: 0 }], { duration: leave_ms });
    away.onfinish = away.oncancel = () => made.remove();
  }, STAYS_MS);
}

/** Chips fly up around it. @param {HTMLElement} made @param {number} net */
function sparkle(made, net) {
  made.animate(
    [
      { transform: "translate(-50%, -50%) scale(.5)", opacity: 0 },
      { transform: "translate(-50%, -50%) scale(1.08)", opacity: 1, offset: 0.6 },
      { transform: "translate(-50%, -50%) scale(1)", opacity: 1 },
    ],
    { duration: paced(420), easing: "ease-out" },
  );
  for (let place = 0; place < SPARKS; place += 1) {
    const chip = makeChip(chipsFor(net)[0]);
    chip.classList.add("spark");
    made.append(chip);
    const angle = (place / SPARKS) * 2 * Math.PI;
    const far = 7 + (place % 3) * 2.5;
    const to = `translate(${Math.cos(angle) * far * 1.6}rem, ${Math.sin(angle) * far}rem)`;
    const flight = chip.animate(
      [
        { transform: "translate(0, 0) scale(.6)", opacity: 0 },
        { opacity: 1, offset: 0.3 },
        { transform: `${to} rotate(${180 + place * 40}deg)`, opacity: 0 },
      ],
      { duration: paced(1_100 + (place % 4) * 120), easing: "cubic-bezier(.15,.7,.4,1)" },
    );
    flight.onfinish = flight.oncancel = () => chip.remove();
  }
}

