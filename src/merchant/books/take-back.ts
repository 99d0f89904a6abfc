import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AssetCode } from '../assets/asset.rules.ts';
import {
  availableTo,
  claimOn,
  transfer,
  type AccountOwner,
  type Entry,
  type Movement,
} from './ledger.rules.ts';
import { readBalance } from './read-balance.ts';

export interface TakenBack {
  entries: Entry[];
  /** Books as a claim the part that the merchant no longer has. */
  claims: Movement[];
  claimMinor: bigint;
}

/**
 * Returns entries that take back a credit that a chain has undone, and a claim for the part that the merchant has
 * spent. The balance is not locked: if the merchant spends it in the meantime, posting fails with insufficient_funds,
 * and the caller retries.
 */
export async function takeBack(
  tx: Tx,
  {
    pspId,
    to,
    asset,
    amountMinor,
    reference,
  }: {
    pspId: number;
    to: AccountOwner;
    asset: AssetCode;
    amountMinor: bigint;
    /** Reference of the order or payment that the chain has undone. */
    reference: string;
  },
): Promise<TakenBack> {
  if (amountMinor === 0n) return { entries: [], claims: [], claimMinor: 0n };
  const merchant = availableTo(pspId);
  const balance = await readBalance(tx, merchant, asset);
  const claimMinor = balance < amountMinor ? amountMinor - balance : 0n;
  const claim: Movement = {
    kind: 'claim',
    reference,
    entries: transfer(claimOn(pspId), merchant, asset, claimMinor),
  };
  return {
    entries: transfer(merchant, to, asset, amountMinor),
    claims: claimMinor === 0n ? [] : [claim],
    claimMinor,
  };
}
