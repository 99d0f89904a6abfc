import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, openTestPool } from '../../../test/support/database.ts';
import type { Sql } from './client/database.ts';
import { areShared, refuseSharedSessions } from './refuse-pooler.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Sql;

before(async () => {
  database = await createTestDatabase();
  sql = openTestPool(database.connection, 2);
});
after(async () => {
  await sql.end();
  await database.drop();
});

test('sessions are not shared if each connection always reaches the same backend and no other one does', () => {
  for (const [seen, shared] of [
    [
      [
        [1, 2],
        [1, 2],
      ],
      false,
    ],
    // The pooler gives each statement any free backend.
    [
      [
        [1, 1],
        [1, 1],
      ],
      true,
    ],
    [
      [
        [1, 2],
        [2, 1],
      ],
      true,
    ],
    [
      [
        [1, 2],
        [1, 3],
      ],
      true,
    ],
    [
      [
        [1, 2],
        [3, 2],
      ],
      true,
    ],
  ] as const)
    assert.equal(areShared(seen), shared, JSON.stringify(seen));
});

test('accepts PostgreSQL itself, and rejects a transaction pooler by a message that names it', async () => {
  await refuseSharedSessions(sql, 'here', 'DATABASE_URL');
  // Two connections report the same backend, as behind pgbouncer in transaction mode.
  await sql`create schema shared`;
  await sql`create function shared.pg_backend_pid() returns integer return 7`;
  const user = sql.identifier(database.connection.user);
  await sql`alter role ${user} in database ${sql.identifier(database.name)} set search_path = shared, pg_catalog`;
  const pooled = openTestPool(database.connection, 2);
  try {
    await assert.rejects(
      refuseSharedSessions(pooled, 'db.internal:6432/praca', 'SOCIAL_DATABASE_URL'),
      (error: Error) => {
        assert.equal(error.name, 'StartError');
        assert.match(
          error.message,
          /^The database at db\.internal:6432\/praca .* pooler in transaction mode/,
        );
        assert.match(error.message, /SOCIAL_DATABASE_URL to PostgreSQL itself\.$/);
        return true;
      },
    );
  } finally {
    await pooled.end();
    await sql`alter role ${user} in database ${sql.identifier(database.name)} reset search_path`;
  }
});
