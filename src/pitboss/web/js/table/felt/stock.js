// The shoe and the discard rack, as full as they are.

import { h } from "../../core/dom.js";
import { t } from "../../words/translate.js";

/** Shoe and rack as they are drawn. */
export const makeShoe = () =>
  h(
    "div",
    { class: "shoe", role: "img" },
    h("div", { class: "stock" }),
    h("div", { class: "cut" }),
    h("div", { class: "mouth" }),
  );
export const makeRack = () =>
  h("div", { class: "rack", role: "img" }, h("div", { class: "pile-up" }));

/**
 * @param {HTMLElement} shoe
 * @param {HTMLElement} rack
 * @param {import("../../core/protocol.js").TableView} view
 * @param {number} cards
 */
export function showStock(shoe, rack, { shoe_cards, cards_dealt, cut_card, discarded }, cards) {
  const all = Math.max(cards, shoe_cards, 1);
  const left = shoe_cards - cards_dealt;
  const ahead = cut_card - cards_dealt;
  shoe.style.setProperty("--left", String(left / all));
  shoe.style.setProperty("--cut", String(Math.max(0, ahead) / all));
  shoe.classList.toggle("has-cut", ahead > 0);
  rack.style.setProperty("--full", String(Math.min(1, discarded / all)));
  const behind = cut_card < 0 ? "" : t(ahead > 0 ? "felt.cut_in" : "felt.cut_out", { n: ahead });
  label(shoe, `${t("felt.shoe", { n: left })} ${behind}`);
  label(rack, t("felt.rack", { n: discarded }));
}

/** @param {HTMLElement} element @param {string} text */
function label(element, text) {
  if (element.getAttribute("aria-label") === text) return;
  element.setAttribute("aria-label", text);
  element.title = text;
}
