// The page of the lobby: lists the tables, and takes the administrator's one-time link.

const REFRESH_MS = 3000;

/** @param {string} tag @param {string} text @param {Record<string, string>} [attributes] */
function element(tag, text, attributes = {}) {
  const made = document.createElement(tag);
  made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** @param {number} cents */
const money = (cents) => (cents / 100).toFixed(2);

/** @param {any} table */
function card(table) {
  const item = document.createElement("li");
  const edge = table.house_edge === null ? "" : `, house edge ${(table.house_edge * 100).toFixed(2)} %`;
  const players = table.players.length ? table.players.join(", ") : "nobody yet";
  item.append(
    element("h3", table.title),
    element("p", `Round ${table.round}, ${table.stopped || table.phase}`),
    element("p", `${money(table.min_bet)} to ${money(table.max_bet)}${edge}`),
    element("p", `Playing: ${players}`),
  );
  const links = element("p", "");
  for (const [name, path] of [["rules", "/rules"], ["rounds", "/rounds"], ["shoes", "/shoes"], ["odds", "/odds"]]) {
    links.append(element("a", name, { href: `/api/tables/${table.table}${path}` }), " ");
  }
  item.append(links);
  return item;
}

async function refresh() {
  const list = document.getElementById("tables");
  if (!list) return;
  try {
    const answer = await fetch("/api/tables");
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    list.replaceChildren(...(await answer.json()).map(card));
  } catch (error) {
    list.replaceChildren(element("li", `The tables cannot be reached: ${error}`));
  }
}

function csrf() {
  const found = document.cookie.split("; ").find((part) => part.startsWith("pitboss_csrf="));
  return found ? decodeURIComponent(found.slice("pitboss_csrf=".length)) : "";
}

function offerClaim() {
  const token = new URLSearchParams(location.hash.slice(1)).get("admin");
  const section = document.getElementById("claim");
  const form = section && section.querySelector("form");
  if (!token || !section || !form) return;
  section.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = new FormData(form);
    const answer = await fetch("/api/accounts", {
      method: "POST",
      headers: { "content-type": "application/json", "x-csrf-token": csrf() },
      body: JSON.stringify({ name: given.get("name"), password: given.get("password"), admin_token: token }),
    });
    const told = await answer.json();
    const output = form.querySelector("output");
    if (output) output.textContent = answer.ok ? `Welcome, ${told.name}.` : told.text;
    if (answer.ok) history.replaceState(null, "", "/");
  });
}

offerClaim();
refresh();
setInterval(refresh, REFRESH_MS);
