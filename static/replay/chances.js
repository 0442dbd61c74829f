// @ts-check
// Each seat's chance to win, step by step: a curve above the slider, and the same in words beside the table.

/** @import { Analysis, Curve } from "#types/api" */
/** @import { Drawing } from "#types/room" */
/** @import { Analysed, Viewing, Way } from "#types/replay" */
import { html, nothing, svg } from "lit-html";
import { remembered } from "#kit/remembered.js";
import { isolated, language } from "#kit/text.js";
import { hash_of } from "#replay/address.js";
import { places_of } from "#replay/places.js";

const percent = new Intl.NumberFormat(language(), { style: "percent" });
const signed = new Intl.NumberFormat(language(), { signDisplay: "exceptZero" });
const MINUS = "\u2212";

/** @param {number} hundredths */
const chance = (hundredths) => percent.format(hundredths / 100);
/** @param {number} hundredths */
const change = (hundredths) => signed.format(hundredths).replace("-", MINUS);

/** The index of a step in the curves. @param {Analysed} analysed @param {number} step */
const place_of = ({ analysis, replay }, step) => places_of(analysis.seqs, [replay.steps[step]])[0];

/** @param {Analysed} analysed @returns {Curve} */
const shown = ({ analysis, way }) => (way === "exact" && analysis.exact) || analysis.known;

// --- Over the slider ----------------------------------------------------------------------------------------

/** @param {Analysed} analysed */
export function curve(analysed) {
  const { step, replay } = analysed;
  const now = across(step, replay.steps.length);
  const paths = paths_of(analysed);
  return svg`<svg class="curve" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
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
  return html`${chooser(analysed)} ${better(analysed)}
    <ul class="brought">${analysed.boot.names.map((_, seat) => brought(analysed, seat))}</ul>
    ${turns(analysed)}`;
}

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
 * The contributions of luck and choices for a seat in the whole game.
 * @param {Analysed} analysed
 * @param {number} seat
 */
function brought(analysed, seat) {
  const { say, analysis } = analysed;
  const words = parts(say, shown(analysed).luck[seat], analysis.choices[seat]);
  return html`<li>${say("{seat}: {answer}.", { seat: { seat }, answer: words })}</li>`;
}

/** @param {Viewing["say"]} say @param {number} luck @param {number} choices */
const parts = (say, luck, choices) =>
  say("luck {luck}, choices {choices}", { luck: change(luck), choices: change(choices) });

/** The steps that changed a chance most, with links to them. @param {Analysed} analysed */
function turns(analysed) {
  const { say } = analysed;
  return html`<div class="turns">
    <table>
      <caption>${say("Where they changed most")}</caption>
      <thead class="unseen">
        <tr><th scope="col">${say("Step")}</th><th scope="col">${say("Chances to win")}</th>
          <th scope="col">${say("Luck and choices")}</th></tr>
      </thead>
      <tbody>${shown(analysed).turns.map((place) => turn(analysed, place))}</tbody>
    </table>
    <p class="note">${say(
      "Luck is all that a player’s own choices do not explain. A choice counts where another answer was clearly better.",
    )}</p>
  </div>`;
}

/** @param {Analysed} analysed @param {number} place */
function turn(analysed, place) {
  const { say, eyes, name, replay, analysis, step: now } = analysed;
  const step = replay.steps.findIndex(({ seq }) => seq === analysis.seqs[place]);
  const [before, after] = [shown(analysed).chances[place - 1], shown(analysed).chances[place]];
  const changes = after.map((each, seat) => each - before[seat]);
  const seat = changes.reduce((most, each, other) => (Math.abs(each) > Math.abs(changes[most]) ? other : most), 0);
  const choices = -(missed_at(analysis, place, seat)?.cost ?? 0);
  return html`<tr class=${step === now ? "now" : ""}>
    <th scope="row"><a href=${hash_of({ eyes, step })} aria-current=${step === now ? "step" : nothing}
      >${say("Step")} ${step}</a></th>
    <td>${isolated(name(seat))}: ${chance(before[seat])} → ${chance(after[seat])}</td>
    <td>${parts(say, changes[seat] - choices, choices)}</td>
  </tr>`;
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
