import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import { openDatabase, type Sql } from './client/database.ts';
import { examineDatabase, type Finding } from './examine-database.ts';
import { stampEnvironment } from './migrate.ts';

const migrated = await open(true);
const empty = await open(false);
after(async () => {
  await migrated.close();
  await empty.close();
});

async function open(isMigrated: boolean): Promise<{ sql: Sql; close(): Promise<void> }> {
  const { connection, drop } = await createTestDatabase({ migrated: isMigrated });
  const sql = openDatabase({ connection, poolSize: 1, applicationName: 'test of the doctor' });
  return { sql, close: () => sql.end().then(drop) };
}

async function examine(
  sql: Sql,
  environment: string,
  needed: Parameters<typeof examineDatabase>[2] = { connections: 10 },
): Promise<Record<string, Finding>> {
  const findings: Record<string, Finding> = {};
  await examineDatabase(sql, environment, needed, async (subject, look) => {
    findings[subject] = await look();
    return findings[subject].problem === undefined;
  });
  return findings;
}

test('a working database has no findings', async () => {
  await stampEnvironment(migrated.sql, 'sandbox');
  const { 'version of PostgreSQL': version, ...others } = await examine(migrated.sql, 'sandbox');
  assert.match(version?.fine ?? '', /^18/);
  assert.deepEqual(others, {
    writes: { fine: 'wrote and removed 1 MB' },
    clock: { fine: 'agrees with PostgreSQL' },
    environment: { fine: 'sandbox' },
  });
});

test('reports a database of the other environment', async () => {
  const { environment } = await examine(migrated.sql, 'production');
  assert.equal(environment?.problem, 'the database belongs to sandbox, and ENVIRONMENT is production');
});

test('reports that Praça needs more connections than PostgreSQL allows', async () => {
  for (const [needed, sum] of [
    [{ connections: 100_000 }, /\(DATABASE_POOL \+ 13\) = 100000$/],
    [{ connections: 50_000, databases: 2 }, /\(DATABASE_POOL \+ 13\) × 2 databases = 100000$/],
  ] as const) {
    const { 'version of PostgreSQL': version } = await examine(migrated.sql, 'sandbox', needed);
    assert.match(version?.problem ?? '', /^max_connections is \d+, too few /);
    assert.match(version?.problem ?? '', sum);
  }
});

test('accepts an empty database for any environment', async () => {
  const { environment } = await examine(empty.sql, 'production');
  assert.match(environment?.fine ?? '', /^a new database/);
});
