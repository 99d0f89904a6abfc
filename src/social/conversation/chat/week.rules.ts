/** Time zone of all weeks. One calendar for everyone gives both people the same pages of their chat. */
export const chatTimeZone = 'America/Sao_Paulo';

export interface Week {
  /** Inclusive. */
  fromMs: number;
  /** Exclusive. */
  untilMs: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Calendar day, counted from 1970-01-01. */
type Day = number;

const formatter = new Intl.DateTimeFormat('en-US', {
  timeZone: chatTimeZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** Returns the local time of a moment as milliseconds, as if it were UTC. */
function wallMs(ms: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatter.formatToParts(ms)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((ms % 1000) + 1000) % 1000);
}

/** Cache of the last requested day, which is nearly always today. */
let lastDay = { day: 0, fromMs: 0, untilMs: 0 };

/** Usual offset from UTC, used as a first guess. During former daylight saving it was an hour more. */
const usualOffsetMs = -3 * 60 * 60 * 1000;

/** Returns the day of a moment. Uses cached starts of days, because `Intl` takes a hundred times as long. */
export function dayOf(ms: number): Day {
  if (ms >= lastDay.fromMs && ms < lastDay.untilMs) return lastDay.day;
  let day = Math.floor((ms + usualOffsetMs) / dayMs);
  while (startOfDay(day) > ms) day--;
  while (startOfDay(day + 1) <= ms) day++;
  return day;
}

const wallDayOf = (ms: number): Day => Math.floor(wallMs(ms) / dayMs);

function today(nowMs: number): Day {
  const day = dayOf(nowMs);
  if (day !== lastDay.day || lastDay.untilMs === 0)
    lastDay = { day, fromMs: startOfDay(day), untilMs: startOfDay(day + 1) };
  return day;
}

const starts = new Map<Day, number>();

/**
 * Returns the first moment of a day. It is not always midnight: where daylight saving began, the clock went from 23:59
 * to 01:00, so both offsets around the day are tried.
 */
export function startOfDay(day: Day): number {
  const known = starts.get(day);
  if (known !== undefined) return known;
  const midnight = day * dayMs;
  const candidates = [midnight - dayMs, midnight + dayMs]
    .map((near) => midnight - (wallMs(near) - near))
    .filter((candidate) => wallDayOf(candidate) === day);
  const start = Math.min(...candidates);
  if (starts.size > 5000) starts.clear();
  starts.set(day, start);
  return start;
}

/** Returns a week. Page 0 is today and the six days before it; page n is the seven days n weeks before those. */
export function weekOf(page: number, nowMs: number): Week {
  const last = today(nowMs) - 7 * page;
  return { fromMs: startOfDay(last - 6), untilMs: startOfDay(last + 1) };
}

/** Returns the page that contains a moment, seen from `nowMs`. Later moments are on page 0. */
export function pageOf(ms: number, nowMs: number): number {
  return Math.max(0, Math.floor((dayOf(nowMs) - dayOf(ms)) / 7));
}

/** The highest page: a hundred years ago. */
export const lastPage = 5200;
