import type { Line, Text } from "#types/wire";

/**
 * From games/<key>/consequences.js: the summary of several lines of a kind that one seat caused in a row, by their
 * template.
 */
export type Noise = Record<string, (lines: Line[]) => Text>;
