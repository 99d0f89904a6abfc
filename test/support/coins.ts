import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { encodeAccountID } from 'ripple-address-codec';
import { coinCodes, type CoinCode } from '../../src/merchant/assets/asset.rules.ts';
import { encodeSegwitAddress } from '../../src/merchant/chains/addresses/segwit-address.ts';
import { encodeCashAddress } from '../../src/merchant/chains/addresses/cash-address.ts';
import type { Sql } from '../../src/platform/postgres/client/database.ts';
import type { Tag } from '../../src/platform/postgres/client/sql.ts';
import type { MerchantClient } from './merchant.ts';
import { until } from './process.ts';

export const customer = {
  customer_reference_id: 'customer-42',
  customer_first_name: 'Ana',
  customer_last_name: 'Sousa',
  customer_email_address: 'ana@example.com',
  customer_ip_address: '203.0.113.7',
};

export function newWallet(coin: CoinCode): string {
  const bytes = randomBytes(20);
  switch (coin) {
    case 'BTC':
      return encodeSegwitAddress('tb', 0, bytes);
    case 'LTC':
      return encodeSegwitAddress('tltc', 0, bytes);
    case 'BCH':
      return encodeCashAddress('bchtest', 'key', bytes);
    case 'ETH':
      return `0x${bytes.toString('hex')}`;
    case 'XRP':
      return encodeAccountID(bytes);
  }
}

export async function mine(client: MerchantClient, coin: CoinCode, blocks = 1): Promise<string[]> {
  const answer = await client.post(`/sandbox/chains/${coin}/mine`, { blocks });
  assert.equal(answer.statusCode, 200, answer.body);
  return (answer.json() as { mined: string[] }).mined;
}

export async function reorganise(
  client: MerchantClient,
  coin: CoinCode,
  depth: number,
  drop: string[] = [],
): Promise<void> {
  const answer = await client.post(`/sandbox/chains/${coin}/reorganise`, { depth, drop });
  assert.equal(answer.statusCode, 200, answer.body);
}

/** Sends coins as a customer and returns the transaction's id. */
export async function sendCoins(
  client: MerchantClient,
  coin: CoinCode,
  to: { address: string; amount: string; tag?: string; replaces?: string },
): Promise<string> {
  const answer = await client.post(`/sandbox/chains/${coin}/send`, {
    address: to.address,
    cryptocurrency_amount: to.amount,
    ...(to.tag === undefined ? {} : { destination_tag: to.tag }),
    ...(to.replaces === undefined ? {} : { replaces: to.replaces }),
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return (answer.json() as { blockchain_transaction_id: string }).blockchain_transaction_id;
}

export interface OrderLookup {
  order_id: string;
  order_status: string;
  order_type: string;
  order_amount: string | null;
  order_total: string | null;
  customer_wallet_address: string | null;
  blockchain_transaction_id: string | null;
  network_fee: string | null;
  order_hold: string | null;
}

export async function readOrder(client: MerchantClient, id: string): Promise<OrderLookup> {
  return (await client.get(`/orders/${id}`)).json() as OrderLookup;
}

export async function untilOrder(
  client: MerchantClient,
  id: string,
  reached: (order: OrderLookup) => boolean,
  what: string,
): Promise<OrderLookup> {
  let order = await readOrder(client, id);
  await until(
    async () => {
      order = await readOrder(client, id);
      return reached(order);
    },
    `order ${id} ${what}`,
    60_000,
  );
  return order;
}

/** Lists the amounts that an address received in the best chain and in pending transactions. */
export async function listArrivals(
  sql: Sql,
  coin: CoinCode,
  address: string,
): Promise<{ amount: bigint; transaction_id: string; mined: boolean }[]> {
  const rows = await sql<{ amount: bigint; transaction_id: string; mined: boolean }[]>`
    select o.amount, o.transaction_id, t.block_height is not null as mined
    from merchant.simulated_outputs o
    join merchant.simulated_transactions t on t.coin = o.coin and t.id = o.transaction_id
    where o.coin = ${coin} and lower(o.address) = lower(${address})`;
  return [...rows];
}

/**
 * Returns the sum of all balances of each asset, which must be zero, and the balances of the provider's and the
 * merchants' accounts.
 */
export async function readAccounts(sql: Tag): Promise<Map<string, bigint>> {
  const rows = await sql<{ owner: string; asset: string; balance: bigint }[]>`
    select owner, asset, sum(balance)::numeric(38, 0) as balance
    from merchant.ledger_accounts group by owner, asset`;
  for (const [asset, own] of Map.groupBy(rows, (row) => row.asset)) {
    assert.equal(
      own.reduce((sum, row) => sum + row.balance, 0n),
      0n,
      `the ledger is out of balance in ${asset}`,
    );
  }
  return new Map(rows.map((row) => [`${row.owner} ${row.asset}`, row.balance]));
}

/** Waits until every chain has been read once and the initial coins of its wallet are in the ledger. */
export async function untilFunded(sql: Sql): Promise<void> {
  await until(
    async () => {
      const accounts = await readAccounts(sql);
      const read = await sql`select from merchant.chain_states where fee_rate is not null`;
      return (
        read.length === coinCodes.length && coinCodes.every((coin) => accounts.get(`provider:chain ${coin}`))
      );
    },
    'the first reading of the chains',
    60_000,
  );
}
