// The English sentences of the page that opens a table, fetched with it.

import { teach } from "../../js/words/translate.js";

export const OPENING = /** @type {const} */ ({
  "open.title": "Open a table",
  "open.lead": "For everybody: it shows in the lobby.",
  "open.own_title": "A table of your own",
  "open.own_lead":
    "For you and the friends you send the link to. Pick a game, and open the table: the server deals.",
  "open.own_text":
    "You are the host: you give chips, seat bots and close the evening. Twelve hours without anybody close the table, too.",
  "open.whom": "For whom",
  "open.for_all": "For everybody",
  "open.for_friends": "Private",
  "open.rulebook": "Rulebook",
  "open.gallery": "Gallery of standard games",
  "open.gallery_pick": "Pick a game",
  "open.line": "Or describe the game in one line",
  "open.line_show": "Show",
  "open.edge": "With these options:",
  "open.id": "Id of the table",
  "open.id_text": "Lower-case letters, digits, - and _; it is part of the table's address.",
  "open.name": "Title, if not the rulebook's",
  "open.dealing": "Dealing",
  "open.dealing.automatic": "By the server",
  "open.dealing.cards_by_hand": "By a dealer who enters the cards",
  "open.dealing.by_hand": "By a dealer who does every step by hand",
  "open.pace": "Pace and bots",
  "open.pace_text":
    "With a human dealer nobody is hurried and no bots sit down, unless you switch that on here.",
  "open.turn": "Seconds for a decision; 0: no limit",
  "open.turn_usual": "as usual",
  "open.bots": "Bots",
  "open.bots.": "As usual",
  "open.bots.1": "May sit down",
  "open.bots.0": "Do not sit down",
  "open.best_play": "If a player's connection is lost",
  "open.best_play.": "As usual",
  "open.best_play.0": "The table stands for them",
  "open.best_play.1": "The table goes on by the best play, without further stakes",
  "open.preset.free": "The house pays for doubles and splits.",
  "open.preset.plain": "Eight decks, three side bets, low stakes.",
  "open.preset.two_decks": "Two decks, cards face down.",
  "open.more": "More games",
  "open.chips": "Chips for everybody",
  "open.chips_each": "{amount} each, for this evening only",
  "open.chips_bankroll": "Everybody buys in from their bankroll",
  "open.turn_host": "Time for a decision",
  "open.turn_relaxed": "A minute",
  "open.turn_quick": "Ten seconds",
  "open.turn_none": "No limit",
  "open.open": "Open the table",
});

teach(OPENING);
