// @ts-check
// What the parts of the page of several tables share.

/** @import { SharedTables } from "#types/api" */
/** @import { Say } from "#types/room" */

/**
 * The data block of the page. `site`: the address of this site as friends can open it.
 * @typedef {{ room: string, site: string, tables: SharedTables }} Boot
 */

/**
 * What the page shows. `copied`: which link is on the clipboard, that of all tables or of one; `is_ending`: it asks
 * whether to end the evening; `problem`: why something was not done; `beside`: two tables whose replays are shown.
 * @typedef {object} State
 * @property {SharedTables} told
 * @property {"all" | number | null} copied
 * @property {boolean} is_ending
 * @property {string} problem
 * @property {[number, number] | null} beside
 */

/**
 * @typedef {object} Page
 * @property {Boot} boot
 * @property {Say} say
 * @property {() => State} state
 * @property {(fields: Partial<State>) => void} change
 * @property {(link: string, which: State["copied"]) => void} copy_link
 * @property {() => void} end
 */

/** The number of a table in words. @param {Page} page @param {number} table */
export const table_in_words = ({ say }, table) => say("Table {number}", { number: table });
