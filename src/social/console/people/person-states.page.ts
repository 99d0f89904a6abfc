import type { Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { drawBadge } from '../../../platform/pages/parts.page.ts';
import { peopleTexts as texts } from './people-texts.ts';

export interface PersonStates {
  readonly deletedAt: Date | null;
  readonly erasedAt?: Date | null;
  readonly returnedAt?: Date | null;
  readonly suspended: boolean;
  readonly hidden: boolean | 'staff' | 'reports' | null;
  readonly isPremium?: boolean;
}

/** Returns whether the account is erased, so that only its case remains. */
export const isErased = ({ erasedAt, returnedAt }: Pick<PersonStates, 'erasedAt' | 'returnedAt'>): boolean =>
  Boolean(erasedAt) && !returnedAt;

/** Renders a badge for each state. A person without any is active. */
export function drawPersonStates({ say }: Visit, person: PersonStates): Html {
  const states = [
    person.deletedAt !== null && drawBadge(say(isErased(person) ? texts.erased : texts.deleted)),
    person.returnedAt && drawBadge(say(texts.returned), 'warn'),
    person.suspended && drawBadge(say(texts.suspended), 'bad'),
    person.hidden === 'reports' && drawBadge(say(texts.hiddenForReview), 'warn'),
    (person.hidden === 'staff' || person.hidden === true) && drawBadge(say(texts.hidden), 'warn'),
    person.isPremium === true && drawBadge(say(texts.premium)),
  ].filter((state) => state !== false);
  const isQuiet = person.deletedAt === null && !person.suspended && !person.hidden;
  return html`<span class="row tight">${isQuiet && drawBadge(say(texts.active), 'good')}${states}</span>`;
}
