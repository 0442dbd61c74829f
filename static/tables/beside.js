// @ts-check
// Two replays of one deal beside each other, or below each other where there is no room. Each is the replay's own page
// in a frame; whichever is moved, by its own keys or by the buttons here, takes the other along.

/** @import { Page, State } from "#tables/page.js" */
import { html, svg } from "lit-html";
import { STROKES } from "#kit/playing.js";
import { table_in_words } from "#tables/page.js";

/** @param {Page} page */
export function make_beside(page) {
  const { say } = page;
  /** How many moves have been made where both are. */
  let step = 0;
  /** Where each frame has been sent, until it is there. @type {WeakMap<HTMLIFrameElement, number>} */
  const on_their_way = new WeakMap();
  /** Documents of replays that have come. @type {WeakSet<object>} */
  const have_come = new WeakSet();

  /** A replay that was moved takes the other along; one that has just come goes where the other is.
   * @param {HTMLIFrameElement} frame */
  function note(frame) {
    const { ready, step: at } = said_by(frame);
    const replay = frame.contentDocument;
    if (!ready || !replay) return;
    if (!have_come.has(replay)) return welcome(frame, replay);
    const goal = on_their_way.get(frame);
    if (goal === undefined && Number(at) !== goal_of(frame)) return go_to(Number(at));
    if (goal === Number(at)) on_their_way.delete(frame);
  }

  /** @param {HTMLIFrameElement} frame @param {Document} replay */
  function welcome(frame, replay) {
    have_come.add(replay);
    on_their_way.delete(frame);
    send(frame);
    page.change({}); // the controls reach as far as the longer game
  }

  /** Notes from now on where a replay is. @param {HTMLIFrameElement} frame */
  function follow(frame) {
    const root = frame.contentDocument?.documentElement;
    if (!root) return;
    frame.contentDocument?.body.classList.add("beside");
    new MutationObserver(() => note(frame)).observe(root, { attributeFilter: ["data-step", "data-ready"] });
    note(frame);
  }

  /** The last step of a game that is shorter stays. @param {HTMLIFrameElement} frame */
  const goal_of = (frame) => Math.min(step, last_of(frame));

  /** @param {number} wanted */
  function go_to(wanted) {
    step = Math.max(0, Math.min(wanted, last_of_all()));
    for (const frame of frames()) send(frame);
    page.change({});
  }

  /** By its address, which keeps whose eyes it looks through. @param {HTMLIFrameElement} frame */
  function send(frame) {
    const { ready, step: at, eyes = "all" } = said_by(frame);
    const goal = goal_of(frame);
    if (!ready || Number(at) === goal) return void on_their_way.delete(frame);
    on_their_way.set(frame, goal);
    const { location } = /** @type {Window} */ (frame.contentWindow);
    location.replace(`${location.pathname}${location.search}#seat=${eyes}&step=${goal}`);
  }

  function controls() {
    const last = last_of_all();
    const words = say("{step} of {steps} moves", { step: Math.min(step, last), steps: last });
    return html`<div class="both" role="group" aria-label=${say("Both replays")}>
      <input type="range" min="0" max=${last} .value=${String(step)} aria-label=${say("Moves made")}
        aria-valuetext=${words} @input=${(/** @type {InputEvent} */ event) => go_to(value_of(event))} />
      <span class="note" aria-hidden="true">${words}</span>
      <span class="keys-row">
        ${button("first", say("To the beginning"), step === 0, () => go_to(0))}
        ${button("back", say("One step back"), step === 0, () => go_to(step - 1))}
        ${button("on", say("One step forward"), step >= last, () => go_to(step + 1))}
        ${button("last", say("To the end"), step >= last, () => go_to(last))}
      </span>
    </div>`;
  }

  return (/** @type {NonNullable<State["beside"]>} */ pair) => html`<section class="beside-each" id="beside"
    aria-labelledby="beside-title">
    <h2 id="beside-title" tabindex="-1">${say("Side by side")}</h2>
    <div class="frames">${pair.map((table) => frame_of(page, table, follow))}</div>
    ${controls()}
  </section>`;
}

/** @param {Page} page @param {number} table @param {(frame: HTMLIFrameElement) => void} follow */
function frame_of(page, table, follow) {
  const { room, game } = page.state().told.results?.find((other) => other.table === table) ?? { room: "", game: 0 };
  const name = table_in_words(page, table);
  return html`<figure>
    <figcaption>${name}</figcaption>
    <iframe src="/t/${room}/beside?game=${game}" title=${page.say("Replay of {table}", { table: name })}
      @load=${(/** @type {Event} */ event) => follow(/** @type {HTMLIFrameElement} */ (event.target))}></iframe>
  </figure>`;
}

/** @param {InputEvent} event */
const value_of = ({ target }) => Number(/** @type {HTMLInputElement} */ (target).value);

/** @param {keyof typeof STROKES} icon @param {string} label @param {boolean} off @param {() => void} press */
const button = (icon, label, off, press) => html`<button type="button" class=${off ? "off" : ""} aria-label=${label}
  aria-disabled=${String(off)} @click=${() => off || press()}>${svg`<svg class="icon" viewBox="0 0 24 24"
    aria-hidden="true"><path d=${STROKES[icon]}></path></svg>`}</button>`;

const frames = () => [.../** @type {NodeListOf<HTMLIFrameElement>} */ (document.querySelectorAll("#beside iframe"))];

/** What the replay says of itself: it is a page of this server. @param {HTMLIFrameElement} frame */
const said_by = ({ contentDocument }) => contentDocument?.documentElement.dataset ?? {};

/** @param {HTMLIFrameElement} frame */
function last_of({ contentDocument }) {
  const slider = /** @type {HTMLInputElement | null | undefined} */ (contentDocument?.getElementById("step"));
  return Number(slider?.max ?? 0);
}

const last_of_all = () => Math.max(0, ...frames().map(last_of));
