// @ts-check
// The date of an evening in the reader's own zone and language.

import { language } from "#kit/text.js";

/** @param {number} at @param {"long" | "short"} names  of the day and the month */
export function date_in_words(at, names = "long") {
  const format = new Intl.DateTimeFormat(language(), {
    ...{ weekday: names, day: "numeric", month: names, hour: "numeric", minute: "2-digit" },
  });
  return format.format(at);
}
