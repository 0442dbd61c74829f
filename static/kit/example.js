// @ts-check
// A step-by-step example on a rules page. It moves only when pressed, and not at all if the reader prefers that.

/** @import { Example } from "#types/figures" */
/** @import { Say } from "#types/room" */
import { html, nothing, render, svg } from "lit-html";
import { announce } from "#kit/announce.js";
import { stage } from "#kit/figures.js";
import { make_flip } from "#kit/flip.js";
import { STROKES } from "#kit/playing.js";

/** Time per step, enough to read its sentence. */
const STEP_MS = 2600;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {string} path */
const icon = (path) => svg`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${path}></path></svg>`;
const BACK = icon(STROKES.back);
const ON = icon(STROKES.on);
const PLAY = icon(STROKES.play);
const PAUSE = icon(STROKES.pause);
const AGAIN = icon("M19 12A7 7 0 1 1 16 6.3M16.5 2V7H11.5");

/**
 * @param {Example} example
 * @param {HTMLElement} place
 * @param {Say} say
 */
export function show_example({ steps, words = [] }, place, say) {
  const last = steps.length - 1;
  let step = 0;
  let timer = 0;
  const flip = make_flip(place);
  draw();

  function draw() {
    flip(() => render([stage(steps[step]()), controls()], place));
  }

  /** @param {number} wanted */
  function go_to(wanted) {
    step = Math.max(0, Math.min(last, wanted));
    if (step === last) pause();
    draw();
  }

  /** Goes to a step by hand, and stops playing. @param {number} wanted */
  function step_to(wanted) {
    pause();
    go_to(wanted);
    announce([where(), ...words.slice(step, step + 1)]);
  }

  function play() {
    if (still.matches) return step_to(0);
    timer = setInterval(() => (still.matches ? stop() : go_to(step + 1)), STEP_MS);
    go_to(step === last ? 0 : step + 1);
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
  }

  function stop() {
    pause();
    draw();
  }

  function where() {
    return say("Step {step} of {steps}.", { step: step + 1, steps: steps.length });
  }

  function controls() {
    return html`<div class="controls" translate="no">
        ${button(say("One step back"), BACK, () => step_to(step - 1), step === 0)} ${middle()}
        ${button(say("One step forward"), ON, () => step_to(step + 1), step === last)}
        <span class="where">${where()}</span>
      </div>
      ${words.length ? html`<p class="words">${words.map(sentence)}</p>` : nothing}`;
  }

  function middle() {
    if (timer) return button(say("Pause"), PAUSE, stop);
    if (still.matches || step === last) return button(say("Watch again"), AGAIN, play, step === 0);
    return button(say("Play"), PLAY, play);
  }

  /** All sentences keep their space: nothing below jumps when they change. @param {string} words @param {number} nth */
  function sentence(words, nth) {
    return html`<span ?data-now=${nth === step}>${words}</span>`;
  }
}

/**
 * @param {string} name
 * @param {unknown} drawing
 * @param {() => void} press
 * @param {boolean} off
 */
const button = (name, drawing, press, off = false) => html`<button
    type="button"
    class="small ${off ? "off" : ""}"
    aria-label=${name}
    aria-disabled=${off ? "true" : nothing}
    @click=${() => off || press()}
  >${drawing}</button>`;
