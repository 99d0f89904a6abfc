import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addStaff } from './support/commands.ts';
import { allCommands, sealedPlaces } from '../src/app.ts';
import { queueRecovery } from '../src/accounts/entry/recovery/mail-recovery.ts';
import { CommandError } from '../src/platform/command.ts';
import { queueMail } from '../src/platform/mail/mail.ts';
import { transaction } from '../src/platform/postgres/client/transaction.ts';
import { findUnknownColumns, resealSecrets } from '../src/platform/secrets/reseal-secrets.ts';
import { nameOf, type SealedColumn } from '../src/platform/secrets/sealed-places.ts';
import { countBlocks, findOldSeals, replaceSeals } from '../src/platform/secrets/secrets.store.ts';
import { hashesOfRecoveryCode, newRecoveryCodes } from '../src/platform/tokens/recovery-codes.ts';
import { createSealer } from '../src/platform/tokens/sealer.ts';
import { makeIdentityHashes } from '../src/social/access/suspensions/identity-hash.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { Visitor } from './support/console.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { merchantClient } from './support/merchant.ts';
import { createSignedInUser } from './support/signed-in-user.ts';

const [oldKey, newKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const newKeyId = createSealer(newKey, '').keyId;
const columns = sealedPlaces.flatMap((places) => places.columns);
const manyAnswers = 3000;

const owner = 'somebody';
let recoveryCode: string;
let recoveryHash: Buffer;
let database: TestDatabase;
let praca: TestApp;
before(async () => {
  database = await createTestDatabase();
  const first = await openTestApp({ database, settings: { SECRET_KEY: oldKey } });
  await sealSomethingEverywhere(first);
  await first.close();
  praca = await openTestApp({
    database,
    settings: { SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: oldKey },
  });
});
after(async () => {
  await praca.close();
  await database.drop();
});

/** Seals values through the services themselves, so that wrong purposes in the command's list fail the test. */
async function sealSomethingEverywhere(app: TestApp): Promise<void> {
  const user = await createSignedInUser(app);
  const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, headers: object, payload?: object) => {
    const answer = await app.app.inject({
      method,
      url,
      headers: { ...headers },
      ...(payload ? { payload } : {}),
    });
    assert.ok(answer.statusCode < 300, `${url}: ${answer.body}`);
    return answer.json();
  };
  await ask('POST', '/accounts/v1/me/totp', user.headers);
  const visitor = new Visitor(app);
  await visitor.get('/console/sign-in');
  await visitor.post('/console/sign-in/look-around', { as: 'staff' });
  assert.equal((await visitor.get('/console/second-factor/set-up')).status, 200);
  const merchant = await merchantClient(app);
  const url = 'http://127.0.0.1:9/hook';
  const made = await merchant.post('/webhooks', { url }, { 'idempotency-key': 'once' });
  assert.ok(made.statusCode < 300, made.body);
  const rotated = await merchant.post(`/webhooks/${made.json().webhook_endpoint_id}/rotate`);
  assert.ok(rotated.statusCode < 300, rotated.body);
  const { access_token: token } = await ask('POST', '/social/oauth/token?user_id=ana&name=Ana', {});
  const { user_id: id } = await ask('GET', `/social/oauth/session?access_token=${token}`, {});
  await ask('GET', '/social/push/key', { authorization: `Bearer ${token}` });
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const keys = {
    p256dh: browser.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  await ask(
    'PUT',
    `/social/user/${id}/devices/phone`,
    { authorization: `Bearer ${token}` },
    {
      endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/x',
      keys,
    },
  );
  const { sql, platform } = app;
  const { access_token: barred } = await ask('POST', '/social/oauth/token?user_id=rui&name=Rui', {});
  const { user_id: barredId } = await ask('GET', `/social/oauth/session?access_token=${barred}`, {});
  await transaction(sql, async (tx) => {
    const { codes, hashes } = await newRecoveryCodes(tx, platform, 'accounts', owner);
    [recoveryCode = '', recoveryHash = Buffer.alloc(0)] = [codes[0], hashes[0]];
    await makeIdentityHashes(tx, platform, { provider: '', loginId: barredId, email: null });
    queueMail(tx, platform, { to: 'ana@example.org', subject: 'Hello', text: 'Olá 👋' });
    const asking = { address: '192.0.2.9', userAgent: 'test', language: 'en' as const };
    queueRecovery(tx, platform, 'ana@example.org', asking);
    await tx`
      insert into platform.idempotency_keys (owner, key, fingerprint, status, sealed_body, created_at)
      select 'many', n::text, '', 200, ${platform.sealer.seal('"answer"', 'idempotent answer')}, now()
      from generate_series(1, ${manyAnswers}::int) as n`;
  });
}

const run = async (app: TestApp = praca): Promise<string[]> => {
  const lines: string[] = [];
  const command = allCommands.find(({ name }) => name === 'secrets reseal');
  await command?.run(
    app.platform,
    { values: { by: await addStaff(app.platform) }, positionals: [] },
    (line) => void lines.push(line),
  );
  return lines;
};

async function countSeals(column: SealedColumn): Promise<{ all: number; old: number }> {
  const { sql } = praca;
  const [row] = await sql<{ all: number; old: number }[]>`
    select count(*)::int as all,
      count(*) filter (where substring(${sql.identifier(column.column)} from 1 for 4) <> ${newKeyId})::int as old
    from ${sql.identifier(column.schema)}.${sql.identifier(column.table)}
    where length(${sql.identifier(column.column)}) > 0`;
  return row ?? { all: 0, old: 0 };
}

test('the command knows every column with sealed values and refuses to run if it does not', async () => {
  const { sql } = praca;
  assert.deepEqual(await findUnknownColumns(praca.platform, sealedPlaces), []);
  const found = await findUnknownColumns(praca.platform, []);
  const named = [
    ...columns.map(nameOf),
    ...sealedPlaces.flatMap(({ otherwise }) => Object.keys(otherwise ?? {})),
  ];
  assert.deepEqual(found.toSorted(), named.toSorted(), 'the list matches the columns');
  await sql`create table social.forgotten (sealed_thing bytea)`;
  try {
    await assert.rejects(run(), /Nothing was done.*social\.forgotten\.sealed_thing/);
  } finally {
    await sql`drop table social.forgotten`;
  }
});

test('without the previous key the command changes nothing and says so', async () => {
  const lost = { ...praca.platform, sealer: createSealer(newKey, '') };
  const before = await Promise.all(columns.map(countSeals));
  await assert.rejects(
    run({ ...praca, platform: lost }),
    (error: unknown) => error instanceof CommandError && /SECRET_KEY_PREVIOUS/.test(error.message),
  );
  assert.deepEqual(await Promise.all(columns.map(countSeals)), before);
});

test('a value that another process changes meanwhile is not overwritten', async () => {
  const column = columns.find(({ table }) => table === 'devices');
  assert.ok(column);
  const { sql, sealer } = praca.platform;
  const to = await countBlocks(sql, column);
  const [seal] = await findOldSeals(sql, column, sealer.keyId, { from: 0, to });
  assert.ok(seal);
  const change = { place: seal.place, before: Buffer.from('another'), after: Buffer.from('lost') };
  await transaction(sql, (tx) => replaceSeals(tx, column, [change]));
  assert.deepEqual((await findOldSeals(sql, column, sealer.keyId, { from: 0, to }))[0], seal);
});

test('after an interruption and a second run, everything is sealed with the new key only and can be read', async () => {
  for (const column of columns) {
    const { all, old } = await countSeals(column);
    assert.ok(all > 0 && old > 0, `${nameOf(column)} has values sealed with the old key`);
  }
  const killed = new Error('killed');
  const reportOnce = (): void => {
    throw killed;
  };
  await assert.rejects(resealSecrets(praca.platform, sealedPlaces, reportOnce), killed);
  // Two runs at once are harmless.
  const [lines] = await Promise.all([run(), run()]);
  assert.match(lines.at(-1) ?? '', /^Everything is sealed with SECRET_KEY\./);
  for (const column of columns) assert.equal((await countSeals(column)).old, 0, nameOf(column));
  const again = await run();
  for (const line of again.slice(0, -1)) assert.match(line, /: 0 resealed$/);

  // The start also proves that the signing keys of all services can be opened.
  const later = await openTestApp({ database, settings: { SECRET_KEY: newKey } });
  try {
    const { sql, sealer } = later.platform;
    for (const column of columns) {
      const [row] = await sql<{ sealed: Buffer; bound_to: string }[]>`
        select ${sql.identifier(column.column)} as sealed, ${
          column.boundTo === undefined ? sql`''` : sql`${sql.identifier(column.boundTo)}::text`
        } as bound_to
        from ${sql.identifier(column.schema)}.${sql.identifier(column.table)}
        where length(${sql.identifier(column.column)}) > 0 limit 1`;
      assert.ok(row && sealer.open(row.sealed, column.purpose(row.bound_to)), nameOf(column));
    }
    const hashes = await transaction(sql, (tx) =>
      hashesOfRecoveryCode(tx, later.platform, 'accounts', owner, recoveryCode),
    );
    assert.deepEqual(hashes[0], recoveryHash, 'a recovery code counts on');
    const jobs = await sql<{ task: string; sealed: string }[]>`
      select t.identifier as task, payload ->> 'sealed' as sealed
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where payload ->> 'sealed' is not null`;
    const opened = jobs.map(({ task, sealed }) =>
      sealer.open(Buffer.from(sealed, 'base64'), task === 'send_mail' ? 'mail' : 'recovery request'),
    );
    assert.ok(opened.some((text) => text.includes('Olá 👋')) && opened.length >= 2);
  } finally {
    await later.close();
  }
});
