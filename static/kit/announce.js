// @ts-check
// Telling a reader what happened and that he is asked: aloud in the one live region, in the tab's title and icon, and by
// one soft tone.

import { settings } from "#kit/settings.js";

const SPOKEN_MS = 4000;
const region = /** @type {HTMLElement} */ (document.getElementById("announcer"));
let timer = 0;

/**
 * Says the sentences. What was there before goes: nothing that fades may stay on the page.
 * @param {string[]} sentences
 */
export function announce(sentences) {
  if (!sentences.length) return;
  region.replaceChildren(
    ...sentences.map((sentence) => Object.assign(document.createElement("p"), { textContent: sentence })),
  );
  clearTimeout(timer);
  timer = setTimeout(hush, SPOKEN_MS);
}

/** Takes back what is not yet forgotten. */
export function hush() {
  region.replaceChildren();
}

const plain_title = document.title;
const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
const plain_icon = icon?.href ?? "";
let asked_before = /** @type {number | null} */ (null);

/** @param {number | null} question  the question that this reader is asked, if any */
export function alert_asked(question) {
  const asked = question !== null;
  document.title = (asked ? "● " : "") + plain_title;
  if (icon) icon.href = asked ? (icon.dataset.asked ?? plain_icon) : plain_icon;
  if (asked && question !== asked_before && settings().sound) tone();
  asked_before = question;
}

/** @type {AudioContext | undefined} */
let audio;

/** Two soft notes, a fifth apart. A browser keeps silent until its reader has pressed something. */
function tone() {
  if (!navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  for (const [pitch, delay] of [
    [523.25, 0],
    [783.99, 0.09],
  ])
    note(audio, pitch, audio.currentTime + delay);
}

/**
 * @param {AudioContext} context
 * @param {number} pitch
 * @param {number} start
 */
function note(context, pitch, start) {
  const loudness = new GainNode(context, { gain: 0 });
  const string = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  loudness.gain.setTargetAtTime(0.06, start, 0.012);
  loudness.gain.setTargetAtTime(0, start + 0.08, 0.12);
  string.connect(loudness).connect(context.destination);
  string.start(start);
  string.stop(start + 1);
}
