import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { breakingSql, Countdown, Killed } from '../../../../test/support/breaking-sql.ts';
import {
  customer,
  mine,
  newWallet,
  readAccounts,
  reorganise,
  sendCoins,
} from '../../../../test/support/coins.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { checkBooks } from '../../../../test/support/payment-ledger.ts';
import { newChosen, payShare, readPayment } from '../../../../test/support/payments.ts';
import { requestWithdrawal } from '../../../../test/support/withdrawals.ts';
import { newId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { formatAsset, type AssetCode } from '../../assets/asset.rules.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';
import { changeDepositMode } from '../../orders/deposits/change-deposit-mode.ts';
import { reviewDeposit } from '../../orders/deposits/review-deposit.ts';
import { availableTo, bankAccount, tradingAccount, transfer } from '../ledger.rules.ts';
import { postMovement, postMovements } from '../post-movement.ts';
import { takeBack } from '../take-back.ts';
import { reviewAndResolve } from '../../payments/resolutions/resolve-payment.ts';

let here: TestApp;
let driven: StepwiseChain;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  driven = await openStepwiseChain(here, { coin: 'BTC' });
  await driven.read();
});
after(async () => {
  await driven.close();
  await here.close();
});

interface Merchant extends MerchantClient {
  readonly pspId: number;
  renew(): Promise<MerchantClient>;
}

/** Creates a merchant without money, so that every cent comes from the test. */
async function newMerchant(): Promise<Merchant> {
  const psp = await createPsp(here.platform, 'A merchant');
  return { pspId: psp.pspId, renew: () => merchantClient(here, psp), ...(await merchantClient(here, psp)) };
}

const accountOf = async (account: string): Promise<bigint> =>
  (await readAccounts(here.sql)).get(account) ?? 0n;

const payIn = (pspId: number, asset: AssetCode, amountMinor: bigint): Promise<void> =>
  transaction(here.sql, async (tx) =>
    postMovement(tx, here.platform, {
      kind: 'adjustment',
      reference: newId(),
      entries:
        amountMinor > 0n
          ? transfer(bankAccount, availableTo(pspId), asset, amountMinor)
          : transfer(availableTo(pspId), bankAccount, asset, -amountMinor),
    }),
  );

async function depositOf(client: MerchantClient, amount: string): Promise<string> {
  const answer = await client.post('/deposit/address/BTC', { customer_details: customer });
  const sent = await sendCoins(client, 'BTC', {
    address: answer.json().customer_deposit_wallet_address,
    amount,
  });
  await mine(client, 'BTC', 3);
  await driven.read();
  return sent;
}

/** Creates a merchant that spent this much of a deposit before the chain took it back. */
async function newDebtor(amount: string, spentCents?: bigint): Promise<{ client: Merchant; cents: bigint }> {
  const client = await newMerchant();
  const sent = await depositOf(client, amount);
  const cents = await accountOf(`psp:${client.pspId} EUR`);
  await payIn(client.pspId, 'EUR', -(spentCents ?? cents));
  await reorganise(client, 'BTC', 3, [sent]);
  await driven.read();
  return { client, cents };
}

/** Adds this amount to the PSP's claims, for another payment. */
const claimOf = (pspId: number, amountMinor: bigint): Promise<void> =>
  transaction(here.sql, async (tx) => {
    const given = { pspId, to: tradingAccount, asset: 'EUR', amountMinor, reference: newId() } as const;
    const { entries, claims } = await takeBack(tx, given);
    postMovements(tx, here.platform, [
      { kind: 'payment_reversed', reference: given.reference, entries },
      ...claims,
    ]);
  });

const review = (id: string): Promise<void> =>
  transaction(here.sql, (tx) => reviewAndResolve(tx, driven.context, id));

async function fundsOf(client: MerchantClient, asset: string): Promise<{ balance: string; owed: string }> {
  const rows = (await client.get('/balances')).json() as {
    currency_code: string;
    balance: string;
    owed: string;
  }[];
  const row = rows.find(({ currency_code: code }) => code === asset);
  return { balance: row?.balance ?? '', owed: row?.owed ?? '' };
}

async function trade(client: MerchantClient, type: 'WITHDRAW' | 'DEPOSIT', pair: string, amount: object) {
  const quote = await client.post('/conversions', { currency_pair: pair, transaction_type: type, ...amount });
  assert.equal(quote.statusCode, 200, quote.body);
  return client.post('/orders', {
    orderData: { conversion_token: quote.json().conversion_token, customer_details: customer },
  });
}

const statementOf = async (client: MerchantClient, limit: number): Promise<string[]> =>
  (await client.get(`/ledger?limit=${limit}`))
    .json()
    .map(({ kind, amount }: { kind: string; amount: string }) => `${kind} ${amount}`);

test('a merchant owes the spent part of a removed deposit, and its income settles the claim first', async () => {
  const lost = await accountOf('provider:losses EUR');
  const { client, cents } = await newDebtor('0.004', 10_000n);
  assert.deepEqual(await fundsOf(client, 'EUR'), { balance: '0.00', owed: '100.00' });
  assert.equal(await accountOf('provider:losses EUR'), lost, 'the house has not lost it');
  assert.deepEqual((await statementOf(client, 2)).toSorted(), [
    'claim 100.00',
    `deposit_reversed -${formatAsset('EUR', cents)}`,
  ]);
  await payIn(client.pspId, 'EUR', 3000n);
  assert.deepEqual(await fundsOf(client, 'EUR'), { balance: '0.00', owed: '70.00' });
  await payIn(client.pspId, 'EUR', 8000n);
  assert.deepEqual(await fundsOf(client, 'EUR'), { balance: '10.00', owed: '0.00' });
  assert.deepEqual(await statementOf(client, 2), ['claim_settled -70.00', 'adjustment 80.00']);
  await checkBooks(here.sql);
});

test("an open claim blocks outgoing coins except customers' own, and trades except for the owed asset", async () => {
  const { client } = await newDebtor('0.004');
  await payIn(client.pspId, 'BTC', 1_000_000n);
  await payIn(client.pspId, 'LTC', 1_000_000_000n);
  const refused = async (answer: Awaited<ReturnType<typeof trade>>) => {
    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'claim_open'], answer.body);
    assert.match(answer.json().detail, /^\d+\.\d\d EUR is owed for coins that a chain took back; /);
  };
  const { owed } = await fundsOf(client, 'EUR');
  await refused(await trade(client, 'WITHDRAW', 'LTCEUR', { money_amount: '20.00' }));
  await refused(await requestWithdrawal(client, { coin: 'BTC', to: newWallet('BTC') }));
  assert.deepEqual(await fundsOf(client, 'EUR'), { balance: '0.00', owed });
  const sold = await trade(client, 'DEPOSIT', 'LTCEUR', { money_amount: '20.00' });
  assert.equal(sold.statusCode, 200, sold.body);
  const { owed: left } = await fundsOf(client, 'EUR');
  assert.equal(Number(owed) - Number(left), 20);
  await payIn(client.pspId, 'EUR', 100_000n);
  const bought = await trade(client, 'WITHDRAW', 'LTCEUR', { money_amount: '20.00' });
  assert.equal(bought.statusCode, 200, bought.body);
});

test('with an open claim, refunds of paid payments wait, and refunds of unpaid ones do not', async () => {
  const { client } = await newDebtor('0.004');
  const paid = await newChosen(client, 'BTC', '30.00');
  const short = await newChosen(client, 'BTC', '30.00');
  await payShare(client, paid);
  await payShare(client, short, 500n);
  await mine(client, 'BTC', 3);
  await driven.read();
  here.clock.offsetMs += 16 * 60_000;
  await mine(client, 'BTC', 1);
  await driven.read();
  const again = await client.renew();
  for (const { payment_reference_number: id } of [paid, short]) await review(id);
  const refund = (id: string) =>
    again.post(`/payments/${id}/refund`, { refund_address: newWallet('BTC'), refund_reason: 'returned' });
  assert.equal((await readPayment(again, paid.payment_reference_number)).payment_status, 'PAID');
  const held = await refund(paid.payment_reference_number);
  assert.deepEqual([held.statusCode, held.json().code], [409, 'claim_open'], held.body);
  const answer = await refund(short.payment_reference_number);
  assert.equal(answer.statusCode, 200, answer.body);
});

test('with an open claim, overpaid coins still go back, and pay their network fee themselves', async () => {
  const { client } = await newDebtor('0.004');
  const chosen = await newChosen(client, 'BTC', '30.00');
  const id = chosen.payment_reference_number;
  await payShare(client, chosen, 3000n);
  await mine(client, 'BTC', 3);
  await driven.read();
  const { owed } = await fundsOf(client, 'EUR');
  const refund = (amount?: string) =>
    client.post(`/payments/${id}/refund`, {
      refund_address: newWallet('BTC'),
      refund_reason: 'too much',
      ...(amount === undefined ? {} : { refund_amount: amount }),
    });
  const all = await refund();
  assert.deepEqual([all.statusCode, all.json().code], [409, 'claim_open'], all.body);
  const held = await accountOf(`psp:${client.pspId}:held BTC`);
  const excess = await refund('59.99');
  assert.equal(excess.statusCode, 200, excess.body);
  const { network_fee, refund_cryptocurrency_amount: sent } = excess.json();
  assert.equal(network_fee, '0.00');
  const left = await accountOf(`psp:${client.pspId}:held BTC`);
  assert.ok(BigInt(Math.round(Number(sent) * 1e8)) < held - left, 'the network is paid from the coins');
  assert.deepEqual(await fundsOf(client, 'EUR'), { balance: '0.00', owed });
  await checkBooks(here.sql);
});

test('held coins that a merchant spent are owed as coins, and the merchant may buy them', async () => {
  const client = await newMerchant();
  await changeDepositMode(here.platform, client.pspId, 'hold');
  const sent = await depositOf(client, '0.002');
  await payIn(client.pspId, 'BTC', -150_000n);
  await payIn(client.pspId, 'EUR', 500_000n);
  await reorganise(client, 'BTC', 3, [sent]);
  await driven.read();
  assert.deepEqual(await fundsOf(client, 'BTC'), { balance: '0.00000000', owed: '0.00150000' });
  const withdrawal = await requestWithdrawal(client, { coin: 'BTC', to: newWallet('BTC') });
  assert.equal(withdrawal.json().code, 'claim_open', withdrawal.body);
  const bought = await trade(client, 'WITHDRAW', 'BTCEUR', { cryptocurrency_amount: '0.002' });
  assert.equal(bought.statusCode, 200, bought.body);
  assert.deepEqual(await fundsOf(client, 'BTC'), { balance: '0.00050000', owed: '0.00000000' });
  await checkBooks(here.sql);
});

test("coins that return to a reversed payment are sold only up to the merchant's claim", async () => {
  const client = await newMerchant();
  const chosen = await newChosen(client, 'BTC', '80.00');
  const id = chosen.payment_reference_number;
  const sent = await payShare(client, chosen);
  await mine(client, 'BTC', 3);
  await driven.read();
  assert.equal(await accountOf(`psp:${client.pspId} EUR`), 8000n);
  await payIn(client.pspId, 'EUR', -5000n);
  await reorganise(client, 'BTC', 3, [sent]);
  await driven.read();
  assert.deepEqual(await fundsOf(client, 'EUR'), { balance: '0.00', owed: '50.00' });
  await payShare(client, chosen);
  await mine(client, 'BTC', 3);
  await driven.read();
  for (let time = 0; time < 3; time++) await review(id);
  assert.deepEqual(await fundsOf(client, 'EUR'), { balance: '0.00', owed: '0.00' });
  assert.equal((await readPayment(client, id)).payment_status, 'REVERSED');
  assert.ok((await accountOf(`psp:${client.pspId}:held BTC`)) > 0n, 'the rest is held');
  assert.deepEqual((await statementOf(client, 2)).toSorted(), [
    'claim_settled -50.00',
    'payment_returned 50.00',
  ]);
  await checkBooks(here.sql);
});

test("reviews sell returned coins only up to the merchant's original proceeds of the payment", async () => {
  const client = await newMerchant();
  const chosen = await newChosen(client, 'BTC', '80.00');
  const id = chosen.payment_reference_number;
  // The excess is the customer's.
  const sent = await payShare(client, chosen, 3000n);
  await mine(client, 'BTC', 3);
  await driven.read();
  const excess = await accountOf(`psp:${client.pspId}:held BTC`);
  await payIn(client.pspId, 'EUR', -8000n);
  await claimOf(client.pspId, 50_000n);
  await reorganise(client, 'BTC', 3, [sent]);
  await driven.read();
  assert.deepEqual(await fundsOf(client, 'EUR'), { balance: '0.00', owed: '580.00' });
  await payShare(client, chosen, 3000n);
  await mine(client, 'BTC', 3);
  await driven.read();
  for (let time = 0; time < 3; time++) await review(id);
  // Sold at the present price if that is below the payment's.
  const { balance, owed } = await fundsOf(client, 'EUR');
  assert.equal(balance, '0.00');
  assert.ok(Number(owed) >= 500 && Number(owed) < 510, owed);
  assert.equal(await accountOf(`psp:${client.pspId}:held BTC`), excess);
  await checkBooks(here.sql);
});

test('if coins sold for a claim are removed again, the claim returns, and the coins are sold again when they reappear', async () => {
  const client = await newMerchant();
  const lost = await accountOf('provider:losses BTC');
  const chosen = await newChosen(client, 'BTC', '80.00');
  const id = chosen.payment_reference_number;
  const pay = async () => {
    const sent = await payShare(client, chosen);
    await mine(client, 'BTC', 3);
    await driven.read();
    await review(id);
    return sent;
  };
  const takeAway = async (sent: string) => {
    await reorganise(client, 'BTC', 3, [sent]);
    await driven.read();
    await review(id);
  };
  const first = await pay();
  await payIn(client.pspId, 'EUR', -5000n);
  await takeAway(first);
  const second = await pay();
  // The same coins are sold twice, because the second claim is later.
  await claimOf(client.pspId, 2000n);
  await review(id);
  assert.deepEqual(await fundsOf(client, 'EUR'), { balance: '0.00', owed: '0.00' });
  await payIn(client.pspId, 'EUR', 1000n);
  await takeAway(second);
  assert.deepEqual(await fundsOf(client, 'EUR'), { balance: '0.00', owed: '60.00' });
  assert.equal(await accountOf(`psp:${client.pspId}:held BTC`), 0n);
  assert.equal(await accountOf('provider:losses BTC'), lost, 'the house has not lost them');
  await checkBooks(here.sql);
  await pay();
  assert.deepEqual(await fundsOf(client, 'EUR'), { balance: '0.00', owed: '0.00' });
  await checkBooks(here.sql);
});

test('a reversal that crashes at any step books its claim once, and the ledger is valid after each crash', async () => {
  const client = await newMerchant();
  const sent = await depositOf(client, '0.004');
  const cents = await accountOf(`psp:${client.pspId} EUR`);
  await payIn(client.pspId, 'EUR', -cents);
  await reorganise(client, 'BTC', 3, [sent]);
  await driven.readOnly();
  const [row] = await here.sql<{ id: string }[]>`
    select id from merchant.deposit_addresses where psp_id = ${client.pspId}`;
  let deaths = 0;
  for (; ; deaths++) {
    const countdown = new Countdown(deaths);
    const sql = breakingSql(here.sql, countdown);
    await transaction(sql, (tx) => reviewDeposit(tx, driven.context, row?.id ?? '')).catch(
      (error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      },
    );
    await checkBooks(here.sql);
    if (!countdown.died) break;
  }
  assert.ok(deaths > 3, `${deaths} deaths`);
  await driven.read();
  assert.equal(await accountOf(`psp:${client.pspId}:claim EUR`), -cents);
});

test('after simultaneous income and claims, no PSP has both a balance and a claim', async () => {
  const { pspId } = await newMerchant();
  await payIn(pspId, 'EUR', 1n);
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) =>
      index % 2 === 0 ? payIn(pspId, 'EUR', BigInt(100 + index)) : claimOf(pspId, BigInt(90 + 2 * index)),
    ),
  );
  for (const result of results) {
    // The balance was spent between the read and the posting; the review is retried.
    if (result.status === 'rejected') assert.equal(result.reason.code, 'insufficient_funds');
  }
  const [available, owed] = [
    await accountOf(`psp:${pspId} EUR`),
    -(await accountOf(`psp:${pspId}:claim EUR`)),
  ];
  assert.equal(available === 0n || owed === 0n, true, `${available} beside ${owed}`);
  await checkBooks(here.sql);
});

test("the command and the metric show each PSP's claims, the losses add up to the ledger’s, and the oldest claim is settled first", async () => {
  const client = await newMerchant();
  const sents: string[] = [];
  for (const amount of ['0.001', '0.002']) sents.push(await depositOf(client, amount));
  const cents = await accountOf(`psp:${client.pspId} EUR`);
  await payIn(client.pspId, 'EUR', -cents);
  await reorganise(client, 'BTC', 6, sents);
  await driven.read();
  await payIn(client.pspId, 'EUR', 1000n);
  const lines = await runCommand(here, 'losses list');
  const own = `PSP ${client.pspId} A merchant  lost 0.00 EUR  owed ${formatAsset('EUR', cents - 1000n)} EUR`;
  assert.ok(lines.includes(own), lines.join('\n'));
  const accounts = await readAccounts(here.sql);
  const owed = [...accounts]
    .filter(([account]) => account.endsWith(':claim EUR'))
    .reduce((sum, [, of]) => sum - of, 0n);
  const all = lines.find((line) => line.startsWith('All ') && line.includes('EUR'));
  assert.equal(
    all,
    `All  lost ${formatAsset('EUR', -(accounts.get('provider:losses EUR') ?? 0n))} EUR  owed ${formatAsset('EUR', owed)} EUR`,
  );
  const claims = lines.filter((line) => line.startsWith(`Claim on PSP ${client.pspId} `));
  assert.equal(claims.length, 2);
  const [oldest = '', newest = ''] = claims;
  assert.doesNotMatch(oldest, / (\S+) of \1 /);
  assert.match(newest, / (\S+) of \1 /);
  const figure = await here.app.inject('/metrics');
  assert.match(figure.body, /^open_claims\{asset="EUR"\} [1-9]/m);
});
