import type { Clock } from '../clock.ts';
import type { Sql, Tx } from '../postgres/client/database.ts';
import type { Beside } from '../postgres/client/transaction.ts';
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

/** Rule for a table: whether and when old months may be detached, and what else changes with them. */
export interface DetachRule {
  /** Minimum age in days, counted from the end of the month. Undefined if months are never detached. */
  readonly afterDays?: number;
  /** The reason shown if months are never detached. */
  readonly never?: string;
  /** Returns a sentence if this month must stay. `leaf` is the partition's name in SQL. */
  refuse?(sql: Sql | Tx, leaf: string): Promise<string | undefined>;
  /** Runs in the same transaction before the month is detached. */
  detaching?(tx: Tx, leaf: string): Promise<void>;
  /** Runs in the same transaction after the month is attached again. */
  attached?(tx: Tx, leaf: string, now: Date): Promise<void>;
}

export type DetachRules = Readonly<Record<TableName, DetachRule>>;

/** The reason, as a sentence, for which nothing was done. */
export class DetachRefusal extends Error {
  override readonly name = 'DetachRefusal';
}

export interface DetachContext {
  /** A connection without a statement timeout. */
  readonly sql: Sql;
  readonly clock: Clock;
  readonly rules: DetachRules;
}

const dayMs = 24 * 3_600_000;

/** Detaches the oldest month from its table. Queries no longer read it, but it stays a table until it is archived. */
export async function detachPartition(
  { sql, clock, rules }: DetachContext,
  table: TableName,
  name: string,
  recorded?: Beside,
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
  // Checked before the lock as well, so that a refusal makes no other transaction wait.
  await refuse(sql);
  await sql.begin(async (tx) => {
    await rule?.detaching?.(tx, leaf);
    await detachMonth(tx, table, name, clock.now());
    // Checked again with the table locked, when no new rows can appear.
    await refuse(tx);
    await recorded?.(tx);
  });
}

function refuseByAge(rule: DetachRule | undefined, { partition, from, to }: Partition, clock: Clock): void {
  if (rule?.afterDays === undefined) throw new DetachRefusal(rule?.never ?? `${partition} is not detached.`);
  if (!from) throw new DetachRefusal(`${partition} has no lower bound: split it into months first.`);
  if (!to || to.getTime() > clock.nowMs() - rule.afterDays * dayMs) {
    throw new DetachRefusal(`${partition} is younger than ${rule.afterDays} days.`);
  }
}

/** Months are detached in order, so that the archives always contain everything before some month, without gaps. */
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

/** Attaches a month again, from this database or restored into it from an archive. */
export async function attachPartition(
  { sql, clock, rules }: DetachContext,
  table: TableName,
  name: string,
  recorded?: Beside,
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
      `${before.partition} has new rows, possibly of the same month: split it into months first.`,
    );
  }
  await sql.begin((tx) => examineDetached(tx, table, name));
  await sql.begin(async (tx) => {
    await attachMonth(tx, table, name);
    await rules[table]?.attached?.(tx, leafName(table, name), clock.now());
    await recorded?.(tx);
  });
}
