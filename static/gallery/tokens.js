// @ts-check
// Design tokens: colours on the grounds they are read on, type sizes, spaces, radii.

import { html } from "lit-html";

/** Each colour, and the grounds it is used on. @type {Record<string, string[]>} */
const COLOURS = {
  paper: [],
  sheet: [],
  felt: [],
  felt2: [],
  face: [],
  ink: ["paper", "sheet", "felt", "felt2"],
  ink2: ["paper", "sheet"],
  line: [],
  "felt-line": [],
  edge: ["paper", "sheet", "face"],
  outline: ["felt", "sheet"],
  act: ["paper", "sheet"],
  "act-over": [],
  "act-ink": ["act", "act-over"],
  focus: ["felt", "felt2", "sheet", "paper"],
  halo: [],
  turn: ["felt", "sheet"],
  bad: ["paper", "sheet"],
  red: ["face"],
  gold: ["face"],
  green: ["face"],
  blue: ["face"],
  black: ["face"],
  white: ["sheet"],
  wood: ["sheet"],
  sun: ["face"],
  crown: ["face"],
  arms: ["face"],
  spade: ["face"],
  heart: ["face"],
  diamond: ["face"],
  club: ["face"],
  "card-back": [],
  "card-line": ["card-back"],
  "wood-lit": [],
  "wood-mid": [],
  "wood-deep": [],
  "wood-line": ["wood-mid"],
  mouth: [],
  hoop: [],
  cloth: [],
  "cloth-deep": [],
  "cloth-line": ["cloth"],
  cord: [],
};
const SIZES = ["small", "note", "text", "lead", "title", "display"];
const SPACES = [4, 8, 12, 16, 24, 32];
const RADII = ["r1", "r2", "r3"];
const SHOWN = "Hide pieces under four lids, remember them: 0123456789 ÄÉÑßçü";

export function tokens() {
  const style = getComputedStyle(document.documentElement);
  /** @param {string} name */
  const value = (name) => style.getPropertyValue(`--${name}`).trim();
  return html`<section id="tokens">
    <h2>Tokens</h2>
    <h3>Colours, and their contrast with what they lie on</h3>
    <ul class="swatches">
      ${Object.entries(COLOURS).map(
        ([name, grounds]) => html`<li>
          <span class="swatch" .style=${`background: var(--${name})`}></span><b>${name}</b> <code>${value(name)}</code>
          ${grounds.map(
            (ground) => html`<span
            class="ratio">${ground} ${contrast(rgb(value(name)), rgb(value(ground))).toFixed(1)}</span>`,
          )}
        </li>`,
      )}
    </ul>
    <h3>Type</h3>
    <dl class="sizes">
      ${SIZES.map(
        (size) => html`<div>
          <dt><b>${size}</b> ${Number.parseFloat(value(size)) * 16} px</dt>
          <dd .style=${`font-size: var(--${size})`}>${SHOWN}</dd>
          <dd .style=${`font: 400 var(--${size})/1.3 var(--serif); font-feature-settings: "lnum"`}>${SHOWN}</dd>
        </div>`,
      )}
    </dl>
    <h3>Spaces and radii</h3>
    <ul class="measures">
      ${SPACES.map((space) => html`<li><span class="space" .style=${`inline-size: ${space}px`}></span>${space}</li>`)}
      ${RADII.map(
        (radius) => html`<li><span class="corner"
        .style=${`border-radius: var(--${radius})`}></span>${radius} ${value(radius)}</li>`,
      )}
    </ul>
  </section>`;
}

/** A colour in any notation as red, green and blue from 0 to 1. @param {string} colour */
function rgb(colour) {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  if (!canvas) throw new Error("a canvas to read colours from");
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((light) => light / 255);
}

/** Contrast according to WCAG 2: 1 to 21. @param {number[]} one @param {number[]} other */
function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** @param {number[]} colour */
function luminance(colour) {
  const [red, green, blue] = colour.map((light) =>
    light <= 0.04045 ? light / 12.92 : ((light + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
