import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../../test/support/app.ts';
import { mine, newWallet, readAccounts, readOrder, reorganise } from '../../../../../test/support/coins.ts';
import { runCommand } from '../../../../../test/support/commands.ts';
import { merchantClient, type MerchantClient } from '../../../../../test/support/merchant.ts';
import { checkPayments } from '../../../../../test/support/payment-ledger.ts';
import { newChosen, payShare, readPayment } from '../../../../../test/support/payments.ts';
import {
  claim,
  makeLink,
  openLink,
  readLink,
  tokenOf,
  type MadeLink,
} from '../../../../../test/support/refund-links.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../../../test/support/stepwise-chain.ts';
import { resumePsp, suspendPsp } from '../../../access/credentials/manage-credentials.ts';
import type { MerchantContext } from '../../../merchant.context.ts';
import { expirePayments } from '../../expire-payments.ts';
import { reviewPayment } from '../../judging/bring-up-to-date.ts';
import { claimRefundLink } from './claim-refund-link.ts';
import { findClaimedLink } from '../../refund-links/read-refund-links.ts';
import { expireRefundLinks } from '../../refund-links/change-refund-links.ts';

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

async function newUnresolved(): Promise<string> {
  const chosen = await newChosen(client, 'LTC', '40.00');
  await payShare(client, chosen, 400n);
  await mine(client, 'LTC', 6);
  await driven.read();
  await pass(16 * 60_000);
  await mine(client, 'LTC', 1);
  await driven.read();
  await expirePayments(driven.context, (tx, due) => reviewPayment(tx, driven.context, due));
  assert.equal((await readPayment(client, chosen.payment_reference_number)).payment_status, 'UNRESOLVED');
  return chosen.payment_reference_number;
}

/** Moves the clock and renews the token, which the time may have ended. */
async function pass(ms: number): Promise<void> {
  here.clock.offsetMs += ms;
  client = await merchantClient(here);
}

const reserved = async (): Promise<bigint> => (await readAccounts(here.sql)).get('psp:1:fees EUR') ?? 0n;
const available = async (): Promise<bigint> => (await readAccounts(here.sql)).get('psp:1 EUR') ?? 0n;
const check = (): Promise<void> => checkPayments(here.sql, eurosAtFirst);
const refundsOf = async (id: string) =>
  (await client.get(`/payments/${id}/refunds`)).json<
    { refund_id: string; refund_status: string; order_id: string; total_refund_amount: string }[]
  >();

async function arrive(orderId: string): Promise<void> {
  await driven.sign();
  await driven.send();
  await mine(client, 'LTC', 6);
  await driven.read();
  assert.equal((await readOrder(client, orderId)).order_status, 'COMPLETED');
}

test('a link reserves its euros, is claimed once, and its refund arrives', async () => {
  const id = await newPaid();
  const [atFirst, reservedAtFirst] = [await available(), await reserved()];
  const link = await makeLink(client, id, '30.00');
  assert.deepEqual([link.refund_link_status, link.refund_amount, link.refund_id], ['OPEN', '30.00', null]);
  assert.equal(tokenOf(link).length, 43, 'the token has 256 bits');
  assert.deepEqual([await available(), await reserved()], [atFirst - 3000n, reservedAtFirst + 3000n]);
  const { refundable_amount: left, payment_status: status } = await readPayment(client, id);
  assert.deepEqual([left, status], ['70.00', 'PAID']);
  await check();

  assert.equal((await claim(here, link, newWallet('LTC'))).statusCode, 303);
  const [refund] = await refundsOf(id);
  assert.ok(refund);
  const claimed = await readLink(client, link);
  assert.deepEqual([claimed.refund_link_status, claimed.refund_id], ['CLAIMED', refund.refund_id]);
  assert.equal(refund.total_refund_amount, '30.00');
  const { network_fee: fee } = (await readOrder(client, refund.order_id)) as unknown as {
    network_fee: string;
  };
  const feeCents = BigInt(fee.replace('.', ''));
  assert.ok(feeCents > 0n, 'the merchant pays the fee, as for other refunds of paid payments');
  assert.deepEqual(
    [await available(), await reserved()],
    [atFirst - 3000n - feeCents, reservedAtFirst + feeCents],
  );
  assert.match((await openLink(here, link)).body, /Your refund is being prepared/);
  await check();
  await arrive(refund.order_id);
  assert.match((await openLink(here, link)).body, /The network has confirmed your refund/);
  assert.equal((await readPayment(client, id)).payment_status, 'PARTIALLY_REFUNDED');

  const again = await claim(here, link, newWallet('LTC'));
  assert.equal(again.statusCode, 303, 'the page then shows the first refund');
  assert.equal((await refundsOf(id)).length, 1);
  const kinds = (await client.get('/ledger?currency_code=EUR&limit=50')).json<
    { kind: string; amount: string; reference: string }[]
  >();
  const ofLink = kinds.filter(({ reference }) => reference === link.refund_link_id);
  assert.deepEqual(ofLink.map(({ kind, amount }) => `${kind} ${amount}`).toSorted(), [
    'refund_link -30.00',
    'refund_link_ended 30.00',
  ]);
  await check();
});

test('50 links and refunds at once never exceed the payment', async () => {
  const id = await newPaid();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, turn) =>
      turn % 2 === 0
        ? client.post(`/payments/${id}/refund-links`, { refund_reason: 'x', refund_amount: '9.00' })
        : client.post(`/payments/${id}/refund`, {
            refund_address: newWallet('LTC'),
            refund_reason: 'x',
            refund_amount: '9.00',
          }),
    ),
  );
  const done = answers.filter(({ statusCode }) => statusCode === 200);
  assert.equal(done.length, 11, 'eleven times nine euros of one hundred');
  for (const { statusCode, body } of answers) assert.ok([200, 400].includes(statusCode), body);
  assert.equal((await readPayment(client, id)).refundable_amount, '1.00');
  await check();
  const links = done.map((answer) => answer.json<Partial<MadeLink>>()).filter(({ url }) => url !== undefined);
  assert.ok(links.length > 0 && links.length < 11, `${links.length} links`);
  for (const { refund_link_id: link } of links) await client.post(`/refund-links/${link}/revoke`);
});

test('several claims of a link at once make one refund, and so does a claim beside a revocation', async () => {
  const id = await newPaid();
  const link = await makeLink(client, id, '10.00');
  const answers = await Promise.all(Array.from({ length: 8 }, () => claim(here, link, newWallet('LTC'))));
  assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([303]));
  assert.equal((await refundsOf(id)).length, 1);
  for (let round = 0; round < 6; round++) {
    const contested = await makeLink(client, id, '5.00');
    const before = (await refundsOf(id)).length;
    const revoke = () => client.post(`/refund-links/${contested.refund_link_id}/revoke`);
    const take = () => claim(here, contested, newWallet('LTC'));
    const [one, other] = await Promise.all(round % 2 === 0 ? [revoke(), take()] : [take(), revoke()]);
    const revoked = round % 2 === 0 ? one : other;
    const isRevoked = revoked.statusCode === 200;
    const { refund_link_status: status } = await readLink(client, contested);
    assert.equal(status, isRevoked ? 'REVOKED' : 'CLAIMED');
    if (!isRevoked) assert.equal(revoked.json().code, 'refund_link_ended');
    assert.equal((await refundsOf(id)).length - before, isRevoked ? 0 : 1);
  }
  await check();
});

test('a revoked or expired link releases its euros once and can no longer be claimed', async () => {
  const id = await newPaid();
  const [atFirst, reservedAtFirst] = [await available(), await reserved()];
  const [revoked, expired] = [await makeLink(client, id, '60.00'), await makeLink(client, id, '40.00')];
  const linked = await client.post(`/payments/${id}/refund-links`, { refund_reason: 'x' });
  assert.deepEqual([linked.statusCode, linked.json().code], [409, 'payment_not_refundable']);
  assert.match(linked.json().detail, /open refund link/);
  const revoke = () => client.post(`/refund-links/${revoked.refund_link_id}/revoke`);
  for (const answer of await Promise.all([revoke(), revoke(), revoke()])) {
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.json().refund_link_status, 'REVOKED');
  }
  assert.deepEqual([await available(), await reserved()], [atFirst - 4000n, reservedAtFirst + 4000n]);
  const left = new Date(expired.expires_at).getTime() - here.clock.nowMs();
  assert.ok(left > 29 * 86_400_000 && left <= 30 * 86_400_000);
  await pass(left);
  assert.equal((await readLink(client, expired)).refund_link_status, 'EXPIRED', 'before the job has run');
  for (const link of [revoked, expired]) {
    assert.equal((await claim(here, link, newWallet('LTC'))).statusCode, 303);
    assert.match((await openLink(here, link)).body, /It was not used, and nothing was sent/);
  }
  const late = await client.post(`/refund-links/${expired.refund_link_id}/revoke`);
  assert.equal(late.json().code, 'refund_link_ended');
  await Promise.all([expireRefundLinks(driven.context), expireRefundLinks(driven.context)]);
  await expireRefundLinks(driven.context);
  assert.deepEqual([await available(), await reserved()], [atFirst, reservedAtFirst]);
  assert.deepEqual(await refundsOf(id), []);
  assert.equal((await readPayment(client, id)).refundable_amount, '100.00');
  await check();
});

test('the link of an unresolved payment excludes acceptance and other refunds, and sends its coins back', async () => {
  const id = await newUnresolved();
  const [atFirst, reservedAtFirst] = [await available(), await reserved()];
  const link = await makeLink(client, id);
  assert.equal(link.refund_amount, null);
  assert.deepEqual(
    [await available(), await reserved()],
    [atFirst, reservedAtFirst],
    'no euros are reserved',
  );
  const kept = await readPayment(client, id);
  assert.deepEqual(
    [kept.payment_acceptable_status, kept.acceptable_amount, kept.payment_refundable_status],
    ['NOT_ACCEPTABLE', '0.00', 'NOT_REFUNDABLE'],
  );
  const refund = { refund_address: newWallet('LTC'), refund_reason: 'x' };
  assert.equal((await client.post(`/payments/${id}/accept`)).json().code, 'payment_not_acceptable');
  assert.equal((await client.post(`/payments/${id}/refund`, refund)).json().code, 'payment_not_refundable');
  assert.equal(
    (await client.post(`/payments/${id}/refund-links`, refund)).json().code,
    'payment_not_refundable',
  );
  await client.post(`/refund-links/${link.refund_link_id}/revoke`);
  assert.equal((await readPayment(client, id)).payment_acceptable_status, 'ACCEPTABLE');

  const second = await makeLink(client, id);
  const page = await openLink(here, second);
  assert.match(page.body, /sends back what you paid/);
  assert.equal((await claim(here, second, newWallet('LTC'))).statusCode, 303);
  assert.equal((await readPayment(client, id)).payment_status, 'REFUNDING');
  const [made] = await refundsOf(id);
  await arrive(made?.order_id ?? '');
  assert.equal((await readPayment(client, id)).payment_status, 'REFUNDED');
  assert.equal(await available(), atFirst);
  await check();
});

test('an acceptance and a link made at once exclude each other', async () => {
  for (let round = 0; round < 4; round++) {
    const id = await newUnresolved();
    const accept = () => client.post(`/payments/${id}/accept`);
    const link = () => client.post(`/payments/${id}/refund-links`, { refund_reason: 'x' });
    const answers = await Promise.all(round % 2 === 0 ? [accept(), link()] : [link(), accept()]);
    const done = answers.filter(({ statusCode }) => statusCode === 200);
    assert.equal(done.length, 1, answers.map(({ body }) => body).join('\n'));
  }
  await check();
});

test('the excess of an overpaid payment is kept by the link before any euros', async () => {
  const id = await newPaid('100.00', 1300n);
  const atFirst = await available();
  const link = await makeLink(client, id, '40.00');
  const reservedCents = atFirst - (await available());
  assert.ok(
    reservedCents >= 1000n && reservedCents < 1010n,
    `${reservedCents} beside the excess of 30 euros`,
  );
  const other = await makeLink(client, id, '20.00');
  assert.equal(atFirst - (await available()) - reservedCents, 2000n, 'the excess is kept by the first link');
  await client.post(`/refund-links/${link.refund_link_id}/revoke`);
  // The excess is free again, so this claim uses it instead of euros.
  assert.equal((await claim(here, other, newWallet('LTC'))).statusCode, 303);
  const [refund] = await here.sql<{ euro_amount: bigint }[]>`
    select euro_amount from merchant.refunds where payment_id = ${id}`;
  assert.equal(refund?.euro_amount, 0n);
  await check();
});

test('the euro amount is fixed with the link, and the coins are priced when it is claimed', async () => {
  const id = await newPaid();
  const link = await findClaimedLink(here, tokenOf(await makeLink(client, id, '30.00')));
  assert.ok(link);
  const { rates } = driven.context;
  const dearer = (pair: Parameters<typeof rates.bestForWithdraw>[0]) => rates.bestForWithdraw(pair) * 2n;
  const atFirst = await available();
  await claimRefundLink(withRates({ bestForWithdraw: dearer }), link, { refund_address: newWallet('LTC') });
  const [refund] = await here.sql<{ euro_amount: bigint; bought_coin_amount: bigint; fee: bigint }[]>`
    select r.euro_amount, r.bought_coin_amount, p.fee_reserve as fee
    from merchant.refunds r join merchant.payouts p on p.id = r.payout_id where r.payment_id = ${id}`;
  assert.ok(refund);
  assert.equal(refund.euro_amount, 3000n);
  const spentCents = (refund.bought_coin_amount * dearer('LTCEUR')) / 10n ** 14n;
  assert.ok(spentCents > 2700n && spentCents < 3300n, `${spentCents} cents of coins`);
  assert.equal(atFirst - (await available()), refund.fee, 'only the network fee comes on top of the reserve');
  await check();
});

const withRates = (changes: object): MerchantContext => {
  const { rates } = driven.context;
  const changed = new Proxy(rates, {
    get: (target, name) => {
      const found: unknown = name in changes ? changes[name as never] : Reflect.get(target, name);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
  return { ...driven.context, rates: changed };
};

test('a reorganisation that reverses the payment revokes its links, and their euros pay the debt', async () => {
  const chosen = await newChosen(client, 'LTC', '100.00');
  const id = chosen.payment_reference_number;
  const sent = await payShare(client, chosen, 1000n);
  await mine(client, 'LTC', 3);
  await driven.read();
  const link = await makeLink(client, id, '70.00');
  const reservedAtFirst = await reserved();
  await reorganise(client, 'LTC', 3, [sent]);
  await driven.read();
  assert.equal((await readPayment(client, id)).payment_status, 'REVERSED');
  assert.equal((await readLink(client, link)).refund_link_status, 'REVOKED');
  assert.equal(await reserved(), reservedAtFirst - 7000n);
  assert.equal((await claim(here, link, newWallet('LTC'))).statusCode, 303);
  assert.deepEqual(await refundsOf(id), []);
  await check();
});

test('a suspended PSP refunds nothing, and the link is valid again when the suspension ends', async () => {
  const id = await newPaid();
  const link = await makeLink(client, id, '10.00');
  await suspendPsp(here.platform, 1);
  try {
    assert.match((await openLink(here, link)).body, /cannot be sent at the moment/);
    const refused = await claim(here, link, newWallet('LTC'));
    assert.equal(refused.statusCode, 409);
    assert.match(refused.body, /cannot be sent at the moment[^]*the link stays valid/);
  } finally {
    await resumePsp(here.platform, 1);
  }
  client = await merchantClient(here);
  assert.deepEqual(await refundsOf(id), []);
  assert.equal((await claim(here, link, newWallet('LTC'))).statusCode, 303);
  await check();
});

test('a claim obeys the limits and the allowlist, and its payout was requested by the author of the link', async () => {
  const id = await newPaid();
  const link = await makeLink(client, id, '10.00');
  await runCommand(here, 'psp limits', ['1', 'LTC'], { one: '0.0001' });
  const limited = await claim(here, link, newWallet('LTC'));
  assert.equal(limited.statusCode, 409);
  await runCommand(here, 'psp limits', ['1', 'LTC'], { none: true });
  await here.sql`update merchant.psps set only_allowed_addresses = true where id = 1`;
  const foreign = await claim(here, link, newWallet('LTC'));
  assert.equal(foreign.statusCode, 400);
  assert.match(foreign.body, /id="refund_address-fault"/);
  await here.sql`update merchant.psps set only_allowed_addresses = false where id = 1`;
  assert.deepEqual(await refundsOf(id), []);

  await runCommand(here, 'psp limits', ['1', 'LTC'], { approval: '0' });
  assert.equal((await claim(here, link, newWallet('LTC'))).statusCode, 303);
  await runCommand(here, 'psp limits', ['1', 'LTC'], { none: true });
  const [refund] = await refundsOf(id);
  const order = await readOrder(client, refund?.order_id ?? '');
  assert.equal(order.order_status, 'CREATED');
  const [payout] = await here.sql<{ requested_by: string; approval: string }[]>`
    select requested_by, approval from merchant.payouts where order_id = ${refund?.order_id ?? ''}`;
  assert.deepEqual([payout?.requested_by, payout?.approval], ['client:sandbox-psp', 'waiting']);
  await check();
});

test('a PSP with a debt cannot make or claim a link that buys coins', async () => {
  const id = await newPaid();
  const link = await makeLink(client, id, '10.00');
  await here.sql`
    insert into merchant.ledger_movements (id, kind, reference, created_at)
    values ('00000000-0000-7000-8000-00000000c1a1', 'claim', 'a test', now())`;
  const account = (owner: string) => here.sql`merchant.ledger_account(${owner}, 'BTC')`;
  const owe = (sign: bigint, movement: string) => here.sql`
    insert into merchant.ledger_entries (account_id, movement_id, amount, created_at)
    values (${account('psp:1:claim')}, ${movement}, ${-sign}, now()), (${account('provider:losses')}, ${movement}, ${sign}, now())`;
  await owe(1n, '00000000-0000-7000-8000-00000000c1a1');
  const made = await client.post(`/payments/${id}/refund-links`, { refund_reason: 'x' });
  assert.deepEqual([made.statusCode, made.json().code], [409, 'claim_open']);
  assert.equal((await claim(here, link, newWallet('LTC'))).statusCode, 409);
  assert.equal((await readLink(client, link)).refund_link_status, 'OPEN');
  await here.sql`
    insert into merchant.ledger_movements (id, kind, reference, created_at)
    values ('00000000-0000-7000-8000-00000000c1a2', 'claim_settled', 'a test', now())`;
  await owe(-1n, '00000000-0000-7000-8000-00000000c1a2');
  assert.equal((await claim(here, link, newWallet('LTC'))).statusCode, 303);
});
