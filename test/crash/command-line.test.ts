import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { removeDirectory, runPraca, startPraca, temporaryDirectory } from '../support/process.ts';

const dataDir = temporaryDirectory();
const environment = { DATA_DIR: dataDir };
after(() => removeDirectory(dataDir));

test('commands leave a database of another version as it is, and say so', async () => {
  const empty = await runPraca(['psp', 'create', 'Café Central'], environment);
  assert.deepEqual(
    [empty.code, empty.output],
    [1, 'The database is empty: "praca migrate" or a start prepares it.\n'],
  );
  assert.match((await runPraca(['doctor'], environment)).output, /^ok +schema: The database is empty/m);
  const migrated = await runPraca(['migrate'], environment);
  assert.deepEqual([migrated.code, migrated.output], [0, 'The database is up to date.\n']);
  assert.match((await runPraca(['doctor'], environment)).output, /^ok +schema: of this version/m);
});

test('PSPs and credentials are managed alone and beside a running server, and secrets are shown once', async () => {
  const created = await runPraca(['psp', 'create', 'Café Central'], environment);
  assert.equal(created.code, 0, created.output);
  const clientId = /client id\s+(\S+)/.exec(created.output)?.[1] ?? '';
  const secret = /client secret\s+(\S+)/.exec(created.output)?.[1] ?? '';
  const pspId = /^PSP (\d+) "Café Central"/.exec(created.output)?.[1] ?? '';
  assert.ok(clientId && secret.length >= 43 && pspId);

  const server = await startPraca(environment);
  try {
    const rotated = await runPraca(['psp', 'credential', 'rotate', clientId], environment);
    assert.match(rotated.output, /client secret\s+\S+/);
    assert.ok(!rotated.output.includes(secret));
    assert.match((await runPraca(['psp', 'credential', 'add', pspId], environment)).output, /client id/);
    assert.match(
      (await runPraca(['psp', 'credential', 'revoke', clientId], environment)).output,
      /is revoked/,
    );
    assert.match((await runPraca(['psp', 'suspend', pspId], environment)).output, /is suspended/);
    const list = await runPraca(['psp', 'list'], environment);
    assert.match(
      list.output,
      new RegExp(`^${pspId}  Café Central  suspended\\n     ${clientId}  revoked`, 'm'),
    );
    assert.ok(!list.output.includes(secret));
    assert.match((await runPraca(['psp', 'resume', pspId], environment)).output, /may work again/);
  } finally {
    assert.equal(await server.stop(), 0);
  }
});

test('staff are created once, with a password that is shown once', async () => {
  const first = await runPraca(['staff', 'create', 'ana@example.com', '--name', 'Ana'], environment);
  assert.equal(first.code, 0, first.output);
  assert.match(
    first.output,
    /Created staff Ana <ana@example\.com>, role admin\.\nPassword, shown only now: [0-9a-z]{26}\n/,
  );
  const again = await runPraca(['staff', 'create', 'ANA@example.com'], environment);
  assert.deepEqual([again.code, again.output], [1, 'ANA@example.com is staff already.\n']);
});

test('a signing key is rotated', async () => {
  const rotated = await runPraca(['keys', 'rotate', 'social'], environment);
  assert.equal(rotated.code, 0, rotated.output);
  assert.match(
    rotated.output,
    /^Key \S+ signs social access tokens in a minute\.\nKey \S+ signs social staff tokens in a minute\.\n$/,
  );
});

test('what cannot be done is said in one sentence', async () => {
  for (const [words, sentence] of [
    [['psp', 'suspend', '999'], /^There is no PSP 999\.\n$/],
    [['psp', 'suspend', 'x'], /^Name the PSP by its number\.\n$/],
    [['psp', 'create'], /^psp create takes a name/],
    [['psp', 'credential', 'rotate', 'nobody'], /^There is no credential nobody/],
    [['staff', 'create', 'nobody'], /e-mail address/],
    [['keys', 'rotate', 'nothing'], /^keys rotate takes merchant or accounts or social/],
  ] as const) {
    const { code, output } = await runPraca(words, environment);
    assert.equal(code, 1);
    assert.match(output, sentence);
  }
});

test('the doctor finds a healthy system healthy, and names what is wrong', async () => {
  const healthy = await runPraca(['doctor'], environment);
  assert.equal(healthy.code, 0, healthy.output);
  for (const subject of ['settings', 'disk', 'database', 'clock', 'environment']) {
    assert.match(healthy.output, new RegExp(`^ok +${subject}`, 'm'));
  }
  assert.match(healthy.output, /^ok +push: Web Push, no FCM, no APNs$/m);
  const wrongKey = await runPraca(['doctor'], { ...environment, FCM_SERVICE_ACCOUNT: 'secret nonsense' });
  assert.equal(wrongKey.code, 1);
  assert.match(wrongKey.output, /^WRONG +push: FCM_SERVICE_ACCOUNT takes /m);
  assert.doesNotMatch(wrongKey.output, /secret nonsense/);
  const wrong = await runPraca(['doctor'], { ...environment, DATABASE_URL: 'postgres://x@127.0.0.1:1/x' });
  assert.equal(wrong.code, 1);
  assert.match(wrong.output, /^WRONG +database: .*cannot be reached/m);
});

test('a start with another SECRET_KEY ends in one sentence that names it', async () => {
  const { code, output } = await runPraca(['start'], {
    ...environment,
    PORT: '0',
    SECRET_KEY: Buffer.alloc(32, 9).toString('base64'),
  });
  assert.equal(code, 1);
  assert.match(output, /SECRET_KEY is not the key with which .* belongs into SECRET_KEY_PREVIOUS\.$/m);
  assert.doesNotMatch(output, /^ {4}at /m);
});
