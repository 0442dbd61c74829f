// @ts-check
// The room page: pushed messages and presses make the next state, and the whole page is drawn from it.

/** @import { Boot, Consequences, Drawing, Game, Page, PromptOffer } from "#types/room" */
/** @import { Staging } from "#types/stage" */
/** @import { Frame, Table } from "#types/wire" */
/** @import { Effect, Event } from "#state/reduce.js" */
/** @import { State } from "#state/state.js" */
import { html, nothing, render } from "lit-html";
import { is_heard, make_reader, tell_news, tell_requests } from "#effects/aloud.js";
import { make_dialogs } from "#effects/dialogs.js";
import { keep_draft, keep_typed } from "#effects/drafts.js";
import { make_take_over } from "#effects/drawing.js";
import { fetch_what_is_needed } from "#effects/fetching.js";
import { make_film } from "#effects/film.js";
import { keep_step } from "#effects/first_game.js";
import { keep_queue, listen_to_browser, make_line } from "#effects/line.js";
import { make_loading } from "#effects/loading.js";
import { fresh_id, make_clock, make_loop } from "#effects/loop.js";
import { opened } from "#effects/opening.js";
import { keep_orders } from "#effects/orders.js";
import { keep_panel, make_panel } from "#effects/panel.js";
import { can_be_drawn } from "#effects/parts.js";
import { announce, announce_news, hush, take_back } from "#kit/announce.js";
import { is_asked } from "#kit/choices.js";
import { is_overwritten, keep_focus, make_flip, still } from "#kit/flip.js";
import { note_deal } from "#kit/keeping.js";
import { NO_OFFER } from "#kit/no_offer.js";
import { sprite } from "#kit/pieces.js";
import { settings } from "#kit/preferences.js";
import { remembered } from "#kit/remembered.js";
import { COMPACT, SPACIOUS } from "#kit/screen.js";
import { teller } from "#kit/text.js";
import { open_answers } from "#room/answer.js";
import { scroll_to_newest } from "#room/chat.js";
import { COPIED_MS, hello, make_commands } from "#room/commands.js";
import { of_game as consequences_of } from "#room/consequences.js";
import { close_dialog } from "#room/dialogs.js";
import { listen_to_keys, tidy_groups } from "#room/keyboard.js";
import { latest } from "#room/log.js";
import { missed } from "#room/missed.js";
import { make_more } from "#room/more.js";
import { of_game as noise_of } from "#room/noise.js";
import { in_words, prompt_bar, prompt_of } from "#room/prompt.js";
import { keep_clear, listen_to_presses } from "#room/prompt_slots.js";
import { rail } from "#room/rail.js";
import { name_of, opponents, own_place } from "#room/seats.js";
import { stage_of } from "#room/stage.js";
import { top_bar } from "#room/top_bar.js";
import { SETTLE_MS } from "#state/answer.js";
import { next_clock_change } from "#state/clock.js";
import { order_of } from "#state/orders.js";
import { unsaid } from "#state/queue.js";
import { next_event_at, own_moments, reduce } from "#state/reduce.js";
import { is_behind_closed_doors, rail_is_seen, shown_frame, shows_hand } from "#state/room.js";
import { is_called } from "#state/sides.js";

/** What has to wait until the difference is shown. */
const AFTERWARDS = /dispatch|focus|close_dialog|diagnose|reload|go_to/;
/** Not drawn: how the line is, what waits to be shown, what fields hold, and the time, unless a clock shows it. */
const UNSEEN = /^(line|pace|now|lands_at|settled_at|pressed_at|typed|is_drawn|is_to_be_celebrated|news|effects)$/;
const root = /** @type {HTMLElement} */ (document.getElementById("room"));
const bar = /** @type {HTMLElement} */ (document.getElementById("tools"));
/** @type {Boot} */
const boot = JSON.parse(document.getElementById("boot")?.textContent ?? "");
/** @type {[Game, Consequences, Staging]} */
const [game, of_moves, of_motion] = await Promise.all([
  import(`#games/${boot.game}/board.js`),
  import(`#games/${boot.game}/consequences.js`),
  import(`#games/${boot.game}/stage.js`),
]);

const now = make_clock();
const world = () => ({
  now: now(),
  random: Math.random(),
  fresh_id,
  game: boot.game,
  lasts: game.lasts,
  can_be_ended: game.can_be_ended,
  next_trace: game.trace?.next,
  orders_hold_for: game.arranging?.holds_for,
  guide: parts.guide?.follow,
});
const loop = make_loop(opened(boot, game, now(), COPIED_MS), { reduce, next_event_at }, world, perform);
const { dispatch, state: state_now } = loop;
const line = make_line(boot, dispatch);
/** Once a game is over, its sentences name those who have played it, wherever they sit now. */
const say = teller((seat) => {
  const state = state_now();
  return (state.frame?.outcome && state.results?.games[0].names[seat]) || name_of({ state, say }, seat);
});
const { parts, load_what_is_needed } = make_loading(game, boot, loop);
const consequences = consequences_of(of_moves);
const noise = noise_of(of_moves.noise);
const stage = stage_of(of_motion, root);
const read_aloud = make_reader(say, noise);
const commands = make_commands({ boot, say, state: state_now, dispatch });
const flip = make_flip(root);
/** Draws; words that are new wait for acts that are still going on. */
const draw_meanwhile = () => stage.meanwhile(draw);
/** Nor do the words about the event before stand where that landed. */
function draw_event() {
  stage.put_caption_back();
  draw_meanwhile();
}
const film = make_film(boot, say);
const panel = make_panel();
const open_dialogs = make_dialogs(root);
const take_over = make_take_over(root);
const more = make_more(root, say);
const view_of = remembered(work_out, (one, other) => !is_seen(one, other));

// --- The difference between two states ----------------------------------------------------------------------

/** Shows what an event has changed. @param {State} before @param {State} after @param {Event} event */
function perform(before, after, event) {
  for (const effect of after.effects) if (!AFTERWARDS.test(effect.do)) carry_out(effect);
  keep_for_a_reload(before, after);
  if (event.type === "heard" && event.message.type === "table") void add_words(event.message);
  show_difference(before, after, event);
  if (after.picked !== before.picked && after.picked) announce(noted_in(after));
  guide(before, after, event);
  celebrate(before, after);
  for (const effect of after.effects) if (AFTERWARDS.test(effect.do)) carry_out(effect);
  fetch_what_is_needed(boot, before, after, dispatch);
  load_what_is_needed(after);
}

/** @param {State} before @param {State} after */
function keep_for_a_reload(before, after) {
  keep_queue(boot.room, after.line);
  keep_typed(before, after);
  keep_step(boot, before, after);
  if (after.table !== before.table) keep_deal(after.table);
  keep_panel(before, after);
  if (after.orders !== before.orders) keep_orders(game.arranging, before.orders, after.orders);
}

/** What all chance in this game follows from, to compare it with afterwards. @param {State["table"]} table */
function keep_deal(table) {
  if (table?.deal && table.state === "playing") note_deal(boot.room, table.number, table.deal);
}

/** Without them, the deal does. */
const own_words = () => import("#kit/own_words.js").catch(() => null);

/** Says what is due for the deal, at once: the server does not wait long. @param {Table} table */
async function add_words(table) {
  if (!table.you.seats.length || table.state === "playing") return;
  for (const message of (await own_words())?.words_due(boot.room, table) ?? []) dispatch({ type: "say", message });
}

/** @param {State} before @param {State} after @param {Event} event */
function show_difference(before, after, event) {
  const is_different = event.type === "show" || is_seen(before, after);
  panel.leave(before, after);
  if (event.type === "show") show(before, after, event);
  else if (is_different) keep_focus(root, draw_meanwhile);
  panel.return(before, after);
  if (is_different) follow_drawing(before, after);
  note_first_picture(before, after);
  film.show(after);
}

/** What follows from what is drawn now. @param {State} before @param {State} after */
function follow_drawing(before, after) {
  open_dialogs();
  parts.bubbles?.place_bubbles(root);
  parts.slips?.place_slips(root);
  parts.open_hands?.follow_drawing(after, dispatch);
  parts.ending?.follow_drawing(before, after);
  parts.beforehand?.follow(say, before, after);
  const { first_lands_in } = stage;
  parts.alerts?.(before, after, { say, push: parts.push, words: () => prompt_in_words(after), first_lands_in });
}

/** A question that came before the page could be drawn is announced then. @param {State} before @param {State} after */
function note_first_picture(before, after) {
  if (!after.is_drawn && is_at_the_table(after)) change({ is_drawn: true });
  if (after.is_drawn && !before.is_drawn && (is_called(after) || after.frame?.outcome)) say_question();
}

/** What the board says beside the prompt. @param {State} state */
const noted_in = (state) => [drawn_of(state)?.picture?.note ?? ""].filter(Boolean);

/** In a guided first game. @param {State} before @param {State} after @param {Event} event */
function guide(before, after, event) {
  if (after.guided) parts.guide?.tell_step(say, before, after, event);
  else if (before.guided) parts.guide?.put_away();
}

/** Whether the page looks different. @param {State} before @param {State} after */
function is_seen(before, after) {
  const fields = /** @type {(keyof State)[]} */ (Object.keys(after));
  if (fields.some((field) => before[field] !== after[field] && !UNSEEN.test(field))) return true;
  if (after.now >= next_clock_change(before)) return true;
  return unsaid(before.line.queue).length !== unsaid(after.line.queue).length;
}

/** @param {Effect} effect */
function carry_out(effect) {
  switch (effect.do) {
    case "dispatch":
      return dispatch(effect.event);
    case "open":
      return line.open();
    case "close":
      return line.close();
    case "greet":
      return line.send(hello(state_now()));
    case "send":
      return line.send(effect.message);
    case "diagnose":
      return void diagnose();
    case "hush":
      return hush();
    case "note_taken":
      return void own_words().then((words) => words?.note_taken(boot.room, effect.word));
    case "clear_stage":
      return stage.clear();
    case "focus":
      return /** @type {HTMLElement | null} */ (document.querySelector(effect.on))?.focus();
    case "close_dialog":
      return close_dialog(effect.id);
    case "reload":
      return location.reload();
    case "go_to":
      return location.assign(effect.url);
  }
}

async function diagnose() {
  const { why_none_opens } = await import("#room/diagnosis.js");
  dispatch({ type: "trouble", why: await why_none_opens(boot.room) });
}

/**
 * Shows what a message has changed: with motion, and aloud.
 * @param {State} before
 * @param {State} after
 * @param {Event & { type: "show" }} shown
 */
function show(before, after, shown) {
  const { message } = shown;
  if (after.is_leaving) return;
  const is_frame = message.type === "frame";
  const asks = is_frame && message.question !== before.frame?.question;
  const said_before = prompt_in_words(before);
  const acted = is_frame && !before.is_catching_up && !still.matches && !after.hand ? before.frame : null;
  flip(is_frame ? draw_event : draw_meanwhile, is_frame, acted && stage.perform(acted, after, after.news));
  if (acted) dispatch({ type: "acted", lands_at: now() + stage.lands_in() });
  if (prompt_in_words(after) !== said_before && !after.settling) dispatch({ type: "deaf", ms: SETTLE_MS });
  // More than a window above, somebody is reading earlier messages.
  if (message.type === "chat" && is_heard(after, message)) scroll_to_newest(1000);
  const is_told = asks && hears_question(before, after);
  if (asks) take_back("question");
  read_aloud(after, shown, is_told);
  if (is_told) say_question();
  tell_news(say, message, before.table);
  tell_requests({ say, noise }, before, after);
}

/** Whether anybody at this device plays. @param {State} state */
const is_player = ({ table }) => !!table?.you.seats.length;

/** Needed only where several seats are played. @param {State} state */
const curtain = ({ table }) => ((table?.you.seats.length ?? 0) > 1 ? parts.hot_seat : null);

/**
 * Whether the question, or the end of the game, is announced to this reader.
 * @param {State} before
 * @param {State} after
 */
function hears_question(before, after) {
  const { frame } = after;
  if (!frame || !before.is_drawn || is_outside(after)) return false;
  const is_passed_over = is_player(after) && consequences.is_passed_over(before.frame, frame);
  return is_called(after) || frame.outcome !== null || is_passed_over;
}

/** It may name what may not be looked up later, such as a piece just drawn. */
function say_question() {
  announce_news([prompt_in_words(state_now())].filter(Boolean), "question");
}

/** What the prompt says; empty before there is one. @param {State} state */
function prompt_in_words(state) {
  const view = drawn_of(state);
  if (view) return in_words(view.prompt);
  return is_outside(state) ? (parts.no_entry?.door_in_words({ state, say }) ?? "") : "";
}

// --- Drawing ------------------------------------------------------------------------------------------------

/** Something beside the state has changed: a preference, or a part has come. */
function redraw() {
  dispatch({ type: "refreshed", settings: settings() });
}

function draw() {
  guarded(() => draw_all(state_now()));
}

/** @param {State} state */
function draw_all(state) {
  if (is_outside(state)) return draw_door(state);
  const view = view_of(state);
  if (!view || !(state.is_drawn || can_be_drawn(state, parts))) return draw_waiting(state);
  const { page } = view;
  if (state.tv) return draw_for_the_big_screen(view);
  for (const part of [root, bar]) if (is_overwritten(part)) render(nothing, part);
  take_over(whole(view, state));
  render(top_bar(page), bar);
  tidy_groups();
  keep_clear(root, state.pressed_at);
  publish(page, state);
  more.keep_in_sight();
  if (state.guided) parts.guide?.show(page);
  parts.hint?.show(page);
}

/** @param {View} view */
function draw_for_the_big_screen({ page, picture, end, prompt }) {
  const felt = picture && html`${opponents(page, picture)}${middle(picture.centre)}${own_place(page, picture)}`;
  take_over(html`${sprite(say)}${parts.big_screen?.big_screen(page, { felt, end, prompt })}`);
  publish(page, page.state);
}

/** Whether the reader cannot enter, or was removed. @param {State} state */
const is_outside = ({ connection, locked }) => connection === "closed" || locked;

/** Whether the table is drawn. @param {State} state */
const is_at_the_table = (state) => drawn_of(state) !== null && (state.is_drawn || can_be_drawn(state, parts));

/** The view as it was drawn; null also if it could not be: what went wrong was said then. @param {State} state */
function drawn_of(state) {
  try {
    return view_of(state);
  } catch {
    return null;
  }
}

/** @typedef {NonNullable<ReturnType<typeof work_out>>} View */

/** What is drawn of a state; null if it has no table to draw. @param {State} state */
function work_out(state) {
  const { table } = state;
  if (!table || is_outside(state)) return null;
  const shown = { ...state, table, frame: shown_frame(state) };
  const loaded = { parts, consequences, noise, film: film.screen };
  const page = { state: shown, say, commands: with_ending(state), boot, ...loaded, dispatch, change, redraw };
  const { frame } = shown;
  const offer = open_answers(state, frame, say, dispatch);
  const end = table.state === "over" && frame ? parts.ending : null;
  const is_open = frame && table.state !== "gathering";
  const picture = is_open ? picture_of(state, frame, offer, end?.opened(page, frame)) : null;
  return { page, picture, end, prompt: prompt_of(page, offer, picture) };
}

/** @param {Parameters<Page["change"]>[0]} fields */
const change = (fields) => dispatch({ type: "change", fields });

/** What is shown for a moment can be ended by the player who brought it about. @param {State} state */
function with_ending(state) {
  const is_own = own_moments(state, game.can_be_ended).length > 0;
  return { ...commands, carry_on: is_own ? () => dispatch({ type: "carry_on" }) : null };
}

/** Celebrates, once the parts for the end of a game are loaded. @param {State} before @param {State} after */
function celebrate(before, after) {
  if (after.is_to_be_celebrated && parts.ending && is_at_the_table(after))
    dispatch({ type: "celebrate", lands_in: still.matches ? null : stage.lands_in() });
  else if (before.is_to_be_celebrated && after.frame?.outcome) parts.ending?.offer_the_rematch();
}

/** Draws the page without a table: the password is missing, or the page was removed. @param {State} state */
function draw_door(state) {
  const doors = parts.no_entry;
  if (!doors) return draw_waiting(state);
  take_over(doors.door({ state, say, boot, enter: commands.enter }));
  render(nothing, bar);
  more.keep_in_sight();
  document.documentElement.dataset.conn = state.connection;
}

/** Draws the page before anything is known. @param {State} state */
function draw_waiting({ connection, trouble }) {
  const sentence = root.querySelector(".sentence");
  if (sentence && connection === "lost") sentence.textContent = say(trouble ?? "Connection lost. Trying again…");
}

/** @param {View} view @param {State} state */
function whole({ page, picture, end, prompt }, state) {
  const { table } = page.state;
  const gathers = table.state === "gathering";
  const felt = picture
    ? [opponents(page, picture), middle(picture.centre)]
    : middle(
        gathers
          ? (parts.gathering?.gathering(page) ?? nothing)
          : (is_behind_closed_doors(table) && parts.no_entry?.closed_doors(page)) || nothing,
      );
  const place = [picture ? own_place(page, picture) : nothing, curtain(state)?.curtain(page) ?? nothing];
  return html`${sprite(say)}
    <main id="main" data-state=${table.state} data-game=${table.game} ?data-hand=${shows_hand(state)}
      @click=${(state.guided && parts.guide?.gate(page)) || nothing}>
      <div class="felt" ?inert=${state.rail_open && state.rail_covers}>${felt}${
        state.missed.length && !shows_hand(state) ? missed(page) : nothing
      }</div>
      ${end?.scene(page)}${picture ? latest(page) : nothing}${prompt_bar(page, prompt)}${place}
      ${(table.state === "playing" && parts.slips?.slips(page)) || nothing}
      ${(!shows_hand(state) && parts.bubbles?.bubbles(page)) || nothing}
    </main>
    ${rail(page, rail_is_seen(state))}
    ${state.menu ? parts.menu?.menu(page, redraw, game.settings) : nothing}
    ${state.onward ? parts.seat_link?.seat_link(page) : nothing}
    ${state.inviting ? parts.invitation?.invitation(page) : nothing}
    ${state.setting ? parts.table_settings?.table_settings(page) : nothing}
    ${state.at_chair && gathers ? parts.chair_menu?.chair_menu(page) : nothing}
    ${state.reacting === null ? nothing : parts.figure_menu?.figure_menu(page)}
    ${state.figuring === null ? nothing : parts.figures?.figures(page)}
    ${state.answers_early ? parts.beforehand?.dialog(page) : nothing}
    ${state.takes_notes ? parts.notes?.notes(page) : nothing}
    ${state.wonders ? parts.could_be?.could_be(page) : nothing}
    ${state.between_us ? parts.between?.between(page) : nothing}
    ${state.in_short ? parts.rules_in_short?.rules_in_short(page) : nothing}`;
}

/**
 * @param {State} state
 * @param {Frame} frame
 * @param {PromptOffer} offer
 * @param {ReturnType<import("#types/room").Hindsight["opened"]>} [open]  what lay hidden, after the game
 */
function picture_of(state, frame, offer, open = { view: frame.view, sights: [] }) {
  const { trace, settings: preferences, is_wide: spacious } = state;
  const sights = [...state.moments.flatMap(({ sight }) => sight ?? []), ...open.sights];
  const context = {
    say,
    offer: frame.delayed ? NO_OFFER : offer,
    sights,
    trace,
    arranged: order_of(state, frame),
    preferences,
    spacious,
  };
  return game.picture({ ...frame, you: frame.delayed?.eyes ?? frame.you, view: open.view }, context);
}

/** @param {Drawing} what */
const middle = (what) => html`<section class="table" aria-label=${say("Table")}>
  <h2 class="unseen">${say("Table")}</h2>
  ${what}
</section>`;

/** For tests and style sheets. @param {Page} page @param {State} state */
function publish(page, state) {
  const { dataset } = document.documentElement;
  dataset.conn = state.connection;
  dataset.seq = String(state.frame?.seq ?? 0);
  dataset.ready = "true";
  dataset.asked = is_asked(page) ? String(page.state.frame?.question ?? "") : "";
  document.documentElement.toggleAttribute("data-hidden", state.is_hidden);
}

// --- The beginning ----------------------------------------------------------------------------------------------

for (const [field, media] of /** @type {const} */ ([
  ["is_wide", SPACIOUS],
  ["rail_covers", COMPACT],
  ["on_paper", "print"],
])) {
  const query = matchMedia(media);
  const tell = () => dispatch({ type: "change", fields: { [field]: query.matches } });
  query.onchange = tell;
  tell();
}
// A seat link, opened in a tab with its table.
addEventListener("hashchange", () => location.hash.includes("=") && location.reload());
listen_to_browser(dispatch);
listen_to_presses((at) => dispatch({ type: "pressed", at }));
addEventListener("pagehide", () => keep_draft(boot.room, state_now()));
dispatch({ type: "start" });
listen_to_keys({
  step_back: commands.step_back,
  show_in_short: commands.show_in_short,
  write: commands.write,
  skip: commands.skip,
  say_prompt: say_question,
  say_last_line: () =>
    announce(
      state_now()
        .lines.slice(-1)
        .map(({ text }) => say(text)),
    ),
});
