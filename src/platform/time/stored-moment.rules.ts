/** As PostgreSQL writes a moment into JSON: with an offset, and with as many decimals as it happens to have. */
const stored = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d:\d\d$/;

/** From a row that PostgreSQL wrote as JSON, as every answer writes it. What is no moment, such as `infinity`, stays. */
export const writeStoredMoment = (value: unknown): unknown =>
  typeof value === 'string' && stored.test(value) ? new Date(value).toISOString() : value;
