// @ts-check
// The clocks: the time each seat has left, counted down from the last frame. Only the server decides when it is up.

/** @import { Page, Say } from "#types/room" */
/** @import { Clock } from "#types/wire" */
import { html, nothing } from "lit-html";
import { language } from "#kit/text.js";
import { is_nearly_up, is_running, time_left } from "#state/clock.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The clock of a seat, for its header.
 * @param {Page} page
 * @param {number} seat
 */
export function clock(page, seat) {
  const left = time_left(page.state, seat);
  if (left === null) return nothing;
  const { say } = page;
  const runs = is_running(page.state, seat);
  const urgent = is_nearly_up(page.state, seat);
  return html`<span class="clock ${runs ? "runs" : ""} ${urgent ? "urgent" : ""}" role="timer">
    <span class="unseen">${say(runs ? "Clock, running:" : "Clock:")}</span> ${
      urgent ? say("{time} left", { time: in_words(left) }) : in_words(left)
    }</span
  >`;
}

/**
 * The warning read aloud when the reader's own time is nearly up; its words do not change until then.
 * @param {Page} page
 */
export function time_alarm(page) {
  const { seat } = page.state.table.you;
  if (seat === null || !is_nearly_up(page.state, seat)) return "";
  return page.say("You have less than 30 seconds left.");
}

/** Whole seconds, rounded up: 0:00 means that time is up. @param {number} ms */
function in_words(ms) {
  const rounded = Math.ceil(ms / SECOND) * SECOND;
  const days = Math.floor(rounded / DAY);
  const hours = Math.floor((rounded % DAY) / HOUR);
  const minutes = Math.floor((rounded % HOUR) / MINUTE);
  const seconds = (rounded % MINUTE) / SECOND;
  if (days) return `${unit(days, "day")} ${unit(hours, "hour")}`;
  if (hours) return `${unit(hours, "hour")} ${unit(minutes, "minute")}`;
  return `${minutes}:${String(seconds).padStart(2, "0")}`;
}

/** @param {number} count @param {"day" | "hour" | "minute"} name */
function unit(count, name) {
  return new Intl.NumberFormat(language(), { style: "unit", unit: name, unitDisplay: "narrow" }).format(count);
}

/** The clock settings in words. @param {Say} say @param {Clock} clock */
export const setting_in_words = (say, { each, seconds }) =>
  say(each === "game" ? "{time} for the whole game" : "{time} per move", {
    time: length_in_words(say, seconds),
  });

/** @param {Say} say @param {number} seconds */
export function length_in_words(say, seconds) {
  if (seconds % (DAY / SECOND) === 0) return say("{count} days", { count: (seconds * SECOND) / DAY });
  if (seconds % 60 === 0) return say("{count} min", { count: seconds / 60 });
  return say("{count} s", { count: seconds });
}
