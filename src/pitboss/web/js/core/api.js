// The HTTP API: JSON in, JSON out; what fails is one sentence for people.

import { inLanguage, reason, t } from "../words/translate.js";

/** A request that was refused: `text` is a sentence for people, `code` is for programs. */
export class ApiError extends Error {
  /** @param {number} status @param {string} code @param {string} text @param {string} clause */
  constructor(status, code, text, clause) {
    super(text);
    this.status = status;
    this.code = code;
    this.clause = clause;
  }
}

/** Comes back where the session is over; the session says how. */
let comeBack = async () => false;
/** @param {() => Promise<boolean>} act Whether somebody is logged in again. */
export function onEnded(act) {
  comeBack = act;
}

/** @template [T=any] @param {string} path @returns {Promise<T>} */
export const get = (path) => send("GET", path);
/** @template [T=any] @param {string} path @param {unknown} [body] @returns {Promise<T>} */
export const post = (path, body = {}) => send("POST", path, body);
/** @template [T=any] @param {string} path @param {unknown} [body] @returns {Promise<T>} */
export const put = (path, body = {}) => send("PUT", path, body);
/** @template [T=any] @param {string} path @returns {Promise<T>} */
export const remove = (path) => send("DELETE", path);

/**
 * @param {string} method @param {string} path @param {unknown} [body]
 * @param {boolean} [is_again] Sent a second time, after coming back.
 * @returns {Promise<any>} What came as JSON, or text where it is not JSON.
 */
async function send(method, path, body, is_again = false) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0, "offline", t("error.offline"), "");
  }
  const text = await answer.text();
  const is_json = (answer.headers.get("content-type") ?? "").includes("json");
  const told = is_json && text ? parse(text) : text;
  if (answer.ok) return told;
  if (told?.code === "session_ended" && !is_again && (await comeBack()))
    return send(method, path, body, true);
  throw refusedBy(answer.status, told);
}

/** What a refusal is thrown as. @param {number} status @param {any} told */
export const refusedBy = (status, told) =>
  new ApiError(status, told?.code ?? "", sentence(status, told), told?.clause ?? "");

/** JSON in the language of the page; other text stays. @param {string} text */
export function parse(text) {
  try {
    return JSON.parse(text, inLanguage);
  } catch {
    return text;
  }
}

/** @param {number} status @param {any} told */
function sentence(status, told) {
  if (told && typeof told === "object")
    return told.text ?? reason(told.detail ?? t("error.status", { status }));
  return t("error.status", { status });
}
