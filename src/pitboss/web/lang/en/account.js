// The English sentences of passwords and second factors, fetched with the account page.

import { teach } from "../../js/words/translate.js";

export const ACCOUNT = /** @type {const} */ ({
  "account.ended": "Your session is over, after a long time away or because it was ended elsewhere: log in, and you are back where you were.",
  "factor.title": "Second factor",
  "factor.hint": "An authenticator app on your phone shows a code that you give in addition to your password.",
  "factor.begin": "Set up a second factor",
  "factor.type": "Type this into the app, or open the link on the device that has it. Then give the code that it shows.",
  "factor.open": "Open in an authenticator app",
  "factor.code": "Code",
  "factor.code_hint": "Of your authenticator app, or one for recovery.",
  "factor.set": "Switch it on",
  "factor.recovery": "Codes for recovery",
  "factor.recovery_hint": "Each of them stands in for the app once. Write them down now: they are not shown again.",
  "factor.kept": "I have written them down",
  "factor.is_set": "Your app is asked for a code when you log in. Codes for recovery left: {n}.",
  "factor.end": "Switch it off",
  "factor.ended": "You log in with the password alone from now on.",
  "factor.waiting": "You are a player until you set up a second factor below. Then you are: {role}.",
  "password.title": "Change your password",
  "password.hint": "You stay logged in here; every other session ends.",
  "password.old": "Password now",
  "password.new": "New password",
  "password.go": "Change it",
  "password.done": "Your password is changed.",
  "reset.title": "I have a reset key",
  "reset.hint": "If you forgot your password, ask the house for a key. It is good for an hour.",
  "reset.key": "Key",
  "reset.password": "New password",
  "reset.go": "Set the password",
  "reset.done": "Log in with the new password now.",
  "reset.give": "Reset key",
  "reset.for": "Reset key for {name}",
  "reset.give_hint": "Make sure that you know who asks. The key sets one new password, and is good for an hour.",
  "reset.lost": "The second factor is lost too",
  "reset.shown": "Hand it to {name} now: it is not shown again.",
  "reset.asked": "a reset key",
  "reset.asked_both": "a reset key, second factor lost",
});

teach(ACCOUNT);
