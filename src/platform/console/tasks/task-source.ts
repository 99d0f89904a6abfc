import type { Words } from '../../http/language.ts';
import type { Html } from '../../http/page.ts';
import type { Visit } from '../console-page.ts';
import type { Grant } from '../people/roles.rules.ts';

/**
 * Harm while a task waits, the worst first: a person may be hurt, money is being lost or a part does not work, people
 * wait, something should be checked.
 */
export const harms = ['person', 'loss', 'waiting', 'check'] as const;
export type Harm = (typeof harms)[number];

/** A row of the queue of staff. */
export interface Task {
  readonly harm: Harm;
  /** Undefined if the beginning is not known. */
  readonly since: Date | undefined;
  readonly what: Html | string;
  readonly detail?: Html | string;
  /** The act, or a link to the page of the act. */
  readonly act: Html;
}

/** Tasks of one kind that a service contributes to the queue of staff. */
export interface TaskSource {
  /** Names the tasks if their database does not answer. */
  readonly name: Words;
  /** Roles that may act on the tasks. Others do not see them. */
  readonly grant: Grant;
  /** Path of the page with all of them. Its entry in the menu shows their number. */
  readonly page: string;
  /** Counts up to the limit, so that a long queue costs as much as a short one. */
  count(limit: number): Promise<number>;
  /** Lists the first tasks by harm and age. */
  list(visit: Visit, limit: number): Promise<readonly Task[]>;
}
