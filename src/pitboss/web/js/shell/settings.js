// What a person has set: looks, sounds and habits. Kept on this device, shown on the root element.

/**
 * Each setting with its values; the first one holds until another is chosen. An empty value leaves
 * it to the device.
 */
export const SETTINGS = /** @type {const} */ ({
  sounds: ["off", "on"],
  speed: ["normal", "slow", "fast", "instant"],
  motion: ["", "on", "off"],
  theme: ["", "light", "dark"],
  autoRebet: ["off", "on"],
  deck: ["two", "four"],
  back: ["blue", "red", "green"],
  hand: ["right", "left"],
  text: ["normal", "large", "larger"],
  coach: ["off", "show", "drill"],
  emotes: ["on", "off"],
  hints: ["on", "off"],
  clauses: ["off", "on"],
  awake: ["on", "off"],
});

/**
 * @typedef {typeof SETTINGS} Known
 * @typedef {keyof Known} Setting
 * @typedef {{[K in Setting]: Known[K][number]}} Settings
 */

const KEY = "pitboss.settings";
/** Those that style sheets go by; the others are asked for where they matter. */
const SHOWN = /** @type {const} */ (["theme", "motion", "speed", "deck", "back", "hand", "text"]);

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();
let current = read();

/** What is set, or what holds by itself. @template {Setting} K @param {K} key */
export const get = (key) => current[key];

/** All that is set. @returns {Settings} */
export const all = () => ({ ...current });

/**
 * Set one, or several at once; what is no value of a setting is left out.
 *
 * @param {Partial<Record<Setting, string>>} chosen
 */
export function set(chosen) {
  current = { ...current, ...valid(chosen) };
  localStorage.setItem(KEY, JSON.stringify(current));
  apply();
  for (const listener of listeners) listener(all());
}

/**
 * Be told of every change.
 *
 * @param {(settings: Settings) => void} listener
 * @param {AbortSignal} [signal]
 */
export function subscribe(listener, signal) {
  if (signal?.aborted) return;
  listeners.add(listener);
  signal?.addEventListener("abort", () => listeners.delete(listener));
}

/** Show on the root element what style sheets go by: `data-deck="four"`. */
export function apply() {
  const { dataset } = document.documentElement;
  for (const key of SHOWN) {
    if (current[key]) dataset[key] = current[key];
    else delete dataset[key];
  }
}

/** @param {unknown} given @returns {Partial<Settings>} */
function valid(given) {
  const known = Object.entries(/** @type {Record<string, string>} */ (given ?? {})).filter(
    ([key, value]) =>
      key in SETTINGS &&
      /** @type {readonly string[]} */ (SETTINGS[/** @type {Setting} */ (key)]).includes(value),
  );
  return Object.fromEntries(known);
}

/** @returns {Settings} */
function read() {
  const usual = Object.fromEntries(Object.entries(SETTINGS).map(([key, [first]]) => [key, first]));
  // Colours and motion were once kept each by itself.
  const theme = localStorage.getItem("pitboss.theme");
  const motion = localStorage.getItem("pitboss.motion");
  return /** @type {Settings} */ ({ ...usual, ...valid({ theme, motion }), ...kept() });
}

function kept() {
  try {
    return valid(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
  } catch {
    return {};
  }
}
