import { ageOn, yearsBefore, type Gender } from '../people/person.rules.ts';
import type { Position } from './position.rules.ts';

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

/** In the order of the feed. */
export const stages = ['going', 'city', 'state', 'country', 'combined'] as const;
export type Stage = (typeof stages)[number];
/** Those that walk along everybody, and may pass by thousands who do not fit. */
export type Scope = Exclude<Stage, 'going' | 'combined'>;

/**
 * One way from the first page to the last. Whatever changes meanwhile, it goes on as it began: who became active later
 * keeps their place, who came or changed later is for the next walk.
 */
export interface Walk {
  startedAt: Date;
  /** Which transactions were seen when it began, as PostgreSQL writes it; undefined on its first page. */
  snapshot: string | undefined;
  /** Of the viewer when it began. */
  cityId: number | null;
  state: string | null;
  /** The coming events that the viewer went to. */
  events: readonly number[];
}

/** Where a page goes on. */
export type Place = Position & { stage: Stage };

/** The stages that a page still has to read, and where the first of them begins. */
export function stagesFrom(place: Place | undefined): { stage: Stage; below: Position | undefined }[] {
  const rest = place ? stages.slice(stages.indexOf(place.stage)) : stages;
  return rest.map((stage) => ({ stage, below: stage === place?.stage ? place : undefined }));
}

/** Nobody is of no city, and nobody goes where the viewer goes who goes nowhere. */
export function hasStage(walk: Walk, stage: Stage): boolean {
  if (stage === 'going') return walk.events.length > 0;
  if (stage === 'city') return walk.cityId !== null;
  return stage === 'state' ? walk.state !== null : true;
}
