// The English sentences of dialogues at a table: keys and amounts, fetched with them.

import { teach } from "../../js/words/translate.js";

export const DIALOGUES = /** @type {const} */ ({
  "buy.title": "Buy in",
  "buy.amount": "Your bankroll holds {held}. How much do you buy in for?",
  "buy.go": "Buy in",
  "stake.title": "Bet with an amount of your own",
  "stake.text": "Amount; each circle you press gets this much more",
  "stake.go": "Use this amount",
  "keys.title": "Keys",
  "keys.text": "Everything can be done with the mouse, by touch or with these keys. Tab walks through circles and buttons.",
  "keys.box": "Put the chosen chip on a box",
  "keys.side": "Put the chosen chip on {wager}",
  "keys.walk": "On a circle: go to the one before or after it",
  "keys.lay": "On a circle: lay the chosen chip, or take it off",
  "keys.max": "Bet the most the circle takes",
  "keys.amount": "Bet with an amount of your own",
  "keys.sit_out": "Sit out, or play again",
  "keys.chip": "A larger or smaller chip",
  "keys.deal": "Place the bets and deal; after a round, the same bets again. Press the prize button; let motion catch up",
  "keys.undo": "Undo the last chip",
  "keys.twice": "Double the bets; after a round, twice the last bets",
  "keys.clear": "Clear the bets, or take them back",
  "keys.repeat": "Lay the last bets out again, to change them",
  "keys.hit": "Hit",
  "keys.stand": "Stand",
  "keys.double": "Double",
  "keys.split": "Split",
  "keys.surrender": "Surrender",
  "keys.insure": "Insure",
  "keys.decline": "No insurance",
  "keys.even": "Even money",
  "keys.coach": "Coach on or off",
  "keys.log": "Show or hide the log in words",
  "keys.help": "These keys",
});

teach(DIALOGUES);
