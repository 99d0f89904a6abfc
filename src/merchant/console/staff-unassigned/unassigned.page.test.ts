import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import { customer, mine, sendCoins } from '../../../../test/support/coins.ts';
import {
  createPerson,
  listRecorded,
  openConsoleApp,
  signIn,
  staffAs,
  type Visitor,
} from '../../../../test/support/console.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { newChosen, readPayment } from '../../../../test/support/payments.ts';
import type { Role } from '../../../platform/console/people/roles.rules.ts';
import { getSandboxWallet } from '../../chains/simulated/wallet/sandbox-wallet.ts';

let praca: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;
const page = '/console/staff/unassigned';
const { account } = getSandboxWallet('XRP').addresses;

before(async () => {
  praca = await openConsoleApp({ SIMULATED_BLOCK_SECONDS: '0' });
  client = await merchantClient(praca);
  driven = await openStepwiseChain(praca, { coin: 'XRP' });
  await driven.read();
});
after(async () => {
  await driven?.close();
  await praca?.close();
});

const staff = async (role: Role): Promise<Visitor> => {
  const { email } = await createPerson(praca, [staffAs(role)]);
  const visitor = await signIn(praca, email);
  await visitor.get('/console/staff');
  return visitor;
};

async function send(
  amount: string,
  tag?: string,
): Promise<{ coin: string; transaction: string; output: string }> {
  const to = { address: account, amount, ...(tag === undefined ? {} : { tag }) };
  const transaction = await sendCoins(client, 'XRP', to);
  await mine(client, 'XRP');
  await driven.read();
  return { coin: 'XRP', transaction, output: '0' };
}
const assignmentOf = (body: string): string => /name="assignment" value="([^"]+)"/.exec(body)?.[1] ?? '';
const actsOf = async (prefix: string): Promise<string[]> =>
  (await listRecorded(praca)).map(({ act }) => act).filter((act) => act.startsWith(prefix));

test('assigning coins takes two people, and faults are shown beside their fields', async () => {
  const [ana, bea, viewer] = [await staff('treasury'), await staff('admin'), await staff('viewer')];
  const chosen = await newChosen(client, 'XRP', '40.00');
  const output = await send(chosen.cryptocurrency_amount, '4000000001');
  const seen = await viewer.get(page);
  assert.ok(
    seen.body.includes(output.transaction) && !seen.body.includes('action="/console/staff/unassigned/'),
  );
  assert.equal((await viewer.post(`${page}/assign`, output)).status, 403);
  const none = await ana.post(`${page}/assign`, output, { 'accept-language': 'de' });
  assert.deepEqual([none.status, /Nennen Sie eine Zahlung/.test(none.body)], [400, true]);
  const both = { ...output, payment: 'x', psp: '1', customer: '<b>' };
  const refused = await ana.post(`${page}/assign`, both);
  assert.equal(refused.status, 400);
  assert.ok(refused.body.includes('value="&lt;b&gt;"') && !refused.body.includes('"<b>"'));
  const unknown = { ...output, psp: '1', customer: customer.customer_reference_id };
  const portuguese = await ana.post(`${page}/assign`, unknown, { 'accept-language': 'pt' });
  assert.match(portuguese.body, /Este cliente não tem endereço para depósitos de XRP/);
  const wanted = { ...output, payment: chosen.payment_reference_number };
  const answers = await Promise.all([ana, bea].map((visitor) => visitor.post(`${page}/assign`, wanted)));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [303, 400],
  );
  const isAnas = answers[0]?.status === 303;
  const assignment = assignmentOf((await ana.get(page)).body);
  const own = await (isAnas ? ana : bea).post(`${page}/approve`, { assignment });
  assert.deepEqual([own.status, /cannot approve it/.test(own.body)], [400, true]);
  const other = isAnas ? bea : ana;
  for (let turn = 0; turn < 2; turn++)
    assert.equal((await other.post(`${page}/approve`, { assignment })).status, 303);
  await driven.read();
  assert.equal((await readPayment(client, chosen.payment_reference_number)).payment_status, 'PAID');
  const { body } = await ana.get(`${page}?state=assigned`);
  assert.ok(body.includes(`/console/psp/1/payments/${chosen.payment_reference_number}`));
  assert.deepEqual(await actsOf('assignment.'), ['assignment.proposed', 'assignment.approved']);
  assert.equal((await ana.post(`${page}/approve`, { assignment: 'x' })).status, 404);
  assert.equal((await ana.post(`${page}/assign`, { ...wanted, coin: 'DOGE' })).status, 400);
});

test('a return of coins is a payout that another person approves or rejects', async () => {
  const [ana, bea] = [await staff('treasury'), await staff('treasury')];
  const output = await send('20');
  assert.equal((await ana.post(`${page}/return`, output)).status, 303);
  const again = await bea.post(`${page}/return`, output, { 'accept-language': 'de' });
  assert.match(again.body, /schon zugeordnet oder zurückgesendet/);
  const payouts = (await bea.get('/console/staff/payouts?status=approval')).body;
  assert.match(payouts, /Return of unassigned coins/);
  assert.match(payouts, /The coins are unassigned again/);
  const payout = /name="payout" value="([^"]+)"/.exec(payouts)?.[1] ?? '';
  assert.ok((await ana.get(`${page}?state=returned`)).body.includes(`/console/staff/payouts/${payout}`));
  assert.equal((await ana.post('/console/staff/payouts/approve', { payout })).status, 400);
  assert.equal((await bea.post('/console/staff/payouts/reject', { payout })).status, 303);
  assert.ok((await ana.get(page)).body.includes(output.transaction));
  assert.deepEqual(await actsOf('return.'), ['return.proposed']);
});

test('the list has filters, an order and pages, and shows whether more follow', async () => {
  const ana = await staff('treasury');
  const real = await send('33');
  await praca.sql`
    insert into merchant.chain_outputs (
      coin, transaction_id, output_index, destination, amount, first_seen_at, block_height, unconfirmed)
    select 'XRP', 'D057' || place, 0, ${`${account}:`}, 1, now() + interval '1 hour', 1, false
    from generate_series(1, 60) as place`;
  const first = await ana.get(page);
  assert.ok(!first.body.includes(real.transaction) && first.body.includes('More coins follow'));
  const [, next = ''] = /href="([^"]*after=[^"]*)"/.exec(first.body) ?? [];
  const second = await ana.get(next.replaceAll('&amp;', '&'));
  assert.ok(second.body.includes(real.transaction) && !second.body.includes('More coins follow'));
  for (const query of ['sort=largest', 'coin=XRP&q=5', 'coin=XRP&q=5&sort=largest&state=open']) {
    const { body } = await ana.get(`${page}?${query}`);
    assert.ok(body.includes(real.transaction), query);
  }
  assert.ok(!(await ana.get(`${page}?coin=XRP&q=5`)).body.includes('D057'));
  assert.match((await ana.get(`${page}?coin=BTC`)).body, /Nothing found/);
  const odd = await ana.get(`${page}?coin=XRP&q=many&state=x&sort=y&after=z`);
  assert.deepEqual([odd.status, /must be a number/.test(odd.body)], [200, true]);
});
