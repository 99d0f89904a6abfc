import assert from 'node:assert/strict';
import { parseAmount } from '../../src/platform/money.ts';
import { decimalsOf, type AssetCode, type CoinCode } from '../../src/merchant/assets/asset.rules.ts';
import { decideAdjustment } from '../../src/merchant/books/adjustments/decide-adjustment.ts';
import { proposeAdjustment } from '../../src/merchant/books/adjustments/propose-adjustment.ts';
import type { TestApp } from './app.ts';
import { customer, mine, newWallet, reorganise, sendCoins, untilOrder } from './coins.ts';
import { runCommand } from './commands.ts';
import { merchantClient, type MerchantClient } from './merchant.ts';
import { choose, newChosen, payShare, untilPayment } from './payments.ts';
import { until } from './process.ts';
import { askToWithdraw } from './withdrawals.ts';

export const dayMs = 86_400_000;

/** A merchant whose days are simulated. Its token is renewed each day. */
export interface Trader {
  readonly pspId: number;
  /** The coin of its payments and deposits. Each trader has its own chain for reorganisations. */
  readonly coin: 'BCH' | 'LTC';
  readonly heldCoin: 'BCH' | 'LTC';
  readonly credentials: Parameters<typeof merchantClient>[1];
  client: MerchantClient;
}

/** Objects that a later day needs. */
export interface Pending {
  unresolved?: string;
  paid?: string;
  overpaid?: string;
  held?: string;
  depositTransaction?: string;
  paymentTransaction?: string;
}

type Day = (stage: Stage, trader: Trader, pending: Pending) => Promise<void>;
export interface Stage {
  readonly praca: TestApp;
  readonly traders: readonly Trader[];
}

async function send(trader: Trader, path: string, body?: object) {
  const answer = await trader.client.post(path, body);
  assert.equal(answer.statusCode, 200, `${path}: ${answer.body}`);
  return answer.json();
}

async function trade(trader: Trader, coin: CoinCode, type: 'WITHDRAW' | 'DEPOSIT', amount: string) {
  const { conversion_token: token } = await send(trader, '/conversions', {
    currency_pair: `${coin}EUR`,
    transaction_type: type,
    cryptocurrency_amount: amount,
  });
  await send(trader, '/orders', { orderData: { conversion_token: token, customer_details: customer } });
}

let adjustments = 0;
export async function adjust(
  { platform }: TestApp,
  pspId: number,
  asset: AssetCode,
  amount: string,
): Promise<void> {
  const parsed = parseAmount(amount.replace('-', ''), decimalsOf(asset));
  assert.ok('minor' in parsed);
  const outcome = await proposeAdjustment(platform, {
    pspId,
    asset,
    amountMinor: amount.startsWith('-') ? -parsed.minor : parsed.minor,
    reference: `transfer ${++adjustments}`,
    by: 'rui@commands.test',
  });
  assert.ok(typeof outcome === 'object');
  const id = outcome.proposed;
  assert.equal(
    await decideAdjustment(platform, { id, decision: 'confirm', by: 'eva@commands.test' }),
    'done',
  );
}

export async function passTime({ praca, traders }: Stage, ms: number): Promise<void> {
  const [first] = traders;
  assert.ok(first);
  await send(first, '/sandbox/clock/advance', { seconds: ms / 1000 });
  for (const trader of traders) trader.client = await merchantClient(praca, trader.credentials);
  const priced = (pair: string) => () =>
    first.client
      .post('/conversions', {
        currency_pair: pair,
        transaction_type: 'DEPOSIT',
        cryptocurrency_amount: '0.1',
      })
      .then(({ statusCode }) => statusCode === 200);
  for (const pair of ['BTCEUR', 'BCHEUR', 'LTCEUR']) await until(priced(pair), `a price of ${pair}`);
}

/** Waits until the newest block has been read and all affected payments have been reviewed. */
async function settle({ praca: { sql } }: Stage, coin: CoinCode): Promise<void> {
  await until(async () => {
    const [row] = await sql<{ settled: boolean }[]>`
      select s.hash = n.hash and not exists (
        select from merchant.chain_reviews r where r.coin = s.coin) as settled
      from merchant.chain_states s join merchant.simulated_chains n using (coin) where s.coin = ${coin}`;
    return row?.settled ?? false;
  }, `${coin} is read`);
}

const pay = async (stage: Stage, trader: Trader, thousandths: bigint) => {
  const { coin } = trader;
  const chosen = await newChosen(trader.client, coin, '40.00');
  const sent = await payShare(trader.client, chosen, thousandths);
  await mine(trader.client, coin);
  await settle(stage, coin);
  return { id: chosen.payment_reference_number, sent };
};

/** Underpays and waits until the payment expires and is unresolved. */
const payTooLittle: Day = async (stage, trader, pending) => {
  const { id } = await pay(stage, trader, 400n);
  await passTime(stage, 16 * 60_000);
  await untilPayment(trader.client, id, 'UNRESOLVED');
  pending.unresolved = id;
};

async function refund(stage: Stage, trader: Trader, id: string, amount?: string) {
  const { order_id: orderId } = await send(trader, `/payments/${id}/refund`, {
    refund_address: newWallet(trader.coin),
    refund_reason: 'Sent back',
    ...(amount === undefined ? {} : { refund_amount: amount }),
  });
  await untilSent(stage, trader, orderId);
}

async function untilSent(stage: Stage, trader: Trader, orderId: string): Promise<void> {
  const { coin } = trader;
  await untilOrder(trader.client, orderId, (order) => order.blockchain_transaction_id !== null, 'is signed');
  await until(async () => {
    await mine(trader.client, coin);
    await settle(stage, coin);
    const { order_status: status } = (await trader.client.get(`/orders/${orderId}`)).json();
    return status === 'COMPLETED';
  }, `${orderId} is completed`);
}

async function deposit(stage: Stage, trader: Trader, coin: CoinCode, amount: string): Promise<string> {
  const { customer_deposit_wallet_address: address } = await send(trader, `/deposit/address/${coin}`, {
    customer_details: customer,
  });
  const sent = await sendCoins(trader.client, coin, { address, amount });
  await mine(trader.client, coin);
  await settle(stage, coin);
  return sent;
}

/** Events on certain days of the month. Every day also has trades. */
export const days: Readonly<Record<number, Day>> = {
  1: async ({ praca }, { pspId, coin }) => {
    await adjust(praca, pspId, 'EUR', '50000.00');
    await adjust(praca, pspId, 'BTC', '2');
    await adjust(praca, pspId, coin, '20');
  },
  2: async (stage, trader, pending) => {
    const { id } = await pay(stage, trader, 1000n);
    await untilPayment(trader.client, id, 'PAID');
    pending.paid = id;
  },
  3: async (stage, trader, pending) => {
    const { id } = await pay(stage, trader, 1300n);
    await untilPayment(trader.client, id, 'PAID');
    pending.overpaid = id;
  },
  4: payTooLittle,
  // Accepts the underpaid payment three days later.
  7: async (_stage, trader, { unresolved }) => {
    await send(trader, `/payments/${unresolved}/accept`);
  },
  8: payTooLittle,
  // Refunds the held coins.
  9: (stage, trader, { unresolved = '' }) => refund(stage, trader, unresolved),
  // Refunds a payment of a week ago with bought coins.
  10: (stage, trader, { paid = '' }) => refund(stage, trader, paid, '15.00'),
  // Refunds the overpaid amount, partly with bought coins.
  11: (stage, trader, { overpaid = '' }) => refund(stage, trader, overpaid),
  // Pays late, after the payment has expired.
  12: async (stage, trader) => {
    const chosen = await newChosen(trader.client, trader.coin, '40.00');
    await passTime(stage, 16 * 60_000);
    await untilPayment(trader.client, chosen.payment_reference_number, 'EXPIRED');
    await payShare(trader.client, chosen);
    await mine(trader.client, trader.coin);
    await settle(stage, trader.coin);
    const late = await untilPayment(trader.client, chosen.payment_reference_number, 'UNRESOLVED');
    assert.deepEqual(late.payment_exceptions, ['LATE']);
    await send(trader, `/payments/${chosen.payment_reference_number}/accept`);
  },
  // The payment policy refunds automatically.
  13: async (stage, trader) => {
    const policy = await trader.client.put('/payment-policy', { when_underpaid: 'refund' });
    assert.equal(policy.statusCode, 200, policy.body);
    const { id } = await pay(stage, trader, 400n);
    await passTime(stage, 16 * 60_000);
    await untilPayment(trader.client, id, 'UNRESOLVED');
    await send(trader, `/payments/${id}/refund-address`, { refund_address: newWallet(trader.coin) });
    await untilPayment(trader.client, id, 'REFUNDING');
    const refunds = (await trader.client.get(`/payments/${id}/refunds`)).json() as { order_id: string }[];
    await untilSent(stage, trader, refunds[0]?.order_id ?? '');
    await trader.client.put('/payment-policy', {});
  },
  14: async (stage, trader) => {
    const { id } = await askToWithdraw(trader.client, trader.coin);
    await untilSent(stage, trader, id);
  },
  // Cancels an unsigned withdrawal. The euros and the reserved fee are returned.
  15: async ({ praca }, trader) => {
    await runCommand(praca, 'payout freeze', [], { coin: 'BTC', reason: 'test' });
    const { id } = await askToWithdraw(trader.client, 'BTC');
    const [payout] = await praca.sql<{ id: string }[]>`
      select id from merchant.payouts where order_id = ${id}`;
    await runCommand(praca, 'payout cancel', [payout?.id ?? '']);
    await untilOrder(trader.client, id, ({ order_status: status }) => status === 'FAILED', 'is cancelled');
    await runCommand(praca, 'payout thaw', [], { coin: 'BTC', reason: 'test' });
  },
  16: async (stage, trader, pending) => {
    pending.depositTransaction = await deposit(stage, trader, trader.coin, '1.5');
  },
  // A reorganisation removes yesterday's deposit.
  17: async (stage, trader, { depositTransaction = '' }) => {
    await reorganise(trader.client, trader.coin, 1, [depositTransaction]);
    await settle(stage, trader.coin);
  },
  18: async (stage, trader) => {
    await runCommand(stage.praca, 'psp deposit-mode', [String(trader.pspId), 'hold']);
    await deposit(stage, trader, trader.heldCoin, '0.75');
  },
  19: async (stage, trader, pending) => {
    const { id, sent } = await pay(stage, trader, 1000n);
    await untilPayment(trader.client, id, 'PAID');
    pending.paymentTransaction = sent;
  },
  // A reorganisation removes the payment of the day before.
  20: async (stage, trader, { paymentTransaction = '' }) => {
    await reorganise(trader.client, trader.coin, 1, [paymentTransaction]);
    await settle(stage, trader.coin);
  },
  // Pays in BTC and also in the coin that was chosen before. Staff release the latter to the merchant on the next day.
  21: async (stage, trader, pending) => {
    const stray = await newChosen(trader.client, trader.coin, '40.00');
    const id = stray.payment_reference_number;
    await payShare(trader.client, await choose(trader.client, id, 'BTC'));
    await mine(trader.client, 'BTC');
    await untilPayment(trader.client, id, 'PAID');
    await payShare(trader.client, stray, 500n);
    await mine(trader.client, trader.coin, 2);
    await settle(stage, trader.coin);
    pending.held = id;
  },
  22: async ({ praca }, trader, { held = '' }) => {
    await until(async () => {
      const alerts = await praca.sql`
        select from merchant.payment_alerts where payment_id = ${held} and kind = 'stray_coins'`;
      return alerts.length > 0;
    }, 'the alert');
    await runCommand(praca, 'payment release', [held, trader.coin.toLowerCase()], { 'to-merchant': true });
  },
  23: ({ praca }, { pspId }) => adjust(praca, pspId, 'EUR', '-1234.56'),
  // The 24th has no events, so its row in statements has no movements.
};

/** Plays one day. Every day has trades except the 24th. */
export async function playDay(stage: Stage, trader: Trader, pending: Pending, number: number): Promise<void> {
  if (number === 24) return;
  await days[number]?.(stage, trader, pending);
  await trade(trader, 'BTC', 'WITHDRAW', `0.00${number + 10}`);
  await trade(trader, 'BTC', 'DEPOSIT', `0.00${number + 5}`);
  if (number % 3 === 0) await trade(trader, trader.coin, 'DEPOSIT', '0.25');
}
