// What this browser has seen and said for itself: commitments to shoes before their seeds were
// known, words for the cut.

const KEPT_MAX = 200;
const WORD_BYTES = 12;
/** Those that need not be looked up again. @type {Set<string>} */
const known = new Set();

/** @typedef {{at_ms: number, words: string}} Seen */
/** @typedef {{commitment: string, seed?: string}} Shoe */

/** @param {string} table */
const keyOf = (table) => `pitboss.commitments.${table}`;

/** @param {string} table @returns {Record<string, Seen>} */
function kept(table) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(table)) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} table @param {Record<string, Seen>} held */
function keep(table, held) {
  const newest = Object.entries(held)
    .sort((a, b) => b[1].at_ms - a[1].at_ms)
    .slice(0, KEPT_MAX);
  localStorage.setItem(keyOf(table), JSON.stringify(Object.fromEntries(newest)));
}

/**
 * Remember the commitments of shoes in play.
 *
 * @param {string} table
 * @param {readonly Shoe[]} shoes
 */
export function witness(table, shoes) {
  const unknown = shoes.filter((shoe) => !shoe.seed && !known.has(shoe.commitment));
  if (!unknown.length) return;
  const held = kept(table);
  const fresh = unknown.filter((shoe) => !(shoe.commitment in held));
  for (const shoe of unknown) known.add(shoe.commitment);
  for (const shoe of fresh) held[shoe.commitment] = { at_ms: Date.now(), words: "" };
  if (fresh.length) keep(table, held);
}

/**
 * What this browser knows of a shoe by itself; null where it did not see it begin.
 *
 * @param {string} table
 * @param {string} commitment
 * @returns {Seen | null}
 */
export const seen = (table, commitment) => kept(table)[commitment] ?? null;

/**
 * Contribute to the cut of a shoe that has been committed to: words that this browser draws, so
 * that
 * nobody who knew the order of the cards knew where they would be cut.
 *
 * @param {string} table
 * @param {{role: string, waits_for: string, shoes: readonly Shoe[]}} status
 * @param {(command: {do: "contribute_cut", words: string}) => Promise<{ok: boolean}>} give
 */
export async function contribute(table, status, give) {
  const coming = status.shoes.at(-1);
  if (status.waits_for !== "cut" || status.role !== "player" || !coming) return;
  const held = kept(table);
  if (held[coming.commitment]?.words) return;
  const words = [...crypto.getRandomValues(new Uint8Array(WORD_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  const at_ms = held[coming.commitment]?.at_ms ?? Date.now();
  keep(table, { ...held, [coming.commitment]: { at_ms, words } });
  const { ok } = await give({ do: "contribute_cut", words });
  // Words that came too late count for nothing, and are not asked for afterwards.
  if (!ok) keep(table, { ...kept(table), [coming.commitment]: { at_ms, words: "" } });
}
