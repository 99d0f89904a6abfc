import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addStaff } from '../../../../test/support/commands.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { createPerson, signIn, staffAs } from '../../../../test/support/console.ts';
import { listArrivals, mine, newWallet, readAccounts, reorganise } from '../../../../test/support/coins.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { checkPayments } from '../../../../test/support/payment-ledger.ts';
import {
  choose,
  dueOf,
  newChosen,
  openPaymentsApp,
  payShare,
  untilPayment,
  type ChosenPayment,
} from '../../../../test/support/payments.ts';
import { until } from '../../../../test/support/process.ts';
import { CommandError } from '../../../platform/command.ts';
import { formatAsset, type CoinCode } from '../../assets/asset.rules.ts';
import { merchantService } from '../../merchant.service.ts';

let here: TestApp;
let client: MerchantClient;
let eurosAtFirst: bigint;

before(async () => {
  here = await openPaymentsApp();
  client = await merchantClient(here);
  // No server listens there, so deliveries stay in the queue.
  const answer = await client.post('/webhooks', { url: 'http://127.0.0.1:9/hooks' });
  assert.equal(answer.statusCode, 200, answer.body);
  eurosAtFirst = (await readAccounts(here.sql)).get('psp:1 EUR') ?? 0n;
});
after(() => here.close());

type Values = Record<string, string | boolean>;

async function run(name: string, positionals: string[], values: Values = {}): Promise<string[]> {
  const lines: string[] = [];
  const command = merchantService.commands.find((candidate) => candidate.name === name);
  assert.ok(command);
  const by = await addStaff(here.platform, 'rui@commands.test');
  await command.run(
    here.platform,
    { values: { by, ...values }, positionals },
    (line) => void lines.push(line),
  );
  return lines;
}

const release = (id: string, coin: CoinCode, values: Values): Promise<string[]> =>
  run('payment release', [id, coin.toLowerCase()], values);

const refused = (id: string, coin: CoinCode, values: Values, message: RegExp): Promise<void> =>
  assert.rejects(release(id, coin, values), (error: unknown) => {
    assert.ok(error instanceof CommandError, String(error));
    assert.match(error.message, message);
    return true;
  });

const heldOf = async (id: string): Promise<string[]> =>
  (await run('payment held', [])).filter((line) => line.startsWith(id));

const alertsOf = async (id: string): Promise<string[]> =>
  (
    await here.sql<{ kind: string }[]>`
      select kind from merchant.payment_alerts where payment_id = ${id} order by kind`
  ).map((row) => row.kind);

const balanceOf = async (account: string): Promise<bigint> =>
  (await readAccounts(here.sql)).get(account) ?? 0n;

const countEvents = async (): Promise<number> =>
  (await here.sql`select from merchant.webhook_deliveries`).length;

/** Creates a payment paid in BTC that also received this many thousandths of its earlier amount in LTC. */
async function payTwice(thousandths: bigint): Promise<{ id: string; stray: ChosenPayment; sent: string }> {
  const stray = await newChosen(client, 'LTC', '40.00');
  const id = stray.payment_reference_number;
  await payShare(client, await choose(client, id, 'BTC'));
  await mine(client, 'BTC');
  await untilPayment(client, id, 'PAID');
  const sent = await payShare(client, stray, thousandths);
  await mine(client, 'LTC');
  return { id, stray, sent };
}

async function confirmStray(id: string): Promise<void> {
  await mine(client, 'LTC', 2);
  await until(async () => (await alertsOf(id)).includes('stray_coins'), 'the alert', 60_000);
}

test('concurrent releases of another choice’s coins send them once, without a webhook', async () => {
  const { id, stray } = await payTwice(500n);
  const to = newWallet('LTC');
  await refused(id, 'LTC', { to }, /no held LTC|enough confirmations/);
  await confirmStray(id);
  const [line = ''] = await heldOf(id);
  const amount = (dueOf(stray) * 500n + 999n) / 1000n;
  assert.ok(line.startsWith(`${id}  ${formatAsset('LTC', amount)} LTC  stray  since `), line);
  await assert.rejects(run('payment held', [], { psp: '999' }), { message: 'There is no PSP 999.' });
  const [created = ''] = await run('psp create', ['Another']);
  const psp = /^PSP (\d+)/.exec(created)?.[1] ?? '';
  assert.deepEqual(await run('payment held', [], { psp }), ['There are no held coins for staff to release.']);
  await refused(id, 'LTC', { to: newWallet('BTC') }, /address/);
  await refused(id, 'LTC', { to: stray.payment_cryptocurrency_address }, /of this service/);
  assert.match(await here.platform.metrics.registry.metrics(), /^payment_alerts\{kind="stray_coins"\} 1$/m);
  await refused(id, 'BTC', { to: newWallet('BTC') }, /no held BTC/);
  await refused('0197d1a4-0000-7000-8000-000000000000', 'LTC', { to }, /no such payment/i);
  await refused(id, 'LTC', {}, /--to/);
  await refused(id, 'LTC', { to, 'to-merchant': true }, /--to/);
  const [heldBefore, eventsBefore] = [await balanceOf('psp:1:held LTC'), await countEvents()];

  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => release(id, 'LTC', { to })));
  assert.equal(outcomes.filter((outcome) => outcome.status === 'fulfilled').length, 1);
  assert.deepEqual([await heldOf(id), await alertsOf(id)], [[], []]);
  assert.match(await here.platform.metrics.registry.metrics(), /^payment_alerts\{kind="stray_coins"\} 0$/m);
  assert.equal(await balanceOf('psp:1:held LTC'), heldBefore - amount);
  await checkPayments(here.sql, eurosAtFirst);

  await until(async () => (await listArrivals(here.sql, 'LTC', to)).length > 0, 'the transaction', 60_000);
  await mine(client, 'LTC', 3);
  const statusOf = async () =>
    (
      await here.sql`select status, amount, fee_coin_amount, released_by from merchant.payment_releases where payment_id = ${id}`
    )[0];
  await until(async () => (await statusOf())?.['status'] === 'COMPLETED', 'the payout', 60_000);
  const row = await statusOf();
  const arrivals = await listArrivals(here.sql, 'LTC', to);
  assert.deepEqual(
    arrivals.map((arrival) => arrival.amount),
    [amount - (row?.['fee_coin_amount'] as bigint)],
  );
  assert.equal(row?.['released_by'], 'rui@commands.test');
  assert.ok(eventsBefore > 0);
  assert.equal(await countEvents(), eventsBefore);
  assert.equal((await untilPayment(client, id, 'PAID')).payment_refundable_status, 'REFUNDABLE');
  assert.ok(
    here.log.some((entry) => entry.includes('were released') && entry.includes('"by":"rui@commands.test"')),
  );
  await checkPayments(here.sql, eurosAtFirst);
});

test('an alert ends with the coins that caused it, and new coins raise it again', async () => {
  const { id, stray, sent } = await payTwice(500n);
  await confirmStray(id);
  await reorganise(client, 'LTC', 3, [sent]);
  await until(async () => (await alertsOf(id)).length === 0, 'the end of the alert', 60_000);
  await payShare(client, stray, 300n);
  await mine(client, 'LTC');
  await confirmStray(id);
  const called = here.log.filter((entry) => entry.includes('needs staff') && entry.includes(id));
  assert.equal(called.length, 2);
  assert.equal((await heldOf(id)).length, 1);
  await checkPayments(here.sql, eurosAtFirst);
  const treasurer = await signIn(here, (await createPerson(here, [staffAs('treasury')])).email);
  await treasurer.get('/console/staff/held');
  const typed = { payment: id, coin: 'LTC', address: 'ltc1qmistyped' };
  const answer = await treasurer.post('/console/staff/held/release', typed);
  assert.equal(answer.status, 400, answer.body);
  const fields = [...answer.body.matchAll(/name="address"[^>]*?value="([^"]*)"/g)].map(([, value]) => value);
  assert.ok(fields.includes(typed.address), 'without it, the next try would be for the merchant');
  assert.equal((await heldOf(id)).length, 1);
});

test('a cancelled release holds the coins again and raises an alert', async () => {
  const { id } = await payTwice(500n);
  await confirmStray(id);
  const before = await balanceOf('psp:1:held LTC');
  await here.sql.begin(async (tx) => {
    // Holding this lock keeps the payout from being signed.
    await tx`select pg_advisory_xact_lock(hashtextextended('merchant.wallet.LTC', 0))`;
    await release(id, 'LTC', { to: newWallet('LTC') });
    const [row] = await here.sql<{ payout_id: string }[]>`
      select payout_id from merchant.payment_releases where payment_id = ${id}`;
    assert.ok(row);
    assert.match((await run('payout list', [])).join('\n'), /release of PSP 1/);
    await run('payout cancel', [row.payout_id]);
  });
  assert.equal(await balanceOf('psp:1:held LTC'), before);
  assert.deepEqual(await alertsOf(id), ['stray_coins']);
  assert.equal((await heldOf(id)).length, 1);
  await checkPayments(here.sql, eurosAtFirst);
});

test('a release that fails halfway has no effect and can be repeated', async () => {
  const { id } = await payTwice(500n);
  await confirmStray(id);
  const [held] = await heldOf(id);
  const before = await readAccounts(here.sql);
  await here.sql.begin(async (tx) => {
    // The release reaches the ledger and waits there for the lock.
    await tx`select from merchant.ledger_accounts where owner = 'psp:1:held' and asset = 'LTC' for update`;
    const broken = release(id, 'LTC', { to: newWallet('LTC') }).then(
      () => 'done',
      () => 'broken off',
    );
    await until(
      async () =>
        (
          await here.sql`
            select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%ledger_movements%'`
        ).length > 0,
      'the release at the ledger',
      60_000,
    );
    assert.equal(await broken, 'broken off');
  });
  assert.deepEqual([await heldOf(id), await readAccounts(here.sql)], [[held], before]);
  const releases = async () =>
    (await here.sql`select from merchant.payment_releases where payment_id = ${id}`).length;
  assert.equal(await releases(), 0);
  assert.deepEqual(
    [...(await here.sql`select from merchant.payouts where kind = 'release' and status = 'RESERVED'`)],
    [],
  );
  await release(id, 'LTC', { 'to-merchant': true });
  assert.deepEqual([await heldOf(id), await releases()], [[], 1]);
  await checkPayments(here.sql, eurosAtFirst);
});

test('coins that arrive after a refund can be given to the merchant once, as coins', async () => {
  const chosen = await newChosen(client, 'BTC', '40.00');
  const id = chosen.payment_reference_number;
  await payShare(client, chosen);
  await mine(client, 'BTC');
  await untilPayment(client, id, 'PAID');
  const refund = await client.post(`/payments/${id}/refund`, {
    refund_address: newWallet('BTC'),
    refund_reason: 'returned',
  });
  assert.equal(refund.statusCode, 200, refund.body);
  await until(
    async () =>
      (
        await here.sql`select from merchant.payouts join merchant.payout_batches b on b.id = batch_id
          where kind = 'refund' and b.attempts > 0 and b.due_at is not null`
      ).length > 0,
    'the refund on its way',
    60_000,
  );
  await mine(client, 'BTC');
  await untilPayment(client, id, 'REFUNDED');
  await payShare(client, chosen, 300n);
  await mine(client, 'BTC');
  await until(async () => (await alertsOf(id)).includes('coins_after_end'), 'the alert', 60_000);
  const amount = (dueOf(chosen) * 300n + 999n) / 1000n;
  assert.match((await heldOf(id))[0] ?? '', /after the end {2}since/);
  const [coinsBefore, eventsBefore] = [await balanceOf('psp:1 BTC'), await countEvents()];
  await release(id, 'BTC', { 'to-merchant': true });
  await refused(id, 'BTC', { 'to-merchant': true }, /no held BTC/);
  assert.equal(await balanceOf('psp:1 BTC'), coinsBefore + amount);
  assert.deepEqual([await heldOf(id), await alertsOf(id), await countEvents()], [[], [], eventsBefore]);
  const [line] = (await client.get('/ledger?currency_code=BTC&limit=1')).json() as [
    { kind: string; amount: string },
  ];
  assert.deepEqual([line.kind, line.amount], ['release', formatAsset('BTC', amount)]);
  await checkPayments(here.sql, eurosAtFirst);
});

test('released coins removed by a reorganisation cost the provider, and their return compensates it', async () => {
  const { id, stray, sent } = await payTwice(400n);
  await confirmStray(id);
  const amount = (dueOf(stray) * 400n + 999n) / 1000n;
  await release(id, 'LTC', { 'to-merchant': true });
  const [heldBefore, lossBefore] = [
    await balanceOf('psp:1:held LTC'),
    await balanceOf('provider:losses LTC'),
  ];
  await reorganise(client, 'LTC', 3, [sent]);
  await until(async () => (await alertsOf(id)).includes('lost_coins'), 'the loss', 60_000);
  assert.equal(await balanceOf('provider:losses LTC'), lossBefore - amount);
  assert.equal(await balanceOf('psp:1:held LTC'), heldBefore);
  await checkPayments(here.sql, eurosAtFirst);
  await payShare(client, stray, 400n);
  await mine(client, 'LTC', 3);
  await until(async () => (await balanceOf('provider:losses LTC')) === lossBefore, 'the return', 60_000);
  assert.deepEqual([await heldOf(id), await balanceOf('psp:1:held LTC')], [[], heldBefore]);
  await refused(id, 'LTC', { 'to-merchant': true }, /no held LTC/);
  await checkPayments(here.sql, eurosAtFirst);
});

test('coins released to a contract pay for its gas', async () => {
  const stray = await newChosen(client, 'ETH', '40.00');
  const id = stray.payment_reference_number;
  await payShare(client, await choose(client, id, 'BTC'));
  await mine(client, 'BTC');
  await untilPayment(client, id, 'PAID');
  await payShare(client, stray, 500n);
  await mine(client, 'ETH', 32);
  await until(async () => (await alertsOf(id)).includes('stray_coins'), 'the alert', 60_000);
  await release(id, 'ETH', { to: '0x0505050505050505050505050505050505050505' });
  const [row] = await here.sql<{ fee: bigint; allowance: bigint; weight: bigint }[]>`
    select r.fee_coin_amount as fee, p.fee_allowance as allowance, p.reserved_weight as weight
    from merchant.payment_releases r join merchant.payouts p on p.id = r.payout_id where r.payment_id = ${id}`;
  const fee = 400_000n * 2_000_000_000n;
  assert.deepEqual(row, { fee, allowance: fee, weight: 400_000n });
});
