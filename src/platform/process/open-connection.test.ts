import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkReachable } from './open-connection.ts';

test('waits for an unreachable database as long as docs/operations/incidents.md says, then names it', async () => {
  const beganMs = performance.now();
  const away = { host: '127.0.0.1', port: 1, user: 'praca', database: 'praca' };
  await assert.rejects(
    checkReachable(away, 'DATABASE_URL'),
    /^StartError: The database at 127\.0\.0\.1:1\/praca \(DATABASE_URL\) cannot be reached: .*ECONNREFUSED/,
  );
  assert.ok(performance.now() - beganMs >= 10_000);
});
