import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import { newWallet, untilFunded } from '../../../../test/support/coins.ts';
import {
  createPerson,
  listRecorded,
  memberAs,
  openConsoleApp,
  signIn,
  type Visitor,
} from '../../../../test/support/console.ts';
import { basic, merchantClient } from '../../../../test/support/merchant.ts';
import { until } from '../../../../test/support/process.ts';
import { newId } from '../../../platform/ids.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';
import { RequestRecorder } from '../../access/recent-requests/record-requests.ts';
import { listRequests } from '../../access/recent-requests/request.store.ts';

let praca: TestApp;
let developer: Visitor;
let unknownSpend: { visitor: Visitor; psp: number };

before(async () => {
  praca = await openConsoleApp({ SIMULATED_BLOCK_SECONDS: '0' });
  await praca.start();
  await untilFunded(praca.sql);
  developer = await signIn(praca, (await createPerson(praca, [memberAs('developer')])).email);
  const { pspId } = await createPsp(praca.platform, 'UnknownSpend');
  const person = await createPerson(praca, [memberAs('owner', String(pspId))]);
  unknownSpend = { psp: pspId, visitor: await signIn(praca, person.email) };
});
after(() => praca.close());

const at = (path: string, psp = 1): string => `/console/psp/${psp}${path}`;
const once = (): { once: string } => ({ once: newId(praca.clock.nowMs()) });

const secretOf = (body: string): { clientId: string; clientSecret: string } => {
  const [clientId = '', clientSecret = ''] = [...body.matchAll(/data-copy="([^"]+)"/g)].map(
    ([, text]) => text ?? '',
  );
  return { clientId, clientSecret };
};

const askToken = (clientId: string, secret: string, remoteAddress = '127.0.0.1') =>
  praca.app.inject({
    method: 'POST',
    url: '/merchant/oauth/token?grant_type=client_credentials',
    headers: { authorization: basic(clientId, secret) },
    remoteAddress,
  });

test('a credential is created and shown once, limited to its scopes and networks, changed, rotated and revoked', async () => {
  const form = { name: '<b>shop</b>', access: 'read', networks: '203.0.113.0/24', ...once() };
  const created = await developer.post(at('/developers/credentials/create'), form);
  assert.equal(created.status, 200, created.body);
  const issued = secretOf(created.body);
  assert.deepEqual(secretOf((await developer.post(at('/developers/credentials/create'), form)).body), issued);
  assert.match((await developer.get(at('/developers'))).body, /&lt;b&gt;shop&lt;\/b&gt;/);
  assert.ok(!(await developer.get(at('/developers'))).body.includes(issued.clientSecret));
  assert.equal((await askToken(issued.clientId, issued.clientSecret)).statusCode, 401, 'from elsewhere');
  const token = await askToken(issued.clientId, issued.clientSecret, '203.0.113.9');
  assert.equal(token.json().scope, 'read psp');
  const ask = (method: 'GET' | 'POST', url: string, remoteAddress: string) =>
    praca.app.inject({
      method,
      url: `/merchant${url}`,
      headers: { authorization: `Bearer ${token.json().access_token}` },
      remoteAddress,
      ...(method === 'POST' ? { payload: {} } : {}),
    });
  assert.equal((await ask('GET', '/balances', '203.0.113.9')).statusCode, 200);
  assert.equal(
    (await ask('GET', '/balances', '198.51.100.1')).statusCode,
    403,
    'a token that was carried away',
  );
  assert.equal((await ask('POST', '/conversions', '203.0.113.9')).statusCode, 403, 'it only reads');
  const page = at(`/developers/credentials/${issued.clientId}`);
  const bad = await developer.post(`${page}/change`, { name: 'x', access: 'write', networks: 'everywhere' });
  assert.match(bad.body, /Allowed networks: must be networks/);
  const changed = await developer.post(`${page}/change`, { name: 'x', access: 'write', networks: '' });
  assert.equal(changed.status, 303);
  assert.match((await developer.get(page)).body, /From everywhere/);
  const rotated = secretOf((await developer.post(`${page}/rotate`)).body);
  assert.notEqual(rotated.clientSecret, issued.clientSecret);
  const answers = (status: number) => async (): Promise<boolean> =>
    (await askToken(issued.clientId, rotated.clientSecret)).statusCode === status;
  await until(answers(200), 'the new secret');
  for (const act of ['change', 'rotate', 'revoke']) {
    const path = `/developers/credentials/${issued.clientId}/${act}`;
    assert.equal((await unknownSpend.visitor.post(at(path, unknownSpend.psp), form)).status, 404, act);
  }
  assert.equal(
    (await unknownSpend.visitor.get(page.replace('/psp/1/', `/psp/${unknownSpend.psp}/`))).status,
    404,
  );
  assert.equal((await developer.post(`${page}/revoke`)).status, 303);
  await until(answers(401), 'the end of it');
  assert.ok(!(await developer.get(page)).body.includes('/rotate'));
  const viewer = await signIn(praca, (await createPerson(praca, [memberAs('viewer')])).email);
  const seen = await viewer.get(at('/developers'));
  assert.ok(seen.status === 200 && !seen.body.includes('Bearer ') && !seen.body.includes('/create'));
  const acts = (await listRecorded(praca))
    .map(({ act }) => act)
    .filter((act) => act.startsWith('credential.'));
  assert.deepEqual(
    acts,
    ['created', 'changed', 'rotated', 'revoked'].map((act) => `credential.${act}`),
  );
});

test('recent requests are listed with their problems and without bodies, and their number is limited', async () => {
  const client = await merchantClient(praca);
  await client.get('/orders?customer_reference_id=hidden-reference');
  await client.post('/conversions', { currency_pair: 'BTCEUR', transaction_type: 'secret-body' });
  await client.get(`/orders/${newId()}`);
  const { body } = await developer.get(at('/developers'));
  for (const text of [
    'GET /merchant/orders/:orderId',
    'POST /merchant/conversions',
    'invalid_input',
    'not_found',
  ])
    assert.ok(body.includes(text), text);
  assert.ok(!body.includes('hidden-reference') && !body.includes('secret-body'));
  const errors = await developer.get(at('/developers?requests=errors'));
  assert.ok(errors.body.includes('not_found') && !errors.body.includes('>200<'));
  assert.match(body, /curl -H &#39;authorization: Bearer [\w.-]+/);
  const others = await unknownSpend.visitor.get(at('/developers', unknownSpend.psp));
  assert.ok(others.body.includes('No requests yet') && !others.body.includes('Bearer '));
  const recorder = new RequestRecorder(praca.platform);
  const note = (status: number, index: number): void =>
    recorder.note({
      clientId: 'sandbox-psp',
      method: 'GET',
      path: `/x/${status}/${index}`,
      status,
      code: null,
      requestId: String(index),
      atMs: praca.clock.nowMs(),
    });
  for (let index = 0; index < 3000; index++) note(200, index);
  for (let index = 0; index < 8; index++) note(500, index);
  await recorder.write();
  const filter = { pspId: 1, clientId: 'sandbox-psp', onlyFailed: false, limit: 1000 };
  const kept = (await listRequests(praca.sql, filter)).filter(({ path }) => path.startsWith('/x/'));
  assert.equal(kept.length, 58, 'what a burst brings is bounded, and it does not push out an error');
  await recorder.sweep(5);
  const left = await listRequests(praca.sql, filter);
  assert.deepEqual(
    left.filter(({ failed }) => !failed).map(({ path }) => path),
    [2999, 2998, 2997, 2996, 2995].map((index) => `/x/200/${index}`),
  );
  assert.deepEqual(
    left.filter(({ failed }) => failed).map(({ path }) => path),
    [7, 6, 5, 4, 3].map((index) => `/x/500/${index}`),
  );
});

test('the sandbox page sends coins, mines blocks, reorganises chains and moves the clock', async () => {
  const wallet = newWallet('BTC');
  const page = await developer.get(at('/sandbox'));
  assert.match(page.body, /Bitcoin \(BTC\)/);
  const form = { coin: 'BTC', address: wallet, amount: '0,5', ...once() };
  assert.equal((await developer.post(at('/sandbox/send'), form)).status, 303);
  assert.equal((await developer.post(at('/sandbox/send'), form)).status, 303);
  const [sent] = await praca.sql<{ count: number }[]>`
    select count(*)::int as count from merchant.simulated_outputs where address = ${wallet}`;
  assert.equal(sent?.count, 1, 'a double click sends once');
  for (const [act, fields, said] of [
    ['send', { coin: 'BTC', address: 'nowhere', amount: '1' }, /Address: /],
    ['send', { coin: 'BTC', address: wallet, amount: 'lots' }, /Amount: must be/],
    ['mine', { coin: 'BTC', blocks: '0' }, /Blocks: must be at least 1/],
    ['mine', { coin: 'BTC', blocks: 'x' }, /Blocks: must be a whole number/],
    ['reorganise', { coin: 'BTC', depth: '101' }, /How many blocks: must be at most 100/],
    ['clock', { seconds: '-1' }, /seconds/],
  ] as const) {
    const refused = await developer.post(at(`/sandbox/${act}`), { ...fields, ...once() });
    assert.equal(refused.status, 400, `${act} ${JSON.stringify(fields)}`);
    assert.match(refused.body, said);
  }
  assert.equal(
    (await developer.post(at('/sandbox/mine'), { coin: 'DOGE', blocks: '1', ...once() })).status,
    404,
  );
  const height = async (): Promise<number> => {
    const [row] = await praca.sql<{ height: bigint }[]>`
      select max(height) as height from merchant.simulated_blocks where coin = 'BTC'`;
    return Number(row?.height);
  };
  const before = await height();
  assert.equal(
    (await developer.post(at('/sandbox/mine'), { coin: 'BTC', blocks: '3', ...once() })).status,
    303,
  );
  assert.equal(await height(), before + 3);
  await developer.post(at('/sandbox/reorganise'), { coin: 'BTC', depth: '2', ...once() });
  assert.equal(await height(), before + 4);
  const now = praca.clock.nowMs();
  assert.equal((await developer.post(at('/sandbox/clock'), { seconds: '60' })).status, 303);
  assert.ok(praca.clock.nowMs() - now >= 60_000);
  const finance = await signIn(praca, (await createPerson(praca, [memberAs('finance')])).email);
  assert.equal((await finance.get(at('/sandbox'))).status, 403);
});
