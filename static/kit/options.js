// @ts-check
// How the table is set, in words: the titles and labels of the options' JSON Schema.

/** @import { Page } from "#types/room" */
import { html } from "lit-html";

/** @param {Page} page */
export function option_words({ say, known, boot }) {
  const fields = boot.card.options.properties ?? {};
  return html`<dl class="options">${Object.entries(known.table.options).map(([name, value]) => {
    const { title = name, labels } = fields[name] ?? {};
    return html`<div><dt>${say(title)}</dt> <dd>${typeof value === "number" ? value : say(labels?.[String(value)] ?? String(value))}</dd></div>`;
  })}</dl>`;
}
