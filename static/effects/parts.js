// @ts-check
// The parts of the room page that most visits do not need, and which state needs which. They are loaded with their
// style sheets; until then their place is empty.

/** @import { Boot, Part, Parts } from "#types/room" */
/** @import { State } from "#state/state.js" */
import { with_style } from "#kit/style_sheets.js";
import { has_requests, has_tools, hint_now, is_behind_closed_doors, rail_is_seen } from "#state/room.js";

/** @param {State} state @param {NonNullable<State["table"]>["state"][]} phases */
const is_in = ({ table }, ...phases) => table !== null && phases.includes(table.state);

/** @param {State} state @param {State["tab"]} tab */
const shows = (state, tab) => state.tab === tab && rail_is_seen(state);

/** @param {State} state */
const is_player = ({ table }) => !!table?.you.seats.length;

/** @param {Boot} boot */
const with_laid = (boot) => with_style(boot.laid);

/** @type {{ [Name in keyof Parts]: Part<NonNullable<Parts[Name]>> }} */
export const all_parts = {
  gathering: {
    async load(_, { waiting }) {
      const [gathering] = await Promise.all([import("#room/gathering.js"), waiting && with_style(waiting)]);
      return gathering;
    },
    is_needed: (state) => is_in(state, "gathering", "over"), // people may gather again soon
    is_waited_for: (state) => is_in(state, "gathering"),
    has_room_styles: true,
  },
  loose: {
    load: async (_, { game }) =>
      (await import("#room/loose_pieces.js")).of_game(await import(`#games/${game}/loose.js`)),
    is_needed: (state) => is_in(state, "gathering") && state.is_drawn && !state.tv,
    has_room_styles: true,
  },
  chair_menu: {
    load: () => import("#room/waiting_chair.js"),
    is_needed: ({ at_chair }) => at_chair !== null,
    shut: { at_chair: null },
  },
  ending: {
    async load(game, _, state, dispatch) {
      const [{ of_game }, { end_at_a_press }, { hold_back_slow_presses }, hindsight] = await Promise.all([
        import("#room/ending.js"),
        import("#room/ending_scene.js"),
        import("#effects/slow_presses.js"),
        game.hindsight?.(),
      ]);
      hold_back_slow_presses(state);
      end_at_a_press(state, () => dispatch({ type: "change", fields: { end_scene: null } }));
      return of_game(hindsight);
    },
    is_needed: (state) => is_in(state, "over") || state.has_seen_moves, // long before it is drawn
    is_waited_for: (state) => is_in(state, "over"),
  },
  no_entry: {
    load: () => import("#room/no_entry.js"),
    is_needed: ({ connection, locked, table }) =>
      connection === "closed" || locked || (table !== null && is_behind_closed_doors(table)),
  },
  aids: { load: () => import("#room/aids.js"), is_needed: has_tools, has_room_styles: true },
  beforehand: {
    load: () => import("#room/beforehand.js"),
    is_needed: ({ beforehand, answers_early }) => answers_early || beforehand !== null,
    shut: { answers_early: false },
  },
  guide: {
    load: async (_, boot) => (await Promise.all([import("#effects/guide.js"), with_laid(boot)]))[0].of_game(boot.game),
    is_needed: ({ guided, frame }) => guided && frame?.guide !== undefined,
  },
  hint: {
    load: async (_, boot) => (await Promise.all([import("#effects/hint.js"), with_laid(boot)]))[0].make_hint(),
    is_needed: (state) => hint_now(state) !== null,
  },
  could_be: {
    async load(_, boot) {
      const [{ of_game }, { drawn }] = await Promise.all([
        import("#room/could_be.js"),
        import(`#games/${boot.game}/knowledge.js`),
        with_laid(boot),
      ]);
      return of_game(drawn);
    },
    is_needed: ({ wonders }) => wonders,
    shut: { wonders: false },
  },
  between: {
    load: async (_, boot, state, dispatch) => (await import("#effects/between.js")).make_between(boot, state, dispatch),
    is_needed: ({ between_us }) => !!between_us,
    shut: { between_us: null },
  },
  hot_seat: {
    load: () => import("#room/hot_seat.js"),
    is_needed: ({ table, beside }) => beside !== null || (table?.you.seats.length ?? 0) > 1,
  },
  people: {
    load: () => import("#room/people.js"),
    is_needed: (state) => shows(state, "people"),
    has_room_styles: true,
  },
  host_actions: {
    load: () => import("#room/host_actions.js"),
    is_needed: (state) =>
      (shows(state, "people") && (is_player(state) || !!state.table?.you.host)) ||
      (state.at_chair !== null && !!state.table?.you.host),
  },
  results: { load: () => import("#room/results.js"), is_needed: (state) => shows(state, "results") },
  reactions: { load: () => import("#room/reactions.js"), is_needed: (state) => shows(state, "chat") },
  big_screen: {
    async load() {
      const big_screen = await import("#room/big_screen.js");
      big_screen.listen();
      return big_screen;
    },
    is_needed: ({ tv }) => tv,
    is_waited_for: ({ tv }) => tv,
  },
  bubbles: {
    async load() {
      const bubbles = await import("#room/bubbles.js");
      addEventListener("resize", () => bubbles.place_again(document));
      return bubbles;
    },
    is_needed: ({ reactions, spoken, nudges }) => reactions.length + spoken.length + nudges.length > 0,
  },
  slips: {
    async load(_, boot) {
      const [slips] = await Promise.all([import("#room/slips.js"), with_laid(boot)]);
      addEventListener("resize", () => slips.place_again(document));
      addEventListener("scroll", () => slips.place_slips(document), { capture: true, passive: true });
      return slips;
    },
    is_needed: ({ table }) => table !== null && has_requests(table),
    is_waited_for: ({ table }) => table !== null && table.state !== "playing" && has_requests(table),
  },
  notes: {
    load: async (_, { game }) => (await import("#room/notes.js")).of_game(await import(`#games/${game}/notes.js`)),
    is_needed: ({ takes_notes }) => takes_notes,
    shut: { takes_notes: false },
  },
  open_hands: {
    load: async (_, boot) => (await Promise.all([import("#room/open_hands.js"), with_laid(boot)]))[0],
    is_needed: ({ table }) => !!table?.hands?.open,
  },
  menu: { load: () => import("#room/menu.js"), is_needed: ({ menu }) => menu, shut: { menu: false } },
  languages: { load: () => import("#kit/languages.js"), is_needed: ({ menu }) => menu },
  alert_settings: {
    load: () => import("#room/alert_settings.js"),
    is_needed: ({ menu, had_turn }) => menu || had_turn,
  },
  alerts: {
    async load(_, boot, state) {
      const [{ make_alerts }, pieces] = await Promise.all([
        import("#effects/alerts.js"),
        import(`#games/${boot.game}/sounds.js`),
      ]);
      return make_alerts(boot, pieces, state);
    },
    // Spectators get no sounds unless they have asked for them. A player who was asked, and watches now, is no longer
    // alerted.
    is_needed: (state) =>
      is_player(state) || state.settings.volume !== null || state.had_turn || state.menu || state.tv,
  },
  push: {
    async load(_, boot) {
      const push = await import("#room/push.js");
      push.go_on(boot);
      return push;
    },
    is_needed: (state, { push }) => push !== null && is_player(state),
  },
  rules_in_short: {
    async load(_, { game }) {
      const [{ of_game }, { summary }] = await Promise.all([
        import("#room/rules_in_short.js"),
        import(`#games/${game}/summary.js`),
      ]);
      return of_game(summary);
    },
    is_needed: ({ in_short }) => in_short,
    shut: { in_short: false },
  },
  invitation: {
    load: () => import("#room/invitation.js"),
    is_needed: ({ inviting }) => inviting,
    shut: { inviting: false },
  },
  figure_menu: {
    load: () => import("#room/figure_menu.js"),
    is_needed: ({ reacting }) => reacting !== null,
    shut: { reacting: null },
  },
  figures: {
    load: () => import("#room/figures.js"),
    is_needed: ({ figuring }) => figuring !== null,
    shut: { figuring: null },
  },
  seat_link: { load: () => import("#room/seat_link.js"), is_needed: ({ onward }) => onward !== null },
  table_settings: {
    load: () => import("#room/table_settings.js"),
    is_needed: ({ setting }) => setting,
    shut: { setting: false },
  },
};

/**
 * Whether the table can be drawn for the first time. The first frame comes right after the table, and so do some parts:
 * drawing without them would move everything when they come.
 * @param {State} state
 * @param {Parts} parts
 */
export function can_be_drawn(state, parts) {
  const names = /** @type {(keyof Parts)[]} */ (Object.keys(all_parts));
  return !awaits_frame(state) && names.every((name) => parts[name] || !all_parts[name].is_waited_for?.(state));
}

/** Finished games come to their players. @param {State} state */
function awaits_frame({ table, frame }) {
  if (!table || frame || table.state === "gathering") return false;
  const own = table.you.seats.length;
  return table.onlookers ? own < 2 : own === 1 && table.state === "playing";
}
