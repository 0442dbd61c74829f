// @ts-check
// The parts of the room page that most visits do not need, and which state needs which. They are loaded with their
// style sheets; until then their place is empty.

/** @import { Part, Parts } from "#types/room" */
/** @import { State } from "#state/state.js" */
import { is_behind_closed_doors, rail_is_seen } from "#state/room.js";

/** @param {State} state @param {NonNullable<State["table"]>["state"][]} phases */
const is_in = ({ table }, ...phases) => table !== null && phases.includes(table.state);

/** @param {State} state @param {State["tab"]} tab */
const shows = (state, tab) => state.tab === tab && rail_is_seen(state);

/** @param {State} state */
const is_player = ({ table }) => !!table?.you.seats.length;

/** @type {{ [Name in keyof Parts]: Part<NonNullable<Parts[Name]>> }} */
export const all_parts = {
  gathering: {
    load: () => import("#room/gathering.js"),
    is_needed: (state) => is_in(state, "gathering", "over"), // people may gather again soon
    is_waited_for: (state) => is_in(state, "gathering"),
    has_room_styles: true,
  },
  ending: {
    async load(game, _, state) {
      const [{ of_game }, { hold_back_slow_presses }, hindsight] = await Promise.all([
        import("#room/ending.js"),
        import("#effects/slow_presses.js"),
        game.hindsight?.(),
      ]);
      hold_back_slow_presses(state);
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
  guide: {
    load: async (_, { game }) => (await import("#effects/guide.js")).of_game(game),
    is_needed: ({ guided, frame }) => guided && frame?.guide !== undefined,
  },
  hot_seat: {
    load: () => import("#room/hot_seat.js"),
    is_needed: ({ table, beside }) => beside || (table?.you.seats.length ?? 0) > 1,
  },
  people: {
    load: () => import("#room/people.js"),
    is_needed: (state) => shows(state, "people"),
    has_room_styles: true,
  },
  host_actions: {
    load: () => import("#room/host_actions.js"),
    is_needed: (state) => shows(state, "people") && (is_player(state) || !!state.table?.you.host),
  },
  results: { load: () => import("#room/results.js"), is_needed: (state) => shows(state, "results") },
  reactions: {
    async load() {
      const reactions = await import("#room/reactions.js");
      return { ...reactions, fly: reactions.make_flights() };
    },
    is_needed: (state) => shows(state, "chat") || state.reactions.length > 0,
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
    is_needed: (state) => is_player(state) || state.settings.volume !== null || state.had_turn || state.menu,
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
