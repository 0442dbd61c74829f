// Which answers a step of the guide lets through (static/room/guide_gate.js).

import "./dom.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { gate } from "#room/guide_gate.js";

/** What comes of a press on this, where the step asks for the bag. @param {string} selector */
function pressed(selector) {
  const main = document.createElement("main");
  main.innerHTML = `<button class="stand bag"><svg></svg></button><button class="stand lid"></button>
    <section class="prompt"><button class="answer">Yes</button></section><button class="fold"></button>`;
  document.body.replaceChildren(main);
  /** @type {string[]} */
  const came = [];
  const listener = gate(".bag", () => came.push("held back"));
  main.addEventListener("click", listener.handleEvent, { capture: listener.capture });
  for (const node of main.querySelectorAll("*")) node.addEventListener("click", () => came.push("pressed"));
  const press = new window.MouseEvent("click", { bubbles: false, cancelable: true });
  main.querySelector(selector)?.dispatchEvent(press);
  return came;
}

for (const selector of [".bag", ".bag svg", ".fold"])
  test(`What the step asks for is let through, and so is what answers nothing: ${selector}`, () => {
    assert.deepEqual(pressed(selector), ["pressed"]);
  });

for (const selector of [".lid", ".answer"])
  test(`Any other answer is held back before anything hears of it: ${selector}`, () => {
    assert.deepEqual(pressed(selector), ["held back"]);
  });
