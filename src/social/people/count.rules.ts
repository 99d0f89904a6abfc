/** From this many on a number says no more than that: nobody reads the difference, and counting on would cost. */
export const mostCounted = 100;
/** Of the coming events that a person goes to, so many are shown, the soonest: a card stands in pages of 200. */
export const mostParties = 100;
