import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { migrationSources } from '../src/app.ts';
import { migrateJobs } from '../src/platform/jobs/jobs.ts';
import type { Sql } from '../src/platform/postgres/client/database.ts';
import { findOutdated, migrate } from '../src/platform/postgres/migrate.ts';
import { createLogger } from '../src/platform/telemetry/logger.ts';
import { openTestApp } from './support/app.ts';
import { createTestDatabase, openTestPool } from './support/database.ts';
import { merchantClient } from './support/merchant.ts';
import { root } from './support/process.ts';

const baselineName = '0001_create_baseline.sql';

const replaced = [
  ['platform', 18, '0025_create_attempts.sql'],
  ['accounts', 18, '0020_note_exports.sql'],
  ['merchant', 69, '0088_note_sales_for_claims.sql'],
  ['social', 43, '0051_report_events_and_tell_reporters.sql'],
] as const;

/** A database with the migration records from before the baseline. Those files made the tables of the baseline. */
async function createBeforeBaseline() {
  const old = await createTestDatabase({ migrated: false });
  const pool = openTestPool(old.connection, 4);
  const baselines = migrationSources().map(({ schema, directory }) => {
    const alone = join(mkdtempSync(join(tmpdir(), 'praca-baseline-')), schema);
    cpSync(join(directory, baselineName), join(alone, baselineName), { recursive: true });
    return { schema, directory: alone };
  });
  const log = createLogger({ level: 'silent', pretty: false });
  await migrate(pool, baselines, undefined, () => migrateJobs(old.connection, log));
  await pool`delete from platform.migrations`;
  for (const [schema, files, last] of replaced) {
    await pool`
      insert into platform.migrations (schema_name, name, checksum)
      select ${schema}, '0000_' || n || '.sql', '' from generate_series(2, ${files}::integer) as n
      union all select ${schema}, ${last}, ''`;
  }
  return { database: old, pool };
}

const records = async (pool: Sql) => [
  ...(await pool<{ schema_name: string; name: string; checksum: string; applied_at: Date }[]>`
    select schema_name, name, checksum, applied_at from platform.migrations order by 1, 2`),
];

test('a database with all migrations from before the baseline gets the baseline’s record, then serves and migrates', async () => {
  const { database: old, pool } = await createBeforeBaseline();
  try {
    assert.match(
      (await findOutdated(pool, migrationSources())) ?? '',
      /lacks migration platform\/0001_create_baseline\.sql/,
    );
    const [unchanged] = await pool`select count(*)::integer as cities from social.cities`;
    const applied: string[] = [];
    const processes = Array.from({ length: 3 }, () => openTestPool(old.connection, 2));
    await Promise.all(
      processes.map((process) =>
        migrate(process, migrationSources(), (schema, name) => applied.push(`${schema}/${name}`)),
      ),
    );
    await Promise.all(processes.map((process) => process.end()));
    const files = migrationSources().flatMap(({ schema, directory }) =>
      readdirSync(directory).map((name) => `${schema}/${name}`),
    );
    assert.deepEqual(applied.toSorted(), files.toSorted());
    assert.deepEqual(
      (await records(pool)).map((row) => `${row.schema_name}/${row.name}`).toSorted(),
      files.toSorted(),
    );
    assert.deepEqual([...(await pool`select count(*)::integer as cities from social.cities`)], [unchanged]);
    assert.equal(await findOutdated(pool, migrationSources()), undefined);
    const praca = await openTestApp({ database: old });
    try {
      const client = await merchantClient(praca);
      assert.equal((await client.get('/balances')).statusCode, 200);
    } finally {
      await praca.close();
    }
    const directory = join(mkdtempSync(join(tmpdir(), 'praca-migrations-')), 'social');
    cpSync(join(root, 'src/social/migrations'), directory, { recursive: true });
    writeFileSync(
      join(directory, '9000_add_planted.sql'),
      'alter table social.users add column planted text;',
    );
    await migrate(pool, [{ schema: 'social', directory }]);
    assert.equal((await pool`select planted from social.users`).length, 0);
  } finally {
    await pool.end();
    await old.drop();
  }
});

const incomplete = [
  ['the last file', `name = '0088_note_sales_for_claims.sql'`],
  ['an earlier file', `(schema_name, name) = ('social', '0000_7.sql')`],
] as const;
for (const [file, condition] of incomplete) {
  test(`a database that lacks ${file} from before the baseline is refused and not changed`, async () => {
    const { database: old, pool } = await createBeforeBaseline();
    try {
      await pool.begin((tx) => tx.script(`delete from platform.migrations where ${condition}`));
      const before = await records(pool);
      for (const refuse of [migrate, findOutdated]) {
        await assert.rejects(async () => refuse(pool, migrationSources()), {
          name: 'StartError',
          message: /Start release-before-1\.0 \(commit 492bdeb2\) once, then this version/,
        });
      }
      assert.deepEqual(await records(pool), before);
    } finally {
      await pool.end();
      await old.drop();
    }
  });
}
