import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase, dropAtEnd, openTestPool } from '../../../test/support/database.ts';
import { until } from '../../../test/support/process.ts';
import { MovableClock } from '../clock.ts';
import { createLogger } from '../telemetry/logger.ts';
import { startQueues } from './run-queues.ts';

const log = createLogger({ level: 'silent', pretty: false });
const hourMs = 3_600_000;

test('moving the sandbox’s clock runs due crons once across all processes', async () => {
  const database = await createTestDatabase();
  // With one connection, the last statement is answered last.
  const sql = openTestPool(database.connection, 1);
  const clocks = [new MovableClock(), new MovableClock()];
  let done = 0;
  const crons = [{ name: 'yearly', schedule: '0 0 1 1 *', run: async () => void (done += 1) }];
  const queue = { database: { connection: database.connection, sql }, jobs: [], crons };
  const processes = await Promise.all(clocks.map((clock) => startQueues([queue], { clock, log })));
  try {
    for (const clock of clocks) clock.moveTo(hourMs - 1);
    const waiting = await sql`select from graphile_worker.jobs where task_identifier = 'yearly'`;
    assert.deepEqual([waiting.length, done], [0, 0], 'not for less than an hour');
    clocks[0]?.moveTo(3 * hourMs);
    await until(() => done === 1, 'the work of the year');
    clocks[1]?.moveTo(3 * hourMs);
    await until(() => done === 2, 'the other process, which cannot know that it was done');
  } finally {
    for (const running of processes) await running.stop();
  }
  clocks[0]?.moveTo(30 * hourMs);
  const left = await sql`select from graphile_worker.jobs where task_identifier = 'yearly'`;
  assert.deepEqual([left.length, done], [0, 2], 'who has stopped follows no more');
  await sql.end();
  dropAtEnd(database);
});
