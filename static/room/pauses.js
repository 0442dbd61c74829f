// @ts-check
// What the prompt says and offers while the host has paused the game, or those who are asked are absent.

/** @import { Prompt } from "#room/prompt.js" */
/** @import { Page } from "#types/room" */

/** The prompt of a paused game, which the host resumes. @param {Page} page @returns {Prompt} */
export function paused_prompt({ say, state, commands }) {
  const { you, host } = state.table;
  const name = host === null ? say("the host") : { seat: host };
  return {
    lead: say("Paused."),
    sentence: you.host
      ? say("The game and its clocks are paused.")
      : say("The game continues when {name} resumes it.", { name }),
    answers: you.host ? [{ label: say("Go on"), primary: true, press: () => commands.ask({ type: "resume" }) }] : [],
  };
}

/** The host may let bots play for absent players who are asked. @param {Page} page @param {number[]} away */
export function absent_players({ say, state: { table, frame }, commands }, away) {
  const is_away = frame?.clocks ? "Away: {seats}. They get one more minute." : "Away: {seats}.";
  const replace = away.map((seat) => ({
    label: say("Let a bot play for {seat}", { seat: { seat } }),
    press: () => commands.seat_bot(seat),
  }));
  return { detail: say(is_away, { seats: away.map((seat) => ({ seat })) }), answers: table.you.host ? replace : [] };
}
