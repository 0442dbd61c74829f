// @ts-check
// Each seat's chance to win, step by step: a curve above the slider, and the same in words beside the table.

/** @import { Analysis, Curve } from "#types/api" */
/** @import { Drawing } from "#types/room" */
/** @import { Analysed, Viewing, Way } from "#types/replay" */
import { html, nothing, svg } from "lit-html";
import { person } from "#kit/person.js";
import { remembered } from "#kit/remembered.js";
import { isolated, language } from "#kit/text.js";
import { hash_of } from "#replay/address.js";
import { kept_apart } from "#replay/apart.js";
import { choices_in_words, luck_in_words } from "#replay/luck.js";
import { places_of } from "#replay/places.js";

const percent = new Intl.NumberFormat(language(), { style: "percent" });
const signed = new Intl.NumberFormat(language(), { style: "percent", signDisplay: "exceptZero" });
const MINUS = "\u2212";

/** @param {number} hundredths */
const chance = (hundredths) => percent.format(hundredths / 100);
/** @param {number} hundredths */
const change = (hundredths) => signed.format(hundredths / 100).replace("-", MINUS);

/** The index of a step in the curves. @param {Analysed} analysed @param {number} step */
const place_of = ({ analysis, replay }, step) => places_of(analysis.seqs, [replay.steps[step]])[0];

/** @param {Analysed} analysed @returns {Curve} */
const shown = ({ analysis, way }) => (way === "exact" && analysis.exact) || analysis.known;

// --- Over the slider ----------------------------------------------------------------------------------------

/** @param {Analysed} analysed */
export const curve = (analysed) => lines(analysed, "curve");

/** @param {Analysed} analysed @param {string} look */
function lines(analysed, look) {
  const { step, replay } = analysed;
  const now = across(step, replay.steps.length);
  const paths = paths_of(analysed);
  return svg`<svg class=${look} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
    <path class="level" d="M0 50H100"></path>
    ${paths.map((path) => svg`<path class="halo" d=${path}></path>`)}
    ${paths.map((path, seat) => svg`<path class="of-seat" data-seat=${seat} d=${path}></path>`)}
    <path class="here" d="M${now} 0V100"></path>
  </svg>`;
}

/** The path of each seat, drawn once for each curve. */
const paths_of = remembered(
  (/** @type {Analysed} */ analysed) => {
    const told = shown(analysed);
    const places = places_of(analysed.analysis.seqs, analysed.replay.steps);
    return analysed.boot.names.map((_, seat) => path_of(told, places, seat));
  },
  (one, other) => shown(one) === shown(other) && one.replay === other.replay,
);

/** @param {Curve} told @param {number[]} places  of each step @param {number} seat */
function path_of({ chances }, places, seat) {
  const points = places.map((place, step) => `${across(step, places.length)} ${100 - chances[place][seat]}`);
  return `M${points.join("L")}`;
}

/** @param {number} step @param {number} steps */
const across = (step, steps) => Math.round((10_000 * step) / Math.max(1, steps - 1)) / 100;

// --- In words -----------------------------------------------------------------------------------------------

/** Each seat's line style, and its chance now. @param {Viewing} viewing */
export function legend(viewing) {
  const analysed = known(viewing);
  return viewing.boot.names.map((_, seat) => {
    const now = analysed && shown(analysed).chances[place_of(analysed, analysed.step)][seat];
    const words = now === null ? "…" : chance(now);
    return html`<span class="now-at">${sample(seat)} ${isolated(viewing.name(seat))} <b>${words}</b></span> `;
  });
}

/** @param {number} seat */
const sample = (seat) => svg`<svg class="sample" viewBox="0 0 28 10" aria-hidden="true"><path class="halo"
  d="M2 5H26"></path><path class="of-seat" data-seat=${seat} d="M2 5H26"></path></svg>`;

/** The viewing, if the chances are known. @param {Viewing} viewing */
const known = (viewing) => (viewing.analysis ? /** @type {Analysed} */ (viewing) : null);

/** @param {Analysed} analysed @returns {Drawing} */
export function in_words(analysed) {
  const { say } = analysed;
  return html`${chooser(analysed)} ${chart(analysed)} ${better(analysed)}
    <ul class="brought" aria-label=${say("Luck and choices")}>
      ${analysed.boot.names.map((_, seat) => brought(analysed, seat))}
    </ul>
    ${turns(analysed)}
    <p class="note">${say(
      "Luck is all that a player’s own choices do not explain. A choice counts where another answer was clearly better.",
    )} ${say("Both are added up over the game, in percent of a win.")}</p>`;
}

/** The curves, large: with whose each is at its end, and the greatest changes by number. @param {Analysed} analysed */
function chart(analysed) {
  const scale = [100, 50, 0].map((hundredths) => html`<span>${chance(hundredths)}</span>`);
  return html`<div class="chart">
    <span class="scale" aria-hidden="true">${scale}</span>
    <div class="lines-of-seats">${lines(analysed, "curve large")} ${numbers(analysed)}</div>
    <span class="ends" aria-hidden="true">${ends(analysed)}</span>
  </div>`;
}

/** @param {Analysed} analysed */
function numbers(analysed) {
  const { say, eyes, replay } = analysed;
  const steps = turns_of(analysed);
  const places = steps.map((step) => across(step, replay.steps.length));
  const seen = kept_apart(places, 11);
  return steps.map(
    (step, nth) => html`<span class="tick" .style=${`--at: ${places[nth]}%`}></span><a class="number"
      href=${hash_of({ eyes, step })} .style=${`--at: ${seen[nth]}%`}
      aria-label="${nth + 1}. ${say("Step")} ${step}">${nth + 1}</a>`,
  );
}

/** @param {Analysed} analysed */
function ends(analysed) {
  const last = shown(analysed).chances.at(-1) ?? [];
  const tops = kept_apart(
    last.map((each) => 100 - each),
    15,
  );
  return tops.map(
    (top, seat) => html`<span .style=${`--at: ${top}%`}>${person(seat, analysed.boot.figures[seat])}</span>`,
  );
}

/** The steps that changed a chance most. @param {Analysed} analysed */
const turns_of = (analysed) =>
  shown(analysed)
    .turns.map((place) => step_of(analysed, place))
    .filter((step) => step >= 0);

/** @param {Analysed} analysed @param {number} place */
const step_of = ({ replay, analysis }, place) => replay.steps.findIndex(({ seq }) => seq === analysis.seqs[place]);

/** The choice of curves: as players could judge, or as it was. @param {Analysed} viewing */
function chooser(viewing) {
  const { say, analysis } = viewing;
  if (!analysis.exact) return nothing;
  return html`<div class="pick" role="radiogroup" aria-label=${say("Chances to win")}>
    ${choice(viewing, "known", say("As players could judge"))}${choice(viewing, "exact", say("As they really were"))}
  </div>`;
}

/** @param {Viewing} viewing @param {Way} way @param {string} words */
const choice = ({ way: now, commands }, way, words) => html`<label>
  <input type="radio" name="way" value=${way} data-focus="way-${way}" .checked=${now === way}
    @change=${() => commands.choose_way(way)} /><span>${words}</span>
</label>`;

/**
 * What luck and choices did for a seat in the whole game.
 * @param {Analysed} analysed
 * @param {number} seat
 */
function brought(analysed, seat) {
  const { say, analysis, boot } = analysed;
  const [luck, choices] = [shown(analysed).luck[seat], analysis.choices[seat]];
  return html`<li>${person(seat, boot.figures[seat])}
    <span>${luck_in_words(say, seat, luck)} ${choices_in_words(say, choices)}
      <span class="figures">${parts(say, luck, choices)}</span></span></li>`;
}

/** @param {Viewing["say"]} say @param {number} luck @param {number} choices */
const parts = (say, luck, choices) =>
  say("luck {luck}, choices {choices}", { luck: change(luck), choices: change(choices) });

/** The steps that changed a chance most, with links to them. @param {Analysed} analysed */
function turns(analysed) {
  const { say } = analysed;
  if (!shown(analysed).turns.length) return nothing;
  return html`<h3 id="turns">${say("Where they changed most")}</h3>
    <ol class="turns" aria-labelledby="turns">
      ${shown(analysed).turns.map((place, nth) => turn(analysed, place, nth))}
    </ol>`;
}

/** @param {Analysed} analysed @param {number} place @param {number} nth */
function turn(analysed, place, nth) {
  const { say, eyes, step: now } = analysed;
  const step = step_of(analysed, place);
  const { seat, before, after, choices } = changed_at(analysed, place);
  const words = { seat: { seat }, before: chance(before), after: chance(after) };
  return html`<li class=${step === now ? "now" : ""}>
    <span class="number" aria-hidden="true">${nth + 1}</span>
    <span><a href=${hash_of({ eyes, step })} aria-current=${step === now ? "step" : nothing}
        >${say("Step")} ${step}</a>
      ${
        after > before
          ? say("The chance of {seat} rose from {before} to {after}.", words)
          : say("The chance of {seat} fell from {before} to {after}.", words)
      }
      <span class="figures">${parts(say, after - before - choices, choices)}</span></span>
  </li>`;
}

/**
 * Whose chance this step changed most, and how much of it was their own choice.
 * @param {Analysed} analysed
 * @param {number} place
 */
function changed_at(analysed, place) {
  const [was, is] = [shown(analysed).chances[place - 1], shown(analysed).chances[place]];
  const size = (/** @type {number} */ seat) => Math.abs(is[seat] - was[seat]);
  const seat = is.reduce((most, _, other) => (size(other) > size(most) ? other : most), 0);
  const choices = -(missed_at(analysed.analysis, place, seat)?.cost ?? 0);
  return { seat, before: was[seat], after: is[seat], choices };
}

/** @param {Analysis} analysis @param {number} place @param {number} [seat] */
const missed_at = ({ missed, seqs }, place, seat) =>
  missed.find((each) => each.seq === seqs[place] && each.seat === (seat ?? each.seat));

/** The better answers at this step. @param {Analysed} analysed */
function better(analysed) {
  const { say, analysis, replay, step } = analysed;
  const place = analysis.seqs.indexOf(replay.steps[step].seq);
  const missed = missed_at(analysis, place);
  if (!missed) return nothing;
  const words = { seat: { seat: missed.seat }, answer: missed.better, gain: change(missed.cost) };
  return html`<p class="better">${say("Better for {seat} in this step: {answer} ({gain}).", words)}</p>`;
}
