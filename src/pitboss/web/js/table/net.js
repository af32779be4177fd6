// The net result and the time at a table.

import { stakesUp } from "../results.js";

/** Net result and time at this table, kept while the tab is open. @param {string} id */
export function makeNet(id) {
  const key = `pitboss.net.${id}`;
  /** @type {{you: string, base: number, since_ms: number}} */
  let kept = JSON.parse(sessionStorage.getItem(key) ?? "null") ?? {
    you: "",
    base: 0,
    since_ms: Date.now(),
  };
  const keep = () => sessionStorage.setItem(key, JSON.stringify(kept));
  return {
    /** @param {import("../state.js").Table} table */
    see(table) {
      if (kept.you === table.you) return;
      kept = { you: table.you, base: table.chips + stakesUp(table), since_ms: Date.now() };
      keep();
    },
    /** @param {number} amount */
    bought(amount) {
      kept.base += amount;
      keep();
    },
    /** @param {import("../state.js").Table} table */
    standing: (table) => ({
      net: table.chips + stakesUp(table) - kept.base,
      chips: table.chips,
      since_ms: kept.since_ms,
    }),
  };
}
