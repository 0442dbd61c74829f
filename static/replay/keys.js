// @ts-check
// The keys of a replay: arrows, Home and End move through the game, the space bar plays it.

/** @import { Commands, Viewing } from "#types/replay" */

/** Elements that handle the space bar themselves when focused. */
const PRESSED_BY_SPACE = "button, a, summary, input:not([type=range])";

/**
 * @param {Commands} commands
 * @param {() => Viewing | null} now
 */
export function listen_to_keys(commands, now) {
  /** @type {Record<string, (now: Viewing) => void>} */
  const keys = {
    ArrowLeft: ({ step }) => commands.go_to(step - 1),
    ArrowRight: ({ step }) => commands.go_to(step + 1),
    Home: () => commands.go_to(0),
    End: ({ replay }) => commands.go_to(replay.steps.length - 1),
    " ": commands.toggle_playing,
  };
  document.addEventListener("keydown", (event) => {
    const viewing = now();
    if (!viewing || !(event.key in keys) || is_for_another(event)) return;
    event.preventDefault();
    keys[event.key](viewing);
  });
}

/** The focused element keeps its own keys, and a dialog all of them. @param {KeyboardEvent} event */
function is_for_another({ target, key, ctrlKey, metaKey, altKey, shiftKey }) {
  if (ctrlKey || metaKey || altKey || shiftKey || document.querySelector("dialog[open]")) return true;
  return /** @type {HTMLElement} */ (target).matches(key === " " ? PRESSED_BY_SPACE : "input");
}
