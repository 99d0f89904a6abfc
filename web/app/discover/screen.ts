import { h } from 'preact';
import type { Children } from '../parts/html.ts';
import type { Match } from '../router/match-path.ts';
import { Deck } from './deck.ts';
import { Person } from './person.ts';

export function Screen({ parameters }: Pick<Match, 'parameters'>): Children {
  const { userId } = parameters;
  return userId === undefined ? h(Deck, {}) : h(Person, { userId });
}
