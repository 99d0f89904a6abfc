/** Maximum for counters. Higher numbers make no difference to a reader and cost more to count. */
export const mostCounted = 100;
/** Maximum number of coming events on a card, soonest first. Cards are sent in pages of 200. */
export const mostParties = 100;
