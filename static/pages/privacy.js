// @ts-check
// The page on privacy: the reader can have themselves forgotten, here and in this browser.

import { html, render } from "lit-html";
import { announce_news } from "#kit/announce.js";
import { call, NO_ANSWER } from "#kit/calls.js";
import { keep } from "#kit/keeping.js";
import { teller } from "#kit/text.js";

/** @import { Storing } from "#kit/keeping.js" */
/** How far the reader has come. @typedef {"not asked" | "asked" | "forgotten"} Step */

const OURS = "tertulia:";

const say = teller(String);
const place = /** @type {HTMLElement} */ (document.getElementById("forgetting"));
const problem = /** @type {HTMLElement} */ (document.getElementById("problem"));

/** @param {Step} step */
function show(step) {
  render(step === "not asked" ? offer() : step === "asked" ? question() : farewell(), place);
}

/** The first button of a step that has just come has the focus. @param {Step} step */
function go_to(step) {
  show(step);
  /** @type {HTMLElement | null} */ (place.querySelector("button, a"))?.focus();
}

const offer = () =>
  html`<p><button type="button" @click=${() => go_to("asked")}>${say("Forget me on this server")}</button></p>`;

const question = () => html`<p id="sure">${say("This cannot be undone. Shall this server forget you?")}</p>
  <p class="presses" role="group" aria-labelledby="sure">
    <button type="button" @click=${() => go_to("not asked")}>${say("No, go back")}</button>
    <button type="button" class="primary" @click=${forget}>${say("Yes, forget me")}</button>
  </p>`;

const farewell = () => html`<p>${say("You are forgotten. To this server, this browser is a new one now.")}</p>
  <p><a class="button primary" href="/">${say("To the start page")}</a></p>`;

async function forget() {
  problem.textContent = "";
  const { ok, text } = await call("DELETE", "/api/guest", {});
  if (!ok) {
    problem.textContent = say(text ?? NO_ANSWER);
    return;
  }
  await clear_browser();
  go_to("forgotten");
  announce_news([say("You are forgotten. To this server, this browser is a new one now.")]);
}

/** What this browser keeps itself, and its subscription to notifications, which goes with the worker. */
async function clear_browser() {
  const stores = /** @type {Storing[]} */ (["localStorage", "sessionStorage"]);
  for (const storing of stores) for (const key of keys_in(storing)) keep(storing, key, null);
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(workers.map((worker) => worker.unregister()));
}

/** @param {Storing} storing */
function keys_in(storing) {
  try {
    return Object.keys(globalThis[storing]).filter((key) => key.startsWith(OURS));
  } catch {
    return []; // the browser forbids it, so there are none
  }
}

show("not asked");
