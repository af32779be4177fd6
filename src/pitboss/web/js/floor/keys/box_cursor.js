// The box that the dealer keys wagers for: it walks round the table as amounts are keyed.

/** Where the next wager goes. */
export class BoxCursor {
  box = 1;
  /** Whether the box has had its amount, so that the next amount is for the next box. */
  is_served = false;
  /** Who bets here, if it is not the player of the box. */
  bettor = "";
  #round = -1;

  /** With each new round it begins at the first box. @param {number} round @param {number} first */
  begin(round, first) {
    if (round === this.#round) return;
    this.#round = round;
    this.go(first);
  }

  /** @param {number} box */
  go(box) {
    this.box = box;
    this.is_served = false;
    this.bettor = "";
  }

  /** One box on or back, round the table. @param {number} step @param {number} boxes */
  move(step, boxes) {
    this.go(((this.box - 1 + step + boxes) % boxes) + 1);
  }

  /**
   * The box that an amount is for: this one, or the next that waits for a wager; 0 where none does.
   *
   * @param {readonly number[]} open Boxes with somebody who has no wager up, from the first on.
   */
  target(open) {
    if (!this.is_served || this.bettor) return this.box;
    return open.find((box) => box > this.box) ?? open[0] ?? 0;
  }
}
