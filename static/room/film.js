// @ts-check
// A silent film of the rules: the examples of the rules page, step by step, in a loop. It can be stopped; with reduced
// motion it is stepped through by hand.

/** @import { Example, FiguresOfGame } from "#types/figures" */
/** @import { Boot, Say } from "#types/room" */
import { html, nothing, render } from "lit-html";
import { stage } from "#kit/figures.js";
import { make_flip, still } from "#kit/flip.js";
import { with_style } from "#kit/style_sheets.js";

/** Time per step, enough to read its sentence. */
const STEP_MS = 2800;

/**
 * Rejects if it cannot be fetched: the page does without.
 * @param {HTMLElement} screen
 * @param {Boot} boot
 * @param {Say} say
 */
export async function show_film(screen, { game, box }, say) {
  const [of_the_game] = await Promise.all([
    /** @type {Promise<FiguresOfGame>} */ (import(`#games/${game}/figures.js`)),
    ...(box?.film ?? []).map(with_style),
  ]);
  let step = 0;
  let stopped = false;
  const flip = make_flip(screen);
  draw();
  setInterval(go_on, STEP_MS);
  still.addEventListener("change", draw);

  /** Waits while nobody looks. */
  function go_on() {
    if (stopped || still.matches || document.hidden || !screen.isConnected) return;
    step += 1;
    draw();
  }

  function draw() {
    const steps = all_steps(of_the_game, say);
    const [drawing, words] = steps[step % steps.length];
    flip(() =>
      render(
        html`<div class="window">
            <div class="reel">${of_the_game.sprites?.(say) ?? nothing}${stage(drawing())}</div>
          </div>
          <p class="words" aria-hidden="true">${words}</p>
          ${still.matches ? step_button() : stop_button()}`,
        screen,
      ),
    );
  }

  function step_button() {
    const press = () => {
      step += 1;
      draw();
    };
    return button(say("One step forward"), "M8 5L18 12L8 19Z", press);
  }

  function stop_button() {
    const press = () => {
      stopped = !stopped;
      draw();
    };
    return button(stopped ? say("Play") : say("Pause"), stopped ? "M8 5L19 12L8 19Z" : "M8 5V19M16 5V19", press);
  }
}

/**
 * @param {string} name
 * @param {string} icon
 * @param {() => void} press
 */
const button = (name, icon, press) => html`<button type="button" aria-label=${name} @click=${press}>
  <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${icon}></path></svg>
</button>`;

/**
 * The steps of all examples with their sentences, in the present language.
 * @param {FiguresOfGame} of_the_game
 * @param {Say} say
 * @returns {[Example["steps"][number], string][]}
 */
function all_steps({ figures }, say) {
  return Object.values(figures(say)).flatMap((figure) =>
    typeof figure === "function"
      ? []
      : figure.steps.map(
          (drawing, nth) => /** @type {[typeof drawing, string]} */ ([drawing, figure.words?.[nth] ?? ""]),
        ),
  );
}
