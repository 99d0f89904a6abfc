import assert from 'node:assert/strict';
import type { CoinCode } from '../../src/merchant/assets/asset.rules.ts';
import type { BlockReference, Chain } from '../../src/merchant/chains/chain.ts';
import { listChains } from '../../src/merchant/chains/offered-chains.ts';
import { insertAddress } from '../../src/merchant/chains/receipts/address.store.ts';
import type { AddressPurpose } from '../../src/merchant/chains/receipts/receipt.rules.ts';
import { selectState } from '../../src/merchant/chains/state/chain-state.store.ts';
import type { MerchantContext } from '../../src/merchant/merchant.context.ts';
import { newId } from '../../src/platform/ids.ts';
import type { Sql } from '../../src/platform/postgres/client/database.ts';
import type { TestApp } from './app.ts';

/** The context of chain operations, with chains played by a test. */
export type ChainContext = TestApp['platform'] & Pick<MerchantContext, 'chains'>;

export function chainContext(testApp: TestApp, chains: readonly Chain[]): ChainContext {
  return { ...testApp.platform, chains: listChains(chains) };
}

export async function clearChains(sql: Sql): Promise<void> {
  await sql`
    truncate merchant.chain_states, merchant.chain_blocks, merchant.chain_addresses, merchant.chain_outputs,
      merchant.chain_sent, merchant.chain_claims, merchant.chain_sent_spends, merchant.chain_reviews`;
}

export async function storedTip(sql: Sql, coin: CoinCode = 'BTC'): Promise<BlockReference> {
  const state = await selectState(sql, coin);
  assert.ok(state, `${coin} was never read`);
  return { height: Number(state.height), hash: state.hash };
}

export interface WatchedAddress {
  coin?: CoinCode;
  destination: string;
  subjectId?: string;
  purpose?: AddressPurpose;
  createdAt?: Date;
}

/** Inserts an address as if it had been assigned. */
export async function watch(sql: Sql, address: WatchedAddress): Promise<string> {
  const { coin = 'BTC', destination, subjectId = newId(), purpose = 'funds' } = address;
  const { createdAt = new Date(0) } = address;
  await sql.begin(async (tx) =>
    insertAddress(tx, {
      coin,
      destination,
      address: destination,
      destinationTag: null,
      account: 0,
      branch: 1,
      index: 0,
      purpose,
      subjectId,
      createdAt,
    }),
  );
  return subjectId;
}
