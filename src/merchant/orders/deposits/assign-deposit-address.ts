import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { assignAddress, type UnusedAddress } from '../../chains/receipts/assign-address.ts';
import { getChainState } from '../../chains/state/get-chain-state.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { DepositingCustomer } from './deposit.rules.ts';
import { ensureAddress, setAddress } from './deposit.store.ts';

export interface AssignedAddress {
  id: string;
  address: string;
  destinationTag: string | null;
}

/**
 * Returns the deposit address of a customer and coin. Concurrent and repeated calls get the same address. The latest
 * customer details are stored. Run within `withUnusedAddress`.
 */
export async function assignDepositAddress(
  tx: Tx,
  context: Pick<MerchantContext, 'clock' | 'chains' | 'log'>,
  input: { pspId: number; coin: CoinCode; customer: DepositingCustomer },
  unused?: UnusedAddress,
): Promise<AssignedAddress> {
  const { pspId, coin, customer } = input;
  const createdAt = context.clock.now();
  const row = await ensureAddress(tx, {
    id: newId(createdAt.getTime()),
    psp_id: pspId,
    coin,
    customer,
    createdAt,
  });
  if (row.address !== null) return { id: row.id, address: row.address, destinationTag: row.destination_tag };
  // The first read of a chain starts at its newest block, so earlier deposits would never be seen. Throws until the
  // chain was read.
  if (context.chains.get(coin).firstHeight === undefined) await getChainState(tx, coin);
  const wanted = { coin, purpose: 'deposit', subjectId: row.id } as const;
  const { address, destinationTag } = await assignAddress(tx, context, wanted, unused);
  await setAddress(tx, row.id, address, destinationTag);
  return { id: row.id, address, destinationTag };
}
