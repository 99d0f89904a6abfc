import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCluster } from './cluster.ts';
import { findClusterPrograms } from './parts/programs.ts';
import { playRow } from './play.ts';
import { primaryLost } from './rows/primary.ts';

// `npm run test:cluster` tests the other faults and restarts, with three PostgreSQL nodes instead of two.
test('the loss of the primary under load neither loses nor doubles an acknowledged write', async (context) => {
  const programs = findClusterPrograms();
  assert.ok(programs, 'the runner leaves this file out where they are missing');
  const say = (line: string): void => context.diagnostic(line);
  const cluster = await startCluster({ programs, say, databaseNodes: 2, ttl: 8 });
  try {
    const { faults } = await playRow(cluster, primaryLost, { say, isTimed: false });
    assert.deepEqual(faults, []);
  } finally {
    await cluster.stop();
  }
});
