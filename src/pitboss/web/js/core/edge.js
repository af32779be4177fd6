// Whose edge it is: what is below zero for the house is the player's, and is called so.

import { percent, t } from "../words/translate.js";

/**
 * Whether the player has the edge, as far as it is shown.
 *
 * @param {number} share
 * @param {number} digits
 */
const isPlayers = (share, digits) => Number((share * 100).toFixed(digits)) < 0;

/**
 * The name of an edge: `House edge`, `Player's edge`.
 *
 * @param {number} share
 * @param {number} [digits]
 */
export const edgeName = (share, digits = 2) =>
  t(isPlayers(share, digits) ? "edge.player" : "edge.house");

/** How large it is, whoever has it. @param {number} share @param {number} [digits] */
export const edgeSize = (share, digits = 2) => percent(Math.abs(share), digits);

/** Both: `Player's edge 0.39 %`. @param {number} share @param {number} [digits] */
export const edgeWords = (share, digits = 2) =>
  t("edge.words", { name: edgeName(share, digits), size: edgeSize(share, digits) });
