import { askIfReached } from '../../postgres/ask-reached.ts';
import type { Task, TaskCounts, TaskSource, Visit } from '../console-page.ts';
import { allows, type Membership } from '../people/roles.rules.ts';
import { harms } from './harm.rules.ts';

/** A higher count is shown as "99+". */
const mostCounted = 99;
const countLimit = mostCounted + 1;
const shown = 20;

export const formatCount = (count: number): string => (count > mostCounted ? `${mostCounted}+` : `${count}`);

export interface Queue {
  readonly tasks: readonly Task[];
  readonly counts: TaskCounts;
  /** Sources whose database did not answer. */
  readonly unreached: readonly TaskSource[];
}

type Reader = Pick<Membership, 'kind' | 'role'>;

const sourcesOf = (sources: readonly TaskSource[], reader: Reader): readonly TaskSource[] =>
  sources.filter(({ grant }) => allows(grant, reader));

function addUp(sources: readonly TaskSource[], counts: readonly (number | undefined)[]): TaskCounts {
  const sums = new Map<string, number>();
  for (const [index, { page }] of sources.entries()) {
    const count = counts[index] ?? 0;
    if (count > 0) sums.set(page, (sums.get(page) ?? 0) + count);
  }
  return sums;
}

/** Counts the tasks that a role may act on. Sources that cannot be reached are left out. */
export async function countTasks(all: readonly TaskSource[], reader: Reader): Promise<TaskCounts> {
  const sources = sourcesOf(all, reader);
  return addUp(
    sources,
    await Promise.all(sources.map((source) => askIfReached(() => source.count(countLimit)))),
  );
}

/** Reads the first tasks of all sources that the visitor's role may act on, by harm and then by age. */
export async function readQueue(all: readonly TaskSource[], visit: Visit): Promise<Queue> {
  const sources = sourcesOf(all, { kind: visit.place.kind, role: visit.role });
  const answers = await Promise.all(
    sources.map((source) =>
      askIfReached(() => Promise.all([source.count(countLimit), source.list(visit, shown)])),
    ),
  );
  return {
    tasks: answers
      .flatMap((answer) => answer?.[1] ?? [])
      .toSorted((one, other) => rank(one) - rank(other) || age(one) - age(other))
      .slice(0, shown),
    counts: addUp(
      sources,
      answers.map((answer) => answer?.[0]),
    ),
    unreached: sources.filter((_, index) => answers[index] === undefined),
  };
}

const rank = ({ harm }: Task): number => harms.indexOf(harm);
/** A task without a beginning comes after the others of its harm. */
const age = ({ since }: Task): number => since?.getTime() ?? Number.MAX_SAFE_INTEGER;
