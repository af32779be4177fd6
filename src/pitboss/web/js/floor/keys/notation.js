// Cards as the staff writes them: `As`, `Td`, `10d`; on the wire a card is 4 times its rank plus
// its suit.

export const RANKS = "A23456789TJQK";
export const SUITS = "shdc";
export const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** The number of a card, -1 where the text is none. @param {string} text */
export function parseCard(text) {
  const [, rank, suit] = /^(10|.)(.)$/.exec(text) ?? ["", "", ""];
  const place = RANKS.indexOf(rank === "10" ? "T" : rank.toUpperCase());
  const kind = SUITS.indexOf(suit.toLowerCase());
  return rank && place >= 0 && kind >= 0 ? 4 * place + kind : -1;
}

/** Cards between blanks; null where one is none. @param {string} text */
export function parseCards(text) {
  const cards = text.trim().split(/\s+/).filter(Boolean).map(parseCard);
  return cards.includes(-1) ? null : cards;
}

/** A card in short: `10♠`. @param {number} card */
export function shortCard(card) {
  const rank = RANKS[card >> 2];
  const suit = /** @type {keyof typeof SIGNS} */ (SUITS[card & 3]);
  return (rank === "T" ? "10" : rank) + SIGNS[suit];
}

/** Cards between blanks as people read them: `10♠ 9♥` for `Ts 9h`. @param {string} cards */
export const inSigns = (cards) =>
  cards.replace(/\S+/g, (text) => {
    const card = parseCard(text);
    return card < 0 ? text : shortCard(card);
  });

/** @param {number} card */
export const showCard = (card) => (card < 0 ? "??" : RANKS[Math.floor(card / 4)] + SUITS[card % 4]);
