// @ts-check
// Rearranging one's own coins for oneself: with a tool beside them, or by Shift and an arrow.

/** @import { Scene } from "#types/sin_color" */
/** @import { Face } from "#types/views/sin_color" */
import { html, nothing } from "lit-html";
import { coin_spelled } from "#games/sin_color/row_order.js";
import { coin_key } from "#games/sin_color/words.js";

/** @type {Record<string, 1 | -1>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };

/**
 * @param {Scene} scene
 * @param {number} seat
 * @param {Face[]} faces
 * @param {number[]} lying  their places, in the order in which the reader sees them
 */
export function ordering(scene, seat, faces, lying) {
  const { say, offer } = scene;
  const { ordering: on = false, moving = null } = offer.said;
  return { on, tool, mover, by_key, is_moving: (/** @type {Face} */ face) => moving === coin_spelled(face) };

  function tool() {
    return html`<button type="button" class="plain small sc-order-tool" data-focus="tool-order"
      aria-pressed=${String(on)}
      aria-disabled=${offer.ready ? nothing : "true"}
      @click=${() => offer.tell(on ? {} : { ordering: true })}>${on ? say("Done") : say("Order")}</button>`;
  }

  /**
   * While coins are rearranged, picks one up and puts it where another is.
   * @param {Face} face
   * @param {string} name
   * @param {number} place
   */
  function mover(face, name, place) {
    const coin = coin_spelled(face);
    const words =
      moving === null
        ? say("{coin}: move it", { coin: name })
        : moving === coin
          ? say("{coin}: leave it where it is", { coin: name })
          : say("{coin}: put it here", { coin: name });
    function press() {
      if (typeof moving === "string" && moving !== coin) put_at(moving, coin);
      offer.tell({ ordering: true, ...(moving === null && { moving: coin }) });
    }
    return html`<button type="button" class="stand" data-focus=${coin_key(seat, place)} aria-label=${words}
      aria-pressed=${String(moving === coin)}
      aria-disabled=${offer.ready ? nothing : "true"} @click=${press}></button>`;
  }

  /** Shift with an arrow moves the focused coin. @param {KeyboardEvent} event */
  function by_key(event) {
    const { focus } = /** @type {HTMLElement} */ (event.target).dataset;
    const place = lying.find((each) => focus === coin_key(seat, each));
    const step = STEPS[event.key];
    if (!event.shiftKey || !step || place === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    put_one_on(coin_spelled(faces[place]), step);
  }

  /** Moves a coin to another's place. @param {string} coin @param {string} other */
  function put_at(coin, other) {
    const order = lying.map((place) => coin_spelled(faces[place]));
    const rest = order.filter((each) => each !== coin);
    rest.splice(order.indexOf(other), 0, coin);
    offer.arrange(rest);
  }

  /** Moves a coin one step along the row. @param {string} coin @param {number} step */
  function put_one_on(coin, step) {
    const order = lying.map((place) => coin_spelled(faces[place]));
    const other = order[order.indexOf(coin) + step];
    if (other) put_at(coin, other);
  }
}
