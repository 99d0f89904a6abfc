import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { formatDatabaseUrl } from '../../src/platform/postgres/client/connection.ts';
import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { findLeader } from '../../src/platform/postgres/leader-election.ts';
import { createTestDatabase, openTestPool, type TestDatabase } from '../support/database.ts';
import { startPraca, until, type PracaProcess } from '../support/process.ts';

let database: TestDatabase;
let sql: Sql;
const running = new Set<PracaProcess>();

before(async () => {
  database = await createTestDatabase();
  sql = openTestPool(database.connection, 2);
});
after(async () => {
  await Promise.all([...running].map((process) => process.stop('SIGKILL')));
  await sql.end();
  await database.drop();
});

async function start(): Promise<PracaProcess> {
  const process = await startPraca({
    DATABASE_URL: formatDatabaseUrl(database.connection),
    SERVICES: 'merchant',
    SIMULATED_BLOCK_SECONDS: '1',
    DATABASE_POOL: '4',
  });
  running.add(process);
  return process;
}

async function heightOf(coin: string): Promise<number> {
  const [row] = await sql<{ height: bigint }[]>`
    select height from merchant.chain_states where coin = ${coin}`;
  return Number(row?.height ?? -1);
}

async function isReadOn(): Promise<void> {
  const before = await heightOf('BTC');
  // One process mines and one reads. Each of them may have been the killed one.
  await until(async () => (await heightOf('BTC')) > before + 1, 'more blocks', 60_000);
}

test('after any process is killed, the others continue mining and reading without missing or duplicate blocks', async () => {
  let [first, second] = [await start(), await start()];
  await isReadOn();
  const leader = await findLeader(sql, 'chain:BTC');
  for (let round = 0; round < 2; round++) {
    process.kill(first.pid, 'SIGKILL');
    running.delete(first);
    await isReadOn();
    // The remaining process is certainly the leader. It is killed next.
    [first, second] = [second, await start()];
  }
  assert.notEqual((await findLeader(sql, 'chain:BTC'))?.pid, leader?.pid);
  const [chain] = await sql<{ blocks: number; orphans: number }[]>`
    select count(*)::integer as blocks,
           (count(*) filter (where not exists (
             select from merchant.chain_blocks before
             where before.coin = b.coin and before.height = b.height - 1 and before.hash = b.parent_hash)
           ))::integer as orphans
    from merchant.chain_blocks b where coin = 'BTC'`;
  assert.ok((chain?.blocks ?? 0) > 6, `only ${chain?.blocks} blocks`);
  assert.equal(chain?.orphans, 1, 'only the first has no block before it');
});
