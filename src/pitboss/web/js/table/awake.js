// Keep the screen of a phone on at the table, if its browser can: over plain HTTP it cannot.

import { subscribe, get } from "../shell/settings.js";

export const canStayAwake = () => "wakeLock" in navigator;

/**
 * Hold the screen while a page of a table is seen; a browser lets go of it when the page is hidden.
 *
 * @param {AbortSignal} signal
 */
export function stayAwake(signal) {
  if (!canStayAwake()) return;
  /** @type {WakeLockSentinel | null} */
  let held = null;
  const free = async () => {
    const lock = held;
    held = null;
    await lock?.release();
  };
  const hold = async () => {
    const is_wanted = get("awake") === "on" && !document.hidden && !signal.aborted;
    if (!is_wanted) return free();
    if (held && !held.released) return;
    held = await navigator.wakeLock.request("screen");
    if (signal.aborted) await free();
  };
  // A phone that saves its battery refuses; then its screen goes dark as elsewhere.
  const look = () => void hold().catch(() => {});
  subscribe(look, signal);
  document.addEventListener("visibilitychange", look, { signal });
  signal.addEventListener("abort", look);
  look();
}
