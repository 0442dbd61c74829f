// @ts-check
// Parts of pages besides pieces: buttons, fields, the focus ring, a dialog, the tabs and lines of the rail.

import { html } from "lit-html";
import { figure } from "#gallery/tables.js";

export const furniture = () => html`<section id="furniture">
  <h2>Furniture</h2>
  <div class="figures">${buttons()}${focus()}${fields()}${toggles()}${rail()}${toast()}${dialog()}</div>
</section>`;

const buttons = () =>
  figure(
    "Buttons: primary, plain, off, small, bare; a link; a key",
    html`<p class="line">
      <button class="primary">Draw a piece</button><button>Pass</button><button class="off"
        aria-disabled="true">Start</button>
      <button class="small">Move it</button><button class="plain">Menu</button><a
        href="#tokens">A link</a><kbd>Esc</kbd>
    </p>`,
  );

/** The ring is that of :focus-visible: these two show it without having the focus. */
const focus = () =>
  figure(
    "Focus ring, on paper and on felt",
    html`<p class="line"><button class="focused">Draw a piece</button></p>
      <p class="line on-felt"><button class="focused">Draw a piece</button></p>`,
  );

const fields = () =>
  figure(
    "Fields, one with a fault",
    html`<div class="line">
      <label>Your name <input value="Ana" /></label>
      <label>Your name <input aria-invalid="true" aria-describedby="fault" placeholder="Ana" /></label>
      <p class="refusal" id="fault">Somebody has this name already.</p>
      <label><input type="checkbox" checked /> A soft tone when I am asked</label>
      <label><input type="radio" name="sample" checked /> Light</label><label><input type="radio"
        name="sample" /> Dark</label>
    </div>`,
  );

const toggles = () =>
  figure(
    "Toggles of an answer that is a set; counts",
    html`<div class="toggles line">
      <button aria-pressed="false">1</button><button aria-pressed="true">2</button><span class="count">3</span><span
        class="count quiet">12</span>
    </div>`,
  );

const rail = () =>
  figure(
    "Tabs, and lines of the log: those that stay and one that fades; chat",
    html`<div class="on-sheet">
      <div class="tabs" role="tablist">
        <button role="tab" aria-selected="true">Log</button><button role="tab" aria-selected="false">Chat</button>
        <button role="tab" aria-selected="false" tabindex="-1">People</button>
      </div>
      <div class="panel">
        <ol class="log"><li
          class="fades">Bo drew a green piece.</li><li>Ana lifted a cylinder and kept: yellow.</li></ol>
        <ul class="talk"><li><b>Bo</b> <span class="words">Well remembered!</span></li><li class="own"><b>Ana</b> <span
          class="words">Thank you.</span></li></ul>
      </div>
    </div>`,
  );

const toast = () =>
  figure(
    "The newest line, where the log has no place",
    html`<p class="on-felt line"><span class="latest"><span>Bo placed a piece.</span></span> <span
      class="latest fades"><span>It was green.</span></span></p>`,
  );

const dialog = () =>
  figure(
    "Dialog",
    html`<dialog open aria-labelledby="sample-title">
      <h2 id="sample-title">Menu</h2>
      <fieldset><legend>Playing</legend><label><input type="checkbox"
        checked /> A soft tone when I am asked</label></fieldset>
      <form method="dialog"><button type="button" class="primary">Close</button></form>
    </dialog>`,
  );
