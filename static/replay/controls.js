// @ts-check
// The controls of a replay: the event of this step, its position in the game, and the buttons back and forth.

/** @import { Control, Viewing } from "#types/replay" */
import { html, nothing, svg } from "lit-html";
import { STROKES } from "#kit/playing.js";
import { clip_line } from "#replay/clips.js";
import { marks, turn_here, way_to_turn } from "#replay/turning_points.js";

/** @param {string} path */
const icon = (path) => svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path}></path></svg>`;
const FIRST = icon(STROKES.first);
const BACK = icon(STROKES.back);
const PLAY = icon(STROKES.play);
const PAUSE = icon(STROKES.pause);
const ON = icon(STROKES.on);
const LAST = icon(STROKES.last);

/** @param {Viewing} viewing */
export function controls(viewing) {
  const { say, step, replay, clip, commands } = viewing;
  const last = replay.steps.length - 1;
  const words = caption(viewing);
  const turn = turn_here(viewing, words);
  return html`<section class="prompt transport" aria-label=${say("Replay")}>
    <h2 class="unseen">${say("Replay")}</h2>
    <div class="said">
      <p class="sentence" id="prompt" tabindex="-1"><b>${where(viewing)}</b> ${words}
        ${turn ? html`<b class="turn-here">${turn}</b>` : nothing}</p>
      <p class="detail">${clip ? clip_line(viewing) : pending(viewing)}</p>
    </div>
    <div class="controls">
      <div class="along ${viewing.boot.analysed ? "told" : ""}">
        ${way_to_turn(viewing, -1)}
        <span class="track">${curve(viewing)}${marks(viewing)}<input
          type="range" id="step" min="0" max=${last} .value=${String(step)}
          aria-label=${say("Step")} aria-valuetext=${turn ? `${where(viewing)} ${turn}` : where(viewing)}
          data-focus="slider"
          @input=${(/** @type {InputEvent} */ event) => commands.drag_to(value_of(event))}
          @change=${(/** @type {InputEvent} */ event) => commands.go_to(value_of(event))} /></span>
        ${way_to_turn(viewing, 1)}
      </div>
      <div class="keys-row">${buttons(viewing, last).map(button)}</div>
    </div>
  </section>`;
}

/** @param {Event} event */
const value_of = (event) => Number(/** @type {HTMLInputElement} */ (event.target).value);

/** @param {Viewing} viewing @param {number} last @returns {Control[]} */
function buttons({ say, step, playing, commands }, last) {
  /** @type {Control[]} */
  const back = [
    { key: "first", shortcut: "Home", label: say("To the beginning"), drawing: FIRST, press: () => commands.go_to(0) },
    {
      key: "back",
      shortcut: "ArrowLeft",
      label: say("One step back"),
      drawing: BACK,
      press: () => commands.go_to(step - 1),
    },
  ];
  /** @type {Control[]} */
  const on = [
    {
      key: "on",
      shortcut: "ArrowRight",
      label: say("One step forward"),
      drawing: ON,
      press: () => commands.go_to(step + 1),
    },
    { key: "last", shortcut: "End", label: say("To the end"), drawing: LAST, press: () => commands.go_to(last) },
  ];
  const words = playing ? say("Pause") : say("Play");
  return [
    ...back.map((control) => ({ ...control, disabled: step === 0 })),
    { key: "play", shortcut: "Space", label: words, drawing: playing ? PAUSE : PLAY, press: commands.toggle_playing },
    ...on.map((control) => ({ ...control, disabled: step === last })),
  ];
}

/** @param {Control} control */
const button = ({ key, label, shortcut, drawing, press, disabled }) => html`<button
  type="button"
  class=${key === "play" ? "primary" : disabled ? "off" : ""}
  data-focus="control-${key}"
  aria-label=${label}
  aria-keyshortcuts=${shortcut}
  aria-disabled=${disabled ? "true" : nothing}
  @click=${() => disabled || press()}
>
  ${drawing}
</button>`;

/** The curve of chances above the slider, once they are known. @param {Viewing} viewing */
const curve = (viewing) =>
  viewing.analysis ? viewing.chances?.curve({ ...viewing, analysis: viewing.analysis }) : nothing;

/** @param {Viewing} viewing */
export const where = ({ say, step, replay }) =>
  step ? say("Step {step} of {steps}.", { step, steps: replay.steps.length - 1 }) : say("The beginning.");

/**
 * The caption of this step: its first line; otherwise the answer, as far as this viewpoint knows it.
 * @param {Viewing} viewing
 */
export function caption({ say, step, replay }) {
  const { seat, label, frame } = replay.steps[step];
  if (frame.lines.length) return say(frame.lines[0].text);
  if (seat === null) return "";
  const words = { seat: { seat } };
  return label ? say("{seat}: {answer}.", { ...words, answer: label }) : say("{seat} has answered.", words);
}

/** The question at this step, or how the game ended. @param {Viewing} viewing */
function pending({ say, step, replay }) {
  const { you, asked, prompt } = replay.steps[step].frame;
  return you !== null && asked.includes(you)
    ? say("{seat}’s turn: {prompt}", { seat: { seat: you }, prompt })
    : say(prompt);
}
