import { h } from 'preact';
import type { Children } from '../parts/html.ts';
import type { Match } from '../router/match-path.ts';
import { EventPage } from './event-page.ts';
import { EventList } from './list.ts';

export function Screen({ parameters }: Pick<Match, 'parameters'>): Children {
  const { eventId } = parameters;
  return eventId === undefined ? h(EventList, {}) : h(EventPage, { eventId });
}
