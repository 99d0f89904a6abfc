import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createPsp } from '../src/merchant/access/credentials/manage-credentials.ts';
import { listConsoleRoutes, type ConsoleRoute } from '../src/platform/console/frame/console-table.ts';
import { newId } from '../src/platform/ids.ts';
import { holdTime, type TestApp } from './support/app.ts';
import { createPerson, memberAs, openConsoleApp, signIn, type Visitor } from './support/console.ts';
import { fillPsp, type FullPsp } from './support/full-psp.ts';
import { newWallet } from './support/coins.ts';
import { openStepwiseChain, type StepwiseChain } from './support/stepwise-chain.ts';
import { merchantClient } from './support/merchant.ts';
import { readRows } from './support/table-rows.ts';

/** A word in every text of the other PSP and nowhere else. */
const word = 'kestrel';

let praca: TestApp;
let driven: StepwiseChain;
let other: FullPsp;
let own: FullPsp;
let routes: ConsoleRoute[];
let owner: Visitor;

before(async () => {
  praca = await openConsoleApp({ SIMULATED_BLOCK_SECONDS: '0', RATE_LIMIT: '0' });
  driven = await openStepwiseChain(praca, { coin: 'BTC' });
  await driven.read();
  const issued = await createPsp(praca.platform, `${word} limited`);
  const of = { pspId: issued.pspId, credential: issued.clientId, word };
  other = await fillPsp(praca, driven, await merchantClient(praca, issued), of);
  const ownTerms = { pspId: 1, credential: 'sandbox-psp', word: 'heron' };
  own = await fillPsp(praca, driven, await merchantClient(praca), ownTerms);
  routes = listConsoleRoutes(praca.consoleTable, ['psp']);
  owner = await signIn(praca, (await createPerson(praca, [memberAs('owner')])).email);
  // The clock is stopped, so that pages differ only by content.
  holdTime(praca.clock);
});
after(async () => {
  await driven.close();
  await praca.close();
});

/** The PSP's object that the `:id` of each path names. A new page needs an entry here. */
const named: Readonly<Record<string, keyof FullPsp>> = {
  '/payments/:id': 'payment',
  '/orders/:id': 'order',
  '/withdrawals/:id': 'withdrawal',
  '/deposits/:id': 'deposit',
  '/customers/:id': 'customer',
  '/webhooks/endpoints/:id': 'endpoint',
  '/webhooks/deliveries/:id': 'delivery',
  '/developers/credentials/:id': 'credential',
};
const thingOf = (path: string): keyof FullPsp | undefined => {
  const stem = /^.*?\/:id/.exec(path)?.[0];
  if (stem === undefined) return undefined;
  assert.ok(named[stem], `this test has no example for ${stem}`);
  return named[stem];
};
const urlOf = (path: string, id: string): string =>
  `/console/psp/1${path.replace(':id', encodeURIComponent(id)).replace(':pair', 'BTCEUR')}`;

/** All field names by which forms or addresses of the console name an object. */
const fieldsOf = (psp: FullPsp): Record<string, string> => ({
  person: psp.person,
  invitation: psp.invitation,
  role: 'owner',
  payment: psp.payment,
  refund: psp.refund,
  refund_link: psp.refundLink,
  order: psp.order,
  payout: psp.waitingPayout,
  endpoint: psp.endpoint,
  delivery: psp.delivery,
  credential: psp.credential,
  client: psp.credential,
  customer: psp.customer,
  proposal: psp.adjustment,
  psp: String(psp.pspId),
  psp_id: String(psp.pspId),
  organisation: String(psp.pspId),
  id: psp.payment,
  before: psp.order,
  after: psp.order,
  once: newId(praca.clock.nowMs()),
});

/** Returns all tables with data of the other PSP, including its ledger. */
async function readOther(): Promise<unknown> {
  const tables = await praca.sql<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.columns
    where column_name in ('psp_id', 'organisation') and table_schema in ('merchant', 'platform')
      and table_name <> 'console_audit' order by 1, 2`;
  const kept: unknown[] = [];
  for (const { schema, name } of tables) {
    const rows = await readRows(praca.sql, schema, name);
    const id = other.pspId;
    kept.push([name, rows.filter((row) => row['psp_id'] === id || row['organisation'] === String(id))]);
  }
  const accounts = await readRows(praca.sql, 'merchant', 'ledger_accounts');
  kept.push(accounts.filter((row) => String(row['owner']).startsWith(`psp:${other.pspId}`)));
  const lines = await readRows(praca.sql, 'platform', 'console_audit');
  kept.push(lines.filter((row) => row['organisation'] === String(other.pspId)));
  return kept;
}

const assertNothingOfOthers = (body: string, what: string, sent: readonly string[] = []): void => {
  // A refused form shows the typed values again. Any other occurrence would be a leak.
  const text = sent.reduce((left, one) => left.replaceAll(one, ''), body).toLowerCase();
  assert.ok(!text.includes(word), `${what} shows ${text.slice(text.indexOf(word) - 80).slice(0, 200)}`);
};

/** Returns the lines of the results, without the searched word and values that differ per page. */
const search = async (url: string, searched: string): Promise<string[]> => {
  const { status, body } = await owner.get(`${url}?q=${encodeURIComponent(searched)}`);
  assert.ok(status < 500, `${url}?q=${searched} ${status}`);
  const text = body
    .replaceAll(searched, '…')
    .replaceAll(/name="(form_token|once)" value="[^"]*"/g, '')
    .replaceAll(/Bearer [\w.-]+/g, '')
    .replaceAll(/<time[^>]*>[^<]*</g, '<');
  return [String(status), ...text.split('\n')];
};

test('every page answers for the PSP’s own ids, so later refusals are caused by the foreign id', async () => {
  for (const { method, path } of routes) {
    const thing = thingOf(path);
    if (method !== 'GET' || thing === undefined) continue;
    const { status } = await owner.get(urlOf(path, String(own[thing])));
    assert.ok(status === 200 || status === 302 || status === 303, `${path}: ${status}`);
  }
});

test('no page and no action accepts ids of another PSP or shows its data', async () => {
  const before = await readOther();
  const theirs = fieldsOf(other);
  const query = new URLSearchParams(theirs).toString();
  for (const { method, path } of routes) {
    const what = `${method} ${path}`;
    const thing = thingOf(path);
    if (thing !== undefined) {
      const url = urlOf(path, String(other[thing]));
      const answer = method === 'GET' ? await owner.get(url) : await owner.post(url, fieldsOf(own));
      assert.equal(answer.status, 404, what);
      assertNothingOfOthers(answer.body, what);
    }
    if (path.endsWith('/clock')) continue;
    const url = urlOf(path, thing === undefined ? '' : String(own[thing]));
    if (method === 'GET') {
      // The ids are sent together, and filter values also alone, because an empty filter would hide results of the
      // others.
      const alone = ['person', 'before', 'after'].map(
        (name) => `${name}=${encodeURIComponent(theirs[name] ?? '')}`,
      );
      for (const asked of [query, ...alone]) {
        const answer = await owner.get(`${url}?${asked}`);
        assert.ok(answer.status < 500, `${what}?${asked} ${answer.status}`);
        assertNothingOfOthers(answer.body, `${what}?${asked}`, Object.values(theirs));
      }
      for (const [searched, zeroAddress] of [
        [word, 'warbler'],
        [other.payment, newId(praca.clock.nowMs())],
        [other.address, newWallet('BTC')],
      ] as const) {
        const nothing = await search(url, zeroAddress);
        assert.deepEqual(await search(url, searched), nothing, `${what}?q=${searched}`);
        assertNothingOfOthers(nothing.join('\n'), `${what}?q=${zeroAddress}`);
      }
    }
  }
  assert.deepEqual(await readOther(), before);
  for (const { method, path } of routes) {
    const thing = thingOf(path);
    // Skips actions that would end the test's own state. They have their own tests.
    if (method !== 'POST' || /clock|delete|revoke|erase/.test(path)) continue;
    const answer = await owner.post(urlOf(path, thing === undefined ? '' : String(own[thing])), theirs);
    assert.ok(answer.status < 500, `${path} ${answer.status}`);
    assertNothingOfOthers(answer.body, path, Object.values(theirs));
  }
  assert.deepEqual(await readOther(), before);
});
