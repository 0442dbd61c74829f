// @ts-check
// The page of a guest's devices: makes a link for another device, links this one by the code in the address, and
// unlinks any.

/** @import { DeviceLink, DeviceList, LinkedDevice } from "#types/api" */
import { html, nothing, render } from "lit-html";
import { call, NO_ANSWER } from "#kit/calls.js";
import { qr_drawing } from "#kit/qr.js";
import { copy } from "#kit/share.js";
import { language, teller } from "#kit/text.js";
import { show_call_settings } from "#room/how_called.js";

/**
 * What the page shows. `code`: links this browser, until it is used; `link`: for another device, once it is made.
 * @typedef {{ code: string, list: DeviceList | null, link: DeviceLink | null, is_copied: boolean }} State
 */

/** What a device may be called at first, by a word in what its browser says of itself. */
const KINDS = { iPad: "Tablet", Tablet: "Tablet", iPhone: "Phone", Mobile: "Phone", Android: "Tablet", "": "Computer" };

const say = teller(String);
const place = /** @type {HTMLElement} */ (document.getElementById("devices"));
const problem = /** @type {HTMLElement} */ (document.getElementById("problem"));

begin();

function begin() {
  const code = location.hash.slice(1);
  if (code) history.replaceState(null, "", location.pathname); // so that nobody else sees it
  const state = { code, list: null, link: null, is_copied: false };
  show(state);
  ask(state, "GET", "/api/devices", undefined, (/** @type {DeviceList} */ list) => ({ list }));
  const calls = /** @type {HTMLElement} */ (document.getElementById("calls"));
  if (!calls.hidden) show_call_settings(calls, say); // this server calls people
}

/** @param {State} state */
function show(state) {
  render([listed(state), state.code ? linking(state) : another(state)], place);
}

/**
 * Asks the server, and shows what its answer changes, or why it refuses.
 * @template Said
 * @param {State} state
 * @param {"GET" | "POST" | "DELETE"} method
 * @param {string} path
 * @param {object | undefined} body
 * @param {(said: Said) => Partial<State>} changes
 */
async function ask(state, method, path, body, changes) {
  problem.textContent = "";
  const { ok, text, ...said } = await call(method, path, body);
  if (ok) show({ ...state, ...changes(/** @type {Said} */ (said)) });
  else problem.textContent = say(text ?? NO_ANSWER);
}

// --- This browser ------------------------------------------------------------------------------------------------

/** @param {State} state */
function linking(state) {
  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  function link(event) {
    event.preventDefault();
    const called = String(new FormData(event.currentTarget).get("called"));
    ask(state, "POST", "/api/devices", { code: state.code, called }, (/** @type {DeviceList} */ list) => ({
      list,
      code: "",
    }));
  }
  return html`<section aria-labelledby="linking">
    <h2 id="linking">${say("Link this device")}</h2>
    <p>${say("It becomes one of the devices from which the link was sent, and plays for the same person.")}
      ${say("Seats of its own come back when you unlink it.")}</p>
    <form @submit=${link}>
      <label for="called">${say("What you call this device")}</label>
      <input id="called" name="called" dir="auto" maxlength="80" required .defaultValue=${say(kind_of_this())} />
      <button class="primary">${say("Link this device")}</button>
    </form>
  </section>`;
}

function kind_of_this() {
  const [, kind = ""] = Object.entries(KINDS).find(([word]) => navigator.userAgent.includes(word)) ?? [];
  return kind;
}

// --- All of them -------------------------------------------------------------------------------------------------

/** @param {State} state */
function listed(state) {
  const { list } = state;
  if (!list?.devices.length) return nothing;
  return html`<section aria-labelledby="linked">
    <h2 id="linked">${say("Linked devices")}</h2>
    ${list.is_linked && list.name ? html`<p>${say("You are {name} here.", { name: list.name })}</p>` : nothing}
    <ul>${list.devices.map((device) => row(state, list, device))}</ul>
    ${list.is_linked ? html`<p><a class="button primary" href="/">${say("To your tables")}</a></p>` : nothing}
  </section>`;
}

/** @param {State} state @param {DeviceList} list @param {LinkedDevice} device */
function row(state, list, { device, called, at, here }) {
  const since = say("Linked on {date}", { date: new Date(at).toLocaleDateString(language(), { dateStyle: "long" }) });
  const left = { ...list, devices: list.devices.filter((other) => other.device !== device) };
  const unlink = () => ask(state, "DELETE", `/api/devices/${device}`, {}, () => ({ list: here ? null : left }));
  return html`<li>
    <b dir="auto">${called}</b>
    <span class="note">${since}${here ? ` · ${say("this device")}` : nothing}</span>
    <button type="button" aria-label=${say("Unlink {device}", { device: called })}
      @click=${unlink}>${say("Unlink")}</button>
  </li>`;
}

// --- Another one -------------------------------------------------------------------------------------------------

/** @param {State} state */
function another(state) {
  const { link } = state;
  const make = () =>
    ask(state, "POST", "/api/device-links", {}, (/** @type {DeviceLink} */ made) => ({ link: made, is_copied: false }));
  return html`<section aria-labelledby="another">
    <h2 id="another">${say("Link another device")}</h2>
    ${
      link
        ? made(state, link)
        : html`<p>${say("You get a link for it. Give that to no one else: it plays for you.")}</p>
          <p><button type="button" class="primary" @click=${make}>${say("Make a link")}</button></p>`
    }
  </section>`;
}

/** @param {State} state @param {DeviceLink} link */
function made(state, link) {
  const copy_it = async () => show({ ...state, is_copied: await copy(link.url) });
  return html`<p>${say("Point the other device’s camera at it, or open the link there.")}
      ${say("It works once, within {minutes} minutes.", { minutes: link.seconds / 60 })}</p>
    ${qr_drawing(link, say("The link as a QR code"))}
    <div class="link">
      <input readonly aria-label=${say("Link for another device")} .value=${link.url} />
      <button type="button" @click=${copy_it}>${state.is_copied ? say("Copied") : say("Copy link")}</button>
    </div>`;
}
