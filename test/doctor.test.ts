import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { diagnose } from '../src/doctor.ts';
import { prepareDatabases } from '../src/main.ts';
import { allSettings } from '../src/app.ts';
import { formatDatabaseUrl } from '../src/platform/postgres/client/connection.ts';
import { placeDatabases } from '../src/platform/process/place-databases.ts';
import { readSettings } from '../src/platform/settings.ts';
import { createLogger } from '../src/platform/telemetry/logger.ts';
import { openTestApp, productionSettings } from './support/app.ts';
import { createTestDatabase, openTestPool, type TestDatabase } from './support/database.ts';
import { removeDirectory, temporaryDirectory } from './support/process.ts';

let database: TestDatabase;
const directory = temporaryDirectory();

/** A database that a process has already used. */
before(async () => {
  database = await createTestDatabase();
  const app = await openTestApp({ database });
  await app.close();
});
after(async () => {
  await database.drop();
  await removeDirectory(directory);
});

/** Returns the doctor's output lines and exit code. */
async function ask(environment: Record<string, string>): Promise<{ lines: string[]; code: unknown }> {
  const lines: string[] = [];
  const before = process.exitCode;
  await diagnose({}, (line) => void lines.push(line), environment);
  const code = process.exitCode;
  process.exitCode = before;
  return { lines, code };
}

const own = () => ({ DATABASE_URL: formatDatabaseUrl(database.connection) });
const zeros = Buffer.alloc(32).toString('base64');
const node = 'http://user:password@127.0.0.1:1';

for (const [settings, sentence] of [
  [{ TRUST_PROXY: 'nonsense' }, 'TRUST_PROXY takes addresses'],
  [{ PUBLIC_URL: 'https://host.example/base' }, 'PUBLIC_URL has a path'],
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY must be 32 bytes'],
  [{ BTC_NODE: node }, 'BTC_NODE is set and BTC_XPUB is not'],
  [{ BTC_NODE: node, BTC_XPUB: 'nonsense' }, 'BTC_XPUB is not an extended public key'],
  [{ ETH_NODE: node, ETH_XPUB: 'nonsense' }, 'ETH_XPUB is not an extended public key'],
  [{ XRP_NODE: node, XRP_ADDRESS: 'nonsense' }, 'XRP_ADDRESS is not a classic address'],
  // For a coin that is not enabled.
  [{ LTC_XPUB: 'nonsense' }, 'LTC_XPUB is not an extended public key'],
  [{ ETH_XPUB: 'nonsense' }, 'ETH_XPUB is not an extended public key'],
  [{ XRP_ADDRESS: 'nonsense' }, 'XRP_ADDRESS is not a classic address'],
  [{ WALLET_KEY: 'abc' }, 'WALLET_KEY must be 32 bytes'],
  [{ SCREENING_URL: 'https://screen.example' }, 'SCREENING_URL needs SCREENING_SECRET'],
  [{ PAYMENT_MINIMUM: '50', PAYMENT_MAXIMUM: '4' }, 'PAYMENT_MINIMUM is 50 and PAYMENT_MAXIMUM 4: every'],
  [
    { TRADE_MAXIMUM: 'BTC=1,BCH=1,LTC=0.001,ETH=1,XRP=1' },
    'TRADE_MINIMUM says LTC=0.01 and TRADE_MAXIMUM LTC=0.001: every conversion of LTC',
  ],
  [{ LOGIN_PROVIDERS: 'nonsense' }, 'Each entry of LOGIN_PROVIDERS is'],
  [{ LOGIN_PROVIDERS: 'google=a,google=b' }, 'LOGIN_PROVIDERS has two entries with the same name'],
  [{ ID_TOKEN_PROVIDERS: 'nonsense' }, 'ID_TOKEN_PROVIDERS takes name|issuer URL|audience'],
  [{ FCM_SERVICE_ACCOUNT: 'a secret' }, 'FCM_SERVICE_ACCOUNT must be the JSON file'],
  [
    { ...productionSettings, SECRET_KEY: allSettings.SECRET_KEY.sandbox },
    'SECRET_KEY is the published one of the sandbox',
  ],
  [
    { ...productionSettings, WALLET_KEY: allSettings.WALLET_KEY.sandbox },
    'WALLET_KEY is the published one of the sandbox',
  ],
  [{ ...productionSettings, WALLET_KEY: zeros }, 'WALLET_KEY repeats itself'],
  [{ ...productionSettings, METRICS_TOKEN: 'x' }, 'METRICS_TOKEN must have at least 16 characters'],
  [
    { ...productionSettings, SCREENING_URL: 'https://screen.example', SCREENING_SECRET: `whsec_${zeros}` },
    'SCREENING_SECRET repeats itself',
  ],
  [{ ...productionSettings, PASSWORD_PASSES: '1' }, 'PASSWORD_MEMORY_KIB and PASSWORD_PASSES must'],
] as const)
  test(`the doctor reports ${Object.keys(settings).at(-1)} as a start does: ${sentence} …`, async () => {
    const { lines, code } = await ask({ ...own(), ...settings });
    assert.equal(code, 1);
    assert.equal(lines.length, 1, lines.join('\n'));
    assert.ok(lines[0]?.startsWith(`WRONG  settings: ${sentence}`), lines[0]);
    assert.doesNotMatch(lines.join('\n'), /a secret/);
  });

test('the doctor names every invalid setting', async () => {
  const unreadable = await ask({ PORT: 'http', WORKERS: '0' });
  assert.deepEqual(
    unreadable.lines.map((line) => line.split(' ').slice(0, 4).join(' ')),
    ['WRONG  settings: PORT', 'WRONG  settings: WORKERS'],
  );
  const refused = await ask({ ...own(), TRUST_PROXY: 'nonsense', WALLET_KEY: 'abc' });
  assert.deepEqual(
    refused.lines.map((line) => line.split(' ').slice(0, 4).join(' ')),
    ['WRONG  settings: TRUST_PROXY', 'WRONG  settings: WALLET_KEY'],
  );
});

test('settings of services that are not served, and accounts of disabled coins, may be of another network', async () => {
  // An account of Bitcoin's main network, while the sandbox uses regtest.
  const xpub =
    'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';
  const { lines, code } = await ask({ ...own(), BTC_XPUB: xpub });
  assert.equal(code, 0, lines.join('\n'));
  const elsewhere = await ask({ ...own(), SERVICES: 'merchant', LOGIN_PROVIDERS: 'nonsense' });
  assert.equal(elsewhere.code, 0, elsewhere.lines.join('\n'));
});

test('the doctor checks that HOST is an address of this machine', async () => {
  const right = await ask(own());
  assert.ok(right.lines.includes('ok     address: 127.0.0.1 is one of this machine'), right.lines.join('\n'));
  const wrong = await ask({ ...own(), HOST: '192.0.2.1', SANDBOX_PUBLIC: 'yes' });
  assert.equal(wrong.code, 1);
  assert.ok(wrong.lines.includes('WRONG  address: HOST is 192.0.2.1, which is no address of this machine.'));
});

const otherKey = Buffer.alloc(32, 9).toString('base64');

test('the doctor checks that SECRET_KEY matches the database', async () => {
  const right = await ask(own());
  assert.equal(right.code, 0, right.lines.join('\n'));
  assert.ok(right.lines.includes('ok     secret key: opens what is sealed'));
  const wrong = await ask({ ...own(), SECRET_KEY: otherKey });
  assert.equal(wrong.code, 1);
  assert.match(
    wrong.lines.join('\n'),
    /^WRONG  secret key: SECRET_KEY is not the key with which the database's/m,
  );
  const changed = await ask({
    ...own(),
    SECRET_KEY: otherKey,
    SECRET_KEY_PREVIOUS: allSettings.SECRET_KEY.sandbox,
  });
  assert.equal(changed.code, 0, changed.lines.join('\n'));
});

test('the doctor reports a directory without a database and does not change it; an uncreatable one is an error', async () => {
  const empty = join(directory, 'praca', 'data');
  const { lines, code } = await ask({ DATA_DIR: empty });
  assert.equal(code, 0, lines.join('\n'));
  assert.equal(lines.at(-1), `ok     database: none in ${empty} yet: "praca migrate" or a start makes it`);
  assert.ok(!existsSync(join(directory, 'praca')));
  const impossible = await ask({ DATA_DIR: '/dev/null/praca' });
  assert.equal(impossible.code, 1);
  assert.match(impossible.lines.join('\n'), /^WRONG  database: \/dev\/null.* is not a directory/m);
});

test('a database of another key or environment is refused before migration', async () => {
  const sql = openTestPool(database.connection);
  try {
    await sql`insert into platform.environment (environment) values ('sandbox') on conflict do nothing`;
    const [last] = await sql<{ name: string }[]>`
      delete from platform.migrations where (schema_name, name) = (
        select schema_name, name from platform.migrations where schema_name = 'social' order by name desc limit 1)
      returning name`;
    const prepare = (environment: Record<string, string>) => {
      const settings = readSettings(allSettings, { environment });
      const log = createLogger({ level: 'silent', pretty: false });
      return prepareDatabases(placeDatabases(settings, database.connection), settings, log);
    };
    await assert.rejects(prepare({ SECRET_KEY: otherKey }), /^StartError: SECRET_KEY is not the key/);
    await assert.rejects(
      prepare({ ...productionSettings, SECRET_KEY: allSettings.SECRET_KEY.sandbox }),
      /^StartError: This database belongs to the sandbox environment/,
    );
    const found = await sql`
      select from platform.migrations where schema_name = 'social' and name = ${last?.name ?? ''}`;
    assert.equal(found.length, 0);
  } finally {
    await sql.end();
  }
});
