// The English sentences of what the lobby has below its tables.

import { teach } from "../../js/words/translate.js";

export const MORE = /** @type {const} */ ({
  "demo.text": "Ada plays by the book, Ben never risks a bust, Carla bets boldly, and Dan plays like a dealer.",
  "demo.rest": "They play as long as you watch. Sit down with them whenever you like.",
  "demo.watch": "Watch",
  "day.wait": "The hand is being chosen…",
  "day.text": "One close decision at {title}, the same for everybody today. Answer it, and see what each play is worth.",
  "day.ask": "What do you do?",
  "day.more": "Drill hands like it",
  "more.text": "{n} games that casinos deal, each with its exact house edge. Choose one, and open a table of it.",
  "more.all": "{n} more",
});

teach(MORE);
