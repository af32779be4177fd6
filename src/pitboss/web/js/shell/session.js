// Who is at this browser. A guest's key stays on the device, so that the name is kept.

import { ApiError, get, onEnded, post, put, remove } from "../core/api.js";
import { t } from "../words/translate.js";

/** @typedef {import("../core/protocol.js").Me} Me */

const KEY = "pitboss.guest";
/** Set where an account is logged in at this tab. */
const HERE = "pitboss.account";

/** @type {Me | null} */
let current = null;
/** @type {Set<(me: Me | null) => void>} */
const listeners = new Set();

/** Whether a role is a supervisor's, of a game or of the casino. @param {string} [role] */
export const supervises = (role) => role === "supervisor" || role === "casino_supervisor";

/** Who this is, if anybody. */
export const me = () => current;

/**
 * Be told of every change, and at once.
 *
 * @param {(me: Me | null) => void} listener
 * @param {AbortSignal} [signal]
 */
export function onChange(listener, signal) {
  if (signal?.aborted) return;
  listeners.add(listener);
  signal?.addEventListener("abort", () => listeners.delete(listener));
  listener(current);
}

/** @param {Me | null} who */
function become(who) {
  const is_same = JSON.stringify(who) === JSON.stringify(current);
  current = who;
  if (who && !who.is_guest) sessionStorage.setItem(HERE, who.name);
  // Pages are drawn again for somebody else; the same person may be in the middle of a form.
  if (!is_same) for (const listener of listeners) listener(who);
  return who;
}

/** Ask the server who this is; a guest whose session has ended logs in again with the kept key. */
export async function refresh() {
  const session = await get("/api/session");
  if (session) return become(session);
  const kept = guestKept();
  if (!kept) {
    askBack();
    return become(null);
  }
  try {
    return become(await post("/api/session", { name: kept.name, secret: kept.key }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) localStorage.removeItem(KEY);
    return become(null);
  }
}

/** Whose session is over is asked to log in, and comes back to the same place then. */
function askBack() {
  if (!sessionStorage.getItem(HERE) || location.hash.startsWith("#/account")) return;
  sessionStorage.removeItem(HERE);
  location.hash = `#/account?back=${encodeURIComponent(location.hash.slice(1) || "/")}`;
}

// Nobody was here for long: a guest comes back by the key, others are asked to log in.
onEnded(async () => Boolean(await refresh()));

/** The guest whose key this device keeps. @returns {{name: string, key: string} | null} */
export function guestKept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** Play as a guest, under a name of one's own or one that is made up. @param {string} [name] */
export async function becomeGuest(name) {
  for (let tries = 0; ; tries += 1) {
    try {
      const made = await post("/api/guests", { name: name ?? madeUp() });
      localStorage.setItem(KEY, JSON.stringify(made));
      return await refresh();
    } catch (error) {
      const is_taken = error instanceof ApiError && error.code === "name_taken";
      if (name || !is_taken || tries > 4) throw error;
    }
  }
}

/** Change the name that others see. @param {string} name */
export async function changeName(name) {
  return become(await put("/api/name", { name: asName(name) }));
}

/** A name as the server takes it: no spaces. @param {string} text */
export const asName = (text) => text.trim().replaceAll(/\s+/g, "-");

/** Somebody to play as: whoever this is, or a new guest. @returns {Promise<Me>} */
export async function somebody() {
  return current ?? /** @type {Me} */ (await becomeGuest());
}

/** Make an account; a guest stays the same person. @param {string} name @param {string} password */
export async function makeAccount(name, password) {
  await post("/api/accounts", { name, password });
  // The password takes the place of the guest's key.
  localStorage.removeItem(KEY);
  return refresh();
}

/** Log in with a password. @param {string} name @param {string} secret @param {string} [code] */
export async function logIn(name, secret, code = "") {
  await post("/api/session", { name, secret, code });
  return refresh();
}

/** Log out; a guest's key is forgotten with it. */
export async function logOut() {
  await remove("/api/session");
  localStorage.removeItem(KEY);
  sessionStorage.removeItem(HERE);
  return become(null);
}

function madeUp() {
  /** @param {string} words */
  const pick = (words) => {
    const all = words.split(" ");
    return all[Math.floor(Math.random() * all.length)];
  };
  return `${pick(t("names.first"))}${pick(t("names.last"))}${Math.floor(Math.random() * 90 + 10)}`;
}
