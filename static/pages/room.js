// @ts-check
// The room page: what the server pushes goes into the store, and the whole page is drawn from it.

/** @import { Boot, Game, Page, Reading, Wishes } from "#types/room" */
/** @import { Choice, FromServer, Line } from "#types/wire" */
import { html, nothing, render } from "lit-html";
import { alert_asked } from "#kit/alerts.js";
import { announce, hush } from "#kit/announce.js";
import { scroll_to_newest } from "#kit/chat.js";
import { make_offer } from "#kit/choices.js";
import { flip, keep_focus } from "#kit/flip.js";
import { gathering } from "#kit/gathering.js";
import { listen_to_keys, tidy_groups } from "#kit/keys.js";
import { latest } from "#kit/log.js";
import { menu, show_menu } from "#kit/menu.js";
import { sprite } from "#kit/pieces.js";
import { is_asked, prompt_bar } from "#kit/prompt.js";
import { rail } from "#kit/rail.js";
import { opponents, own_place } from "#kit/seats.js";
import { keep_name, own_name, settings } from "#kit/settings.js";
import { copy, share, take_copied_mark } from "#kit/share.js";
import { connect } from "#kit/socket.js";
import { open_store } from "#kit/store.js";
import { teller } from "#kit/text.js";
import { tools } from "#kit/tools.js";

/** For so long the buttons of a new prompt do not listen: what is pressed was meant for the last one. */
const SETTLE_MS = 300;
const root = /** @type {HTMLElement} */ (document.getElementById("room"));
const bar = /** @type {HTMLElement} */ (document.getElementById("tools"));
const published = document.documentElement.dataset;
/** @type {Boot} */
const boot = JSON.parse(document.getElementById("boot")?.textContent ?? "");
/** @type {Game} */
const game = await import(`#games/${boot.game}/board.js`);

const store = open_store({ lasts: game.lasts, changed: redraw });
const { known } = store;
const say = teller((seat) => known.table?.seats[seat]?.name ?? say("Seat {number}", { number: seat + 1 }));
const draw_board = game.board(say);
/** @type {Reading} */
const reading = { picked: null, tab: "log", rail_open: false, read: 0, settling: false, wants_seat: null, copied: take_copied_mark(boot.room) };

// --- From the server ----------------------------------------------------------------------------------------

const socket = connect(boot, {
  hello: () => ({ type: "hello", seen: store.seen(), ...(own_name() && { name: own_name() }) }),
  receive,
  connection(connection) {
    store.connection(connection);
    redraw();
  },
});
store.answering(socket.unanswered_question());

/** @param {FromServer} message */
function receive(message) {
  const question = known.frame?.question;
  const news = store.receive(message);
  if (message.type === "frame" && message.question !== question) begin_question();
  if (message.type === "table") sit_when_named();
  if (message.type === "refused") reading.wants_seat = null;
  flip(root, draw);
  tell(message, news, message.type === "frame" && message.question !== question);
}

/** A new prompt: nothing is picked, and its buttons listen in a moment. */
function begin_question() {
  reading.picked = null;
  reading.settling = true;
  setTimeout(() => {
    reading.settling = false;
    redraw();
  }, SETTLE_MS);
}

/**
 * Says aloud what is new: the public lines, and what is asked once.
 * @param {FromServer} message
 * @param {Line[]} news
 * @param {boolean} new_question
 */
function tell(message, news, new_question) {
  const lines = news.map(({ text }) => say(text));
  if (message.type === "refused") lines.push(say(message.text));
  if (message.type === "chat" && chat_is_open()) lines.push(say("{name}: {text}", { name: message.from.name, text: message.text }));
  if (new_question && page && is_asked(page)) lines.push(prompt_in_words());
  announce([...new Set(lines)]);
}

function prompt_in_words() {
  return document.getElementById("prompt")?.textContent?.trim() ?? "";
}

// --- From the reader ----------------------------------------------------------------------------------------

/** @type {Wishes} */
const wish = {
  sit: (seat) => (known.table?.you.name === null ? ask_name(seat) : socket.send({ type: "sit", seat })),
  stand: () => socket.send({ type: "stand" }),
  start: () => socket.send({ type: "start" }),
  seat_bot: (seat) => socket.send({ type: "seat_bot", seat, level: "careful" }),
  rematch: () => socket.send({ type: "rematch" }),
  speak(text) {
    if (known.connection === "open") socket.send({ type: "chat", text });
    return known.connection === "open";
  },
  take_name(name, seat) {
    keep_name(name);
    reading.wants_seat = seat;
    socket.send({ type: "hello", name, seen: store.seen() });
  },
  async copy_link() {
    reading.copied = await copy(location.href);
    announce([reading.copied ? say("The link is copied.") : say("The link could not be copied. Copy it from the address bar.")]);
    redraw();
  },
  share_link: () => share(`${boot.card.title} · Tertulia`, location.href),
  show_tab(tab) {
    reading.tab = tab;
    redraw();
    scroll_to_newest();
  },
  toggle_rail() {
    reading.rail_open = !reading.rail_open;
    redraw();
    if (reading.rail_open) document.getElementById(`tab-${reading.tab}`)?.focus();
  },
  show_menu,
  carry_on: null,
  unpick() {
    reading.picked = null;
    redraw();
  },
};

/** @param {number} seat */
function ask_name(seat) {
  reading.wants_seat = seat;
  redraw();
  /** @type {HTMLElement | null} */ (root.querySelector(".name-form input"))?.focus();
}

function sit_when_named() {
  const seat = reading.wants_seat;
  if (seat === null || !known.table?.you.name) return;
  reading.wants_seat = null;
  wish.sit(seat);
}

/** @param {Choice} choice */
function answer({ move }) {
  const free = known.frame?.free.some((choice) => choice.move === move);
  const question = free ? null : (known.frame?.question ?? null);
  reading.picked = null;
  store.answering(question);
  socket.play(question, move);
  redraw();
}

/** Whoever brought about what is shown may end it. */
function own_ending() {
  const seat = known.table?.you.seat ?? null;
  const mine = known.moments.filter((line) => line.seat === seat && line.sight && game.can_be_ended(line.sight));
  if (seat === null || !mine.length) return null;
  return () => {
    store.forget((line) => mine.some(({ seq }) => seq === line.seq));
    hush();
    redraw();
  };
}

listen_to_keys({
  escape() {
    if (reading.picked) wish.unpick();
    else if (reading.rail_open) close_rail();
  },
  show_keys: show_menu,
  write() {
    reading.rail_open = true;
    wish.show_tab("chat");
    /** @type {HTMLElement | null} */ (document.querySelector(".chat input"))?.focus();
  },
  say_prompt: () => announce([prompt_in_words()]),
  say_last_line() {
    const last = known.lines.at(-1);
    announce(last ? [say(last.text)] : []);
  },
});

function close_rail() {
  reading.rail_open = false;
  redraw();
  /** @type {HTMLElement | null} */ (bar.querySelector(".rail-toggle"))?.focus();
}

// --- Drawing ------------------------------------------------------------------------------------------------

/** @type {Page | null} */
let page = null;
root.replaceChildren(); // until here it said that the table is being opened

function redraw() {
  keep_focus(root, draw);
}

function draw() {
  if (!known.table) return;
  if (chat_is_open()) reading.read = known.chat.at(-1)?.seq ?? 0;
  wish.carry_on = own_ending();
  page = { known: { ...known, table: known.table }, reading, say, wish, boot };
  render(whole(page), root);
  render(tools(page), bar);
  tidy_groups();
  publish(page);
}

const rail_stands = matchMedia("(min-width: 1100px)");
const chat_is_open = () => reading.tab === "chat" && (reading.rail_open || rail_stands.matches);

/** @param {Page} page */
function whole(page) {
  const { frame, table } = page.known;
  const offer = open_answers();
  const picture = frame && table.state !== "gathering" ? draw_board(frame, offer, known.moments.flatMap(({ sight }) => sight ?? [])) : null;
  const felt = picture ? [opponents(page, picture), middle([picture.centre, latest(page)])] : middle(table.state === "gathering" ? gathering(page) : nothing);
  const place = picture ? own_place(page, picture) : nothing;
  const prompt = prompt_bar(page, offer); // after the pieces: it asks for the answers that none of them stands for
  return html`${sprite()}
    <main id="main" data-state=${table.state} data-game=${table.game}>
      <div class="felt" ?inert=${reading.rail_open && covers.matches}>${felt}</div>
      ${prompt}${place}
    </main>
    ${rail(page)}${menu(page, redraw)}`;
}

/** @param {import("#types/room").Drawing} what */
const middle = (what) => html`<section class="table" aria-label=${say("Table")}><h2 class="unseen">${say("Table")}</h2>${what}</section>`;

function open_answers() {
  return make_offer({
    frame: known.frame,
    picked: reading.picked,
    ready: known.connection === "open" && known.answered === null,
    always_confirm: settings().always_confirm,
    answer,
    pick(move) {
      reading.picked = move;
      redraw();
    },
  });
}

/** On a phone the open rail lies over the table. */
const covers = matchMedia("(max-width: 719px)");

/** @param {Page} page */
function publish(page) {
  published.conn = known.connection;
  published.seq = String(known.frame?.seq ?? 0);
  published.ready = "true";
  alert_asked(is_asked(page) ? (known.frame?.question ?? null) : null);
}
