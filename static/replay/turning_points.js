// @ts-check
// Turning points: the steps in which somebody took the lead, was out, or went out. They are marked on the slider, and
// listed in words for those who do not see the marks.

/** @import { Replay } from "#types/api" */
/** @import { Drawing } from "#types/room" */
/** @import { TurningPoint, Viewing } from "#types/replay" */
import { html, nothing, svg } from "lit-html";
import { hash_of } from "#replay/address.js";

const DIAMOND = svg`<svg class="diamond" viewBox="0 0 12 12" aria-hidden="true"><path
  d="M6 0L12 6L6 12L0 6Z"></path></svg>`;
const BEFORE = svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path
  d="M9 6L3 12L9 18M17 6L23 12L17 18L11 12Z"></path></svg>`;
const AFTER = svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path
  d="M15 6L21 12L15 18M7 6L13 12L7 18L1 12Z"></path></svg>`;

/** @param {Replay} replay @returns {TurningPoint[]} */
export const turning_points = ({ steps }) =>
  steps.flatMap(({ turning }, step) => (turning?.length ? [{ step, why: turning }] : []));

/**
 * Why the game turns at this step, unless the caption says it.
 * @param {Viewing} viewing
 * @param {string} caption
 */
export function turn_here({ say, turning, step: now }, caption) {
  const here = turning.find(({ step }) => step === now)?.why.map((why) => say(why)) ?? [];
  return here.filter((why) => why !== caption).join(" ");
}

/** Marks above the slider, at the positions of these steps. @param {Viewing} viewing */
export function marks({ turning, clip, replay, step: now }) {
  const last = replay.steps.length - 1;
  const at = (/** @type {number} */ step) => step / Math.max(1, last);
  return html`<span class="marks" aria-hidden="true">
    ${clip ? html`<span class="clipped" .style=${`--at: ${at(clip.from)}; --to: ${at(clip.to)}`}></span>` : nothing}
    ${turning.map(
      ({ step }) => html`<span class=${step === now ? "now" : ""} .style=${`--at: ${at(step)}`}>${DIAMOND}</span>`,
    )}
  </span>`;
}

/** The button to the previous or next turning point. @param {Viewing} viewing @param {-1 | 1} way */
export function way_to_turn({ say, turning, step: now, commands }, way) {
  if (!turning.length) return nothing;
  const there = way < 0 ? turning.filter(({ step }) => step < now).at(-1) : turning.find(({ step }) => step > now);
  return html`<button type="button" class=${there ? "" : "off"} data-focus="turn-${way}"
    aria-label=${way < 0 ? say("To the previous turning point") : say("To the next turning point")}
    aria-disabled=${there ? nothing : "true"}
    @click=${() => there && commands.go_to(there.step)}>${way < 0 ? BEFORE : AFTER}</button>`;
}

/** All turning points in words, with links to them. @param {Viewing} viewing @returns {Drawing} */
export function turning_list({ say, eyes, turning, step: now }) {
  if (!turning.length) return nothing;
  return html`<details class="turning">
    <summary>${say("Turning points: {count}", { count: turning.length })}</summary>
    <ol>
      ${turning.map(
        ({ step, why }) => html`<li class=${step === now ? "now" : ""}>
          <a href=${hash_of({ eyes, step })} aria-current=${step === now ? "step" : nothing}
            >${DIAMOND} ${why.map((each) => say(each)).join(" ")}</a>
        </li>`,
      )}
    </ol>
  </details>`;
}
