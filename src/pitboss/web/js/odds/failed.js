// What stands in the place of figures that could not be worked out.

import { ApiError } from "../core/api.js";
import { h } from "../core/dom.js";
import { complain } from "../shell/shell.js";

/** Why there is nothing to show, as a sentence. @param {unknown} error */
export function failed(error) {
  if (!(error instanceof ApiError)) complain(error);
  const text = error instanceof Error ? error.message : String(error);
  return h("p", { class: "notice bad", role: "alert" }, text);
}
