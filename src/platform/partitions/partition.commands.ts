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
import { transaction, type Beside } from '../postgres/client/transaction.ts';
import { byOption, readStaff, recordStaffAct } from '../staff/read-staff.ts';
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
import { abandonSplit, splitPartition, SplitRefusal } from './split-partition.ts';

/** Runs the command on a connection without a statement timeout, and prints refusals as they are. */
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

/**
 * Prefixes platform tables with the name of their database, because each database has them. Names of service tables are
 * unique.
 */
const nameOf = (database: Somewhere, table: TableName): string =>
  table.startsWith('platform.') ? referTo(database, table) : table;

/** Finds the table with the given name and its database. */
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
    run: (context: DetachContext, table: TableName, partition: string, recorded: Beside) => Promise<void>,
    done: string,
  ): Command => ({
    name: `partitions ${name}`,
    summary,
    usage: '<table> <partition> --by <e-mail>',
    options: byOption,
    positionals: 2,
    async run(platform, { positionals: [given, partition = ''], values }, print) {
      const by = await readStaff(platform, values, ['admin']);
      const { database, table } = await findTable(platform.databases, given);
      await patiently(database, async (sql) => {
        await run({ sql, clock: platform.clock, rules }, table, partition, (tx) =>
          recordStaffAct(tx, platform, by, { act: `partition.${name}ed`, subject: `${table} ${partition}` }),
        );
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
      'Detaches the oldest month from its table for archiving.',
      detachPartition,
      'is detached, and still in the database.',
    ),
    move('attach', 'Attaches a detached month again.', attachPartition, 'is attached again.'),
  ];
};

const listCommand: Command = {
  name: 'partitions list',
  summary: 'Lists the partitions of growing tables, including detached ones.',
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
  summary: 'Creates the partitions of the next months now, without waiting for the job.',
  positionals: 0,
  async run({ databases, clock, log }, _input, print) {
    for (const database of databases) await patiently(database, (sql) => keepPartitions({ sql, clock, log }));
    print('The partitions of the next months exist.');
  },
};

const splitCommand: Command = {
  name: 'partitions split',
  summary:
    'Splits a large partition, by default the first, into months while the server runs. Run it again to continue, or with --abandon to cancel.',
  usage: '<table> [<partition>] [--abandon] --by <e-mail>',
  options: { ...byOption, abandon: { type: 'boolean' } },
  positionals: 2,
  async run(platform, { positionals: [given, wanted], values }, print) {
    const by = await readStaff(platform, values, ['admin']);
    const { database, table } = await findTable(platform.databases, given);
    await transaction(platform.home.sql, (tx) =>
      recordStaffAct(tx, platform, by, {
        act: 'partition.split',
        subject: table,
        ...(values['abandon'] ? { detail: { abandoned: true } } : {}),
      }),
    );
    await patiently(database, async (sql) => {
      if (values['abandon']) {
        const abandoned = await abandonSplit(sql, table);
        print(
          abandoned ? `The split of ${abandoned} was abandoned.` : `No partition of ${table} is being split.`,
        );
        return;
      }
      let told = 0n;
      const { partition, rows } = await splitPartition(sql, table, wanted, (copied) => {
        if (copied - told < 1_000_000n) return;
        told = copied;
        print(`${copied} rows copied.`);
      });
      print(`${partition} was split into months: ${rows} rows.`);
    });
  },
};
