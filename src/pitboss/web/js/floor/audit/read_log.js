// What an auditor reads, in the language of the page: the server says it in English sentences.

import { fromTemplate, has, lookUp, plainValue, reason } from "../../words/translate.js";

/** A value or a name; what a person typed stays. @param {string} told */
const exact = (told) => plainValue(told) ?? told;

/** What chips were moved for. @param {string} told */
export const booked = (told) => fromTemplate("booked.", told, exact) ?? exact(told);

/** What the security log says of an attempt. @param {string} told @returns {string} */
export const noted = (told) =>
  has(`command.${told}`)
    ? lookUp(`command.${told}`)
    : fromTemplate("noted.", told, noted) ?? exact(told);

/** What was found where a log or the books were judged. @param {string} told @returns {string} */
export const checked = (told) =>
  plainValue(told) ?? fromTemplate("checked.", told, checked) ?? reason(told);
