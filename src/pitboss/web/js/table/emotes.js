// What people at a table show each other: a bubble at the sender's box for some seconds.

import { post } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { drawn } from "../core/icons.js";
import { shownName } from "../shell/guests.js";
import { complain } from "../shell/shell.js";
import "../../lang/en/people.js";
import { t } from "../words/translate.js";
import { style } from "../core/styles.js";

/**
 * @typedef {import("../core/protocol.js").Emoted} Emoted
 * @typedef {import("../core/view.js").WatchedTable} Table
 */

export const EMOTES = /** @type {const} */ ([
  "hello",
  "good_luck",
  "well_played",
  "thanks",
  "wow",
  "ouch",
  "phew",
  "bye",
]);

const SHOWN_MS = 4_000;

/** A round face; what follows is its look. */
const FACE = "M12 21.5a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19z";
/** @type {Record<typeof EMOTES[number], () => Element>} */
const DRAWINGS = {
  hello: drawn("M7 12V6.5a1.5 1.5 0 0 1 3 0V11V4.5a1.5 1.5 0 0 1 3 0V11V5.5a1.5 1.5 0 0 1 3 0V12",
    "M16 12V8.5a1.5 1.5 0 0 1 3 0V15q0 6-6 6-4 0-6-4l-3-5q1-2 3 0"),
  good_luck: drawn(
    "M12 11C5 11 6 4 9 4s3 3 3 7c0-4 0-7 3-7s4 7-3 7z",
    "M12 11c-7 0-7 7-3.5 7s3.5-3 3.5-7c0 4 0 7 3.5 7s3.5-7-3.5-7zM12 14q1 5 4 8",
  ),
  well_played: drawn(
    "M12 2.5l2.9 6.1 6.6.9-4.8 4.6 1.2 6.6L12 17.5l-5.9 3.2 1.2-6.6L2.5 9.5l6.6-.9z",
  ),
  thanks: drawn(
    "M12 20.5C5 15 2.5 12 2.5 8.5a5 5 0 0 1 9.5-2 5 5 0 0 1 9.5 2C21.5 12 19 15 12 20.5z",
  ),
  wow: drawn(FACE, "M8.5 8v1.5M15.5 8v1.5M12 18a2.5 3 0 1 0 0-6 2.5 3 0 0 0 0 6z"),
  ouch: drawn(FACE, "M7.5 8l3 1.5-3 1.5M16.5 8l-3 1.5 3 1.5M8.5 16.5q3.5-3 7 0"),
  phew: drawn(FACE, "M7.5 10h3M13.5 10h3M9 15.5h6M19 3q2 3 0 4-2-1 0-4z"),
  bye: drawn(FACE, "M8.5 9v1.2M14 9.6h3M8 14q4 4.5 8 0"),
};

/**
 * Show what somebody feels: at their box, or at the edge of the felt where they have none.
 *
 * @param {HTMLElement} felt
 * @param {Table | null} table
 * @param {Emoted} emoted
 */
export async function showEmote(felt, table, { player, emote }) {
  await style("/css/people.css");
  const box = table ? boxOf(table, player) : 0;
  const place = (box && felt.querySelector(`[data-box="${box}"]`)) || felt;
  for (const old of place.querySelectorAll(":scope > .emote")) old.remove();
  const bubble = h(
    "div",
    { class: "emote", role: "status" },
    h("bdi", { class: place === felt ? "from" : "visually-hidden" }, `${shownName(player)}: `),
    drawingOf(emote),
    t(`emote.${emote}`),
  );
  place.append(bubble);
  setTimeout(() => bubble.remove(), SHOWN_MS);
}

/** The box of somebody, now or in the round before; 0 where they had none. */
function boxOf(/** @type {Table} */ { view, last }, /** @type {string} */ player) {
  for (const seen of [view, last]) {
    for (const box of Object.values(seen?.boxes ?? {}))
      if (Object.hasOwn(box.mains, player)) return box.number;
  }
  return 0;
}

/** Buttons that show the others how one feels. @param {string} id The table. */
export function emoteButtons(id) {
  return h(
    "div",
    { class: "emotes", role: "group", aria: { label: t("emote.title") } },
    EMOTES.map((emote) =>
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          onclick: () => post(`/api/tables/${id}/emotes`, { emote }).catch(complain),
        },
        DRAWINGS[emote](),
        t(`emote.${emote}`),
      ),
    ),
  );
}

/** @param {string} emote */
const drawingOf = (emote) =>
  DRAWINGS[/** @type {typeof EMOTES[number]} */ (emote)]?.() ?? null;

/** Signs to the others, above the acts, until one is given. @param {string} id The table. */
export async function toggleEmotes(id) {
  await style("/css/people.css");
  const open = document.querySelector(".say-card");
  if (open) return open.remove();
  const card = h("div", { class: "say-card", popover: "auto" });
  const buttons = emoteButtons(id);
  fill(card, buttons);
  card.addEventListener("toggle", () => card.matches(":popover-open") || card.remove());
  buttons.addEventListener("click", () => card.hidePopover());
  document.querySelector("table-controls")?.append(card);
  card.showPopover();
  card.querySelector("button")?.focus();
  return undefined;
}
