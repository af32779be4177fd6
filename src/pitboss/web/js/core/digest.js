// SHA-256 as the browser computes it, and digests as hexadecimal text.

/** The bytes of a text. @param {string} text */
export const encoded = (text) => new TextEncoder().encode(text);

/** @param {Uint8Array} bytes */
export async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes)));
}

/** @param {Uint8Array} bytes */
export const hex = (bytes) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
