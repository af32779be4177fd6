// Every card as a button, and the keyboard: a rank, then a suit.

import { h, say } from "../dom.js";
import { t } from "../strings.js";
import { cardName } from "../table/card.js";
import { RANKS, SIGNS, SUITS } from "./notation.js";

const ASKS = "pitboss.pad.asks";

/**
 * A pad of 52 cards. `enter` gets the number of a card; while it works, the pad takes nothing.
 *
 * @param {(card: number) => Promise<unknown>} enter
 */
export function cardPad(enter) {
  const typed = h("p", { class: "typed soft", role: "status" }, t("pad.hint"));
  let rank = "";
  let is_busy = false;
  const grid = h("div", { class: "pad", role: "group", aria: { label: t("pad.title") } },
    [...SUITS].flatMap((suit, row) => [...RANKS].map((one, column) => h("button", {
      type: "button", class: suit === "h" || suit === "d" ? "red" : "black",
      style: { "--suit": row + 1, "--rank": column + 1 },
      aria: { label: cardName(4 * column + row) },
      onclick: () => choose(4 * column + row),
    }, one === "T" ? "10" : one, h("span", { aria: { hidden: true } }, SIGNS[/** @type {"s"} */ (suit)])))));

  /** @type {HTMLInputElement} */
  const asks = h("input", { type: "checkbox", checked: localStorage.getItem(ASKS) === "yes", onchange: () => {
    localStorage.setItem(ASKS, asks.checked ? "yes" : "no");
    asked.hidden = true;
  } });
  const asked = h("button", { type: "button", class: "main", hidden: true, onclick: () => give(chosen) });
  let chosen = -1;

  /** A card that was entered stays entered, so a dealer may want to be asked first. @param {number} card */
  function choose(card) {
    if (!asks.checked) {
      give(card);
      return;
    }
    chosen = card;
    rank = "";
    say(typed, t("pad.hint"));
    say(asked, t("pad.enter", { card: cardName(card) }));
    asked.hidden = false;
    asked.focus();
  }

  /** @param {number} card */
  async function give(card) {
    if (is_busy) return;
    is_busy = true;
    rank = "";
    say(typed, t("pad.hint"));
    try {
      await enter(card);
    } finally {
      is_busy = false;
    }
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    if (!grid.isConnected) {
      document.removeEventListener("keydown", press);
      return;
    }
    const at = /** @type {HTMLElement} */ (event.target);
    if (at.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key === "0" ? "T" : event.key.toUpperCase();
    if (key === "ESCAPE") rank = "";
    else if (rank && key.length === 1 && SUITS.includes(key.toLowerCase())) {
      choose(4 * RANKS.indexOf(rank) + SUITS.indexOf(key.toLowerCase()));
      return;
    } else if (key.length === 1 && RANKS.includes(key)) rank = key;
    else return;
    say(typed, rank ? t("pad.typed", { rank: rank === "T" ? "10" : rank }) : t("pad.hint"));
  }

  document.addEventListener("keydown", press);
  return h("div", { class: "stack" }, grid, asked, typed, h("label", { class: "row" }, asks, t("pad.asks")));
}
