// @ts-check
// Alerts for a player who is asked, by their settings: a mark in title and icon, a sound, a notification while the page
// is hidden, a badge on the installed app's icon.

/** @import { Settings } from "#kit/preferences.js" */
/** @import { Drawing, Page, Parts, Say } from "#types/room" */
/** @import { Volume } from "#room/volume.js" */
import { html, nothing, svg } from "lit-html";
import { announce } from "#kit/announce.js";
import { set, settings } from "#kit/preferences.js";
import { can_stay_awake, let_sleep, stay_awake } from "#room/awake.js";
import { listen, try_out } from "#room/sound.js";
import { can_vibrate, VOLUMES, volume } from "#room/volume.js";

const plain_title = document.title;
const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
const plain_icon = icon?.href ?? "";
let was_called = false;
/** @type {Notification | undefined} */
let shown;
/**
 * Push notifications for when no page is open, if the server offers them and the reader has a seat.
 * @type {Parts["push"]}
 */
let beyond = null;
document.addEventListener("visibilitychange", () => document.hidden || close_shown());

function close_shown() {
  shown?.close();
  if (settings().push) beyond?.put_away();
}

/** Registers the subscription of a reader with a seat who wants push notifications. @param {Page} page */
function stay_reachable({ boot, parts }) {
  if (beyond || boot.push === null) return;
  beyond = parts.push;
  if (!beyond) return; // it is being loaded
  close_shown();
  beyond.renew(boot).catch(() => undefined); // tried again when the page is next opened
}

/**
 * To be called after every drawing of the page.
 * @param {Page} page
 * @param {boolean} is_called  somebody at this device is asked
 */
export function attend(page, is_called) {
  if (page.state.table.you.seats.length) stay_reachable(page);
  const begins = is_called && !was_called;
  mark(is_called);
  listen(page, begins);
  stay_awake(page);
  if (begins) call(page);
}

/** Marks title and icon. @param {boolean} is_called */
function mark(is_called) {
  if (was_called && !is_called) fall_silent();
  was_called = is_called;
  document.title = (is_called ? "● " : "") + plain_title;
  if (icon) icon.href = is_called ? (icon.dataset.asked ?? plain_icon) : plain_icon;
}

/** Alerts a player who has just been asked. @param {Page} page */
function call({ say, boot }) {
  const { notify, badge } = settings();
  const words = document.getElementById("prompt")?.textContent?.trim() ?? "";
  if (notify && document.hidden && Notification.permission === "granted")
    show(say("{game} · Tertulia", { game: boot.card.title }), words, boot.room);
  if (badge) navigator.setAppBadge?.(1).catch(() => undefined);
}

/** Stops for good: the page was removed. */
export function stop() {
  mark(false);
  let_sleep();
}

/** Ends all alerts: the question is answered. */
function fall_silent() {
  close_shown();
  navigator.clearAppBadge?.().catch(() => undefined);
}

/**
 * With push notifications the worker shows it, so that the server's message, ten seconds later, takes its place and
 * tells nobody twice: browsers replace what has the same tag, but not a page's by a worker's.
 * @param {string} title
 * @param {string} body
 * @param {string} tag  a newer one of the same table takes its place
 */
function show(title, body, tag) {
  if (beyond && settings().push) {
    beyond.show_by_worker(title, body, tag);
    return;
  }
  try {
    shown = new Notification(title, { body, tag });
  } catch {
    return; // a browser where only workers may, and there is none; the title and the sound tell all the same
  }
  shown.onclick = () => {
    window.focus();
    shown?.close();
  };
}

// --- Settings --------------------------------------------------------------------------------------------

/** Phones show notifications only by a worker, and this site has one only for readers who want push notifications. */
const only_by_worker = () => /Android/.test(navigator.userAgent) || "standalone" in navigator;
const can_notify = () => "Notification" in window && (!only_by_worker() || settings().push);

/** Offers alerts once somebody has had a turn, until they have said yes or no. @param {Page} page @returns {Drawing} */
export function bell({ say, state, redraw }) {
  if (!state.had_turn || !can_notify() || Notification.permission !== "default") return nothing;
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

/** In the menu: a choice is played at once. @param {Page} page @returns {Drawing} */
export function sound_settings(page) {
  const { say, redraw } = page;
  const { vibrate } = settings();
  /** @param {Partial<Settings>} changes */
  function change(changes) {
    set(changes);
    try_out(page);
    redraw();
  }
  const steps = /** @type {[Volume, string][]} */ (Object.entries(VOLUMES)).map(
    ([step, name]) => html`<label>
      <input type="radio" name="volume" .checked=${step === volume(page)} @change=${() => change({ volume: step })} />
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
    can_stay_awake() ? box("Keep the screen on during my games", awake, change_awake) : nothing,
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
  if (reach?.is_for_the_home_screen())
    return html`<p class="hint">
      ${say(
        "This device can notify you when it’s your turn once Tertulia is on its home screen: “Share”, then “Add to Home Screen”.",
      )}
    </p>`;
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
