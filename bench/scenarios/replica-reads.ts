import { readFileSync } from 'node:fs';
import { clusterProcessesOf } from '../../src/platform/postgres/embedded/cluster-processes.ts';
import { openDatabase, type Sql } from '../../src/platform/postgres/client/database.ts';
import { openReplicas } from '../../src/platform/postgres/replicas/open-replicas.ts';
import { inScope, newScope } from '../../src/platform/postgres/replicas/request-scope.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { openReplicatedServer } from '../../test/support/replicated-server.ts';
import type { Measurement } from '../scenario.ts';

const rounds = 2000;
const atOnce = 20;

/** Returns the primary's processor time, which limits it and does not depend on other load on the machine. */
function spentTicks(cluster: string): number {
  return clusterProcessesOf(process.platform)
    .findAll(cluster)
    .map((pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [])
    .reduce((sum, fields) => sum + Number(fields[11]) + Number(fields[12]), 0);
}

async function costOf(cluster: string, work: (index: number) => PromiseLike<unknown>): Promise<number> {
  const before = spentTicks(cluster);
  for (let index = 0; index < rounds; index += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, offset) => work(index + offset)));
  return spentTicks(cluster) - before;
}

const asReader = <T>(index: number, work: () => Promise<T>): Promise<T> =>
  inScope({ ...newScope(), principal: `user ${index % 500}` }, work);

/** Reads a page of fifty along an index, as lists do. */
const readPage = async (sql: Sql['reading'], index: number): Promise<unknown> =>
  sql`select id, name, note, at from public.items where id > ${index * 40} order by id limit 50`;

const writeItem = (sql: Sql, index: number): Promise<unknown> =>
  sql.begin(async (tx) => {
    await tx`select name from public.items where id = ${1 + index} for update`;
    await tx`update public.items set note = ${`note ${index}`} where id = ${1 + index}`;
  });

/** Runs the work with a primary that has a list, and a standby of it. */
async function withStandby<T>(work: (sql: Sql, plain: Sql, cluster: string) => Promise<T>): Promise<T> {
  const server = await openReplicatedServer();
  try {
    await server.sql`
      create table public.items as select n as id, 'name ' || n as name, repeat('note ', 20) as note, now() as at
      from generate_series(1, 100000) n`;
    await server.sql`alter table public.items add primary key (id)`;
    await server.sql`vacuum analyze public.items`;
    const standby = await server.addStandby();
    await standby.catchUp();
    const replicas = openReplicas({
      primary: server.connection,
      replicas: [standby.connection],
      poolSize: 10,
      mostLagMs: 60_000,
      log: createLogger({ level: 'silent', pretty: false }),
    });
    const options = { connection: server.connection, poolSize: 10, applicationName: 'bench' };
    const [sql, plain] = [openDatabase({ ...options, replicas }), openDatabase(options)];
    try {
      await replicas.watchNow();
      return await work(sql, plain, server.cluster);
    } finally {
      await replicas.close();
      await sql.end();
      await plain.end();
    }
  } finally {
    await server.close();
  }
}

/** Runs both once before, so that connections are open and statements prepared. */
async function compare(
  cluster: string,
  ours: (index: number) => PromiseLike<unknown>,
  plain: (index: number) => PromiseLike<unknown>,
): Promise<number> {
  for (const work of [ours, plain]) await costOf(cluster, work);
  const [mine, other] = [await costOf(cluster, ours), await costOf(cluster, plain)];
  return Math.round((100 * mine) / Math.max(1, other));
}

type Work = (sql: Sql, index: number) => Promise<unknown>;

/** Returns the primary's cost of Praça's read, as a percentage of that of the plain read. */
const measureBeside = (atMost: number, ours: Work, plainly: Work) => () =>
  withStandby(async (sql, plain, cluster) => ({
    value: await compare(
      cluster,
      (index) => asReader(index, () => ours(sql, index)),
      (index) => plainly(plain, index),
    ),
    unit: '%',
    atMost,
  }));

export const replicaReads: Measurement = {
  name: 'replica reads',
  what: 'primary processor time for a list of 50 rows read on a replica, in percent of that without a replica',
  measure: measureBeside(30, (sql, index) => readPage(sql.reading, index), readPage),
};

export const replicaWrites: Measurement = {
  name: 'replica writes',
  what: 'primary processor time for a transaction of two statements with its WAL position recorded, in percent of that without',
  measure: measureBeside(160, writeItem, writeItem),
};
