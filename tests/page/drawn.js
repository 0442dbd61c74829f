// What a template says, in the document of dom.js: its words, as somebody reads them.
import "./dom.js";
import { render } from "lit-html";

/** @param {import("#types/room").Drawing} drawing */
export function drawn(drawing) {
  const place = document.createElement("div");
  render(drawing, place);
  return place;
}

/** @param {import("#types/room").Drawing} drawing */
export const words_of = (drawing) => (drawn(drawing).textContent ?? "").replace(/\s+/g, " ").trim();
