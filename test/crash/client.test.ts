import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { merchant, social, type LiveUpdate } from '../../packages/client/src/index.ts';
import { formatDatabaseUrl } from '../../src/platform/postgres/client/connection.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { isAlive, removeDirectory, root, startPraca, temporaryDirectory, until } from '../support/process.ts';
import { openTcpProxy } from '../support/tcp-proxy.ts';

const directory = temporaryDirectory();
const consumer = join(directory, 'consumer');
let port: number;
let database: TestDatabase;
let praca: Awaited<ReturnType<typeof startPraca>>;

const start = () =>
  startPraca({
    DATA_DIR: join(directory, 'data'),
    DATABASE_URL: formatDatabaseUrl(database.connection),
    PORT: String(port),
    // The test sends more messages than a person would.
    MESSAGES_PER_MINUTE: '0',
  });

before(async () => {
  port = await freePort();
  database = await createTestDatabase();
  praca = await start();
});
after(async () => {
  await praca.stop();
  await database.drop();
  await removeDirectory(directory);
});

const openShop = (url = praca.url, attempts = 12) =>
  merchant({
    baseUrl: `${url}/merchant`,
    clientId: 'sandbox-psp',
    clientSecret: 'sandbox-secret',
    attempts,
  });

function run(program: string, words: readonly string[], cwd: string, environment = {}): string {
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
  });
  assert.equal(status, 0, `${program} ${words.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

const tsc = join(root, 'node_modules/.bin/tsc');

/** Installs the packed tarball in an empty folder, as a new user does. */
test(
  'the packed package works in an empty folder with strict types and the tours',
  { timeout: 600_000 },
  () => {
    mkdirSync(consumer);
    const tarball =
      run('npm', ['pack', '--silent', join(root, 'packages/client')], consumer)
        .trim()
        .split('\n')
        .at(-1) ?? '';
    writeFileSync(join(consumer, 'package.json'), '{"name":"consumer","private":true,"type":"module"}');
    run(
      'npm',
      ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', `./${tarball}`],
      consumer,
    );
    const scripts = globSync('node_modules/@praca/client/dist/*.js', { cwd: consumer }).map((path) =>
      readFileSync(join(consumer, path)),
    );
    const bytes = scripts.reduce((sum, script) => sum + brotliCompressSync(script).length, 0);
    assert.ok(scripts.length > 5 && bytes < 12_000, `${bytes} bytes compressed`);
    for (const path of globSync('docs/tour/*.ts', { cwd: root }))
      copyFileSync(join(root, path), join(consumer, basename(path)));
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.asynciterable'],
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      outDir: 'out',
    };
    writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    run(process.execPath, [tsc, '-p', '.'], consumer);
    const tour = (name: string): string =>
      run(process.execPath, [`out/${name}.js`], consumer, { PRACA: praca.url });
    assert.match(
      tour('merchant'),
      /^One bitcoin brings [\d.]+ euros\nBought 0\.\d{8} BTC: COMPLETED\n.*\nPaid\n[^]*Several entries\n400 invalid_input: money_amount\n$/,
    );
    assert.match(
      tour('accounts'),
      /^Signed up: string\ninvalid_credentials: O e-mail .*\nSigned in as Rui\n[^]*An ID token of 3 parts\n$/,
    );
    assert.match(
      tour('social'),
      /^Ana goes to an event\nAna and Bruno are combined\nBruno hears: combination\nBruno hears: message\nAna: Oi! Vai ao baile\?\n$/,
    );
  },
);

test('the package can be installed from its folder in a checkout', () => {
  const other = join(directory, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'package.json'), '{"name":"other","private":true}');
  const words = ['install', '--install-links', '--offline', '--no-audit', '--no-fund'];
  run('npm', [...words, join(root, 'packages/client')], other);
  const script = `import { merchant } from '@praca/client'; console.log(typeof merchant);`;
  assert.equal(run(process.execPath, ['--input-type=module', '-e', script], other), 'function\n');
});

const customer = {
  customer_reference_id: 'lost',
  customer_first_name: 'Ana',
  customer_last_name: 'Souza',
  customer_email_address: 'ana@example.com',
  customer_ip_address: '203.0.113.7',
};
const paymentOf = (reference: string) => ({
  currency_code: 'EUR' as const,
  payment_amount: '5.00',
  payment_reference: reference,
  merchant_name: 'Padaria',
  payment_description: 'Bread',
  customer_details: customer,
});

test('a payment whose answer is lost is created once', async () => {
  const proxy = await openTcpProxy({ host: '127.0.0.1', port });
  const shop = openShop(`http://127.0.0.1:${proxy.port}`);
  await shop.get('/balances');
  proxy.cutAfter('"lost answer"');
  const asked = shop.post('/payments/hosted', { body: paymentOf('lost answer') });
  await until(async () => (await listPayments('lost answer')).length === 1, 'the payment');
  proxy.cutAfter('never again');
  const { payment_reference_id: id } = await asked;
  assert.deepEqual(await listPayments('lost answer'), [id]);
  proxy.close();
});

async function listPayments(reference: string): Promise<string[]> {
  const found: string[] = [];
  for await (const payment of openShop().list('/payments', { query: { limit: 7 } })) {
    if (payment.payment_reference.startsWith(reference)) found.push(payment.payment_reference_id);
  }
  return found;
}

async function killAndStart(): Promise<void> {
  process.kill(praca.pid, 'SIGKILL');
  await until(() => !isAlive(praca.pid), 'its end');
  praca = await start();
}

test(
  'if the process is killed, every call takes effect once, and live delivers everything once and in order',
  { timeout: 600_000 },
  async () => {
    const shop = openShop(praca.url, 200);
    const [ana, bruno] = [1, 2].map(() => social({ baseUrl: `${praca.url}/social`, attempts: 200 }));
    assert.ok(ana && bruno);
    await ana.signIn({ user_id: 'ana', name: 'Ana' });
    await bruno.signIn({ user_id: 'bruno', name: 'Bruno' });
    const { user_id: anaId } = await ana.get('/oauth/session');
    const { user_id: brunoId } = await bruno.get('/oauth/session');
    await ana.post('/user/like/{useriD}', { path: { useriD: brunoId } });
    await bruno.post('/user/like/{useriD}', { path: { useriD: anaId } });

    const heard: LiveUpdate[] = [];
    const connections: boolean[] = [];
    const leaving = new AbortController();
    const listening = (async () => {
      const updates = bruno.live(brunoId, {
        since: 0,
        signal: leaving.signal,
        onConnection: (isConnected) => connections.push(isConnected),
      });
      for await (const update of updates) heard.push(update);
    })();
    await until(() => connections.includes(true), 'the connection');

    const path = { userId: anaId, userChat: brunoId };
    let sent = 0;
    let paid = 0;
    let isOver = false;
    const talking = (async () => {
      while (!isOver)
        await ana.post('/user/{userId}/chat/{userChat}', { path, body: { message: `number ${sent++}` } });
    })();
    const selling = (async () => {
      while (!isOver) await shop.post('/payments/hosted', { body: paymentOf(`killed ${paid++}`) });
    })();
    for (let round = 1; round <= 2; round++) {
      const [before, sold] = [sent, paid];
      await until(() => sent > before + 5 && paid > sold + 3, 'some calls');
      await killAndStart();
    }
    const [before, sold] = [sent, paid];
    await until(() => sent > before + 5 && paid > sold + 3, 'calls after the last start');
    isOver = true;
    await Promise.all([talking, selling]);

    assert.equal((await listPayments('killed ')).length, paid);
    const messages = () => heard.filter(({ type }) => type === 'message');
    await until(() => messages().length >= sent, 'the last message');
    leaving.abort();
    await listening;
    assert.deepEqual(
      messages().map((update) => (update as { data: { message: string } }).data.message),
      Array.from({ length: sent }, (_, index) => `number ${index}`),
    );
    const numbers = heard.map(({ seq }) => seq);
    assert.deepEqual(
      numbers,
      numbers.toSorted((one, other) => one - other),
    );
    assert.ok(connections.includes(false), 'the connection was lost meanwhile');
  },
);

test('expired tokens are renewed once for all waiting calls', async () => {
  let renewals = 0;
  const counting = (async (url: string, init: RequestInit) => {
    if (url.endsWith('/oauth/token')) renewals++;
    return fetch(url, init);
  }) as typeof fetch;
  let kept: string | undefined;
  const carla = social({
    baseUrl: `${praca.url}/social`,
    fetch: counting,
    onRefreshToken: (token) => (kept = token),
  });
  await carla.signIn({ user_id: 'carla', name: 'Carla' });
  const shop = openShop();
  await shop.post('/sandbox/clock/advance', { body: { seconds: 7200 } });
  await Promise.all(Array.from({ length: 10 }, () => carla.get('/oauth/session')));
  assert.equal(renewals, 2, 'the sign-in and one renewal');
  await shop.get('/balances');
  const later = social({ baseUrl: `${praca.url}/social`, refreshToken: kept ?? '' });
  assert.equal((await later.get('/oauth/session')).name, 'Carla');
  await later.signOut();
  assert.equal(later.isSignedIn, false);
  await assert.rejects(carla.get('/oauth/session'), { status: 401 });
});
