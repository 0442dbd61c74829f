// @ts-check
// Form fields answered by one press each, and a game's options from their JSON Schema, as on the start page.

/** @import { Drawing, Say, Schema } from "#types/room" */
import { html, nothing } from "lit-html";

/** A wider range gets a text field. */
const MOST_BUTTONS = 12;

/**
 * One of several values.
 * @template Value
 * @param {object} field
 * @param {string} field.id
 * @param {string} field.title
 * @param {readonly (readonly [Value, string])[]} field.values  with the words for each
 * @param {Value} field.now
 * @param {(value: Value) => void} field.set
 * @param {string} [field.hint]
 * @param {boolean} [field.off]
 */
export const choice = ({ id, title, values, now, set, hint = "", off = false }) => html`<div
  class="field"
  role="radiogroup"
  aria-labelledby="set-${id}"
  aria-describedby=${hint ? `hint-${id}` : nothing}
>
  <p class="name" id="set-${id}">${title}</p>
  <div class="pick">
    ${values.map(
      ([value, words]) => html`<label
        ><input type="radio" name="set-${id}" data-focus="set-${id}-${String(value)}" .checked=${value === now}
          ?disabled=${off} @change=${() => set(value)} /><span
          >${words}</span
        ></label
      >`,
    )}
  </div>
  ${hint ? html`<p class="hint" id="hint-${id}">${hint}</p>` : nothing}
</div>`;

/**
 * @param {Say} say
 * @param {Schema} schema
 * @param {Record<string, unknown>} now
 * @param {(name: string, value: unknown) => void} set
 * @returns {Drawing}
 */
export const option_fields = (say, schema, now, set) =>
  Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const title = say(field.title ?? name);
    const hint = field.description ? say(field.description) : "";
    const values = values_of(field);
    if (values.length > MOST_BUTTONS)
      return number({ id: name, title, hint, field, now: Number(now[name]), set: (value) => set(name, value) });
    return choice({
      id: name,
      title,
      hint,
      values: values.map((value) => [value, words_for(say, field, value)]),
      now: now[name],
      set: (value) => set(name, value),
    });
  });

/**
 * An integer from a wide range.
 * @param {{ id: string, title: string, hint: string, field: Schema, now: number, set: (value: number) => void }} field
 */
const number = ({ id, title, hint, field, now, set }) => html`<div class="field">
  <label class="name" for="set-${id}">${title}</label>
  <input id="set-${id}" type="number" inputmode="numeric" data-focus="set-${id}" min=${field.minimum ?? 0}
    max=${field.maximum ?? 0}
    .value=${String(now)} aria-describedby=${hint ? `hint-${id}` : nothing}
    @change=${(/** @type {Event} */ { target }) => set(Number(/** @type {HTMLInputElement} */ (target).value))} />
  ${hint ? html`<p class="hint" id="hint-${id}">${hint}</p>` : nothing}
</div>`;

/** @param {Schema} field @returns {unknown[]} */
function values_of({ labels, enum: words, minimum = 0, maximum = 0 }) {
  // In the order of their explanation, the default first.
  if (labels && words) return Object.keys(labels);
  return words ?? Array.from({ length: maximum - minimum + 1 }, (_, nth) => minimum + nth);
}

/** @param {Say} say @param {Schema} field @param {unknown} value */
const words_for = (say, { labels }, value) =>
  typeof value === "number" ? String(value) : say(labels?.[String(value)] ?? String(value));

/** The default values. @param {Schema} schema */
export const defaults = ({ properties = {} }) =>
  Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, field.default]));
