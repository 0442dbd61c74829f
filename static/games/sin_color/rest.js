// @ts-check
// Parts not needed on a first visit: those drawn only for a player with coins, and the end.

import { open_stack } from "#games/sin_color/open_stacks.js";
import { ordering } from "#games/sin_color/ordering.js";
import { draw_orders } from "#games/sin_color/orders.js";
import { no_payment, not_yours } from "#games/sin_color/reasons.js";

export const rest = { draw_orders, no_payment, not_yours, open_stack, ordering };
