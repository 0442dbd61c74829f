// @ts-check
// How a guest is called wherever they play: their webhook, and their quiet hours.

/** @import { CallSettings, SetWebhook, WebhookTrial } from "#types/api" */
/** @import { Say } from "#types/room" */
/** @template Answer @typedef {import("#kit/calls.js").Said<Answer>} Said */
import { html, nothing, render } from "lit-html";
import { call, NO_ANSWER } from "#kit/calls.js";
import { is_for_the_home_screen, ON_THE_HOME_SCREEN } from "#room/push.js";

/** @typedef {SetWebhook["kind"]} Kind */
/**
 * What the page shows. `kind`: the one chosen for a new webhook; `said`: what came of the last press, of which part;
 * `is_wrong`: whether it went wrong; `is_busy`: the server has yet to answer.
 * @typedef {"webhook" | "quiet"} Part
 * @typedef {{ calls: CallSettings, kind: Kind, part: Part, said: string, is_wrong: boolean, is_busy: boolean }} State
 */

/** @type {Record<Kind, string>} */
const own_names = { discord: "Discord", slack: "Slack", matrix: "Matrix", ntfy: "ntfy", other: "" };
/** Where each is found. @type {Record<Kind, string>} */
const FOUND = {
  discord: "In Discord, the settings of a channel have it: “Integrations”, then “Webhooks”.",
  slack: "In Slack, an app with “Incoming Webhooks” gives you one for a channel.",
  matrix: "In Matrix, the bot Hookshot gives you one.",
  ntfy: "The address of your topic, with a name that no one can guess.",
  other: "It is sent JSON with “text”, “url”, “name” and “game”.",
};
/** Hosts by which a service is recognised. @type {[RegExp, Kind][]} */
const known_hosts = [
  [/(^|\.)discord(app)?\.com$/, "discord"],
  [/^hooks\.slack\.com$/, "slack"],
  [/^ntfy\./, "ntfy"],
];

const a_night = { begins: "22:00", ends: "08:00" };
const zone_here = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** @param {HTMLElement} place @param {Say} say */
export async function show_call_settings(place, say) {
  /** @type {State} */
  let state = {
    calls: { webhook: null, quiet: null },
    kind: "discord",
    part: "webhook",
    said: "",
    is_wrong: false,
    is_busy: false,
  };

  /** @param {Partial<State>} changes */
  function show(changes) {
    state = { ...state, ...changes };
    render(section(state, actions, say), place);
  }

  /**
   * Asks the server; a refusal is shown, and what was typed stays.
   * @template Answer
   * @param {"POST" | "DELETE"} method @param {string} path @param {object} [body] @param {Part} [part]
   * @returns {Promise<Answer | null>}
   */
  async function ask(method, path, body, part = "webhook") {
    show({ is_busy: true, part, said: "", is_wrong: false });
    const { ok, text, ...said } = await call(method, path, body);
    show({ is_busy: false });
    if (ok) return /** @type {Answer} */ (said);
    show({ said: say(text ?? NO_ANSWER), is_wrong: true });
    return null;
  }

  /** Nothing can be pressed before it is known what there is to change. */
  async function load() {
    const { ok, text, ...calls } = /** @type {Said<CallSettings>} */ (await call("GET", "/api/calls"));
    show(ok ? { calls: /** @type {CallSettings} */ (calls) } : { said: say(text ?? NO_ANSWER), is_wrong: true });
  }

  async function try_it() {
    show({ is_busy: true, part: "webhook", said: say("A test is on its way…"), is_wrong: false });
    const said = /** @type {{ ok: boolean } & WebhookTrial} */ (await call("POST", "/api/webhook/try", {}));
    const { webhook, quiet } = state.calls;
    // Whatever came back: a webhook that works again has no trouble any more, and one that is gone has.
    const now = /** @type {{ ok: boolean } & CallSettings} */ (await call("GET", "/api/calls"));
    const calls = now.ok ? { webhook: now.webhook, quiet: now.quiet } : { webhook, quiet };
    show({ calls, is_busy: false, said: say(said.text ?? NO_ANSWER), is_wrong: !said.taken });
  }

  const actions = {
    /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
    async save_webhook(event) {
      event.preventDefault();
      const { kind, address } = Object.fromEntries(new FormData(event.currentTarget));
      const calls = await ask("POST", "/api/webhook", { kind, address: sent(String(address)) });
      if (!calls) return;
      show({ calls });
      focus(place, "try");
      await try_it();
    },
    try_it,
    async drop_webhook() {
      if (!(await ask("DELETE", "/api/webhook", {}))) return;
      show({ calls: { ...state.calls, webhook: null }, said: say("Nothing is sent there any more.") });
      focus(place, "kind");
    },
    /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
    async save_quiet(event) {
      event.preventDefault();
      const { begins, ends } = Object.fromEntries(new FormData(event.currentTarget));
      const calls = await ask("POST", "/api/quiet-hours", { begins, ends, zone: zone_here() }, "quiet");
      if (calls) show({ calls, said: say("Your quiet hours are saved.") });
    },
    async drop_quiet() {
      if (!(await ask("DELETE", "/api/quiet-hours", {}, "quiet"))) return;
      show({ calls: { ...state.calls, quiet: null }, said: say("You have no quiet hours now.") });
      focus(place, "begins");
    },
    /** @param {InputEvent & { currentTarget: HTMLInputElement }} event */
    guess_kind({ currentTarget }) {
      const kind = kind_of(currentTarget.value);
      if (kind) show({ kind });
    },
    /** @param {Event & { currentTarget: HTMLSelectElement }} event */
    choose_kind({ currentTarget }) {
      show({ kind: /** @type {Kind} */ (currentTarget.value) });
    },
  };

  await load();
}

/**
 * What presses do.
 * @typedef {"save_webhook" | "try_it" | "drop_webhook" | "save_quiet" | "drop_quiet"} Press
 * @typedef {Record<Press | "guess_kind" | "choose_kind", (event: any) => void>} Actions
 */

/** @param {string} typed */
function parsed(typed) {
  try {
    return new URL(typed.trim());
  } catch {
    return null; // it is not typed to its end, or the server says what is wrong
  }
}

/** The address as it is sent: hosts in ASCII. @param {string} typed */
const sent = (typed) => parsed(typed)?.href ?? typed.trim();

/** @param {string} address */
function kind_of(address) {
  const host = parsed(address)?.hostname ?? "";
  return known_hosts.find(([known]) => known.test(host))?.[1];
}

/** @param {HTMLElement} place @param {string} id */
function focus(place, id) {
  /** @type {HTMLElement | null} */ (place.querySelector(`#${id}`))?.focus();
}

/** @param {Kind} kind @param {Say} say */
const service_named = (kind, say) => own_names[kind] || say("Another service");

// --- What is drawn -----------------------------------------------------------------------------------------------

/** @param {State} state @param {Actions} actions @param {Say} say */
function section(state, actions, say) {
  return html`<section aria-labelledby="called-how">
    <h2 id="called-how">${say("How we reach you")}</h2>
    <p>${say("You are called when it’s your turn and no page of the table is in view.")}
      ${say("Notifications on this device are switched on in the menu of a table.")}</p>
    ${is_for_the_home_screen() ? html`<p class="hint">${say(ON_THE_HOME_SCREEN)}</p>` : nothing}
    ${state.calls.webhook ? webhook(state, actions, say) : new_webhook(state, actions, say)}
    ${outcome("webhook", state)} ${quiet_hours(state, actions, say)} ${outcome("quiet", state)}
  </section>`;
}

/** @param {Part} part @param {State} state */
const outcome = (part, { part: pressed, said, is_wrong }) =>
  html`<p class=${is_wrong ? "said problem" : "said"} role="status">${part === pressed ? said : ""}</p>`;

/** @param {State} state @param {Actions} actions @param {Say} say */
function new_webhook({ kind, is_busy }, actions, say) {
  const option = (/** @type {Kind} */ each) =>
    html`<option value=${each} .selected=${each === kind}>${service_named(each, say)}</option>`;
  return html`<h3>${say("In a chat")}</h3>
    <p>${say("With a webhook, your calls arrive as messages wherever you like.")}
      ${say("They have the link to the table: whoever reads them can open it.")}</p>
    <form @submit=${actions.save_webhook}>
      <label for="kind">${say("Service")}</label>
      <select id="kind" name="kind" @change=${actions.choose_kind}>
        ${/** @type {Kind[]} */ (Object.keys(own_names)).map(option)}
      </select>
      <label for="address">${say("Address of the webhook")}</label>
      <input id="address" name="address" type="url" inputmode="url" autocomplete="off" spellcheck="false" dir="ltr"
        maxlength="1000" required placeholder="https://…" aria-describedby="address-means"
        @input=${actions.guess_kind} />
      <p class="hint" id="address-means">${say(FOUND[kind])}
        ${say("It is a secret: whoever has it can write there. It is not shown again.")}</p>
      <button class="primary" ?disabled=${is_busy}>${say("Save and send a test")}</button>
    </form>`;
}

/** @param {State} state @param {Actions} actions @param {Say} say */
function webhook({ calls, is_busy }, actions, say) {
  const { kind = "other", address = "", trouble = null } = calls.webhook ?? {};
  return html`<h3>${say("In a chat")}</h3>
    <p>${service_named(kind, say)}${address ? html`: <b dir="ltr">${address}</b>` : nothing}</p>
    ${trouble ? html`<p class="problem">${say(trouble)}</p>` : nothing}
    <div class="presses">
      <button type="button" id="try" aria-disabled=${is_busy} @click=${is_busy ? undefined : actions.try_it}>
        ${say("Send a test")}
      </button>
      <button type="button" @click=${actions.drop_webhook}>${say("Remove this webhook")}</button>
    </div>`;
}

/** @param {State} state @param {Actions} actions @param {Say} say */
function quiet_hours({ calls: { quiet }, is_busy }, actions, say) {
  const { begins, ends } = quiet ?? a_night;
  const time = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ value) => html`<div>
      <label for=${name}>${label}</label>
      <input id=${name} name=${name} type="time" required .defaultValue=${value} />
    </div>`;
  return html`<h3>${say("Quiet hours")}</h3>
    <p>${say("Nothing calls you in these hours. If it is still your turn when they end, you are called then.")}</p>
    <form @submit=${actions.save_quiet}>
      <div class="hours">${time("begins", say("From"), begins)} ${time("ends", say("Until"), ends)}</div>
      <p class="hint">${quiet ? say("By the clock of {zone}.", { zone: quiet.zone }) : say("You have none yet.")}</p>
      <div class="presses">
        <button ?disabled=${is_busy}>${say("Save quiet hours")}</button>
        ${quiet ? html`<button type="button" @click=${actions.drop_quiet}>${say("No quiet hours")}</button>` : nothing}
      </div>
    </form>`;
}
