// @ts-check
// Pieces of the game that lie on the table until it begins, to pass the time: each reader turns and throws their own,
// and no one else sees it.

/** @import { LoosePiece, LoosePieces, Page } from "#types/room" */
import { html, nothing } from "lit-html";

/** @type {Record<LoosePiece["is"], string>} */
const NAMES = {
  card: "Turn card {number}",
  coin: "Flip coin {number}",
  die: "Roll die {number}",
  lid: "Lift lid {number}",
  tile: "Turn tile {number}",
};

/** @param {LoosePieces} game */
export function of_game({ loose, sprite }) {
  /** @param {Page} page */
  const loose_pieces = (page) =>
    html`${sprite?.(page.say) ?? nothing}${loose.map((piece, nth) => loose_piece(page, piece, nth))}`;
  return { loose_pieces };
}

/** @param {Page} page @param {LoosePiece} piece @param {number} nth */
function loose_piece({ say, state, change }, { is, face }, nth) {
  const times = state.fiddled[nth] ?? 0;
  function press() {
    const fiddled = [...state.fiddled];
    fiddled[nth] = times + 1;
    change({ fiddled });
  }
  // Every press draws another element, whose motion begins anew.
  const drawn = html`<span class="loose-face" data-pressed=${times > 0 ? (times % 2 ? "odd" : "even") : nothing}
    >${face(times)}</span>`;
  return html`<button type="button" class="plain loose-piece" data-is=${is} data-focus="loose-${nth}"
    @click=${press}>${drawn}<span class="unseen">${say(NAMES[is], { number: nth + 1 })}</span></button>`;
}
