// What this browser has seen and said for itself: commitments to shoes before their seeds were
// known, words for the cut.

const KEPT_MAX = 200;
const WORD_BYTES = 16;
const PLEDGE_LABEL = "pitboss cut word 1";
/** Those that need not be looked up again. @type {Set<string>} */
const known = new Set();
/** How far this page has come with its word for the cut of a shoe. @type {Map<string, string>} */
const pledged = new Map();

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
 * Have a say in the cut of a shoe that has been committed to: this browser draws a word, commits to
 * it, and says it when everybody has. So nobody who knew the order of the cards, and nobody who
 * spoke last, knew where they would be cut.
 *
 * @param {string} table
 * @param {string} name
 * @param {{role: string, waits_for: string, shoes: readonly Shoe[]}} status
 * @param {(
 *   command: import("../core/protocol.js").PledgeCut | import("../core/protocol.js").ContributeCut,
 * ) => Promise<{ok: boolean}>} give
 */
export async function contribute(table, name, status, give) {
  const coming = status.shoes.at(-1);
  if (status.role !== "player" || !coming) return;
  const { commitment } = coming;
  if (status.waits_for === "cut" && !pledged.has(commitment)) {
    pledged.set(commitment, "drawn");
    const words = seen(table, commitment)?.words || drawn();
    note(table, commitment, words);
    const { ok } = await give({ do: "pledge_cut", commitment: await wordCommitment(name, words) });
    if (!ok) note(table, commitment, "");
  } else if (status.waits_for === "word" && pledged.get(commitment) !== "said") {
    pledged.set(commitment, "said");
    const words = seen(table, commitment)?.words;
    if (!words) return;
    const { ok } = await give({ do: "contribute_cut", words });
    // A word that came too late counts for nothing, and is not asked for afterwards.
    if (!ok) note(table, commitment, "");
  }
}

/** A word that nobody can guess. */
const drawn = () =>
  [...crypto.getRandomValues(new Uint8Array(WORD_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/**
 * The commitment to a word for the cut, given before any player has said theirs.
 *
 * @param {string} player
 * @param {string} word
 */
async function wordCommitment(player, word) {
  const { encoded, hex, sha256 } = await import("../core/digest.js");
  return hex(await sha256(encoded(`${PLEDGE_LABEL}\n${player}\n${word}`)));
}

/** @param {string} table @param {string} commitment @param {string} words */
function note(table, commitment, words) {
  const at_ms = seen(table, commitment)?.at_ms ?? Date.now();
  keep(table, { ...kept(table), [commitment]: { at_ms, words } });
}
