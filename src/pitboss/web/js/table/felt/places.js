// How the boxes share the width of the felt: those that the viewer plays are wide, the rest small.

/**
 * @typedef {{is_large: boolean, is_used: boolean, hands: number}} Part What lies on one box.
 * @typedef {{widths: number[], centres: number[]}} Places In per cent of the felt's width.
 */

/** A large box has this share for itself and for each of its hands, in per cent. */
const LARGE = 20;
const HAND = 12.5;
/** The least that a box of others and an empty one keep, and how the rest is shared among them. */
const USED = { least: 7.5, share: 1.7 };
const EMPTY = { least: 3.5, share: 1 };

/**
 * The width and the middle of each box. Where none is large, or only one has cards, all are alike.
 *
 * @param {readonly Part[]} parts
 * @param {boolean} is_alone
 * @returns {Places}
 */
export function placesOf(parts, is_alone) {
  const widths = parts.some((part) => part.is_large) && !is_alone
    ? shared(parts)
    : parts.map(() => 100 / parts.length);
  let before = 0;
  const centres = widths.map((width) => {
    before += width;
    return before - width / 2;
  });
  return { widths, centres };
}

/** @param {readonly Part[]} parts */
function shared(parts) {
  const small = parts.filter((part) => !part.is_large).map(kind);
  const least = small.reduce((total, one) => total + one.least, 0);
  const shares = small.reduce((total, one) => total + one.share, 0);
  const wanted = parts
    .filter((part) => part.is_large)
    .reduce((total, part) => total + want(part), 0);
  const large = Math.min(wanted, 100 - least);
  const rest = 100 - large;
  const spare = rest - least;
  return parts.map((part) => {
    if (part.is_large)
      return (want(part) / wanted) * (small.length ? large : 100);
    const { least: own, share } = kind(part);
    return own + (spare * share) / shares;
  });
}

/** @param {Part} part */
const kind = (part) => (part.is_used ? USED : EMPTY);

/** @param {Part} part */
const want = (part) => LARGE + HAND * Math.max(1, part.hands);
