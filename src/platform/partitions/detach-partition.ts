import type { Clock } from '../clock.ts';
import type { Sql, Tx } from '../postgres/client/database.ts';
import {
  attachMonth,
  detachMonth,
  examineDetached,
  isEmptyPartition,
  leafName,
  listDetached,
  listPartitions,
  type Partition,
  type TableName,
} from './partition.store.ts';

/** Whether old months of a table can do without, and what else changes with them. */
export interface DetachRule {
  /** How old a month must be, counted from its end; undefined where none ever is. */
  readonly afterDays?: number;
  /** For the sentence, where none ever is: why. */
  readonly never?: string;
  /** Why not this one, as a sentence. `leaf` is the partition as SQL names it. */
  refuse?(sql: Sql | Tx, leaf: string): Promise<string | undefined>;
  /** In the same transaction, before it is out. */
  detaching?(tx: Tx, leaf: string): Promise<void>;
  /** In the same transaction, after it is in again. */
  attached?(tx: Tx, leaf: string, now: Date): Promise<void>;
}

export type DetachRules = Readonly<Record<TableName, DetachRule>>;

/** Why nothing was done, as a sentence. */
export class DetachRefusal extends Error {
  override readonly name = 'DetachRefusal';
}

export interface DetachContext {
  /** Without a limit for statements. */
  readonly sql: Sql;
  readonly clock: Clock;
  readonly rules: DetachRules;
}

const dayMs = 24 * 3_600_000;

/** Takes the oldest month out of its table. From then on nothing reads it; it is still a table, to be archived. */
export async function detachPartition(
  { sql, clock, rules }: DetachContext,
  table: TableName,
  name: string,
): Promise<void> {
  const all = (await listPartitions(sql)).filter((row) => row.table === table);
  const found = all.find((row) => row.partition === name);
  if (!found) throw new DetachRefusal(`${table} has no partition ${name}.`);
  const rule = rules[table];
  const leaf = leafName(table, name);
  refuseByAge(rule, found, clock);
  await refuseByOrder(sql, all, found);
  const refuse = async (tag: Sql | Tx): Promise<void> => {
    const reason = await rule?.refuse?.(tag, leaf);
    if (reason !== undefined) throw new DetachRefusal(reason);
  };
  // Before anybody has to wait for this as well.
  await refuse(sql);
  await sql.begin(async (tx) => {
    await rule?.detaching?.(tx, leaf);
    await detachMonth(tx, table, name, clock.now());
    // With the table locked: what is looked for now cannot appear any more.
    await refuse(tx);
  });
}

function refuseByAge(rule: DetachRule | undefined, { partition, from, to }: Partition, clock: Clock): void {
  if (rule?.afterDays === undefined) throw new DetachRefusal(rule?.never ?? `${partition} is not detached.`);
  if (!from) throw new DetachRefusal(`${partition} has no beginning: split it into months first.`);
  if (!to || to.getTime() > clock.nowMs() - rule.afterDays * dayMs) {
    throw new DetachRefusal(`${partition} is younger than ${rule.afterDays} days.`);
  }
}

/** What is in archives is always everything before some month: nobody need remember holes. */
async function refuseByOrder(
  sql: Sql,
  all: readonly Partition[],
  { partition, from }: Partition,
): Promise<void> {
  const [before, oldest] = all;
  if (before && !(await isEmptyPartition(sql, before.table, before.partition))) {
    throw new DetachRefusal(`${before.partition} has rows that are older: split it into months first.`);
  }
  if (oldest && oldest.from?.getTime() !== from?.getTime()) {
    throw new DetachRefusal(`${oldest.partition} is older than ${partition}: detach that first.`);
  }
}

/** Brings a month back, from this database or as it was restored into it from an archive. */
export async function attachPartition(
  { sql, clock, rules }: DetachContext,
  table: TableName,
  name: string,
): Promise<void> {
  const detached = (await listDetached(sql)).filter((row) => row.table === table);
  const found = detached.find((row) => row.partition === name);
  if (!found) throw new DetachRefusal(`${table} has no detached partition ${name}.`);
  const last = detached.at(-1);
  if (last && last.partition !== name) {
    throw new DetachRefusal(`${last.partition} was detached after ${name}: attach that first.`);
  }
  if (!found.isHere)
    throw new DetachRefusal(`${leafName(table, name)} is not in this database: restore it first.`);
  const before = (await listPartitions(sql)).find((row) => row.table === table);
  if (before && !(await isEmptyPartition(sql, table, before.partition))) {
    throw new DetachRefusal(
      `${before.partition} has rows by now, of the same time perhaps: split it into months first.`,
    );
  }
  await sql.begin((tx) => examineDetached(tx, table, name));
  await sql.begin(async (tx) => {
    await attachMonth(tx, table, name);
    await rules[table]?.attached?.(tx, leafName(table, name), clock.now());
  });
}
