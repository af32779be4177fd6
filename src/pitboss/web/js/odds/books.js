// The rulebooks that can be asked about: the shipped ones, the gallery, and a game in one line.

import { ApiError, get } from "../core/api.js";

/** @typedef {import("./answers").BookSummary} BookSummary */

/**
 * Every rulebook with a name, and the one that is asked for where it is a line of terms.
 *
 * @param {string} asked
 * @returns {Promise<BookSummary[]>}
 */
export async function allBooks(asked) {
  const [shipped, gallery] = await Promise.all([get("/api/rulebooks"), get("/api/gallery")]);
  const books = [...shipped, ...gallery];
  if (!asked || books.some(({ id }) => id === asked)) return books;
  try {
    const { title, about, source } = await get(`/api/rules/${asked}`);
    return [...books, { id: asked, title, about, source, clauses: 0, terms: title }];
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return books;
    throw error;
  }
}

/** Whether a rulebook is one of the gallery, or a line. @param {BookSummary} book */
export const isOfGallery = ({ terms }) => terms !== undefined;

/** A line of terms as an address writes it: `6D_H17_3-2`. @param {string} line */
export const lineId = (line) =>
  line.trim().replaceAll("+", "").replaceAll(":", "-").replaceAll(/[\s,]+/g, "_");
