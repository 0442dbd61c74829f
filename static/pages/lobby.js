// @ts-check
// The start page: opens a room with the chosen options and copies its link, or a table with bots; and removes tables
// from this browser's list.

/** @import { OpenRoom, RoomOpened } from "#types/api" */
/** @template Answer @typedef {import("#kit/calls.js").Said<Answer>} Said */
import { make_pausable } from "#effects/moving_picture.js";
import { call, NO_ANSWER } from "#kit/calls.js";
import { date_in_words } from "#kit/dates.js";
import { keep_name, own_name, settings as preferences } from "#kit/preferences.js";
import { copy, is_only_here, leave_copied_mark } from "#kit/share.js";
import { teller } from "#kit/text.js";

const NO_COOKIES = "Your browser keeps no cookies, so the table would not know you again. Allow them for this site.";

const say = teller(String);
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("chosen"));
const form = /** @type {HTMLFormElement} */ (document.getElementById("opening"));
const name = /** @type {HTMLInputElement} */ (document.getElementById("name"));
/** For the password of the server; null where it is not asked for, or has been given. */
const gate = /** @type {HTMLInputElement | null} */ (document.getElementById("server-password"));
const problem = /** @type {HTMLElement} */ (document.getElementById("problem"));
/** All buttons that open a table, each in its own way; a press of Enter is one of the first. */
const openers = /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll(".go button"));
/** The dialog of each game, by key. @type {Map<string, HTMLElement>} */
const settings = new Map(
  Array.from(/** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".setting")), (setting) => [
    setting.dataset.game ?? "",
    setting,
  ]),
);

if (!name.value) name.value = own_name();
tell_evenings();
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!openers[0].ariaDisabled) open_table("");
});
for (const opener of openers)
  if (opener.type === "button") opener.addEventListener("click", () => opener.ariaDisabled || begin(opener.name));
addEventListener("pageshow", ({ persisted }) => {
  open_again();
  if (persisted) bring_up_to_date();
});
form.querySelector(".close")?.addEventListener("click", () => dialog.close());
dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
dialog.addEventListener("close", () => {
  if (chosen()) history.replaceState(null, "", location.pathname + location.search);
});
addEventListener("hashchange", show_chosen);
show_chosen();

/** Each date in the reader's own zone and language. */
function tell_evenings() {
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-at]"))) {
    const at = Number(time.dataset.at);
    time.dateTime = new Date(at).toISOString();
    time.textContent = date_in_words(at, "short");
  }
}

/** The game in the address: pressing a card goes there, and the back button closes it again. */
function chosen() {
  const game = location.hash.slice(1);
  return settings.has(game) ? game : null;
}

/**
 * The back button may restore this page as it was, with old tables and without a new one, though it is `no-store`: what
 * names friends must not stay on a disk, but browsers may keep it in memory. It is read again, but nothing that
 * somebody has typed is lost.
 */
function bring_up_to_date() {
  if (dialog.open) dialog.addEventListener("close", () => location.reload());
  else location.reload();
}

function show_chosen() {
  const game = chosen();
  if (!game) return dialog.close();
  for (const [key, setting] of settings) setting.hidden = key !== game;
  dialog.setAttribute("aria-labelledby", `title-${game}`);
  complain("");
  if (!dialog.open) dialog.showModal();
  document.getElementById(`title-${game}`)?.focus();
}

/** @param {string} way  the name of a button */
const begin = (way) => (way === "here" ? open_table("#beside") : practise(way === "guided"));

/** @param {string} fragment  "#beside" when everybody sits at this device */
async function open_table(fragment) {
  complain("");
  if (!name.value.trim()) return complain(say("Type your name first: your friends see it at the table."), name);
  const asked = room_options();
  const room = await room_for(asked);
  if (!room) return;
  keep_name(asked.name);
  if (!fragment) await copy_link(room);
  location.assign(`/t/${room}${fragment}`);
}

/**
 * Begins a game at once, with bots on all other seats. Somebody who has entered no name yet is a guest there. A lesson
 * has seats and options of its own.
 * @param {boolean} guided
 */
async function practise(guided) {
  const asked = room_options();
  complain("");
  const room = await room_for({ ...asked, name: asked.name || say("Guest"), bots: true, guided });
  if (!room) return;
  if (asked.name) keep_name(asked.name);
  location.assign(`/t/${room}${guided ? "#guide" : ""}`);
}

/**
 * The choices, for POST /api/rooms. Each game has fields of its own: tcnccc-seats, tcnccc-option-memory.
 * @returns {OpenRoom}
 */
function room_options() {
  const game = chosen() ?? "";
  const { seats, level, ...options } = Object.fromEntries(
    [...new FormData(form)]
      .map(([field, value]) => [field, String(value)])
      .filter(([field, value]) => field.startsWith(`${game}-`) && value)
      .map(([field, value]) => [field.slice(game.length + 1).replace("option-", ""), JSON.parse(value)]),
  );
  return { game, seats, level, options, name: name.value.trim(), server_password: gate?.value };
}

/**
 * Opens a room. Nothing opens another meanwhile, nor while its page is loading.
 * @param {OpenRoom} asked
 * @returns {Promise<string | null>} the room's code; null after a complaint
 */
async function room_for(asked) {
  if (!navigator.cookieEnabled) {
    complain(say(NO_COOKIES)); // whoever opens it would be a stranger there
    return null;
  }
  for (const opener of openers) opener.ariaDisabled = "true";
  /** @type {Said<RoomOpened>} */
  const { room, code, text } = await call("POST", "/api/rooms", asked);
  if (room) return room;
  open_again();
  const complaint = say(text ?? "The server could not open a table. Try again in a moment.");
  complain(complaint, code === "bad_name" ? name : code === "password" ? gate : null);
  return null;
}

function open_again() {
  for (const opener of openers) opener.ariaDisabled = null;
}

/** @param {string} room */
async function copy_link(room) {
  const link = new URL(`/t/${room}`, location.href).href;
  if (!is_only_here() && (await copy(link))) leave_copied_mark(room);
}

/** @param {string} sentence @param {HTMLElement | null} [field]  the one that is to be filled in otherwise */
function complain(sentence, field) {
  problem.textContent = sentence;
  for (const each of [name, gate]) each?.setAttribute("aria-invalid", String(each === field));
  if (sentence) problem.scrollIntoView({ block: "nearest" });
  field?.focus();
}

// --- The table at the head ---------------------------------------------------------------------------------------

make_pausable(
  /** @type {Element} */ (document.querySelector(".living")),
  /** @type {HTMLButtonElement} */ (document.getElementById("pause")),
);

// --- This browser's tables ---------------------------------------------------------------------------------------

// The badge of the installed app may have been set by a table that was closed while it asked.
const asked = preferences().badge ? document.querySelectorAll(".own .asked").length : 0;
(asked ? navigator.setAppBadge?.(asked) : navigator.clearAppBadge?.())?.catch(() => undefined);

for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".own li"))) {
  const remove = /** @type {HTMLButtonElement} */ (row.querySelector(".remove"));
  remove.addEventListener("click", () => remove.ariaDisabled || take_off(row, remove));
}

/**
 * Removes a row. Nobody loses a seat by it, and it is easily undone.
 * @param {HTMLElement} row
 * @param {HTMLButtonElement} remove
 */
async function take_off(row, remove) {
  if (!(await put_away(row, remove, true))) return;
  const id = `gone-${row.dataset.room}`;
  const words = Object.assign(document.createElement("span"), { id, textContent: say("Removed from this list.") });
  const undo = Object.assign(document.createElement("button"), { type: "button", textContent: say("Put it back") });
  undo.setAttribute("aria-describedby", id); // read as the button gets the focus
  const gone = Object.assign(document.createElement("p"), { className: "gone" });
  undo.addEventListener("click", async () => {
    if (undo.ariaDisabled || !(await put_away(row, undo, false))) return;
    pass_focus(undo, remove, () => gone.remove());
  });
  gone.append(words, undo);
  pass_focus(remove, undo, () => row.append(gone));
}

/**
 * Replaces one control by the other, with its focus, unless the reader has moved on meanwhile.
 * @param {HTMLElement} from
 * @param {HTMLElement} to
 * @param {() => void} change
 */
function pass_focus(from, to, change) {
  const { activeElement: had, body } = document;
  change();
  if (had === from || had === body) to.focus();
}

/**
 * @param {HTMLElement} row
 * @param {HTMLButtonElement} pressed
 * @param {boolean} away
 */
async function put_away({ dataset: { room } }, pressed, away) {
  const trouble = /** @type {HTMLElement} */ (document.getElementById("own-problem"));
  trouble.textContent = "";
  pressed.ariaDisabled = "true";
  const { ok, text } = await call("POST", `/api/rooms/${room}/put-away`, { away });
  pressed.ariaDisabled = null;
  if (!ok) trouble.textContent = say(text ?? NO_ANSWER);
  return ok;
}
