// Elements with a life: what one begins when it comes onto the page ends when it leaves.

/** An element whose signal is aborted when it leaves the page; what it has begun goes by that. */
export class LiveElement extends HTMLElement {
  #life = new AbortController();

  get signal() {
    return this.#life.signal;
  }

  /** Begin: the element has come onto the page. */
  begin() {}

  connectedCallback() {
    this.#life = new AbortController();
    this.begin();
  }

  disconnectedCallback() {
    this.#life.abort();
  }
}

/**
 * An element with its properties: `make(PlayingCard, { card: 12 })`.
 *
 * @template {HTMLElement} E
 * @param {new () => E} Kind
 * @param {Partial<E>} properties
 * @returns {E}
 */
export const make = (Kind, properties) => Object.assign(new Kind(), properties);

/**
 * Do something again and again.
 *
 * @param {number} ms
 * @param {() => void} act
 * @param {AbortSignal} signal
 */
export function every(ms, act, signal) {
  if (signal.aborted) return;
  const timer = setInterval(act, ms);
  signal.addEventListener("abort", () => clearInterval(timer));
}
