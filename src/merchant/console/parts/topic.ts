import type { ConsolePart, Visit } from '../../../platform/console/console-page.ts';

export type Topic = Pick<ConsolePart, 'pages' | 'acts' | 'refusals'>;

/** Returns the PSP of the page. Every query of the page must be limited to it. */
export const pspOf = (visit: Visit): number => Number(visit.place.id);
