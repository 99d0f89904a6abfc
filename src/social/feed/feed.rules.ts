import { ageOn, yearsBefore, type Gender } from '../profiles/profile.rules.ts';

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

/** Beyond the bounds of the defaults nobody has narrowed anything. */
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

/**
 * How many people one request looks at in each walk before it goes on to the next. What it found empty it remembers,
 * so that the next request goes on below instead of looking again.
 */
export const probesOf: Record<Scope, number> = { city: 700, state: 300, country: 300 };

/** A shorter stretch is looked at again: writing it down would cost more. */
export const worthMarking = 200;

/** The place right above somebody: whoever comes next below it is that one. */
export function rightAbove({ at, id }: Position): Position {
  const next = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return { at, id: next.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') };
}
