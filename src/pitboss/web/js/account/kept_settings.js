// Settings that go with the account: fetched when somebody logs in, kept when one is changed.

import { get, put } from "../core/api.js";
import { chooseLanguage, chosenLanguage, keepChoice, languages } from "../words/language.js";
import { me, onChange } from "../shell/session.js";
import { all, set, subscribe } from "../shell/settings.js";

/** Changes in a row are kept together. */
const LATER_MS = 600;

/** What the server has, or has been sent. */
let kept = "";
let whose = "";
let timer = 0;

/** Begin to follow who is here, and what they set. */
export function keepSettings() {
  onChange((who) => {
    const name = who && !who.is_guest ? who.name : "";
    if (name === whose) return;
    whose = name;
    if (name) fetchSettings(name);
  });
  subscribe(() => {
    clearTimeout(timer);
    if (whose) timer = window.setTimeout(send, LATER_MS);
  });
}

/** Another language, here and wherever this account logs in. @param {string} tag */
export async function settleLanguage(tag) {
  keepChoice(tag);
  if (whose) await send();
  chooseLanguage(tag);
}

/** All that is set, with the language if one was chosen. */
const mine = () => ({ ...all(), ...(chosenLanguage() && { language: chosenLanguage() }) });

/** The language of the account, unless the address asks for one. @param {string} [tag] */
function follow(tag = "") {
  if (!languages.includes(tag) || tag === chosenLanguage()) return;
  if (!new URLSearchParams(location.search).has("lang")) chooseLanguage(tag);
}

/** @param {string} name */
async function fetchSettings(name) {
  try {
    const told = await get("/api/settings");
    if (me()?.name !== name) return;
    if (Object.keys(told).length) {
      follow(told.language);
      kept = JSON.stringify({ ...mine(), ...told });
      set(told);
    } else await send();
  } catch {
    // The settings of this device hold on.
  }
}

async function send() {
  const now = JSON.stringify(mine());
  if (now === kept) return;
  kept = now;
  try {
    await put("/api/settings", mine());
  } catch {
    // It is tried again with the next change.
    kept = "";
  }
}
