import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCluster } from './cluster.ts';
import { findClusterPrograms } from './parts/programs.ts';
import { playRow } from './play.ts';
import { primaryLost } from './rows/primary.ts';

// The other events, and three PostgreSQL instead of two: `npm run test:cluster`.
test('the primary is lost under load, and nothing that was acknowledged is lost or doubled', async (context) => {
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
