import assert from 'node:assert/strict';
import type { LightMyRequestResponse } from 'fastify';
import type { CoinCode } from '../../src/merchant/assets/asset.rules.ts';
import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { customer, newWallet } from './coins.ts';
import type { MerchantClient } from './merchant.ts';
import { sayStored } from '../../src/merchant/details/stored-sentence.rules.ts';

export interface AskedWithdrawal {
  readonly id: string;
  readonly coin: CoinCode;
  readonly wallet: string;
}

const amounts: Record<CoinCode, string> = { BTC: '0.005', LTC: '0.5', BCH: '0.1', ETH: '0.05', XRP: '20' };

export interface WithdrawalRequest {
  readonly coin: CoinCode;
  readonly to: string;
  readonly tag?: string;
  readonly amount?: string;
}

/** Requests a quote and a withdrawal with it. Returns any answer. */
export async function requestWithdrawal(
  client: MerchantClient,
  { coin, to, tag, amount = amounts[coin] }: WithdrawalRequest,
): Promise<LightMyRequestResponse> {
  const quote = await client.post('/conversions', {
    currency_pair: `${coin}EUR`,
    transaction_type: 'WITHDRAW',
    cryptocurrency_amount: amount,
  });
  return client.post('/withdrawals', {
    withdrawalData: {
      conversion_token: quote.json().conversion_token,
      customer_wallet_address: to,
      ...(tag === undefined ? {} : { destination_tag: tag }),
      customer_details: customer,
    },
  });
}

/** Withdraws to a new wallet. */
export async function askToWithdraw(
  client: MerchantClient,
  coin: CoinCode,
  amount = amounts[coin],
): Promise<AskedWithdrawal> {
  const wallet = newWallet(coin);
  const answer = await requestWithdrawal(client, { coin, to: wallet, amount });
  assert.equal(answer.statusCode, 200, answer.body);
  return { id: answer.json().order_id, coin, wallet };
}

export async function demandFeeRate(client: MerchantClient, coin: CoinCode, rate: number): Promise<void> {
  const answer = await client.post(`/sandbox/chains/${coin}/fee-rate`, { minimum_fee_rate: rate });
  assert.equal(answer.statusCode, 200, answer.body);
}

export interface StoredPayout {
  id: string;
  status: string;
  batch_id: string | null;
  transaction_id: string | null;
  fee: bigint | null;
  amount: bigint;
  trouble: string | null;
  bump_trouble: string | null;
  due_at: Date | null;
  generation: number | null;
}

export async function storedPayout(sql: Sql, { id }: AskedWithdrawal): Promise<StoredPayout> {
  const [row] = await sql<StoredPayout[]>`
    select p.id, p.status, p.batch_id, p.transaction_id, p.fee, p.amount, coalesce(p.trouble, b.trouble) as trouble,
      b.bump_trouble, b.due_at, b.generation
    from merchant.payouts p left join merchant.payout_batches b on b.id = p.batch_id where p.order_id = ${id}`;
  assert.ok(row);
  const said = (text: string | null): string | null => text && sayStored('en', text);
  return { ...row, trouble: said(row.trouble), bump_trouble: said(row.bump_trouble) };
}

export interface StoredTransaction {
  transaction_id: string;
  kind: string;
  bytes: string;
  fee: bigint;
  weight: bigint;
}

/** Lists all transactions signed for the batch, oldest first. */
export async function storedTransactions(sql: Sql, batchId: string | null): Promise<StoredTransaction[]> {
  return sql<StoredTransaction[]>`
    select transaction_id, kind, bytes, fee, weight
    from merchant.payout_transactions where batch_id = ${batchId} order by generation`;
}
