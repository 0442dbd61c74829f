// @ts-check
// What the page is opened with: kept over a reload, said in its address, or chosen in this browser.

import { kept_typed, take_draft } from "#effects/drafts.js";
import { kept_step } from "#effects/first_game.js";
import { kept_queue, round_trip } from "#effects/line.js";
import { kept_orders } from "#effects/orders.js";
/** @import { Boot, Game, Onward } from "#types/room" */
/** @import { Settings } from "#kit/preferences.js" */
import { settings } from "#kit/preferences.js";
import { COMPACT, SQUAT } from "#kit/screen.js";
import { take_copied_mark } from "#kit/share.js";
import { initial } from "#state/connection.js";
import { initial_pace } from "#state/pace.js";
import { unanswered_question } from "#state/queue.js";
import { initial_state } from "#state/state.js";

/**
 * @param {Boot} boot
 * @param {Game} game
 * @param {number} now
 * @param {number} copied_ms  for so long the page says that its link is copied
 */
export function opened(boot, game, now, copied_ms) {
  const { room } = boot;
  const queue = kept_queue(room);
  const draft = take_draft(room);
  const state = initial_state({
    line: initial(queue, now, round_trip()),
    pace: initial_pace(),
    settings: settings(),
    onward: taken_link(),
    guided: location.hash === "#guide",
    guide: { step: kept_step(boot), is_folded: matchMedia(SQUAT).matches },
    copied: take_copied_mark(room),
    kept_draft: draft,
    typed: kept_typed(),
    trace: game.trace?.initial,
    orders: kept_orders(game.arranging),
    tv: !!boot.tv,
    hand: !!boot.hand,
  });
  return {
    ...state,
    ...opened_rail(state.settings),
    beside: all_sit_here(),
    answered: unanswered_question(queue.queue),
    copied_until: now + copied_ms,
  };
}

/** What was open beside the table, unless it would cover it. @param {Settings} settings */
const opened_rail = ({ rail }) =>
  rail === "shut" || matchMedia(COMPACT).matches ? {} : { rail_open: true, tab: rail };

/**
 * Whether the table was opened for people at this one device: each gets a seat at once. A reload asks no more.
 * @returns {"all" | null}
 */
function all_sit_here() {
  if (location.hash !== "#beside") return null;
  history.replaceState(null, "", location.pathname + location.search);
  return "all";
}

/**
 * Takes a seat's link from the address and removes it there, so that nobody else sees it.
 * @returns {Onward | null}
 */
function taken_link() {
  const link = /^#seat=(.+)$/.exec(location.hash)?.[1];
  if (!link) return null;
  history.replaceState(null, "", location.pathname + location.search);
  return { does: "take", link, sent: false };
}
