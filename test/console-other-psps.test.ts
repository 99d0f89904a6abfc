import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createPsp } from '../src/merchant/credentials/manage-credentials.ts';
import { listConsoleRoutes, type ConsoleRoute } from '../src/platform/console/frame/console-table.ts';
import { newId } from '../src/platform/ids.ts';
import { holdTime, type TestApp } from './support/app.ts';
import { createPerson, memberAs, openConsoleApp, signIn, type Visitor } from './support/console.ts';
import { fillPsp, type FullPsp } from './support/full-psp.ts';
import { newWallet } from './support/coins.ts';
import { driveByHand, type HandDriven } from './support/hand-driven-chain.ts';
import { merchantClient } from './support/merchant.ts';
import { readRows } from './support/table-rows.ts';

/** In every text of the other PSP, and nowhere else. */
const word = 'kestrel';

let praca: TestApp;
let driven: HandDriven;
let other: FullPsp;
let own: FullPsp;
let routes: ConsoleRoute[];
let owner: Visitor;

before(async () => {
  praca = await openConsoleApp({ SIMULATED_BLOCK_SECONDS: '0', RATE_LIMIT: '0' });
  driven = await driveByHand(praca, { coin: 'BTC' });
  await driven.read();
  const issued = await createPsp(praca.platform, `${word} limited`);
  const of = { pspId: issued.pspId, credential: issued.clientId, word };
  other = await fillPsp(praca, driven, await merchantClient(praca, issued), of);
  const ownTerms = { pspId: 1, credential: 'sandbox-psp', word: 'heron' };
  own = await fillPsp(praca, driven, await merchantClient(praca), ownTerms);
  routes = listConsoleRoutes(praca.consoleTable, ['psp']);
  owner = await signIn(praca, (await createPerson(praca, [memberAs('owner')])).email);
  // Of two pages none is older than the other.
  holdTime(praca.clock);
});
after(async () => {
  await driven.close();
  await praca.close();
});

/** Which of a PSP's things the `:id` of a path names: a page of a new kind has to be told here. */
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
  assert.ok(named[stem], `${stem} is a thing of a PSP that this test does not know`);
  return named[stem];
};
const urlOf = (path: string, id: string): string =>
  `/console/psp/1${path.replace(':id', encodeURIComponent(id)).replace(':pair', 'BTCEUR')}`;

/** Whatever a form or an address of the console calls a thing by. */
const fieldsOf = (psp: FullPsp): Record<string, string> => ({
  person: psp.person,
  invitation: psp.invitation,
  role: 'owner',
  payment: psp.payment,
  refund: psp.refund,
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

/** Everything of the other PSP that could be changed, and its books. */
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
  // What was typed is shown again where it was refused; all else would be theirs.
  const text = sent.reduce((left, one) => left.replaceAll(one, ''), body).toLowerCase();
  assert.ok(!text.includes(word), `${what} shows ${text.slice(text.indexOf(word) - 80).slice(0, 200)}`);
};

/** The lines of what is found, without the word that was typed and what is drawn afresh for each page. */
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

test('every page is found by the own ids, so that it is the other id that is not', async () => {
  for (const { method, path } of routes) {
    const thing = thingOf(path);
    if (method !== 'GET' || thing === undefined) continue;
    const { status } = await owner.get(urlOf(path, String(own[thing])));
    assert.ok(status === 200 || status === 302 || status === 303, `${path}: ${status}`);
  }
});

test('no page and no act does anything with the ids of another PSP, and none shows a word of it', async () => {
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
      // Together, and what filters go by also alone: one that finds nothing would hide what the others find.
      const alone = ['person', 'before', 'after'].map(
        (name) => `${name}=${encodeURIComponent(theirs[name] ?? '')}`,
      );
      for (const asked of [query, ...alone]) {
        const answer = await owner.get(`${url}?${asked}`);
        assert.ok(answer.status < 500, `${what}?${asked} ${answer.status}`);
        assertNothingOfOthers(answer.body, `${what}?${asked}`, Object.values(theirs));
      }
      for (const [searched, nobodys] of [
        [word, 'warbler'],
        [other.payment, newId(praca.clock.nowMs())],
        [other.address, newWallet('BTC')],
      ] as const) {
        const nothing = await search(url, nobodys);
        assert.deepEqual(await search(url, searched), nothing, `${what}?q=${searched}`);
        assertNothingOfOthers(nothing.join('\n'), `${what}?q=${nobodys}`);
      }
    }
  }
  assert.deepEqual(await readOther(), before);
  for (const { method, path } of routes) {
    const thing = thingOf(path);
    // Ends what the next acts are tried on; its own test has it.
    if (method !== 'POST' || /clock|delete|revoke|erase/.test(path)) continue;
    const answer = await owner.post(urlOf(path, thing === undefined ? '' : String(own[thing])), theirs);
    assert.ok(answer.status < 500, `${path} ${answer.status}`);
    assertNothingOfOthers(answer.body, path, Object.values(theirs));
  }
  assert.deepEqual(await readOther(), before);
});
