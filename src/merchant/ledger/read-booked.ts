import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AssetCode } from '../assets/asset.rules.ts';
import type { AccountOwner } from './ledger.rules.ts';
import { sumEntries } from './ledger.store.ts';

export interface Booked {
  readonly kind: string;
  readonly references: readonly string[];
}

/** What such movements gave an account, below zero what they took. */
export const readBooked = (
  tx: Tx,
  owner: AccountOwner,
  asset: AssetCode,
  { kind, references }: Booked,
): Promise<bigint> => sumEntries(tx, { kind, references: [...references], owner, asset });
