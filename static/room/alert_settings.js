// @ts-check
// The reader's settings of sounds and alerts (static/effects/alerts.js), and the bell that offers them.

/** @import { Settings } from "#kit/preferences.js" */
/** @import { Drawing, Page, Say } from "#types/room" */
/** @import { Volume } from "#room/volume.js" */
import { html, nothing, svg } from "lit-html";
import { announce } from "#kit/announce.js";
import { set, settings } from "#kit/preferences.js";
import { remembered } from "#kit/remembered.js";
import { can_vibrate, VOLUMES, volume } from "#room/volume.js";

/** Phones show notifications only by a worker, and this site has one only for readers who want push notifications. */
const only_by_worker = () => /Android/.test(navigator.userAgent) || "standalone" in navigator;
const can_notify = () => "Notification" in window && (!only_by_worker() || settings().push);

/** Browsers ask another process: a millisecond each time. It changes with an answer to this page, as a rule. */
const permission = remembered((/** @type {Settings} */ _) => Notification.permission);

/** Offers alerts once somebody has had a turn, until they have said yes or no. @param {Page} page @returns {Drawing} */
export function bell({ say, state, redraw }) {
  if (!state.had_turn || !can_notify() || permission(state.settings) !== "default") return nothing;
  const words = say("Notify me when it’s my turn");
  return html`<button type="button" class="plain bell" data-focus="bell" aria-label=${words} title=${words}
    @click=${() => press_bell(say, redraw)}>${BELL}</button>`;
}

/** Hides the bell. Focus moves to where the choice can be changed. @param {Say} say @param {() => void} redraw */
async function press_bell(say, redraw) {
  const had = document.activeElement;
  await want_notifications(say, redraw);
  if (!had?.isConnected) /** @type {HTMLElement | null} */ (document.querySelector("[data-focus=menu]"))?.focus();
}

const BELL = svg`<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
  <path d="M5 18C7 16 7 14 7 11C7 7 9 5 12 5S17 7 17 11C17 14 17 16 19 18ZM10 18.5C10 20.5 14 20.5 14 18.5M12 5V3"></path>
</svg>`;

/** Has to be called within the press: only then may a page ask. @param {Say} say @param {() => void} redraw */
async function want_notifications(say, redraw) {
  const answer = await Notification.requestPermission();
  set({ notify: answer === "granted" });
  redraw();
  announce([
    answer === "granted"
      ? say("You’ll be notified when it’s your turn and this page is hidden.")
      : say("Your browser does not allow notifications from this page."),
  ]);
}

/** In the menu: a choice is played at once, by the effect. @param {Page} page @returns {Drawing} */
export function sound_settings({ say, state, redraw }) {
  const { vibrate } = state.settings;
  /** @param {Partial<Settings>} changes */
  function change(changes) {
    set(changes);
    redraw();
  }
  const steps = /** @type {[Volume, string][]} */ (Object.entries(VOLUMES)).map(
    ([step, name]) => html`<label>
      <input type="radio" name="volume" .checked=${step === volume(state)} @change=${() => change({ volume: step })} />
      ${say(name)}
    </label>`,
  );
  const shakes = html`<label>
    <input type="checkbox" .checked=${vibrate} @change=${() => change({ vibrate: !vibrate })} /> ${say("Vibrate too")}
  </label>`;
  return html`<fieldset class="in-a-row">
    <legend>${say("Sound")}</legend>
    ${steps} ${can_vibrate() ? shakes : nothing}
  </fieldset>`;
}

/** In the menu. @param {Page} page @returns {Drawing} */
export function call_settings(page) {
  const { say, redraw } = page;
  const { notify, badge, awake } = settings();
  /** @param {string} name @param {boolean} on @param {() => void} change */
  const box = (name, on, change) =>
    html`<label><input type="checkbox" .checked=${on} @change=${change} /> ${say(name)}</label>`;
  const can_mark = "setAppBadge" in navigator && matchMedia("(display-mode: standalone)").matches;
  const notifies = notify && can_notify() && Notification.permission === "granted";

  function change_notify() {
    if (notifies) set({ notify: false });
    else want_notifications(say, redraw);
    redraw();
  }
  function change_badge() {
    set({ badge: !badge });
    redraw();
  }
  function change_awake() {
    set({ awake: !awake });
    redraw();
  }
  return [
    can_notify() ? box("Notify me when it’s my turn and this page is hidden", notifies, change_notify) : nothing,
    push_setting(page),
    can_mark ? box("A mark on the app’s icon when it’s my turn", badge, change_badge) : nothing,
    "wakeLock" in navigator ? box("Keep the screen on during my games", awake, change_awake) : nothing,
  ];
}

/** The texts for its outcome after a press. */
const ANSWERS = {
  on: "You’ll be notified when it’s your turn, even with this page closed.",
  off: "You’ll no longer be notified when this page is closed.",
  "not allowed": "Your browser does not allow notifications from this page.",
  failed: "The push service of your browser does not answer. Try again later.",
};

/** For players, if the server offers it. @param {Page} page @returns {Drawing} */
function push_setting({ say, boot, state, parts, redraw }) {
  const reach = boot.push !== null && state.table.you.seats.length ? parts.push : null;
  if (reach?.is_for_the_home_screen()) return html`<p class="hint">${say(reach.ON_THE_HOME_SCREEN)}</p>`;
  if (reach === null || !reach.can_be_reached(boot)) return nothing;

  /** @param {Event & { currentTarget: HTMLInputElement }} event */
  const change = async ({ currentTarget: box }) => {
    box.disabled = true;
    const answer = settings().push ? await reach.be_unreachable(boot) : await reach.become_reachable(boot);
    box.disabled = false;
    box.checked = settings().push; // shows the present state, changed or not
    redraw();
    announce([say(ANSWERS[answer])]);
  };
  return html`<label>
      <input type="checkbox" .checked=${settings().push} aria-describedby="push-means" @change=${change} />
      ${
        can_notify()
          ? say("Also when this page is closed")
          : say("Notify me when it’s my turn, also when this page is closed")
      }
    </label>
    <p class="hint" id="push-means">
      ${say(
        "Your browser’s push service then wakes this device each time it’s your turn. It learns nothing about the game.",
      )}
    </p>`;
}
