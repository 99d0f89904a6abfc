import type { Tx } from '../../platform/postgres/database.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { insertAddress, nextAddressIndex } from './address.store.ts';
import type { Address, Branch } from './chain.ts';
import type { AddressPurpose } from './receipt.rules.ts';

export interface AddressRequest {
  readonly coin: CoinCode;
  readonly purpose: AddressPurpose;
  readonly subjectId: string;
}

/** A fresh address that is watched from the commit on. */
export async function assignAddress(
  tx: Tx,
  context: Pick<MerchantContext, 'chains' | 'clock'>,
  request: AddressRequest,
): Promise<Address> {
  const book = context.chains.get(request.coin).addresses;
  const branch: Branch = request.purpose === 'funds' ? 1 : 0;
  const index = await nextAddressIndex(tx, request.coin);
  const address = book.derive(branch, index);
  await insertAddress(tx, { ...request, ...address, branch, index, createdAt: context.clock.now() });
  return address;
}
