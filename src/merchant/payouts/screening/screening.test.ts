import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import {
  customer,
  listArrivals,
  mine,
  readAccounts,
  readOrder,
  untilOrder,
} from '../../../../test/support/coins.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { owners } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import {
  newChosen,
  openPaymentsApp,
  payShare,
  readPayment,
  untilPayment,
} from '../../../../test/support/payments.ts';
import { until } from '../../../../test/support/process.ts';
import {
  hang,
  openWebhookReceiver,
  status,
  verifyWebhook,
  type Answer,
  type WebhookReceiver,
} from '../../../../test/support/webhook-receiver.ts';
import { askToWithdraw } from '../../../../test/support/withdrawals.ts';
import { recordReply } from './record-screening.ts';
import { sayStored } from '../../details/stored-sentence.rules.ts';

const secret = `whsec_${Buffer.alloc(24, 5).toString('base64')}`;
let here: TestApp;
let client: MerchantClient;
let service: WebhookReceiver;

const say = (decision: string, reason?: string): Answer =>
  status(200, { 'content-type': 'application/json' }, JSON.stringify({ decision, reason }));

before(async () => {
  service = await openWebhookReceiver();
  here = await openPaymentsApp({
    settings: { SCREENING_URL: service.url, SCREENING_SECRET: secret, SCREENING_TIMEOUT_SECONDS: '5' },
  });
  client = await merchantClient(here);
});
after(async () => {
  await here.close();
  await service.close();
});
/** The newest screening of the previous test. */
let newest: string | null = null;
beforeEach(async () => {
  const [row] = await here.sql<{ id: string }[]>`select id from merchant.screenings order by id desc limit 1`;
  newest = row?.id ?? null;
  service.answer = say('allow');
  service.received.length = 0;
});

const withdraw = () => askToWithdraw(client, 'BTC', '0.002');

interface Row {
  id: string;
  status: string;
  decided_by: string | null;
  attempts: number;
  reason: string | null;
}

/** Waits for the newest screening to match, and returns it. */
async function untilScreening(expected: (row: Row) => boolean, what: string): Promise<Row> {
  let row: Row | undefined;
  await until(
    async () => {
      [row] = await here.sql<Row[]>`
        select id, status, decided_by, attempts, reason from merchant.screenings
        where ${newest}::uuid is null or id > ${newest} order by id desc limit 1`;
      return row !== undefined && expected(row);
    },
    what,
    60_000,
  );
  assert.ok(row);
  return row;
}

const askAgain = () => here.sql`update merchant.screenings set due_at = created_at where due_at is not null`;

async function payPayment() {
  const chosen = await newChosen(client, 'BTC', '40.00');
  await payShare(client, chosen);
  await mine(client, 'BTC', 2);
  return chosen.payment_reference_number;
}

const orderOfPayment = async (id: string) => {
  const [row] = await here.sql<
    { order_id: string }[]
  >`select order_id from merchant.payments where id = ${id}`;
  assert.ok(row);
  return readOrder(client, row.order_id);
};

test('coins are credited when the service allows them; the request is signed and names the owner', async () => {
  const id = await payPayment();
  await untilPayment(client, id, 'PAID');
  const [asked] = service.received;
  assert.ok(asked);
  const question = verifyWebhook(secret, asked);
  assert.equal(asked.headers['webhook-id'], question['screening_id']);
  assert.deepEqual(
    [question['direction'], question['purpose'], question['psp_id'], question['cryptocurrency_code']],
    ['in', 'payment', 1, 'BTC'],
  );
  assert.equal(
    question['blockchain_transaction_id'],
    (await readPayment(client, id)).transactions[0]?.blockchain_transaction_id,
  );
  assert.deepEqual(question['customer_details'], customer);
  assert.equal(service.received.length, 1, 'asked once');
});

test('held coins keep their payment CONFIRMING until staff allow them', async () => {
  service.answer = say('review', 'a mixer');
  const id = await payPayment();
  const held = await untilScreening((row) => row.status === 'review', 'review');
  await until(async () => (await orderOfPayment(id)).order_hold === 'screening', 'the hold', 30_000);
  await mine(client, 'BTC', 3);
  await untilPayment(client, id, 'CONFIRMING');
  assert.match(
    (await runCommand(here, 'screening list')).join('\n'),
    new RegExp(`${held.id} {2}review.*a mixer`),
  );
  await assert.rejects(runCommand(here, 'screening allow', [held.id], { by: '' }), /--by/);
  await runCommand(here, 'screening allow', [held.id], { by: 'ana@commands.test', reason: 'known customer' });
  await untilPayment(client, id, 'PAID');
  assert.equal((await orderOfPayment(id)).order_hold, null);
  await assert.rejects(
    runCommand(here, 'screening deny', [held.id], { by: 'ana@commands.test' }),
    /final decision/,
  );
  assert.equal(service.received.length, 1, 'what was answered is not asked again');
});

test('denied coins are not booked or counted until staff allow them', async () => {
  service.answer = say('deny');
  const before = await readAccounts(here.sql);
  const id = await payPayment();
  const denied = await untilScreening((row) => row.status === 'deny', 'deny');
  await untilPayment(client, id, 'PENDING');
  assert.equal((await readAccounts(here.sql)).get('provider:chain BTC'), before.get('provider:chain BTC'));
  assert.match(
    (await runCommand(here, 'screening list', [], { denied: true })).join('\n'),
    new RegExp(denied.id),
  );
  await runCommand(here, 'screening allow', [denied.id], { by: 'ana@commands.test' });
  await untilPayment(client, id, 'PAID');
});

test('a deposit waits for screening like a payment', async () => {
  service.answer = say('review');
  const answer = await client.post('/deposit/address/BTC', { customer_details: customer });
  await client.post('/sandbox/chains/BTC/send', {
    address: answer.json().customer_deposit_wallet_address,
    cryptocurrency_amount: '0.003',
  });
  await mine(client, 'BTC', 3);
  const held = await untilScreening((row) => row.status === 'review', 'review');
  const deposits = async () => (await here.sql`select from merchant.deposits`).length;
  assert.equal(await deposits(), 0);
  await runCommand(here, 'screening allow', [held.id], { by: 'ana@commands.test' });
  await until(async () => (await deposits()) === 1, 'the deposit', 30_000);
});

test('a payout is signed only when screening allows it; a denied payout gives its money back', async () => {
  const allowed = await withdraw();
  await untilOrder(client, allowed.id, (order) => order.blockchain_transaction_id !== null, 'sent');
  const [asked] = service.received;
  assert.ok(asked);
  const question = verifyWebhook(secret, asked);
  assert.deepEqual(
    [question['direction'], question['purpose'], question['address'], question['cryptocurrency_amount']],
    ['out', 'withdrawal', allowed.wallet, '0.00200000'],
  );
  await mine(client, 'BTC', 6);
  await untilOrder(client, allowed.id, (order) => order.order_status === 'COMPLETED', 'completed');
  service.answer = say('deny', 'a list');
  const before = await readAccounts(here.sql);
  const denied = await withdraw();
  await untilOrder(client, denied.id, (order) => order.order_status === 'FAILED', 'failed');
  assert.deepEqual(await listArrivals(here.sql, 'BTC', denied.wallet), []);
  for (const [account, balance] of await readAccounts(here.sql)) {
    assert.equal(balance, before.get(account) ?? 0n, account);
  }
});

test('a service that is down, slow or sends invalid answers holds payouts, and its later valid answer applies', async () => {
  const troubles: [string, Answer][] = [
    ['down', status(503)],
    ['slow', hang],
    ['garbage', status(200, {}, '<html>allow</html>')],
    ['wrong', status(200, {}, '{"decision":"yes"}')],
    ['huge', status(200, {}, `{"decision":"allow","padding":"${'x'.repeat(1_000_000)}"}`)],
    ['redirecting', status(302, { location: 'http://127.0.0.1:9/' }, '{"decision":"allow"}')],
    ['broken', (response) => void response.destroy()],
    ['away', (response) => void response.socket?.resetAndDestroy()],
  ];
  for (const [name, answer] of troubles) {
    service.answer = answer;
    const asked = await withdraw();
    const held = await untilScreening((row) => row.status === 'review' && row.attempts === 1, name);
    assert.equal(held.decided_by, null, name);
    assert.match(sayStored('en', held.reason ?? ''), /^no answer: /, name);
    const order = await readOrder(client, asked.id);
    assert.deepEqual(
      [order.order_status, order.order_hold, order.blockchain_transaction_id],
      ['PROCESSING', 'screening', null],
      name,
    );
    service.answer = say('allow');
    await askAgain();
    await untilOrder(client, asked.id, (now) => now.blockchain_transaction_id !== null, `sent after ${name}`);
    assert.equal((await readOrder(client, asked.id)).order_hold, null, name);
    assert.equal(
      new Set(service.received.slice(-2).map((one) => one.headers['webhook-id'])).size,
      1,
      'the same question',
    );
  }
});

test('the first stored answer wins; later answers of the service or after a staff decision are ignored', async () => {
  service.answer = say('review');
  const asked = await withdraw();
  const held = await untilScreening((row) => row.status === 'review' && row.decided_by !== null, 'review');
  service.answer = say('allow');
  // The case of a process that crashed before it stored the answer, while another process repeated the request.
  await recordReply(here.platform, owners, held.id, { decision: 'allow', reason: null });
  assert.equal((await untilScreening(() => true, 'it')).status, 'review');
  await runCommand(here, 'screening deny', [held.id], { by: 'ana@commands.test', reason: 'no' });
  assert.equal((await readOrder(client, asked.id)).order_status, 'FAILED');
  await recordReply(here.platform, owners, held.id, { decision: 'allow', reason: null });
  await assert.rejects(
    runCommand(here, 'screening allow', [held.id], { by: 'bea@commands.test' }),
    /final decision/,
  );
  assert.equal((await readOrder(client, asked.id)).order_status, 'FAILED');
  assert.deepEqual(await listArrivals(here.sql, 'BTC', asked.wallet), []);
});

test('an answer lost in a crash is requested again, and two simultaneous answers count once', async () => {
  service.answer = status(500);
  const asked = await withdraw();
  const held = await untilScreening((row) => row.attempts === 1, 'asked');
  await Promise.all([
    recordReply(here.platform, owners, held.id, { decision: 'allow', reason: null }),
    recordReply(here.platform, owners, held.id, { decision: 'deny', reason: null }),
  ]);
  const { status: decided } = await untilScreening((row) => row.decided_by !== null, 'decided');
  if (decided === 'allow') {
    await untilOrder(client, asked.id, (order) => order.blockchain_transaction_id !== null, 'sent');
  } else assert.equal((await readOrder(client, asked.id)).order_status, 'FAILED');
});

test('a payout rejected during its screening stays rejected', async () => {
  await runCommand(here, 'psp limits', ['1', 'BTC'], { approval: '0' });
  service.answer = hang;
  const asked = await withdraw();
  assert.equal((await readOrder(client, asked.id)).order_hold, 'approval');
  const [payout] = await here.sql<
    { id: string }[]
  >`select id from merchant.payouts where order_id = ${asked.id}`;
  // The rejection comes after the request, because a payout rejected earlier is not screened.
  await until(() => service.received.length > 0, 'the question');
  await runCommand(here, 'payout reject', [payout?.id ?? ''], { by: 'bea@commands.test' });
  service.answer = say('allow');
  await untilScreening((row) => row.attempts >= 1, 'asked');
  await askAgain();
  await untilScreening((row) => row.status === 'allow', 'allowed');
  assert.equal((await readOrder(client, asked.id)).order_status, 'FAILED');
  await runCommand(here, 'psp limits', ['1', 'BTC'], { none: true });
});
