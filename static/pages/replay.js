// @ts-check
// The replay page: a finished game, step by step, through anybody's eyes.

/** @import { Game } from "#types/room" */
/** @import { Address, Boot, Clip, Company, Eyes, Pointed, Viewing, Commands } from "#types/replay" */
/** @import { ToServer } from "#types/wire" */
/** @import { Event, State } from "#replay/state.js" */
import { html, nothing, render } from "lit-html";
import { make_take_over } from "#effects/drawing.js";
import { make_later_stage } from "#effects/later_stage.js";
import { make_clock, make_loop } from "#effects/loop.js";
import { called, choose_piece, PIECES } from "#effects/pointing.js";
import { announce } from "#kit/announce.js";
import { copy_fingerprint } from "#kit/deal_details.js";
import { is_overwritten, keep_focus, make_flip, still } from "#kit/flip.js";
import { keep_language } from "#kit/languages.js";
import { sprite } from "#kit/pieces.js";
import { remembered } from "#kit/remembered.js";
import { copy } from "#kit/share.js";
import { teller } from "#kit/text.js";
import { link_to, place_in, spelled_eyes } from "#replay/address.js";
import { clip_between } from "#replay/clips.js";
import { plays_on_words } from "#replay/company.js";
import { caption, controls } from "#replay/controls.js";
import { analysis_from, make_fetching } from "#replay/fetching.js";
import { make_address } from "#replay/keeping_address.js";
import { listen_to_keys } from "#replay/keys.js";
import { heard_in, rail } from "#replay/rail.js";
import { initial_state, next_event_at, reduce } from "#replay/state.js";
import { is_seen_through, table_at } from "#replay/table.js";
import { turn_here, turning_points } from "#replay/turning_points.js";

const COPIED_MS = 8000;
/** The address that leads here to look back together. */
const TOGETHER = "#together";
/** Not drawn: when something is due, what is on its way, and whether it is read aloud. */
const UNSEEN = /^(now|wanted|next_step_at|copied_until|deal_copied_until|is_told|together)$/;
const root = /** @type {HTMLElement} */ (document.getElementById("room"));
/** @type {Boot} */
const boot = JSON.parse(document.getElementById("boot")?.textContent ?? "");
/** @type {Game} */
const game = await import(`#games/${boot.game}/board.js`);

/** @param {number} seat */
const name = (seat) => boot.names[seat] || say("Seat {number}", { number: seat + 1 });
const say = teller(name);
const now = make_clock();
const world = () => ({
  now: now(),
  clips_play: !still.matches,
  initial_trace: game.trace?.initial,
  next_trace: game.trace?.next,
});
const loop = make_loop(initial_state(game.trace?.initial), { reduce, next_event_at }, world, perform);
const { dispatch, state: state_now } = loop;
const stage = make_later_stage(root, boot.game);
const bring = make_fetching(boot, of_finished_games);
const keep_address = make_address();
const flip = make_flip(root);
const take_over = make_take_over(root);
const heard_of = remembered(heard_in);
const turning_of = remembered(turning_points);

/** @param {Partial<State>} fields */
const change = (fields) => dispatch({ type: "change", fields });

/** @type {Commands} */
const commands = {
  go_to: (step) => dispatch({ type: "go_to", step, is_told: true }),
  drag_to: (step) => dispatch({ type: "go_to", step, is_told: false }),
  toggle_playing: () => dispatch({ type: "toggle_playing" }),
  look_through: (eyes) => dispatch({ type: "look", address: { eyes, step: 0, seq: 0, clip: null } }),
  look_together: (role) => dispatch({ type: "look_together", role }),
  choose_piece: () => choose_piece(root, say, point_at),
  toggle_ahead: () => change({ ahead: !state_now().ahead }),
  copy_link: () => void copy_link(null),
  copy_position: () => void copy_position(),
  cut_clip,
  leave_clip: () => change({ clip: null }),
  choose_way: (way) => change({ way }),
  bring_chances: () => void bring_chances(),
  bring_draws: () => void bring_draws(),
  bring_could_be: () => void bring_could_be(),
  play_on: () => void play_on(),
  show_more: () => change({ more: state_now().more + 1 }),
  unfold: (what, is_open) => dispatch({ type: "unfold", what, is_open }),
  copy_deal: () => void copy_deal(),
  /** The address holds everything the reader has chosen. */
  change_language: (language) => void keep_language(language).then(() => location.reload(), say_no_answer),
};

/** What is drawn of a state; null before the game has come. @param {State} state @returns {Viewing | null} */
function viewing_of(state) {
  const { replay } = state;
  if (!replay) return null;
  return { ...state, replay, boot, say, name, commands, heard: heard_of(replay), turning: turning_of(replay) };
}

// --- The difference between two states ----------------------------------------------------------------------

/** @param {State} before @param {State} after @param {Event} event */
function perform(before, after, event) {
  if (after.wanted && after.wanted !== before.wanted) void fetch_replay(after.wanted);
  if (event.type === "lost" && event.address === after.wanted) lose(after);
  if (!after.replay) return;
  show(before, after);
  if (after.is_told) tell(after);
  if (is_elsewhere(before, after) || event.type === "follow") keep_address.later(after);
  keep_company(before, after);
  if (!before.replay) begin();
}

/** Draws what has changed: a single step with motion. @param {State} before @param {State} after */
function show(before, after) {
  const { replay } = after;
  const away = replay === before.replay ? after.step - before.step : 0;
  const drawing = away ? draw_at_rest : draw;
  if (Math.abs(away) !== 1 || !replay) {
    if (is_seen(before, after)) keep_focus(root, drawing);
    return;
  }
  const [was, is] = [before, after].map(({ step }) => replay.steps[step].frame);
  flip(drawing, true, away > 0 ? stage.perform(was, is) : null);
}

/** Whether the page looks different. @param {State} before @param {State} after */
function is_seen(before, after) {
  const fields = /** @type {(keyof State)[]} */ (Object.keys(after));
  return fields.some((field) => before[field] !== after[field] && !UNSEEN.test(field));
}

/** Whether its address is another. @param {State} before @param {State} after */
const is_elsewhere = (before, after) =>
  before.replay !== after.replay || before.step !== after.step || before.clip !== after.clip;

/** @param {State} state */
function tell(state) {
  const viewing = viewing_of(state);
  if (!viewing) return;
  const words = caption(viewing);
  announce([words, turn_here(viewing, words)].filter(Boolean));
}

/**
 * Tells the table whether this reader leads and where they are, or whom they follow.
 * @param {State} before
 * @param {State} after
 */
function keep_company(before, after) {
  const [was, company] = [before.company, after.company];
  if (!company || !after.replay) return;
  if (!was || !before.replay) return void join();
  if (company.pointed && company.pointed !== was.pointed) point_out(company.pointed, after);
  if (company.table && company.table !== was.table) announce([plays_on_words(say, company.table.name)]);
  if (company.line !== "open") return;
  const is_new = was.line !== company.line || was.role !== company.role;
  const place = { seq: after.replay.steps[after.step].seq, eyes: spelled_eyes(after.eyes) };
  const is_moved = before.step !== after.step || before.eyes !== after.eyes;
  if (is_new) after.together?.say_now(wish_of(company.role, place));
  else if (is_moved && company.role === "leading") after.together?.say_soon(wish_of("leading", place));
}

/** @param {Company["role"]} role @param {{ seq: number, eyes: string }} place @returns {ToServer} */
function wish_of(role, place) {
  if (role === "leading") return { type: "look_back", game: boot.number, ...place };
  return { type: "follow", game: role === "alone" ? null : boot.number };
}

/** The line to the table comes with the wish to look back together. */
async function join() {
  const together = await import("#effects/together.js").catch(() => null);
  if (!together) {
    change({ company: null });
    return say_no_answer();
  }
  const { make_together, show_ring } = together;
  const line = make_together(boot, {
    open: (is_open) => dispatch({ type: "line", line: is_open ? "open" : "opening" }),
    closed: () => dispatch({ type: "line", line: "closed" }),
    heard: (message) => dispatch({ type: "heard", message }),
  });
  change({ together: { ...line, show_ring } });
}

/** @param {Pointed} pointed @param {State} state */
function point_out(pointed, { together }) {
  const piece = together?.show_ring(root, pointed) ?? "";
  const { name } = pointed;
  announce([piece ? say("{name} points at: {piece}", { name, piece }) : say("{name} points at a piece.", { name })]);
}

/** Somebody who leads or follows points at a piece by pressing it. @param {MouseEvent} event */
function point(event) {
  const piece = /** @type {Element} */ (event.target).closest(PIECES);
  if (piece) point_at(called(piece));
}

/** @param {string} at  the name of a piece */
function point_at(at) {
  const { company, together } = state_now();
  if (company && /^(leading|following)$/.test(company.role)) together?.say_now({ type: "point", at });
}

/** What comes once the game is there. Without its stage, pieces glide. */
function begin() {
  if (!still.matches) stage.bring().catch(() => {});
  if (boot.analysed) void bring_chances();
}

// --- Fetching -----------------------------------------------------------------------------------------------

/** What the game has for its finished games. */
async function of_finished_games() {
  const needed = /** @type {const} */ ([game.hindsight?.(), import(`#games/${boot.game}/consequences.js`)]);
  const [hindsight, { noise = {} }] = await Promise.all(needed);
  return { hindsight, noise };
}

/** @param {Address} address */
async function fetch_replay(address) {
  const brought = await bring(address.eyes);
  if (brought) dispatch({ type: "came", address, ...brought });
  else dispatch({ type: "lost", address });
}

/** The chances take the server some seconds. */
async function bring_chances() {
  change({ analysis: undefined });
  const chances = await import("#replay/chances.js").catch(() => null);
  change({ chances });
  change({ analysis: chances && (await analysis_from(boot)) });
}

async function bring_draws() {
  if (state_now().draws) return;
  change({ draws: undefined });
  const bring = await import("#replay/draws.js").catch(() => null);
  change({ draws: (await bring?.brought(boot).catch(() => null)) ?? null });
}

async function bring_could_be() {
  if (state_now().could_be) return;
  change({ could_be: undefined });
  const needed = /** @type {const} */ ([import("#kit/could_be.js"), import(`#games/${boot.game}/knowledge.js`)]);
  const [replay, of_game] = await Promise.all(needed).catch(() => [null, null]);
  change({ could_be: replay?.drawn_with(of_game.drawn) ?? null });
}

/** The dialog is loaded on demand. */
async function play_on() {
  dispatch({ type: "pause" });
  const asking = await import("#replay/onward.js").catch(() => null);
  const viewing = viewing_of(state_now());
  if (viewing && asking) asking.ask(viewing);
  else say_no_answer();
}

function say_no_answer() {
  announce([say("The server does not answer. Check your connection and try again.")]);
}

/** The game did not come. @param {State} state */
function lose({ replay, eyes }) {
  const sentence = root.querySelector(".sentence");
  const again = Object.assign(document.createElement("button"), {
    type: "button",
    textContent: say("Try again"),
    onclick: follow,
  });
  if (replay) choose_again(eyes);
  else if (!sentence?.contains(document.activeElement))
    sentence?.replaceChildren(say("The replay could not be fetched."), " ", again);
  announce([say("The replay could not be fetched.")]);
}

/** Reselects the present viewpoint. @param {Eyes} eyes */
function choose_again(eyes) {
  const choice = root.querySelector(`[name=eyes][value="${spelled_eyes(eyes)}"]`);
  if (choice instanceof HTMLInputElement) choice.checked = true;
}

// --- Links --------------------------------------------------------------------------------------------------

/** Goes where the address leads. */
function follow() {
  keep_address.not_now();
  dispatch({ type: "follow", address: { ...place_in(location.hash, boot.names.length), is_followed: true } });
}

/** Copies the link to this moment, or to a clip. @param {Clip | null} clip */
async function copy_link(clip) {
  const worked = await copy(link_to(boot, { ...state_now(), clip }));
  announce([say(worked ? "The link is copied." : "The link could not be copied. Copy it from the address bar.")]);
  if (worked) change({ copied: clip ? "clip" : "moment", copied_until: now() + COPIED_MS });
}

/** Copies the whole table as text: only whoever sees everything is sent it. */
async function copy_position() {
  const { replay, step } = state_now();
  const worked = await copy(replay?.steps[step].position ?? "");
  announce([say(worked ? "The position is copied." : "The position could not be copied.")]);
  if (worked) change({ copied: "position", copied_until: now() + COPIED_MS });
}

async function copy_deal() {
  if (await copy_fingerprint(say, boot.deal)) change({ deal_is_copied: true, deal_copied_until: now() + COPIED_MS });
}

/** Marks a clip: the first press sets its start, the second its end. */
function cut_clip() {
  const { clip_from, step, replay } = state_now();
  if (!replay) return;
  change({ clip_from: clip_from === null ? step : null });
  if (clip_from !== null) copy_link(clip_between(clip_from, step, replay.steps.length - 1));
  else announce([say("The clip begins here. Go to where it ends.")]);
}

// --- Drawing ------------------------------------------------------------------------------------------------

/** Draws another step: what is still on its way to the one before is taken off the stage. */
function draw_at_rest() {
  stage.clear();
  draw();
}

function draw() {
  guarded(() => draw_all(viewing_of(state_now())));
}

/** @param {Viewing | null} viewing */
function draw_all(viewing) {
  if (!viewing) return;
  const { felt, place } = table_at(game, viewing);
  if (is_overwritten(root)) render(nothing, root);
  take_over(
    html`${sprite(say)}
      <main id="main" data-state="over" data-game=${boot.game} ?data-company=${viewing.company}
        ?data-through=${is_seen_through(viewing)}>
        <div class="felt">${felt}</div>
        ${controls(viewing)}${place}
      </main>
      ${rail(viewing)}`,
  );
  publish(viewing);
}

/** For tests and style sheets. @param {Viewing} now */
function publish(now) {
  const { dataset } = document.documentElement;
  dataset.ready = "true";
  dataset.step = String(now.step);
  dataset.seq = String(now.replay.steps[now.step].seq);
  dataset.eyes = spelled_eyes(now.eyes);
  dataset.playing = String(now.playing);
}

// Follows the address; that of the previous moment may have been written before this event is handled.
addEventListener("hashchange", ({ newURL }) => {
  if (location.href !== newURL) history.replaceState(null, "", newURL);
  follow();
});
root.addEventListener("click", point);
listen_to_keys(commands, () => viewing_of(state_now()));
const is_invited = location.hash === TOGETHER;
follow();
if (is_invited) commands.look_together("asking");
