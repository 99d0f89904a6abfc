import assert from 'node:assert/strict';
import type { LightMyRequestResponse } from 'fastify';
import { giveSandboxMoney } from '../../src/merchant/books/give-sandbox-money.ts';
import { newId } from '../../src/platform/ids.ts';
import type { TestApp } from './app.ts';
import { customer, mine, newWallet, sendCoins } from './coins.ts';
import { runCommand } from './commands.ts';
import { createPerson, memberAs } from './console.ts';
import type { StepwiseChain } from './stepwise-chain.ts';
import type { MerchantClient } from './merchant.ts';
import { choose, payShare, paymentBody } from './payments.ts';
import { insertRow } from './table-rows.ts';
import { askToWithdraw } from './withdrawals.ts';

/** One of each object that a PSP's console addresses by an id. */
export interface FullPsp {
  readonly pspId: number;
  readonly payment: string;
  readonly unpaid: string;
  /** The address of the paid payment. */
  readonly address: string;
  readonly refund: string;
  readonly refundLink: string;
  readonly order: string;
  readonly withdrawal: string;
  readonly payout: string;
  readonly waitingPayout: string;
  readonly deposit: string;
  readonly customer: string;
  readonly endpoint: string;
  readonly delivery: string;
  readonly credential: string;
  readonly person: string;
  readonly invitation: string;
  readonly adjustment: string;
  readonly screening: string;
}

const good = (answer: LightMyRequestResponse): LightMyRequestResponse => {
  assert.equal(answer.statusCode, 200, answer.body);
  return answer;
};

/** Fills a PSP through its API, with a word in each of its texts. The test reads the Bitcoin chain step by step. */
export async function fillPsp(
  praca: TestApp,
  driven: StepwiseChain,
  client: MerchantClient,
  who: { readonly pspId: number; readonly credential: string; readonly word: string },
): Promise<FullPsp> {
  const { pspId, credential, word } = who;
  const { sql } = praca;
  await giveSandboxMoney(driven.context, pspId);
  const metadata = { note: word };
  const details = { ...customer, customer_reference_id: `${word}-7`, customer_first_name: word };
  const quote = async (): Promise<string> =>
    good(
      await client.post('/conversions', {
        currency_pair: 'BTCEUR',
        transaction_type: 'WITHDRAW',
        cryptocurrency_amount: '0.005',
      }),
    ).json().conversion_token;
  const create = async (): Promise<string> =>
    good(
      await client.post('/payments', {
        ...paymentBody,
        payment_reference: `${word} invoice`,
        payment_description: `${word} chair`,
        merchant_name: `${word} shop`,
        customer_details: details,
        metadata,
      }),
    ).json().payment_reference_id;
  const endpoint = (await client.post('/webhooks', { url: `http://127.0.0.1:9/${word}` })).json()
    .webhook_endpoint_id as string;
  const delivery = (await client.post(`/webhooks/${endpoint}/test`)).json().webhook_delivery_id as string;
  const [payment, unpaid] = [await create(), await create()];
  await choose(client, unpaid, 'BTC');
  const chosen = await choose(client, payment, 'BTC');
  await payShare(client, chosen);
  const deposits = good(await client.post('/deposit/address/BTC', { customer_details: details })).json();
  await sendCoins(client, 'BTC', {
    address: deposits.customer_deposit_wallet_address,
    amount: '0.01',
  });
  await mine(client, 'BTC', 6);
  await driven.read();
  const refund = good(
    await client.post(`/payments/${payment}/refund`, {
      refund_address: newWallet('BTC'),
      refund_reason: `${word} regrets`,
      refund_amount: '5.00',
    }),
  ).json().refund_id as string;
  const { refund_link_id: refundLink } = good(
    await client.post(`/payments/${payment}/refund-links`, {
      refund_reason: `${word} regrets`,
      refund_amount: '5.00',
    }),
  ).json<{ refund_link_id: string }>();
  const order = good(
    await client.post('/orders', {
      orderData: { conversion_token: await quote(), customer_details: details, metadata },
    }),
  ).json().order_id as string;
  const { id: withdrawal } = await askToWithdraw(client, 'BTC');
  await runCommand(praca, 'psp limits', [String(pspId), 'BTC'], { approval: '0.004' });
  const { id: waiting } = await askToWithdraw(client, 'BTC', '0.006');
  const findId = async (rows: PromiseLike<{ id: string }[]>): Promise<string> => {
    const [row] = await rows;
    assert.ok(row);
    return row.id;
  };
  const payoutOf = (id: string) =>
    findId(sql<{ id: string }[]>`select id from merchant.payouts where order_id = ${id}`);
  const deposit = await findId(sql<{ id: string }[]>`
    select id from merchant.orders where psp_id = ${pspId} and kind = 'deposit' limit 1`);
  await sql`update merchant.credentials set name = ${`${word} till`} where client_id = ${credential}`;
  const person = await createPerson(praca, [memberAs('viewer', String(pspId))], { name: `${word} Lima` });
  const [now, later] = [praca.clock.now(), new Date(praca.clock.nowMs() + 86_400_000)];
  const [invitation, adjustment, screening] = [newId(), newId(), newId()];
  await insertRow(sql, 'platform', 'invitations', {
    id: invitation,
    token_hash: `\\x${Buffer.from(word).toString('hex')}`,
    email: `${word}@example.com`,
    email_key: `${word}@example.com`,
    kind: 'psp',
    organisation: String(pspId),
    role: 'viewer',
    invited_by: person.id,
    created_at: now,
    sent_at: now,
    expires_at: later,
  });
  await sql`
    insert into merchant.adjustment_proposals (id, psp_id, asset, amount, reference, proposed_by, created_at, expires_at)
    values (${adjustment}, ${pspId}, 'EUR', 100, ${`${word} bonus`}, 'ana', ${now}, ${later})`;
  await sql`
    insert into merchant.screenings (id, direction, purpose, subject_id, psp_id, coin, address, amount, status, reason,
      due_at, created_at, updated_at)
    values (${screening}, 'out', 'payout', ${newId()}, ${pspId}, 'BTC', ${word}, 5000, 'review', ${word}, ${now}, ${now},
      ${now})`;
  await sql`
    insert into merchant.recent_requests (client_id, failed, id, method, path, status, code, request_id, at)
    values (${credential}, true, ${newId()}, 'GET', ${`/merchant/${word}`}, 400, ${word}, ${word}, ${now})`;
  await sql`
    insert into platform.console_audit (id, at, person_id, person_name, person_email, kind, organisation, act, subject,
      detail, address)
    values (${newId()}, ${now}, ${person.id}, ${`${word} Lima`}, ${`${word}@example.com`}, 'psp', ${String(pspId)},
      'member.invited', ${word}, ${JSON.stringify({ role: word })}::jsonb, '10.0.0.1')`;
  return {
    pspId,
    payment,
    unpaid,
    address: chosen.payment_cryptocurrency_address,
    refund,
    refundLink,
    order,
    withdrawal,
    payout: await payoutOf(withdrawal),
    waitingPayout: await payoutOf(waiting),
    deposit,
    customer: details.customer_reference_id,
    endpoint,
    delivery,
    credential,
    person: person.id,
    invitation,
    adjustment,
    screening,
  };
}
