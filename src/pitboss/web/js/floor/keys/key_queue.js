// What the dealer keyed waits here and is given one by one, each when the answer to the one before
// has come; one that is refused holds the rest back.

/**
 * @typedef {import("./key_reader.js").Keyed} Keyed
 * @typedef {import("../../core/protocol.js").Answer} Answer
 * @typedef {{text: string, clause: string, keyed: Keyed | null}} Held
 *
 * What is to be done with what was keyed: a command, after which it may not be done with yet;
 * wait; refuse; or nothing, for it was the console's own affair.
 *
 * @typedef {(
 *   | {give: object, goes_on?: boolean}
 *   | {wait: string}
 *   | {refuse: string}
 *   | {done: true}
 * )} Next
 */

/** Keyed first, given first; nothing is lost. */
export class KeyQueue {
  /** @type {Keyed[]} */
  waiting = [];
  /** What holds the rest back, with the key that was refused. @type {Held | null} */
  refused = null;
  /** What the first one waits for that is not the server's answer. */
  waits_for = "";
  /** Whether a command is on its way. */
  is_sent = false;
  #version = 0;
  #needed = 0;
  #next;
  #give;
  #changed;

  /**
   * @param {{
   *   next: (keyed: Keyed) => Next,
   *   give: (command: object) => Promise<Answer>,
   *   changed: () => void,
   * }} desk
   */
  constructor({ next, give, changed }) {
    this.#next = next;
    this.#give = give;
    this.#changed = changed;
  }

  /** @param {Keyed} keyed */
  add(keyed) {
    // What was refused changed nothing, so there is nothing of it to take back.
    if (keyed.kind === "back" && this.refused && !this.waiting.length) this.drop();
    else if (keyed.kind === "back" && this.#removeLast()) this.#changed();
    else {
      this.waiting.push(keyed);
      this.run();
    }
  }

  /** The table stands as after this event. @param {number} version */
  see(version) {
    // Where nothing waits behind a refusal, it is out of date once the table has gone on.
    if (version > this.#version && !this.waiting.length) this.refused = null;
    this.#version = version;
    this.run();
  }

  /** What was keyed before and never given; it is held until somebody says so. */
  get unsent() {
    return this.waiting.slice(this.is_sent ? 1 : 0);
  }

  /** Keys from before the page was left. @param {Keyed[]} kept @param {string} text */
  restore(kept, text) {
    this.waiting = kept;
    this.refused = { text, clause: "", keyed: null };
    this.#changed();
  }

  /** What comes before all that waits. @param {Keyed[]} keyed */
  putFirst(keyed) {
    this.waiting.splice(this.is_sent ? 1 : 0, 0, ...keyed);
  }

  /** After a refusal: give the rest. */
  goOn() {
    this.refused = null;
    this.run();
  }

  /** After a refusal: forget the rest. */
  drop() {
    this.refused = null;
    this.waiting = this.is_sent ? this.waiting.slice(0, 1) : [];
    this.run();
  }

  /** The last one is keyed no more, where it was not given yet. */
  #removeLast() {
    if (this.waiting.length <= (this.is_sent ? 1 : 0)) return false;
    if (this.waiting.at(-1)?.is_begun || this.waiting.at(-1)?.kind === "back") return false;
    this.waiting.pop();
    return true;
  }

  /** Give what can be given now. */
  run() {
    this.waits_for = "";
    while (!this.is_sent && !this.refused && this.#version >= this.#needed) {
      const [keyed] = this.waiting;
      if (!keyed) break;
      const next = this.#next(keyed);
      if ("wait" in next) {
        this.waits_for = next.wait;
        break;
      }
      if ("give" in next) void this.#send(keyed, next.give, next.goes_on === true);
      else {
        this.waiting.shift();
        if ("refuse" in next) this.refused = { text: next.refuse, clause: "", keyed };
      }
    }
    this.#changed();
  }

  /** @param {Keyed} keyed @param {object} command @param {boolean} goes_on */
  async #send(keyed, command, goes_on) {
    this.is_sent = true;
    const { ok, last, refused } = await this.#give(command);
    this.is_sent = false;
    if (ok) this.#needed = last;
    else if (refused) this.refused = { text: refused.text, clause: refused.clause, keyed };
    if (ok && goes_on) keyed.is_begun = true;
    else this.waiting.shift();
    this.run();
  }
}
