import assert from 'node:assert/strict';
import type { CoinCode } from '../../src/merchant/assets/asset.rules.ts';
import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { readAccounts } from './coins.ts';

/**
 * Asserts, when no payout is being sent, that the ledger's balance including network fees equals the unspent outputs of
 * our addresses on the chain, except those that screening holds. Payouts that wait for an approval are set aside.
 */
export async function assertBooksFitChain(sql: Sql, coin: CoinCode): Promise<void> {
  const [row] = await sql<{ lies: bigint }[]>`
    select coalesce(sum(o.amount), 0)::numeric(38, 0) as lies from merchant.simulated_outputs o
    join merchant.simulated_transactions t on t.coin = o.coin and t.id = o.transaction_id
    join merchant.chain_addresses a on a.coin = o.coin and a.destination = o.destination
    where o.coin = ${coin} and t.block_height is not null and not exists (
      select from merchant.screenings h
      where h.coin = o.coin and h.transaction_id = t.id and h.output_index = o.output_index and h.status = 'review')
    and not exists (
      select from merchant.simulated_spends s join merchant.simulated_transactions by
        on by.coin = s.coin and by.id = s.transaction_id
      where s.coin = o.coin and s.spend = o.transaction_id || ':' || o.output_index and by.block_height is not null)`;
  const [paid] = await sql<{ paid: bigint }[]>`
    select coalesce(sum(t.fee + (
      select coalesce(sum(amount), 0) from merchant.simulated_outputs o
      where o.coin = t.coin and o.transaction_id = t.id
    )), 0)::numeric(38, 0) as paid
    from merchant.simulated_transactions t
    where t.coin = ${coin} and t.account is not null and t.block_height is not null`;
  const accounts = await readAccounts(sql);
  const byChain = (row?.lies ?? 0n) - (paid?.paid ?? 0n);
  assert.equal(-(accounts.get(`provider:chain ${coin}`) ?? 0n), byChain, `the wallet of ${coin}`);
  const [waiting] = await sql<{ amount: bigint }[]>`
    select coalesce(sum(amount + fee_allowance), 0)::numeric(38, 0) as amount from merchant.payouts
    where coin = ${coin} and status = 'RESERVED' and approval = 'waiting'`;
  assert.equal(accounts.get(`provider:payouts ${coin}`) ?? 0n, waiting?.amount ?? 0n);
}
