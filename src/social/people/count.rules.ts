/** From this many on a number says no more than that: nobody reads the difference, and counting on would cost. */
export const mostCounted = 100;
