// Cards as the staff writes them: `As`, `Td`; on the wire a card is 4 times its rank plus its suit.

export const RANKS = "A23456789TJQK";
export const SUITS = "shdc";
export const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** The number of a card, -1 where the text is none. @param {string} text */
export function parseCard(text) {
  const [rank, suit] = [
    RANKS.indexOf(text.charAt(0).toUpperCase()),
    SUITS.indexOf(text.charAt(1).toLowerCase()),
  ];
  return text.length === 2 && rank >= 0 && suit >= 0 ? 4 * rank + suit : -1;
}

/** Cards between blanks; null where one is none. @param {string} text */
export function parseCards(text) {
  const cards = text.trim().split(/\s+/).filter(Boolean).map(parseCard);
  return cards.includes(-1) ? null : cards;
}

/** @param {number} card */
export const showCard = (card) => (card < 0 ? "??" : RANKS[Math.floor(card / 4)] + SUITS[card % 4]);
