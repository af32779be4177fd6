// A WebSocket at a table: numbered events in, commands out, back by itself after a lost connection.

import { every } from "./element.js";
import { inLanguage, t } from "../words/translate.js";
import { witness } from "../history/witness.js";

const RETRY_MS = [250, 500, 1_000, 2_000, 4_000];
const PING_MS = 20_000;

/**
 * @typedef {import("./protocol.js").Answer} Answer
 * @typedef {import("./protocol.js").Command} Command
 * @typedef {import("./protocol.js").Outbound} Outbound
 * @typedef {import("./protocol.js").Resynced} Resynced
 * @typedef {import("./protocol.js").Update} Update
 * @typedef {{
 *   view: (message: Resynced) => void,
 *   update: (message: Update) => void,
 *   emote?: (message: import("./protocol.js").Emoted) => void,
 *   trouble?: (code: string, text: string) => void,
 *   connected?: (is_connected: boolean, why?: string) => void,
 *   returning?: () => Promise<unknown>,
 * }} Listener
 */

/**
 * Open a socket. `view` brings the whole table, `update` events without a gap. A command that was
 * not answered before the connection broke is sent again with its id, which the server knows.
 *
 * @param {string} table
 * @param {Listener} listener
 * @param {AbortSignal} signal Closes it.
 */
export function openTable(table, listener, signal) {
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {Map<string, {frame: string, settle: (answer: Answer) => void}>} */
  const waiting = new Map();
  let last = -1;
  let tries = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry;
  every(PING_MS, () => transmit(JSON.stringify({ type: "ping" })), signal);
  signal.addEventListener("abort", () => {
    clearTimeout(retry);
    socket?.close();
  });

  /** @param {string} frame */
  function transmit(frame) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(frame);
  }

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const asked = `person=true&emotes=true${last >= 0 ? `&last=${last}` : ""}`;
    const path = `/ws/tables/${encodeURIComponent(table)}?${asked}`;
    const opened = new WebSocket(`${scheme}://${location.host}${path}`);
    socket = opened;
    opened.onopen = () => {
      tries = 0;
      listener.connected?.(true);
      for (const { frame } of waiting.values()) opened.send(frame);
    };
    opened.onmessage = (event) => {
      if (socket === opened) take(JSON.parse(event.data, inLanguage));
    };
    opened.onclose = (event) => {
      if (signal.aborted || socket !== opened) return;
      if (event.code === 4403) {
        const why = t("table.refused", { origin: location.origin });
        listener.connected?.(false, why);
        listener.trouble?.("foreign_origin", why);
        return;
      }
      listener.connected?.(false);
      if (event.code === 4404) {
        listener.trouble?.("unknown_table", event.reason);
        return;
      }
      retry = setTimeout(comeBack, RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
      tries += 1;
    };
  }

  /** Who was away for long may have to log in first. */
  async function comeBack() {
    await listener.returning?.().catch(() => null);
    if (!signal.aborted) connect();
  }

  /** @param {Outbound} message */
  function take(message) {
    if ("status" in message) witness(table, message.status.shoes);
    if (message.type === "update") {
      const missed = message.events.length > 0 && last >= 0 && message.events[0].n !== last + 1;
      if (missed) {
        transmit(JSON.stringify({ type: "resync" }));
        return;
      }
      last = message.status.version;
      listener.update(message);
    } else if (message.type === "view") {
      last = message.status.version;
      listener.view(message);
    } else if (message.type === "answer") {
      waiting.get(message.id)?.settle(message);
      waiting.delete(message.id);
    } else if (message.type === "emote") {
      listener.emote?.(message);
    } else if (message.type === "error") {
      settleUnread(message);
    }
  }

  /**
   * A command that the server could not read is refused; any other error is the listener's.
   *
   * @param {import("./protocol.js").Trouble} trouble
   */
  function settleUnread({ id, code, text }) {
    const own = waiting.get(id);
    if (!own) {
      listener.trouble?.(code, text);
      return;
    }
    waiting.delete(id);
    const refused = { code, text, clause: "", also: [], where: "", limit: null };
    own.settle({ type: "answer", id, ok: false, first: 0, last: 0, refused });
  }

  connect();
  return {
    /**
     * Give a command; the answer comes when what it led to is on disk.
     *
     * @param {Command} command
     * @param {number} [seen] The last event that was seen, where the command is a decision by that.
     * @returns {Promise<Answer>}
     */
    give(command, seen) {
      const id = newId();
      const frame = JSON.stringify({ type: "command", id, command, seen });
      return new Promise((settle) => {
        waiting.set(id, { frame, settle });
        transmit(frame);
      });
    },
    /** Ask for the whole view again. */
    resync: () => transmit(JSON.stringify({ type: "resync" })),
    /** Connect again, as somebody else after a log-in. */
    reconnect() {
      last = -1;
      socket?.close();
      clearTimeout(retry);
      connect();
    },
  };
}

/** An id that no other command has. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
