// Switches beside the controls: sounds, speed, the last bets again by themselves; and the others at
// the table: a sign to them, and a link for more of them.

import { fill, h } from "../../core/dom.js";
import { LiveElement } from "../../core/element.js";
import * as icons from "../../core/icons.js";
import { get, set, SETTINGS, subscribe } from "../../shell/settings.js";
import { complain } from "../../shell/shell.js";
import { t } from "../../words/translate.js";
import { hear } from "../motion/heard.js";

/** From slow to instant, as the button goes through them. */
const SPEEDS = /** @type {const} */ (["slow", "normal", "fast", "instant"]);

/** Where it is kept that sounds have been asked for; they are off until somebody wants them. */
const ASKED = "pitboss.sounds";

/** `<play-switches>` of a table. */
export class PlaySwitches extends LiveElement {
  table = "";
  #sounds = h("button", { type: "button", class: "quiet icon", onclick: () => turnSounds() });
  #speed = h("button", { type: "button", class: "quiet", onclick: () => turnSpeed() });
  #auto = h(
    "button",
    { type: "button", class: "quiet", onclick: () => turn("autoRebet") },
    icons.repeat(),
    h("span", null, t("play.auto")),
  );

  begin() {
    this.role = "group";
    this.ariaLabel = t("play.switches");
    this.#auto.title = t("play.auto_title");
    fill(this, this.#sounds, this.#speed, this.#auto, ...this.#company());
    subscribe(() => this.#show(), this.signal);
    this.#show();
  }

  /** Buttons that concern the others at the table. */
  #company() {
    const say = () =>
      import("../emotes.js").then(({ toggleEmotes }) => toggleEmotes(this.table), complain);
    const ask = () =>
      import("../people.js").then(({ invite }) => invite(this.table)).catch(complain);
    const label = { label: t("play.say") };
    return [
      h(
        "button",
        { type: "button", class: "quiet say", aria: label, title: label.label, onclick: say },
        icons.smile(),
      ),
      h(
        "button",
        { type: "button", class: "quiet invite", onclick: ask },
        icons.person_add(),
        h("span", null, t("play.invite")),
      ),
    ];
  }

  #show() {
    const is_on = get("sounds") === "on";
    const is_asked = localStorage.getItem(ASKED) !== null || is_on;
    const ask = is_asked ? null : h("b", null, t("play.sounds_ask"));
    fill(this.#sounds, is_on ? icons.sound() : icons.silence(), ask);
    this.#sounds.ariaPressed = String(is_on);
    this.#sounds.ariaLabel = this.#sounds.title = t("play.sounds");
    const speed = t(`play.speed.${get("speed")}`);
    fill(this.#speed, icons.motion(), h("span", null, speed));
    this.#speed.ariaLabel = this.#speed.title = t("play.speed", { speed });
    this.#auto.ariaPressed = String(get("autoRebet") === "on");
  }
}

customElements.define("play-switches", PlaySwitches);

/** @param {"sounds" | "autoRebet"} key */
function turn(key) {
  const [off, on] = SETTINGS[key];
  set({ [key]: get(key) === on ? off : on });
}

/** A chip is heard at once, so that it is known how it sounds. */
function turnSounds() {
  localStorage.setItem(ASKED, "asked");
  turn("sounds");
  hear("chip");
}

function turnSpeed() {
  set({ speed: SPEEDS[(SPEEDS.indexOf(get("speed")) + 1) % SPEEDS.length] });
}
