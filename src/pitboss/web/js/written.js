// What is written at a table, without any DOM: on the layout, on signs, and what will change.

/** @typedef {import("./protocol.js").NoticeView} NoticeView */

/** The place of a notice of something that will change. */
export const PENDING = "pending";

/**
 * What is written at a table after an event.
 *
 * @param {NoticeView[]} notices
 * @param {import("./protocol.js").Message} message
 */
export function rewritten(notices, { event, told }) {
  const written = () => notices.filter(({ place }) => place !== PENDING);
  switch (event.event) {
    case "notice_posted": {
      const { clause, from_ms } = event;
      return [{ text: told, place: PENDING, clause, from_ms }, ...written()];
    }
    case "notice_withdrawn":
    case "rules_changed":
      return written();
    default:
      return notices;
  }
}
