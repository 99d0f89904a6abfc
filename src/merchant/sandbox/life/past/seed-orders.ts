import { sandboxPspId } from '../../../access/credentials/create-sandbox-psp.ts';
import { availableTo, tradingAccount, transfer } from '../../../books/ledger.rules.ts';
import type { Address } from '../../../chains/chain.ts';
import { priceTrade, toLedger, valueOf } from '../../../market/conversions/conversion.rules.ts';
import { settleEntries } from '../../../orders/deposits/deposit.rules.ts';
import { reserveEntries } from '../../../payouts/withdrawals/withdrawal.rules.ts';
import { pastId } from './past-id.ts';
import type { Past } from './past.ts';
import type { OrderStory } from './scenarios.rules.ts';
import { feeAt, seedPayout } from './seed-payout.ts';

type Write = (past: Past, story: OrderStory) => void;

/** The merchant buys coins and later sells the same coins. */
const seedTrade: Write = (past, { coin, cents, atMs, decidedMs, customer }) => {
  const pair = `${coin}EUR` as const;
  const { rates } = past.stage;
  const { coinUnits } = priceTrade(pair, 'WITHDRAW', rates(pair, atMs).bestForWithdraw, { cents });
  const coins = toLedger(coin, coinUnits);
  const price = rates(pair, decidedMs).bestForDeposit;
  const sold = priceTrade(pair, 'DEPOSIT', price, { coinUnits });
  const trade = (order_type: 'WITHDRAW' | 'DEPOSIT', at: Date, euros: bigint): void => {
    const terms = {
      kind: 'trade',
      order_type,
      coin,
      coin_amount: coins,
      euro_amount: euros,
      customer,
    } as const;
    const order = past.openOrder(at, { ...terms, status: 'COMPLETED' });
    const parties = [availableTo(sandboxPspId), tradingAccount] as const;
    const [payer, seller] = order_type === 'WITHDRAW' ? parties : ([parties[1], parties[0]] as const);
    const entries = [...transfer(payer, seller, 'EUR', euros), ...transfer(seller, payer, coin, coins)];
    past.book(at, { kind: 'order', reference: order.id, entries });
  };
  trade('WITHDRAW', new Date(atMs), cents);
  trade('DEPOSIT', new Date(decidedMs), sold.cents);
};

const seedWithdrawal: Write = (past, { kind, coin, cents: requestedCents, decidedMs: atMs, customer }) => {
  const pair = `${coin}EUR` as const;
  const at = new Date(atMs);
  const price = past.stage.rates(pair, atMs).bestForWithdraw;
  const { coinUnits, cents } = priceTrade(pair, 'WITHDRAW', price, { cents: requestedCents });
  const coins = toLedger(coin, coinUnits);
  const id = pastId(atMs);
  const entries = reserveEntries(sandboxPspId, coin, coins, cents);
  past.book(at, { kind: 'withdrawal', reference: id, entries });
  const order = { id, kind: 'withdrawal', coin, coin_amount: coins, euro_amount: cents, customer } as const;
  seedPayout(past, at, order, {
    id: pastId(atMs),
    to: past.takeCustomerAddress(coin),
    feeAllowanceMinor: 0n,
    feeReserveCents: feeAt(past, coin, atMs).cents,
    isWaiting: kind === 'waiting',
  });
};

const seedDeposit: Write = (past, story) => {
  const { coin, cents, decidedMs: atMs, customer } = story;
  const pair = `${coin}EUR` as const;
  const { rates } = past.stage;
  const { id: addressId, to } = depositAddressOf(past, story, new Date(atMs - 15 * 60_000));
  const { coinUnits } = priceTrade(pair, 'DEPOSIT', rates(pair, atMs).bestForDeposit, { cents });
  const coins = toLedger(coin, coinUnits);
  const at = new Date(atMs + 12 * 60_000);
  const transactionId = past.receive(coin, to, coins, new Date(atMs), at);
  const euros = valueOf(coin, coins, rates(pair, at.getTime()).bestForDeposit);
  const order = past.openOrder(at, {
    kind: 'deposit',
    status: 'COMPLETED',
    coin,
    coin_amount: coins,
    euro_amount: euros,
    payment_address: to.address,
    destination_tag: to.destinationTag,
    blockchain_transaction_id: transactionId,
    customer,
  });
  past.add('deposits', {
    order_id: order.id,
    address_id: addressId,
    coin,
    transaction_id: transactionId,
    output_index: 0,
    credit_count: 1,
    mode: 'sell',
    amount: coins,
    euro_amount: euros,
    created_at: at,
  });
  const settled = { pspId: sandboxPspId, coin, amountMinor: coins, euroAmountMinor: euros };
  past.book(at, { kind: 'deposit', reference: order.id, entries: settleEntries(settled) });
};

/** Returns the customer's deposit address for a coin and creates it if necessary. */
function depositAddressOf(past: Past, { coin, customer }: OrderStory, at: Date): { id: string; to: Address } {
  const key = `${coin} ${customer.customer_reference_id}`;
  const known = past.depositAddresses.get(key);
  if (known) return known;
  const id = pastId(at.getTime());
  const to = past.takeAddress(coin, 'deposit', id, at);
  const { address, destinationTag } = to;
  const given = { address, destination_tag: destinationTag, created_at: at };
  past.add('deposit_addresses', { id, psp_id: sandboxPspId, coin, ...customer, ...given });
  past.depositAddresses.set(key, { id, to });
  return { id, to };
}

export const orderWriters: Record<OrderStory['kind'], Write> = {
  trade: seedTrade,
  withdrawal: seedWithdrawal,
  waiting: seedWithdrawal,
  deposit: seedDeposit,
};
