import type { Event } from '../event.rules.ts';

type CalendarEvent = Pick<
  Event,
  | 'id'
  | 'name'
  | 'description'
  | 'startsAt'
  | 'endsAt'
  | 'status'
  | 'category'
  | 'venueName'
  | 'streetAddress'
  | 'city'
  | 'state'
  | 'latitude'
  | 'longitude'
  | 'organizerUrl'
  | 'revision'
  | 'updatedAt'
>;

const maximumLineBytes = 75;

/** Formats events as a calendar file. Times are in UTC, which needs no time zone rules. */
export function formatCalendar(
  events: readonly CalendarEvent[],
  options: { name: string; host: string; now: Date },
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Praca//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(options.name)}`,
    ...events.flatMap((event) => describeEvent(event, options)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function describeEvent(event: CalendarEvent, { host, now }: { host: string; now: Date }): string[] {
  const place = [event.venueName, event.streetAddress, `${event.city}, ${event.state}`].filter(Boolean);
  return [
    'BEGIN:VEVENT',
    `UID:event-${event.id}@${host}`,
    `DTSTAMP:${formatMoment(now)}`,
    `LAST-MODIFIED:${formatMoment(event.updatedAt)}`,
    `SEQUENCE:${event.revision}`,
    `DTSTART:${formatMoment(event.startsAt)}`,
    `DTEND:${formatMoment(event.endsAt)}`,
    `SUMMARY:${escapeText(event.name)}`,
    ...(event.description === '' ? [] : [`DESCRIPTION:${escapeText(event.description)}`]),
    `LOCATION:${escapeText(place.join(', '))}`,
    ...(event.latitude === null || event.longitude === null
      ? []
      : [`GEO:${event.latitude.toFixed(6)};${event.longitude.toFixed(6)}`]),
    `CATEGORIES:${escapeText(event.category)}`,
    ...(event.organizerUrl === null ? [] : [`URL:${event.organizerUrl}`]),
    `STATUS:${{ EventCancelled: 'CANCELLED', EventPostponed: 'TENTATIVE', EventScheduled: 'CONFIRMED', EventRescheduled: 'CONFIRMED' }[event.status]}`,
    'END:VEVENT',
  ];
}

const formatMoment = (moment: Date): string =>
  `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

function escapeText(text: string): string {
  return (
    text
      .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
      // oxlint-disable-next-line no-control-regex -- control characters end a calendar's line or its reader
      .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
      .replaceAll(/[\\;,]/g, String.raw`\$&`)
      .replaceAll('\n', String.raw`\n`)
  );
}

/** Folds a line at 75 bytes without splitting a character. */
export function foldLine(line: string): string {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > maximumLineBytes) {
      parts.push(part);
      part = ' ';
      bytes = 1;
    }
    part += character;
    bytes += size;
  }
  return [...parts, part].join('\r\n');
}
