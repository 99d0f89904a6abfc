import { CommandError, type Command } from '../command.ts';
import { referTo } from '../postgres/database-reference.ts';
import type { PlatformDatabase } from '../platform.ts';
import type { Sql } from '../postgres/client/database.ts';
import {
  attachPartition,
  DetachRefusal,
  detachPartition,
  type DetachContext,
  type DetachRules,
} from './detach-partition.ts';
import { keepPartitions } from './keep-partitions.ts';
import { openPatiently } from './open-patiently.ts';
import { formatBytes, formatRange } from './partition.rules.ts';
import {
  findSplit,
  listDetached,
  listDividedTables,
  listPartitions,
  type TableName,
} from './partition.store.ts';
import { splitPartition, SplitRefusal } from './split-partition.ts';

/** On a connection whose statements may take their time. What was refused is said as it is. */
async function patiently({ connection }: Somewhere, run: (sql: Sql) => Promise<void>): Promise<void> {
  const sql = openPatiently(connection);
  try {
    await run(sql);
  } catch (error) {
    if (error instanceof DetachRefusal || error instanceof SplitRefusal)
      throw new CommandError(error.message);
    throw error;
  } finally {
    await sql.end();
  }
}

type Somewhere = Pick<PlatformDatabase, 'name' | 'sql' | 'connection'>;

/** A service's table has its name once; of the platform's there is one in every database. */
const nameOf = (database: Somewhere, table: TableName): string =>
  table.startsWith('platform.') ? referTo(database, table) : table;

/** Which table is meant, and in which database it is. */
async function findTable(
  databases: readonly Somewhere[],
  given: string | undefined,
): Promise<{ database: Somewhere; table: TableName }> {
  const all = [];
  for (const database of databases)
    for (const { table } of await listDividedTables(database.sql)) all.push({ database, table });
  const names = all.map(({ database, table }) => nameOf(database, table));
  const found = all[names.indexOf(given ?? '')];
  if (!found) throw new CommandError(`The tables with partitions are ${names.join(', ')}.`);
  return found;
}

export const partitionCommands = (rules: DetachRules): readonly Command[] => {
  const move = (
    name: 'detach' | 'attach',
    summary: string,
    run: (context: DetachContext, table: TableName, partition: string) => Promise<void>,
    done: string,
  ): Command => ({
    name: `partitions ${name}`,
    summary,
    usage: '<table> <partition>',
    positionals: 2,
    async run({ databases, clock }, { positionals: [given, partition = ''] }, print) {
      const { database, table } = await findTable(databases, given);
      await patiently(database, async (sql) => {
        await run({ sql, clock, rules }, table, partition);
        print(`${partition} ${done}`);
      });
    },
  });
  return [
    listCommand,
    keepCommand,
    splitCommand,
    move(
      'detach',
      'Takes the oldest month out of its table, to be archived.',
      detachPartition,
      'is out of its table, and still in the database.',
    ),
    move('attach', 'Brings a detached month back.', attachPartition, 'is in its table again.'),
  ];
};

const listCommand: Command = {
  name: 'partitions list',
  summary: 'Lists the partitions of tables that only grow, and those that were detached.',
  positionals: 0,
  async run({ databases }, _input, print) {
    for (const database of databases) await printPartitions(database, print);
  },
};

async function printPartitions(database: Somewhere, print: (line: string) => void): Promise<void> {
  const { sql } = database;
  for (const { table, partition, from, to, rows, bytes } of await listPartitions(sql)) {
    const split = (await findSplit(sql, table))?.partition === partition ? ', being split' : '';
    print(
      `${nameOf(database, table)}  ${partition}  ${formatRange(from, to)}  about ${rows} rows, ${formatBytes(bytes)}${split}`,
    );
  }
  for (const { table, partition, from, to, detachedAt, isHere } of await listDetached(sql)) {
    const where = isHere ? 'still in the database' : 'archived';
    print(
      `${nameOf(database, table)}  ${partition}  ${formatRange(from, to)}  detached on ${detachedAt.toISOString().slice(0, 10)}, ${where}`,
    );
  }
}

const keepCommand: Command = {
  name: 'partitions keep',
  summary: 'Makes the months that come next, as the job does by itself.',
  positionals: 0,
  async run({ databases, clock, log }, _input, print) {
    for (const database of databases) await patiently(database, (sql) => keepPartitions({ sql, clock, log }));
    print('The next months are there.');
  },
};

const splitCommand: Command = {
  name: 'partitions split',
  summary:
    'Divides a large partition, by default the first, into months beside the running server; once more goes on.',
  usage: '<table> [<partition>]',
  positionals: 2,
  async run({ databases }, { positionals: [given, wanted] }, print) {
    const { database, table } = await findTable(databases, given);
    await patiently(database, async (sql) => {
      let told = 0n;
      const { partition, rows } = await splitPartition(sql, table, wanted, (copied) => {
        if (copied - told < 1_000_000n) return;
        told = copied;
        print(`${copied} rows are copied.`);
      });
      print(`${partition} is divided into months: ${rows} rows.`);
    });
  },
};
