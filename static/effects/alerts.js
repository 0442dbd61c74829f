// @ts-check
// Alerts for a player who is asked, by their settings: a mark in title and icon, a sound, a notification while the page
// is hidden, a badge on the installed app's icon. The screen stays on while they play.

/** @import { Boot, Parts, Say } from "#types/room" */
/** @import { SoundsOfGame } from "#types/sound" */
/** @import { State } from "#state/state.js" */
import { make_awake } from "#effects/awake.js";
import { make_sound } from "#effects/sound.js";
import { is_called } from "#state/sides.js";

/**
 * What a call needs besides the state.
 * @typedef {object} Told
 * @property {Say} say
 * @property {() => string} words  of the prompt
 * @property {Parts["push"]} push  if the server offers it and the reader has a seat
 * @property {() => number | null} first_lands_in  milliseconds until the first moving piece lands
 */

/**
 * @param {Boot} boot
 * @param {SoundsOfGame} pieces  the sounds of the game
 * @param {() => State} state
 */
export function make_alerts(boot, pieces, state) {
  const sound = make_sound(pieces, state);
  const stay_awake = make_awake(state);
  const mark = make_mark();
  const notice = make_notice();

  /** Alerts a player who has just been asked. @param {State} state @param {Told} told */
  function call({ settings, is_hidden }, { say, words, push }) {
    const title = say("{game} · Tertulia", { game: boot.card.title });
    if (settings.notify && is_hidden && Notification.permission === "granted")
      notice.show({ title, body: words(), tag: boot.room }, settings.push ? push : null);
    if (settings.badge) navigator.setAppBadge?.(1).catch(() => undefined);
  }

  /** Ends all alerts: the question is answered. @param {Parts["push"]} push */
  function fall_silent(push) {
    notice.put_away(push);
    navigator.clearAppBadge?.().catch(() => undefined);
  }

  /**
   * To be called whenever the page looks different.
   * @param {State} before
   * @param {State} after
   * @param {Told} told
   */
  return function attend(before, after, told) {
    stay_awake();
    const push = after.settings.push ? told.push : null;
    if (before.is_hidden && !after.is_hidden) notice.put_away(push);
    if (is_between_viewers(after)) return;
    const [was, is] = [mark.is_on(), calls(after)];
    mark.turn(is);
    if (was && !is) fall_silent(push);
    sound(before, after, is && !was, told.first_lands_in);
    if (is && !was) call(after, told);
  };
}

/** @param {State} state */
const calls = (state) => state.connection !== "closed" && !state.locked && is_called(state);

/** One player of this device no longer sees the table, and the next not yet. @param {State} state */
const is_between_viewers = ({ table, frame }) =>
  table?.state === "playing" && table.you.seats.length > 1 && frame === null;

/** The mark in title and icon. */
function make_mark() {
  const title = document.title;
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  const href = icon?.href ?? "";
  let is_on = false;

  /** @param {boolean} on */
  function turn(on) {
    if (on === is_on) return;
    is_on = on;
    document.title = (on ? "● " : "") + title;
    if (icon) icon.href = on ? (icon.dataset.asked ?? href) : href;
  }

  return { is_on: () => is_on, turn };
}

/** The notification. */
function make_notice() {
  /** @type {Notification | undefined} */
  let shown;

  /**
   * With push notifications the worker shows it, so that the server's message, ten seconds later, takes its place and
   * tells nobody twice: browsers replace what has the same tag, but not a page's by a worker's.
   * @param {{ title: string, body: string, tag: string }} notice  a newer one with this tag takes its place
   * @param {Parts["push"]} push
   */
  function show({ title, body, tag }, push) {
    if (push) return void push.show_by_worker(title, body, tag);
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

  /** @param {Parts["push"]} push */
  function put_away(push) {
    shown?.close();
    push?.put_away();
  }

  return { show, put_away };
}
