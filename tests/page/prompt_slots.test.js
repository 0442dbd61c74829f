// Where the prompt's buttons are put after a press (static/room/prompt_slots.js), in a document where a test says where
// things are.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./motion.js";
import { keep_clear, listen_to_presses } from "#room/prompt_slots.js";

const PRIMARY = "100 0 80 40";

/** A prompt with a lone primary button. */
function prompt() {
  const page = document.createElement("main");
  page.innerHTML = `<div class="answers"><button class="answer primary" data-at="${PRIMARY}"></button></div>`;
  document.body.replaceChildren(page);
  return page;
}

/** @param {HTMLElement} page */
const way = (page) => /** @type {HTMLElement} */ (page.querySelector(".answers")).dataset.way;

test("Buttons keep their usual places as long as nothing has been pressed", () => {
  const page = prompt();
  keep_clear(page, null);
  assert.equal(way(page), "0");
});

test("The primary button does not come to lie under a finger that has just pressed another", () => {
  const page = prompt();
  keep_clear(page, { x: 120, y: 20 });
  assert.notEqual(way(page), "0");
});

test("A press elsewhere moves nothing", () => {
  const page = prompt();
  keep_clear(page, { x: 300, y: 20 });
  assert.equal(way(page), "0");
});

test("Of a press, the place is told; of one by keyboard, on a piece or on the primary button, that it had none", () => {
  /** @type {unknown[]} */
  const told = [];
  listen_to_presses((at) => told.push(at));
  document.body.innerHTML = `<button class="answer"></button><button class="answer primary"></button><b></b>`;
  for (const node of document.body.children)
    node.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1, clientX: 5, clientY: 7 }));
  document.body.children[0].dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
  assert.deepEqual(told, [{ x: 5, y: 7 }, null, null, null]);
});
