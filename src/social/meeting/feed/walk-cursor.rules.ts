import {
  decodeCursor,
  encodeCursor,
  foreignCursor,
  idPattern,
  timePattern,
} from '../../access/paging/cursor.rules.ts';
import { stages, type Place, type Stage, type Walk } from './feed.rules.ts';

export interface Continued {
  walk: Walk;
  place: Place;
}

const patterns = [
  timePattern,
  /^\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19})*)?$/,
  /^\d{0,9}$/,
  /^(?:[A-Z]{2})?$/,
  /^(?:\d{1,9}(?:,\d{1,9})*)?$/,
  new RegExp(`^(?:${stages.join('|')})$`),
  timePattern,
  idPattern,
];

export function writeCursor({ walk, place }: Continued, snapshot: string): string {
  return encodeCursor([
    walk.startedAt.toISOString(),
    snapshot,
    walk.cityId === null ? '' : String(walk.cityId),
    walk.state ?? '',
    walk.events.join(','),
    place.stage,
    place.at,
    place.id,
  ]);
}

export function readCursor(text: string): Continued {
  const parts = decodeCursor(text, patterns);
  const [startedAt = '', snapshot = '', city = '', state = '', events = '', stage = '', at = '', id = ''] =
    parts;
  if (!isSnapshot(snapshot)) throw foreignCursor();
  return {
    walk: {
      startedAt: new Date(startedAt),
      snapshot,
      cityId: city === '' ? null : Number(city),
      state: state === '' ? null : state,
      events: events === '' ? [] : events.split(',').map(Number),
    },
    place: { stage: stage as Stage, at, id },
  };
}

/**
 * PostgreSQL rejects ids out of order: the oldest running transaction, the next to begin, then the running ones between
 * them.
 */
function isSnapshot(text: string): boolean {
  const [from = '', until = '', running = ''] = text.split(':');
  const numbers = [from, ...(running === '' ? [] : running.split(','))].map(BigInt);
  const next = BigInt(until);
  return (
    numbers.every((number, index) => number > 0n && (index < 2 || number > (numbers[index - 1] ?? 0n))) &&
    numbers.slice(1).every((number) => number >= BigInt(from) && number < next) &&
    BigInt(from) <= next
  );
}
