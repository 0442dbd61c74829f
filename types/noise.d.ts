import type { Line, Text } from "#types/wire";

/**
 * From games/<key>/consequences.js: by kind of line, the summary of several that one seat caused in a row. Other kinds
 * are no noise.
 */
export type Noise<Kind extends string = string> = Record<Kind, (lines: Line[]) => Text>;
