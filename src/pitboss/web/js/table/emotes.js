// What people at a table show each other: a bubble at the sender's box for some seconds.

import { post } from "../core/api.js";
import { h } from "../core/dom.js";
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
        t(`emote.${emote}`),
      ),
    ),
  );
}
