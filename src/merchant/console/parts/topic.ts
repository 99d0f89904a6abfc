import type { ConsolePart, Visit } from '../../../platform/console/console-page.ts';

export type Topic = Pick<ConsolePart, 'pages' | 'acts' | 'refusals'>;

/** The PSP whose page this is: every statement of a page names it. */
export const pspOf = (visit: Visit): number => Number(visit.place.id);
