import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import { mine, newWallet, readAccounts, readOrder } from '../../../../test/support/coins.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { newChosen, openPaymentsApp, payShare, untilPayment } from '../../../../test/support/payments.ts';
import { until } from '../../../../test/support/process.ts';
import { requestWithdrawal } from '../../../../test/support/withdrawals.ts';
import { CommandError } from '../../../platform/command.ts';

let here: TestApp;
let client: MerchantClient;

before(async () => {
  here = await openPaymentsApp();
  client = await merchantClient(here);
});
after(() => here.close());
beforeEach(async () => {
  await runCommand(here, 'psp limits', ['1', 'BTC'], { none: true });
  await runCommand(here, 'psp addresses off', ['1']);
  await age('25 hours');
});

/** Makes all payouts older by this interval. */
const age = (interval: string) =>
  here.sql`update merchant.payouts set created_at = created_at - ${interval}::interval`;

const limit = (values: Record<string, string | true>) => runCommand(here, 'psp limits', ['1', 'BTC'], values);

const withdraw = (amount: string, to = newWallet('BTC')) =>
  requestWithdrawal(client, { coin: 'BTC', to, amount });

test('a payout beyond the limit is refused with the remaining amount, and changes nothing', async () => {
  await limit({ one: '0.002' });
  const accounts = await readAccounts(here.sql);
  const refused = await withdraw('0.00200001');
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'payout_limit_exceeded'], refused.body);
  assert.match(refused.json().detail, /0\.00200000 BTC at most/);
  assert.deepEqual(await readAccounts(here.sql), accounts);
  const allowed = await withdraw('0.002');
  assert.equal(allowed.statusCode, 200, allowed.body);
  assert.deepEqual([allowed.json().order_status, allowed.json().order_hold], ['PROCESSING', null]);
});

test('fifty simultaneous withdrawals never exceed the daily limit', async () => {
  await limit({ day: '0.01' });
  const answers = await Promise.all(Array.from({ length: 50 }, () => withdraw('0.0011')));
  const passed = answers.filter((answer) => answer.statusCode === 200);
  const refused = answers.filter((answer) => answer.statusCode === 409);
  assert.deepEqual([passed.length, refused.length], [9, 41], answers.map((a) => a.body).join('\n'));
  assert.match(refused[0]?.json().detail, /0\.00010000 BTC are left/);
  assert.equal((await withdraw('0.0001')).statusCode, 200, 'what is left can be had');
  assert.equal((await withdraw('0.0001')).statusCode, 409);
});

test('the daily limit counts the last 24 hours, including payouts by a process with a fast clock', async () => {
  await limit({ day: '0.001' });
  assert.equal((await withdraw('0.001')).statusCode, 200);
  assert.equal((await withdraw('0.0005')).statusCode, 409);
  await age('23 hours');
  assert.equal((await withdraw('0.0005')).statusCode, 409);
  await age('1 hour');
  assert.equal((await withdraw('0.001')).statusCode, 200);
  // As written by a process whose clock is ahead.
  await here.sql`
    update merchant.payouts set created_at = created_at + interval '1 hour'
    where id = (select id from merchant.payouts order by id desc limit 1)`;
  assert.equal((await withdraw('0.0005')).statusCode, 409);
});

test('a rejected payout no longer counts towards the daily limit', async () => {
  await limit({ day: '0.001', approval: '0' });
  const first = await withdraw('0.001');
  assert.equal(first.json().order_hold, 'approval', first.body);
  assert.equal((await withdraw('0.001')).statusCode, 409);
  await runCommand(here, 'payout reject', [await payoutOf(first.json().order_id)], {
    by: 'bea@commands.test',
  });
  assert.equal((await withdraw('0.001')).statusCode, 200);
});

async function payoutOf(orderId: string): Promise<string> {
  const [row] = await here.sql<{ id: string }[]>`select id from merchant.payouts where order_id = ${orderId}`;
  assert.ok(row);
  return row.id;
}

test('refunds of paid payments count like withdrawals; returns of unsold coins wait for approval instead of being refused', async () => {
  const paid = await newChosen(client, 'BTC', '100.00');
  await payShare(client, paid);
  const short = await newChosen(client, 'BTC', '100.00');
  await payShare(client, short, 500n);
  await mine(client, 'BTC', 2);
  await untilPayment(client, paid.payment_reference_number, 'PAID');
  await client.post('/sandbox/clock/advance', { seconds: 16 * 60 });
  await mine(client, 'BTC', 1);
  await untilPayment(client, short.payment_reference_number, 'UNRESOLVED');
  await limit({ one: '0.0001' });
  const refund = (id: string) =>
    client.post(`/payments/${id}/refund`, { refund_address: newWallet('BTC'), refund_reason: 'limits' });
  await until(
    async () => (await client.get('/rates/BTCEUR')).statusCode === 200,
    'prices of the new time',
    30_000,
  );
  const refused = await refund(paid.payment_reference_number);
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'payout_limit_exceeded'], refused.body);
  const waits = await refund(short.payment_reference_number);
  assert.equal(waits.statusCode, 200, waits.body);
  const order = await readOrder(client, waits.json().order_id);
  assert.deepEqual([order.order_status, order.order_hold], ['CREATED', 'approval']);
  await runCommand(here, 'payout reject', [await payoutOf(order.order_id)], {
    by: 'bea@commands.test',
    reason: 'unknown address',
  });
  assert.equal((await readOrder(client, order.order_id)).order_status, 'FAILED');
  await untilPayment(client, short.payment_reference_number, 'UNRESOLVED');
});

test('with a list, other addresses are rejected with the field name; an empty list rejects all', async () => {
  const known = newWallet('BTC');
  await runCommand(here, 'psp addresses add', ['1', 'BTC', known], { by: 'ana@commands.test' });
  assert.equal((await withdraw('0.001', known)).statusCode, 200);
  const refused = await withdraw('0.001');
  assert.equal(refused.statusCode, 400, refused.body);
  assert.deepEqual(
    refused.json().errors.map((error: { field: string; code: string }) => [error.field, error.code]),
    [['withdrawalData.customer_wallet_address', 'not_allowed']],
  );
  await runCommand(here, 'psp addresses remove', ['1', 'BTC', known]);
  assert.equal((await withdraw('0.001', known)).statusCode, 400);
  assert.deepEqual(await runCommand(here, 'psp addresses list', ['1']), ['PSP 1 may send to no address.']);
  await runCommand(here, 'psp addresses off', ['1']);
  assert.equal((await withdraw('0.001', known)).statusCode, 200);
});

test('limits are shown, changed one by one and audited; invalid values are rejected', async () => {
  await limit({ one: '1', day: '2', by: 'ana@commands.test', reason: 'first contract' });
  assert.deepEqual(await limit({ approval: '0.5', one: 'none' }), [
    'BTC  one payout no limit, 24 hours 2.00000000, approval above 0.50000000',
  ]);
  await assert.rejects(limit({ one: 'many' }), CommandError);
  await assert.rejects(runCommand(here, 'psp limits', ['1', 'DOGE'], { one: '1' }), CommandError);
  await assert.rejects(runCommand(here, 'psp limits', ['99', 'BTC'], { one: '1' }), /no PSP 99/);
  assert.deepEqual(await runCommand(here, 'payout log', ['psp:999']), [
    'Nothing was decided about psp:999 yet.',
  ]);
  const log = await runCommand(here, 'payout log', ['psp:1']);
  assert.match(log.join('\n'), /limits psp:1 by staff:ana@commands.test .*: first contract/);
  await assert.rejects(async () => here.sql`update merchant.control_actions set done_by = 'x'`, {
    code: '23001',
  });
  await assert.rejects(async () => here.sql`delete from merchant.control_actions`, { code: '23001' });
});
