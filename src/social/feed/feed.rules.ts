import { ageOn, yearsBefore, type Gender } from '../people/person.rules.ts';

/** Whose feed it is, and what decides who fits into it. */
export interface Viewer {
  id: string;
  gender: Gender | null;
  birthDate: string | null;
  cityId: number | null;
  state: string | null;
  showsWomen: boolean;
  showsMen: boolean;
  ageFrom: number;
  ageTo: number;
  lastActiveAt: Date;
}

/** The defaults. A range that covers them was not narrowed by its owner. */
export const widestAges = { from: 18, to: 99 };

/** What the viewer's settings let through. What somebody has not stated passes unless the setting was narrowed. */
export interface Wishes {
  women: boolean;
  men: boolean;
  others: boolean;
  unstatedGender: boolean;
  unstatedAge: boolean;
  /** Birth dates: later than the first, not later than the second. */
  bornAfter: string;
  bornUntil: string;
  /** The viewer's own age, for the wishes of the other side. */
  ownAge: number | null;
}

export function wishesOf(viewer: Viewer, today: string): Wishes {
  const { showsWomen: women, showsMen: men, ageFrom, ageTo } = viewer;
  return {
    women,
    men,
    others: women === men,
    unstatedGender: women && men,
    unstatedAge: ageFrom <= widestAges.from && ageTo >= widestAges.to,
    bornAfter: yearsBefore(today, ageTo + 1),
    bornUntil: yearsBefore(today, ageFrom),
    ownAge: viewer.birthDate === null ? null : ageOn(viewer.birthDate, today),
  };
}

/** How many of those who go to the same events are looked at: an event may have thousands. */
export const mostCoAttendees = { perEvent: 100, inAll: 500 };

export const scopes = ['city', 'state', 'country'] as const;
export type Scope = (typeof scopes)[number];

/** In the order of the feed. */
export const stages = ['going', ...scopes, 'combined'] as const;
export type Stage = (typeof stages)[number];

/** A place in a walk from the most recently active down. */
export interface Position {
  at: Date;
  id: string;
}

export interface Mark {
  top: Position;
  bottom: Position;
}

export const isAbove = (one: Position, other: Position): boolean =>
  one.at.getTime() === other.at.getTime() ? one.id > other.id : one.at > other.at;

/** Below everybody. */
export const lowest: Position = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

export const isLowest = (position: Position): boolean => position.at.getTime() === lowest.at.getTime();

/**
 * How many people one request looks at in each walk before it goes on to the next: each costs a lookup of its pair,
 * and somebody who has seen everybody pays for all of them. Where a walk was left, the next page goes on; what was found
 * empty from the top down is remembered besides, for clients that only ask for the first page again.
 */
export const probesOf: Record<Scope, number> = { city: 300, state: 150, country: 150 };

/** Where a page goes on, in the order of the stages. */
export type Place = Position & { stage: Stage };

/**
 * The stages that a page still has to walk, and where each begins. The places name the stages that were left before
 * their end. A stage that they do not name is finished if it comes before the last named one, and not yet begun if it
 * comes after it.
 */
export function stagesFrom(places: readonly Place[]): { stage: Stage; below: Position | undefined }[] {
  const last = places.at(-1)?.stage;
  const begun = last === undefined ? 0 : stages.indexOf(last) + 1;
  const going = places.map(({ stage, at, id }) => ({ stage, below: { at, id } }));
  return [...going, ...stages.slice(begun).map((stage) => ({ stage, below: undefined }))];
}

/** Where the next page goes on after walks that were left somewhere; nowhere where all came to their end. */
export function placesAfter(left: readonly { stage: Stage; at: Position | undefined }[]): Place[] {
  const places = left.flatMap(({ stage, at }) => (at ? [{ stage, ...at }] : []));
  const last = left.at(-1);
  // The last one is named even where it is done: it must not begin anew.
  if (places.length > 0 && last && last.at === undefined) places.push({ stage: last.stage, ...lowest });
  return places;
}

/** The place right above somebody: whoever comes next below it is that one. */
export function rightAbove({ at, id }: Position): Position {
  const next = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return { at, id: next.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') };
}
