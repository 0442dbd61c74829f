// @ts-check
// A clip: a few steps with an address of their own, for sharing. It loops; with reduced motion it waits to be played.

/** @import { Clip, Viewing } from "#types/replay" */
import { html, nothing } from "lit-html";

/** The clip limited to the game's steps. @param {Clip | null} clip @param {number} last @returns {Clip | null} */
export const within_game = (clip, last) => (clip && clip.from < last ? { ...clip, to: Math.min(clip.to, last) } : null);

/**
 * The clip between two steps, in either order; at least two steps long.
 * @param {number} one
 * @param {number} other
 * @param {number} last
 * @returns {Clip}
 */
export function clip_between(one, other, last) {
  const [from, to] = [Math.min(one, other), Math.max(one, other)];
  return from < to ? { from, to } : { from: Math.min(from, last - 1), to: Math.min(from, last - 1) + 1 };
}

/** Shown instead of the question during a clip. @param {Viewing} viewing */
export function clip_line({ say, clip, commands }) {
  if (!clip) return nothing;
  return html`<span class="clip-line"><span>${say("Clip: steps {from} to {to}.", { ...clip })}</span>
    <button type="button" class="small" data-focus="whole"
      @click=${commands.leave_clip}>${say("The whole game")}</button></span>`;
}

/** The buttons for playing on from a moment, or sharing it or a clip. @param {Viewing} viewing */
export function sharing({ say, copied, clip_from, commands, replay, step }) {
  const is_over = replay.steps[step].frame.outcome !== null;
  return html`<div class="sharing">
    <button type="button" class="small whole-row ${is_over ? "off" : ""}" data-focus="onward"
      aria-disabled=${is_over ? "true" : nothing} aria-haspopup="dialog"
      @click=${() => is_over || commands.play_on()}>${say("Play on from here")}</button>
    <button type="button" class="small" data-focus="copy" @click=${commands.copy_link}>
      ${copied === "moment" ? say("Link copied") : say("Copy link to here")}
    </button>
    <button type="button" class="small" data-focus="clip" @click=${commands.cut_clip}>
      ${
        copied === "clip"
          ? say("Link copied")
          : clip_from === null
            ? say("Begin a clip here")
            : say("End the clip here: copy link")
      }
    </button>
    ${
      replay.steps[step].position
        ? html`<button type="button" class="small whole-row" data-focus="position" @click=${commands.copy_position}>
          ${copied === "position" ? say("Position copied") : say("Copy this position")}
        </button>`
        : nothing
    }
  </div>`;
}
