import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../../test/support/app.ts';
import { breakingSql, Countdown, Killed } from '../../../../../test/support/breaking-sql.ts';
import { mine, newWallet, readAccounts } from '../../../../../test/support/coins.ts';
import { merchantClient, type MerchantClient } from '../../../../../test/support/merchant.ts';
import { checkPayments } from '../../../../../test/support/payment-ledger.ts';
import { newChosen, payShare, readPayment } from '../../../../../test/support/payments.ts';
import { makeLink, readLink, tokenOf, type MadeLink } from '../../../../../test/support/refund-links.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../../../test/support/stepwise-chain.ts';
import { transaction } from '../../../../platform/postgres/client/transaction.ts';
import { clientActor } from '../../../access/audit/audit.rules.ts';
import type { MerchantContext } from '../../../merchant.context.ts';
import { claimRefundLink } from './claim-refund-link.ts';
import { findClaimedLink } from '../../refund-links/read-refund-links.ts';
import { createRefundLink } from './create-refund-link.ts';
import { expireRefundLinks, revokeRefundLink } from '../../refund-links/change-refund-links.ts';

let here: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;
let eurosAtFirst: bigint;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0', RATE_LIMIT: '0' } });
  client = await merchantClient(here);
  // An endpoint makes the service queue webhooks, which the checks read.
  await client.post('/webhooks', { url: 'http://127.0.0.1:9/hooks' });
  driven = await openStepwiseChain(here, { coin: 'LTC' });
  await driven.read();
  eurosAtFirst = (await readAccounts(here.sql)).get('psp:1 EUR') ?? 0n;
});
after(async () => {
  await driven.close();
  await here.close();
});

async function newPaid(amount = '100.00', thousandths = 1000n): Promise<string> {
  const chosen = await newChosen(client, 'LTC', amount);
  await payShare(client, chosen, thousandths);
  await mine(client, 'LTC', 6);
  await driven.read();
  assert.equal((await readPayment(client, chosen.payment_reference_number)).payment_status, 'PAID');
  return chosen.payment_reference_number;
}

/** Moves the clock and renews the token, which the time may have ended. */
async function pass(ms: number): Promise<void> {
  here.clock.offsetMs += ms;
  client = await merchantClient(here);
}

const check = (): Promise<void> => checkPayments(here.sql, eurosAtFirst);
const refundsOf = async (id: string) =>
  (await client.get(`/payments/${id}/refunds`)).json<
    { refund_id: string; refund_status: string; order_id: string; total_refund_amount: string }[]
  >();

/** Repeats the work and kills each process one step later than the one before, until one completes. */
async function dieAtEveryStep(work: (context: MerchantContext) => Promise<unknown>): Promise<number> {
  for (let dieAt = 0; ; dieAt++) {
    const countdown = new Countdown(dieAt);
    await work({ ...driven.context, sql: breakingSql(here.sql, countdown) }).catch((error: unknown) => {
      const isEnded = (error as { code?: string }).code === 'refund_link_ended';
      if (!(error instanceof Killed) && !isEnded) throw error;
    });
    await check();
    if (!countdown.died) return dieAt;
  }
}

test('a claim, a revocation and an expiry killed at any step are done completely or not at all', async () => {
  const id = await newPaid();
  const claimed = await findClaimedLink(here, tokenOf(await makeLink(client, id, '10.00')));
  assert.ok(claimed);
  const to = { refund_address: newWallet('LTC') };
  assert.ok((await dieAtEveryStep((context) => claimRefundLink(context, claimed, to))) > 3);
  assert.equal((await refundsOf(id)).length, 1);
  const revoked = await makeLink(client, id, '10.00');
  const revoke = (context: MerchantContext) =>
    transaction(context.sql, (tx) => revokeRefundLink(tx, context, 1, revoked.refund_link_id));
  assert.ok((await dieAtEveryStep(revoke)) > 1);
  assert.equal((await readLink(client, revoked)).refund_link_status, 'REVOKED');
  const expired = await makeLink(client, id, '10.00');
  await pass(31 * 86_400_000);
  assert.ok((await dieAtEveryStep((context) => expireRefundLinks(context))) > 1);
  assert.equal((await readLink(client, expired)).refund_link_status, 'EXPIRED');
  assert.equal((await readPayment(client, id)).refundable_amount, '90.00');
});

test('a killed creation leaves no reserve', async () => {
  const id = await newPaid();
  const input = () => ({
    refund_reason: 'x',
    refund_amount: '10.00',
    requestedBy: clientActor('sandbox-psp'),
    askedAt: here.clock.now(),
  });
  await dieAtEveryStep((context) =>
    transaction(context.sql, (tx) => createRefundLink(tx, context, 1, id, input())),
  );
  const rows = await here.sql`select from merchant.refund_links where payment_id = ${id} and status = 'OPEN'`;
  assert.equal(
    BigInt(rows.length) * 1000n,
    10_000n - BigInt(((await readPayment(client, id)).refundable_amount ?? '').replace('.', '')),
  );
});

test('a repeated creation with the same key returns the same url', async () => {
  const id = await newPaid();
  const make = () =>
    client.post(
      `/payments/${id}/refund-links`,
      { refund_reason: 'x', refund_amount: '10.00' },
      { 'idempotency-key': 'link-1' },
    );
  const [first, second] = [await make(), await make()];
  assert.equal(second.headers['idempotency-replayed'], 'true');
  assert.equal(second.json<MadeLink>().url, first.json<MadeLink>().url);
  assert.equal((await client.get(`/payments/${id}/refund-links`)).json<unknown[]>().length, 1);
});

test('a payment has at most 100 links, ended ones included', async () => {
  const id = await newPaid();
  const first = await makeLink(client, id, '10.00');
  await client.post(`/refund-links/${first.refund_link_id}/revoke`);
  const columns = here.sql`psp_id, payment_id, status, coin, total_euro_amount, euro_amount, held_coin_amount, reason,
    requested_by, expires_at, created_at, updated_at`;
  await here.sql`
    insert into merchant.refund_links (id, ${columns})
    select gen_random_uuid(), ${columns} from merchant.refund_links, generate_series(1, 97)
    where id = ${first.refund_link_id}`;
  const make = () =>
    client.post(`/payments/${id}/refund-links`, { refund_reason: 'x', refund_amount: '5.00' });
  const answers = await Promise.all([make(), make(), make(), make()]);
  const refused = answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json());
  assert.deepEqual(
    refused.map(({ status, code }) => [status, code]),
    [
      [409, 'payment_not_refundable'],
      [409, 'payment_not_refundable'],
    ],
  );
  assert.match(refused[0]?.detail, /at most 100 refund links/);
  assert.equal((await readPayment(client, id)).refundable_amount, '90.00');
  await check();
  const made = answers
    .filter(({ statusCode }) => statusCode === 200)
    .map((answer) => answer.json<MadeLink>());
  for (const { refund_link_id: link } of made) await client.post(`/refund-links/${link}/revoke`);
});
