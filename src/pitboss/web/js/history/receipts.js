// Receipts: what the house signed for this device after each round, so that nobody rewrites it.

import { save } from "../core/save.js";

/** @typedef {import("../core/protocol.js").Receipt} Receipt */

const KEY = "pitboss.receipts";
/** Receipts of one table that are kept, and tables of which some are. */
const KEPT_MAX = 1_000;
const TABLES_MAX = 12;
const CODE_DIGITS = 16;

/**
 * Lines as the server sent them, by table; the tables in the order they were played at.
 *
 * @returns {Record<string, string[]>}
 */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/**
 * Keep what the house signs for the log as it is after an event; 0 is the end of a closed table, of
 * which those keep it who have played there.
 *
 * @param {string} table
 * @param {number} event
 */
export async function keepReceipt(table, event) {
  if (!event && !read()[table]) return;
  const answer = await fetch(`/api/tables/${table}/receipt?event=${event}`);
  if (!answer.ok) return;
  const line = await answer.text();
  // A server without a witness signs nothing.
  if (line === "null") return;
  const { [table]: lines = [], ...others } = read();
  const tables = Object.entries(others).slice(1 - TABLES_MAX);
  const kept = [...lines.filter((old) => old !== line), line].slice(-KEPT_MAX);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...tables, [table, kept]])));
}

/** Receipts of a table, the oldest first. @param {string} table @returns {Receipt[]} */
export const receiptsOf = (table) => (read()[table] ?? []).map((line) => JSON.parse(line));

/** Of a round, the one that was kept first. @param {string} table @param {number} round */
export const receiptOf = (table, round) => receiptsOf(table).find((one) => one.round === round);

/** Short enough to read out or write down. @param {Receipt} receipt */
export const codeOf = ({ chain }) =>
  (chain.slice(0, CODE_DIGITS).match(/.{4}/g) ?? []).join(" ");

/** Save them as a file for `pitboss verify --receipt`. @param {string} table */
export function saveReceipts(table) {
  const lines = read()[table] ?? [];
  const text = lines.map((line) => `${line}\n`).join("");
  save(`${table}.receipts.jsonl`, new Blob([text], { type: "application/jsonl" }));
}
