import assert from 'node:assert/strict';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Address } from '../../chains/chain.ts';
import { sandboxPspId } from '../../credentials/create-sandbox-psp.ts';
import { priceTrade, toLedger, valueOf } from '../../conversions/conversion.rules.ts';
import { settleEntries } from '../../deposits/deposit.rules.ts';
import { availableTo, tradingAccount, transfer } from '../../ledger/ledger.rules.ts';
import { reserveFee } from '../../payouts/network-fee.rules.ts';
import { reserveEntries } from '../../withdrawals/withdrawal.rules.ts';
import type { History } from './history.ts';
import { madeUpCustomers } from '../people/people.rules.ts';
import { tellAddress, tellArrival } from './tell-arrival.ts';
import type { PastPayout } from './tell-payout.ts';
import type { DepositStory, TradeStory, WithdrawalStory } from './weeks.rules.ts';

const customerOf = (number: number) => {
  const customer = madeUpCustomers[number];
  assert(customer);
  return customer;
};

/** `bought`: the coins of each pair of trades, which the second sells again. */
export function tellTrade(history: History, story: TradeStory, bought: Map<number, bigint>): void {
  const { coin, type } = story;
  const pair = `${coin}EUR` as const;
  const rate = history.stage.rates(pair, story.atMs);
  const known = bought.get(story.pair);
  const { coinUnits, cents } =
    type === 'WITHDRAW'
      ? priceTrade(pair, type, rate.bestForWithdraw, { cents: story.cents })
      : priceTrade(pair, type, rate.bestForDeposit, { coinUnits: known ?? 0n });
  bought.set(story.pair, coinUnits);
  const coinMinor = toLedger(coin, coinUnits);
  const at = new Date(story.atMs);
  const order = history.openOrder(at, {
    kind: 'trade',
    order_type: type,
    status: 'COMPLETED',
    currency_pair: pair,
    coin_amount: coinMinor,
    euro_amount: cents,
    customer: customerOf(story.customer),
  });
  const merchant = availableTo(sandboxPspId);
  const [payer, seller] =
    type === 'WITHDRAW' ? ([merchant, tradingAccount] as const) : ([tradingAccount, merchant] as const);
  const entries = [...transfer(payer, seller, 'EUR', cents), ...transfer(seller, payer, coin, coinMinor)];
  history.book(at, [{ kind: 'order', reference: order.id, entries }]);
}

export function tellWithdrawal(
  history: History,
  story: WithdrawalStory,
  feeCentsAt: (coin: CoinCode, atMs: number) => bigint,
): PastPayout {
  const { coin, atMs } = story;
  const { rates, random } = history.stage;
  const pair = `${coin}EUR` as const;
  const { coinUnits, cents } = priceTrade(pair, 'WITHDRAW', rates(pair, atMs).bestForWithdraw, {
    cents: story.cents,
  });
  const amountMinor = toLedger(coin, coinUnits);
  const feeReserveCents = feeCentsAt(coin, atMs);
  const to = history.stage.takeForeignAddress(coin);
  const at = new Date(atMs);
  const order = history.openOrder(at, {
    kind: 'withdrawal',
    order_type: 'WITHDRAW',
    status: 'PROCESSING',
    currency_pair: pair,
    coin_amount: amountMinor,
    euro_amount: cents,
    customer_wallet_address: to.address,
    destination_tag: to.destinationTag,
    network_fee: feeReserveCents,
    customer: customerOf(story.customer),
  });
  history.book(at, [
    {
      kind: 'withdrawal',
      reference: order.id,
      entries: reserveEntries(sandboxPspId, coin, amountMinor, cents),
    },
    reserveFee(sandboxPspId, order.id, feeReserveCents),
  ]);
  return {
    atMs,
    coin,
    kind: 'withdrawal',
    id: random.id(atMs),
    orderId: order.id,
    to,
    amountMinor,
    feeAllowanceMinor: 0n,
    feeReserveCents,
    euroValueMinor: cents,
    completed: (doneAt, transactionId, networkFeeCents) =>
      history.changeOrder(doneAt, order.id, {
        status: 'COMPLETED',
        blockchain_transaction_id: transactionId,
        network_fee: networkFeeCents,
      }),
  };
}

/** `given`: the addresses that customers have, one for each coin for good. */
export function tellDeposit(
  history: History,
  story: DepositStory,
  given: Map<string, { id: string; address: Address }>,
): void {
  const { coin, atMs } = story;
  const pair = `${coin}EUR` as const;
  const customer = customerOf(story.customer);
  const { rates, random } = history.stage;
  const key = `${coin} ${story.customer}`;
  let place = given.get(key);
  if (!place) {
    const createdAt = new Date(atMs - random.between(60_000, 3_600_000));
    const id = random.id(createdAt.getTime());
    const address = tellAddress(history, { coin, purpose: 'deposit', subjectId: id, at: createdAt });
    place = { id, address };
    given.set(key, place);
    history.add('deposit_addresses', {
      id,
      psp_id: sandboxPspId,
      coin,
      ...customer,
      address: address.address,
      destination_tag: address.destinationTag,
      created_at: createdAt,
    });
  }
  const { coinUnits } = priceTrade(pair, 'DEPOSIT', rates(pair, atMs).bestForDeposit, { cents: story.cents });
  const amountMinor = toLedger(coin, coinUnits);
  const confirmedAt = new Date(atMs + 12 * 60_000);
  const transactionId = tellArrival(history, {
    coin,
    purpose: 'deposit',
    subjectId: place.id,
    to: place.address,
    amountMinor,
    seenAt: new Date(atMs),
    confirmedAt,
  });
  const euroAmountMinor = valueOf(coin, amountMinor, rates(pair, confirmedAt.getTime()).bestForDeposit);
  const order = history.openOrder(confirmedAt, {
    kind: 'deposit',
    order_type: 'DEPOSIT',
    status: 'COMPLETED',
    currency_pair: pair,
    coin_amount: amountMinor,
    euro_amount: euroAmountMinor,
    payment_address: place.address.address,
    destination_tag: place.address.destinationTag,
    blockchain_transaction_id: transactionId,
    customer,
  });
  history.add('deposits', {
    order_id: order.id,
    address_id: place.id,
    coin,
    transaction_id: transactionId,
    output_index: 0,
    credit_count: 1,
    mode: 'sell',
    amount: amountMinor,
    euro_amount: euroAmountMinor,
    reversed_at: null,
    created_at: confirmedAt,
  });
  const entries = settleEntries({ pspId: sandboxPspId, coin, amountMinor, euroAmountMinor });
  history.book(confirmedAt, [{ kind: 'deposit', reference: order.id, entries }]);
}
