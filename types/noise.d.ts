import type { Line, Text } from "#types/wire";

/** Of games/<key>/consequences.js: what is said of several lines of a kind that one seat caused in a row, by the template of each. */
export type Noise = Record<string, (lines: Line[]) => Text>;
