// The language of the page: which one it is, and its words where that is not English.

const TAG = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
/** Where the choice of a person is kept on this device. */
const KEPT = "pitboss.language";
const ENGLISH = "en";

/** Languages there are besides English; the server names them. */
export const languages = [
  ENGLISH,
  ...(document.documentElement.dataset.languages ?? "").split(" ").filter(Boolean),
];

/** What the address asks for (`?lang=de`), else what was chosen, else what the browser prefers. */
function wanted() {
  const asked = new URLSearchParams(location.search).get("lang") ?? "";
  if (TAG.test(asked)) return asked;
  const preferred = [localStorage.getItem(KEPT) ?? "", ...navigator.languages];
  for (const tag of preferred)
    for (const known of [tag, tag.split("-")[0]]) if (languages.includes(known)) return known;
  return ENGLISH;
}

/**
 * The words of a language: one file with everything; nothing where there is no such file.
 *
 * @param {string} tag
 * @returns {Promise<Record<string, string> | null>}
 */
async function fetched(tag) {
  const answer = await fetch(`/lang/${tag}.json`).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

const asked = wanted();
/** What replaces the English words. */
const translated = asked === ENGLISH ? null : await fetched(asked);

/** What the language says, by key; English fills in what is not there. */
export const translation = translated ?? {};
/** The language as browsers know it: `en`, `pt-BR`. */
export const language = translated ? asked : ENGLISH;

document.documentElement.lang = language;
document.documentElement.dir = translation["language.direction"] === "rtl" ? "rtl" : "ltr";

/** What was chosen on this device; empty where nothing was. */
export const chosenLanguage = () => localStorage.getItem(KEPT) ?? "";

/** Keep a choice on this device. @param {string} tag */
export const keepChoice = (tag) => localStorage.setItem(KEPT, tag);

/** Another language from now on. @param {string} tag */
export function chooseLanguage(tag) {
  keepChoice(tag);
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  history.replaceState(null, "", address);
  location.reload();
}
