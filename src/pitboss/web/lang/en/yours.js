// The English sentences of what happens to whoever reads them, and to a hand by its name; fetched
// with the words of events, whose keys they share.

import { teach } from "../../js/words/translate.js";

export const YOURS = /** @type {const} */ ({
  "whose.hand": "Your hand",
  "whose.others": "{name}, {hand}",
  "whose.number": "hand {n}",
  "whose.card_dealt.hand": "{whose} gets {card:card}.",
  "whose.hand_finished.stood": "{whose} stands.",
  "whose.hand_finished.bust": "{whose} busts.",
  "whose.hand_finished.surrendered": "{whose} surrenders.",
  "whose.hand_finished.blackjack": "{whose} has blackjack.",
  "whose.hand_finished.void": "{whose} is void.",
  "whose.hand_finished.frozen": "{whose} takes no more cards.",
  "whose.turn_given": "{whose} to play.",
  "yours.chips_bought": "You buy in for {amount:money}.",
  "yours.chips_cashed": "You cash out {amount:money}.",
  "yours.even_money_taken": "You take even money.",
  "yours.hand_doubled": "{whose} doubles: {added}.",
  "yours.hand_doubled.added.yes": "you get a lammer worth {free:money}",
  "yours.hand_doubled.added.no": "you add {chips:sum}",
  "yours.hand_split": "{whose} splits: {added}.",
  "yours.hand_split.added.chips": "you add {chips:sum}",
  "yours.hand_split.added.lammer": "you get a lammer worth {free:money}",
  "yours.hand_split.added.moves": "you move to the second hand",
  "yours.insurance_placed.yes": "You take insurance for {amounts:sum}.",
  "yours.insurance_placed.no": "You decline insurance.",
  "yours.streak_moved": "You have won {wins} in a row.",
  "yours.wager_placed": "You bet {amounts:sum} on {wager:wager}.",
  "yours.wager_withdrawn": "You take back {amounts:sum} from {wager:wager}.",
  "yours.wager_settled.win": "{place}: you win {net:money} on {wager:wager}{line_won}{at} [{clause}].",
  "yours.wager_settled.loss": "{place}: you lose {lost:money} on {wager:wager} [{clause}].",
  "yours.wager_settled.loss_in_part": "{place}: you lose {lost:money} on {wager:wager} and get {back:money} back [{clause}].",
  "yours.wager_settled.push": "{place}: you push on {wager:wager} and keep {stake:money} [{clause}].",
  "yours.wager_settled.surrender": "{place}: you surrender and lose {lost:money} [{clause}].",
  "yours.wager_settled.void": "{place}: your {wager:wager} is void, {stake:money} goes back [{clause}].",
  "yours.wager_settled.place.yes": "{whose}",
});

teach(YOURS);
