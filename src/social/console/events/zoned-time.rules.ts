/** Local times of a time zone, in the format of forms: `2026-11-20T19:00`. */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  // Limits the cache, because callers can send any number of time zone names.
  if (formats.size < 50) formats.set(timeZone, made);
  return made;
}

/** Returns the local time in milliseconds, as if it were UTC. */
function wallMs(ms: number, timeZone: string): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(ms)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

export const writeWallTime = (at: Date, timeZone: string): string =>
  new Date(wallMs(at.getTime(), timeZone)).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);

/**
 * Returns the moment of a local time. A time in a skipped hour is moved past the gap. A repeated time means its first
 * occurrence. Returns undefined for text that is not a time.
 */
export function readWallTime(text: string, timeZone: string): Date | undefined {
  const wanted = shape.test(text) ? Date.parse(`${text}:00Z`) : Number.NaN;
  if (Number.isNaN(wanted)) return undefined;
  const hourMs = 3_600_000;
  // The offsets of the day before and after cover any change at this time.
  const offsets = [-24, 24].map((hours) => {
    const near = wanted + hours * hourMs;
    return wallMs(near, timeZone) - near;
  });
  const candidates = offsets.map((offset) => wanted - offset).toSorted((one, other) => one - other);
  const right = candidates.find((ms) => wallMs(ms, timeZone) === wanted);
  return new Date(right ?? wanted - (offsets[0] ?? 0));
}
