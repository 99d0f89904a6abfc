import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, test } from 'node:test';
import { formatDatabaseUrl } from '../../src/platform/postgres/client/connection.ts';
import { createTestDatabase } from '../support/database.ts';
import { removeDirectory, runPraca, startPraca, temporaryDirectory } from '../support/process.ts';

const dataDir = temporaryDirectory();
const environment = { DATA_DIR: dataDir };
after(() => removeDirectory(dataDir));

test('commands refuse to run without a database or with another version’s, change nothing and say why', async () => {
  const absent = await runPraca(['psp', 'create', 'Café Central'], environment);
  assert.deepEqual(
    [absent.code, absent.output],
    [1, `There is no database in ${dataDir} yet: "praca migrate" or a start makes it.\n`],
  );
  assert.match((await runPraca(['doctor'], environment)).output, /^ok +database: none in /m);
  assert.deepEqual(readdirSync(dataDir), []);
  const unprepared = await createTestDatabase({ migrated: false });
  const there = { DATABASE_URL: formatDatabaseUrl(unprepared.connection) };
  const empty = await runPraca(['psp', 'create', 'Café Central'], there);
  assert.deepEqual(
    [empty.code, empty.output],
    [1, 'The database is empty: "praca migrate" or a start prepares it.\n'],
  );
  assert.match((await runPraca(['doctor'], there)).output, /^ok +schema: The database is empty/m);
  await unprepared.drop();
  const migrated = await runPraca(['migrate'], environment);
  assert.deepEqual([migrated.code, migrated.output], [0, 'The database is up to date.\n']);
});

test('commands work alone and beside a running server, and failures are one-line messages', async () => {
  const unnamed = await runPraca(['psp', 'create', 'Café Central'], environment);
  assert.deepEqual([unnamed.code, unnamed.output], [1, 'Name yourself with --by <e-mail>.\n']);
  assert.equal((await runPraca(['staff', 'create', 'ana@example.com'], environment)).code, 0);
  const by = ['--by', 'ana@example.com'];
  const created = await runPraca(['psp', 'create', 'Café Central', ...by], environment);
  assert.equal(created.code, 0, created.output);
  const clientId = /client id\s+(\S+)/.exec(created.output)?.[1] ?? '';
  const secret = /client secret\s+(\S+)/.exec(created.output)?.[1] ?? '';
  assert.ok(clientId && secret.length >= 43);

  const server = await startPraca(environment);
  try {
    const rotated = await runPraca(['psp', 'credential', 'rotate', clientId, ...by], environment);
    assert.match(rotated.output, /client secret\s+\S+/);
    assert.ok(!rotated.output.includes(secret));
    const unknown = await runPraca(['psp', 'suspend', '999', ...by], environment);
    assert.deepEqual([unknown.code, unknown.output], [1, 'There is no PSP 999.\n']);
  } finally {
    assert.equal(await server.stop(), 0);
  }
});

test('the doctor reports a healthy system as ok and names a fault', async () => {
  const healthy = await runPraca(['doctor'], environment);
  assert.equal(healthy.code, 0, healthy.output);
  assert.match(healthy.output, /^ok +schema: of this version/m);
  for (const subject of ['settings', 'disk', 'database', 'clock', 'environment', 'partitions']) {
    assert.match(healthy.output, new RegExp(`^ok +${subject}`, 'm'));
  }
  assert.match(healthy.output, /^ok +push: Web Push, no FCM, no APNs$/m);
  const wrong = await runPraca(['doctor'], { ...environment, DATABASE_URL: 'postgres://x@127.0.0.1:1/x' });
  assert.equal(wrong.code, 1);
  assert.match(wrong.output, /^WRONG +database: .*cannot be reached/m);
});

for (const words of [['start'], ['keys', 'rotate', 'merchant']]) {
  test(`"praca ${words.join(' ')}" with another SECRET_KEY fails with one sentence that names the setting`, async () => {
    const { code, output } = await runPraca(words, {
      ...environment,
      PORT: '0',
      SECRET_KEY: Buffer.alloc(32, 9).toString('base64'),
    });
    assert.equal(code, 1);
    assert.match(
      output,
      /SECRET_KEY is not the key with which .* set the old one as SECRET_KEY_PREVIOUS\.$/m,
    );
    assert.doesNotMatch(output, /^ {4}at /m);
  });
}

test('commands that failed because of another SECRET_KEY leave the database usable with the right key', async () => {
  const { code, output } = await runPraca(
    ['keys', 'rotate', 'merchant', '--by', 'ana@example.com'],
    environment,
  );
  assert.equal(code, 0, output);
  assert.match((await runPraca(['doctor'], environment)).output, /^ok +secret key: opens what is sealed$/m);
});
