import { ageOn, yearsBefore, type Gender } from '../../people/person.rules.ts';
import type { Position } from './position.rules.ts';

/** The owner of a feed, with the fields that decide who matches. */
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

/** Default age range. A setting that covers it counts as not narrowed. */
export const widestAges = { from: 18, to: 99 };

/** People allowed by the viewer’s settings. People with an unstated value match unless the setting was narrowed. */
export interface FeedFilter {
  women: boolean;
  men: boolean;
  others: boolean;
  unstatedGender: boolean;
  unstatedAge: boolean;
  /** Birth dates: after `bornAfter`, up to and including `bornUntil`. */
  bornAfter: string;
  bornUntil: string;
  /** The viewer’s own age, compared with the other person’s settings. */
  ownAge: number | null;
}

export function feedFilterOf(viewer: Viewer, today: string): FeedFilter {
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

export const stages = ['going', 'city', 'state', 'country', 'combined'] as const;
export type Stage = (typeof stages)[number];
/** Stages that scan all users of an area and may skip thousands who do not match. */
export type Scope = Exclude<Stage, 'going' | 'combined'>;

/**
 * A walk is one reading of the feed from the first page to the last. It keeps the order of its start: people who become
 * active later keep their position, and people who join or change later appear in the next walk.
 */
export interface Walk {
  startedAt: Date;
  /** PostgreSQL snapshot at the start of the walk; undefined on its first page. */
  snapshot: string | undefined;
  /** City of the viewer at the start of the walk. */
  cityId: number | null;
  state: string | null;
  /** Coming events of the viewer at the start of the walk. */
  events: readonly number[];
}

export type Place = Position & { stage: Stage };

/** Returns the stages that a page still has to read, and the position at which the first one continues. */
export function stagesFrom(place: Place | undefined): { stage: Stage; below: Position | undefined }[] {
  const rest = place ? stages.slice(stages.indexOf(place.stage)) : stages;
  return rest.map((stage) => ({ stage, below: stage === place?.stage ? place : undefined }));
}

/** Skips stages for which the viewer has no city, state or events. */
export function hasStage(walk: Walk, stage: Stage): boolean {
  if (stage === 'going') return walk.events.length > 0;
  if (stage === 'city') return walk.cityId !== null;
  return stage === 'state' ? walk.state !== null : true;
}
