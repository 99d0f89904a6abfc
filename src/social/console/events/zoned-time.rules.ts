/** What a clock on the wall of a place shows, as forms write it: `2026-11-20T19:00`. */

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
  // A few zones are used; whoever makes up others must not fill the memory.
  if (formats.size < 50) formats.set(timeZone, made);
  return made;
}

/** As if the wall were in UTC. */
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
 * The moment at which that wall shows it. A time that the wall skips is as far behind the skip as it was written; of one
 * that it shows twice, the first. Undefined for what is no time.
 */
export function readWallTime(text: string, timeZone: string): Date | undefined {
  const wanted = shape.test(text) ? Date.parse(`${text}:00Z`) : Number.NaN;
  if (Number.isNaN(wanted)) return undefined;
  const hourMs = 3_600_000;
  // Whatever changes there, the clocks of a day before and after know both offsets.
  const offsets = [-24, 24].map((hours) => {
    const near = wanted + hours * hourMs;
    return wallMs(near, timeZone) - near;
  });
  const candidates = offsets.map((offset) => wanted - offset).toSorted((one, other) => one - other);
  const right = candidates.find((ms) => wallMs(ms, timeZone) === wanted);
  return new Date(right ?? wanted - (offsets[0] ?? 0));
}
