import type { Platform } from '../platform.ts';
import { transaction } from '../postgres/client/transaction.ts';
import type { Sealer } from '../tokens/sealer.ts';
import { nameOf, type SealedColumn, type SealedPlaces } from './sealed-places.ts';
import {
  countBlocks,
  findOldSeals,
  findSealedJobs,
  listSealedColumns,
  replaceJobSeal,
  replaceSeals,
} from './secrets.store.ts';

type Context = Pick<Platform, 'sql' | 'sealer'>;

export interface Resealed {
  place: string;
  anew: number;
  /** Values sealed with an unknown key, or not by Praça. */
  unreadable: number;
  /** True if a process still seals with another key. */
  unfinished: boolean;
}

/** About 128 KiB of a table, so that statements are short regardless of its size. */
const blocksAtOnce = 16;
const jobsAtOnce = 100;
/** Rows that change during a pass are found by the next one. A pass that finds nothing proves completion. */
const mostPasses = 5;

/**
 * Opens all values sealed with another key and seals them with the current key, a few rows at a time, with locks only
 * for each batch. It can be interrupted and repeated: finished values are recognised by their first bytes.
 */
export async function resealSecrets(
  context: Context,
  places: readonly SealedPlaces[],
  report: (resealed: Resealed) => void,
): Promise<void> {
  // A database has only the columns of its own services.
  const here = new Set((await listSealedColumns(context.sql)).map(nameOf));
  for (const { columns } of places) {
    for (const column of columns.filter((named) => here.has(nameOf(named)))) {
      report(await inPasses(nameOf(column), () => resealColumn(context, column)));
    }
  }
  const purposes = Object.assign({}, ...places.map(({ jobs }) => jobs)) as Record<string, string>;
  report(await inPasses('waiting jobs', () => resealJobs(context, purposes)));
}

/** Finds sealed columns of the database that no service lists. */
export async function findUnknownColumns(
  context: Pick<Platform, 'sql'>,
  places: readonly SealedPlaces[],
): Promise<string[]> {
  const known = new Set(
    places.flatMap(({ columns, otherwise }) => [...columns.map(nameOf), ...Object.keys(otherwise ?? {})]),
  );
  return (await listSealedColumns(context.sql)).map(nameOf).filter((name) => !known.has(name));
}

interface Pass {
  anew: number;
  unreadable: number;
}

async function inPasses(place: string, pass: () => Promise<Pass>): Promise<Resealed> {
  let anew = 0;
  for (let passes = 1; ; passes++) {
    const found = await pass();
    anew += found.anew;
    const finished = found.anew === 0;
    if (finished || passes === mostPasses) {
      return { place, anew, unreadable: found.unreadable, unfinished: !finished };
    }
  }
}

async function resealColumn({ sql, sealer }: Context, column: SealedColumn): Promise<Pass> {
  const pass: Pass = { anew: 0, unreadable: 0 };
  for (let from = 0; from < (await countBlocks(sql, column)); from += blocksAtOnce) {
    const rows = await findOldSeals(sql, column, sealer.keyId, { from, to: from + blocksAtOnce });
    const changes = rows.flatMap(({ place, sealed, bound_to: boundTo }) => {
      const after = reseal(sealer, sealed, column.purpose(boundTo));
      return after ? [{ place, before: sealed, after }] : [];
    });
    if (changes.length > 0) await transaction(sql, (tx) => replaceSeals(tx, column, changes));
    pass.anew += changes.length;
    pass.unreadable += rows.length - changes.length;
  }
  return pass;
}

async function resealJobs({ sql, sealer }: Context, purposes: Record<string, string>): Promise<Pass> {
  const pass: Pass = { anew: 0, unreadable: 0 };
  for (let afterId = 0n; ;) {
    const jobs = await findSealedJobs(sql, afterId, jobsAtOnce);
    for (const job of jobs) {
      const before = Buffer.from(job.sealed, 'base64');
      if (before.subarray(0, sealer.keyId.length).equals(sealer.keyId)) continue;
      const purpose = purposes[job.task];
      const after = purpose === undefined ? undefined : reseal(sealer, before, purpose);
      if (after) await transaction(sql, (tx) => replaceJobSeal(tx, job, after.toString('base64')));
      pass[after ? 'anew' : 'unreadable'] += 1;
    }
    const last = jobs.at(-1);
    if (!last || jobs.length < jobsAtOnce) return pass;
    afterId = last.id;
  }
}

function reseal(sealer: Sealer, sealed: Buffer, purpose: string): Buffer | undefined {
  try {
    return sealer.seal(sealer.open(sealed, purpose), purpose);
  } catch {
    return undefined;
  }
}
