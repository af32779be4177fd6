// Tables whose rounds can be looked up: those that are open, and those that are closed.

import { get } from "../core/api.js";

/**
 * @typedef {import("../core/protocol.js").TableSummary} TableSummary
 * @typedef {import("../core/protocol.js").ClosedTable} ClosedTable
 */

/** @returns {Promise<[TableSummary[], ClosedTable[]]>} */
export const allTables = () => Promise.all([get("/api/tables"), get("/api/closed-tables")]);

/** What a table is called, or its id where it is not known. @param {string} table */
export async function titleOf(table) {
  const tables = (await allTables()).flat();
  return tables.find((one) => one.table === table)?.title ?? table;
}
