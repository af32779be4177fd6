// SHA-256, by the browser or here, and digests as hexadecimal text. A page that came by plain HTTP
// from another device has no `crypto.subtle`: there the steps of FIPS 180-4 are taken here.

/** Bytes of a block, words of its schedule. */
const BLOCK = 64;
const WORDS = 64;

/** The bytes of a text. @param {string} text */
export const encoded = (text) => new TextEncoder().encode(text);

/** @param {Uint8Array} bytes */
export async function sha256(bytes) {
  if (!globalThis.crypto?.subtle) return ownSha256(bytes);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes)));
}

/** @param {Uint8Array} bytes */
export const hex = (bytes) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The first 32 bits of the fractional part. @param {number} root */
const fraction = (root) => Math.floor((root % 1) * 2 ** 32);

/** The constants of FIPS 180-4: from the roots of the first primes. */
function constants() {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < WORDS; n += 1) if (primes.every((p) => n % p)) primes.push(n);
  return {
    start: primes.slice(0, 8).map((p) => fraction(Math.sqrt(p))),
    rounds: primes.map((p) => fraction(Math.cbrt(p))),
  };
}

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** SHA-256 without the browser's. @param {Uint8Array} bytes */
export function ownSha256(bytes) {
  const { start, rounds } = constants();
  const size = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(size);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(size - 4, bytes.length << 3);
  const state = Int32Array.from(start);
  for (let at = 0; at < size; at += BLOCK) compress(state, schedule(view, at), rounds);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => digest.setInt32(4 * place, word));
  return new Uint8Array(digest.buffer);
}

/** @param {DataView} view @param {number} at */
function schedule(view, at) {
  const words = new Int32Array(WORDS);
  for (let n = 0; n < 16; n += 1) words[n] = view.getInt32(at + 4 * n);
  for (let n = 16; n < WORDS; n += 1) {
    const [a, b] = [words[n - 15], words[n - 2]];
    const low = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const high = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    words[n] = words[n - 16] + low + words[n - 7] + high;
  }
  return words;
}

/** @param {Int32Array} state @param {Int32Array} words @param {readonly number[]} rounds */
function compress(state, words, rounds) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let n = 0; n < WORDS; n += 1) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + high + ((e & f) ^ (~e & g)) + rounds[n] + words[n]) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => {
    state[place] += word;
  });
}
