/** Format of timestamps in PostgreSQL's JSON: with an offset and a varying number of decimals. */
const stored = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d:\d\d$/;

/**
 * Converts a timestamp of PostgreSQL's JSON to the format of API answers. Other values, such as `infinity`, stay
 * unchanged.
 */
export const writeStoredMoment = (value: unknown): unknown =>
  typeof value === 'string' && stored.test(value) ? new Date(value).toISOString() : value;
