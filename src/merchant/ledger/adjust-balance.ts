import type { AssetCode } from '../assets/asset.rules.ts';
import type { Tag } from '../../platform/postgres/client/sql.ts';
import { availableTo, bankAccount, transfer, type Movement } from './ledger.rules.ts';
import { movementExists } from './ledger.store.ts';

export interface Adjustment {
  pspId: number;
  asset: AssetCode;
  /** Positive where the merchant has paid in, negative where it was paid out. */
  amountMinor: bigint;
  /** Of the bank transfer, say; the same one is never booked twice. */
  reference: string;
}

const kind = 'adjustment';

/** Refuses to book a reference twice. */
export const onceConstraint = 'ledger_movements_kind_reference_key';

/** Whether an adjustment of this reference was made before. */
export const isBooked = (sql: Tag, reference: string): Promise<boolean> =>
  movementExists(sql, kind, reference);

export const adjustmentMovement = ({ pspId, asset, amountMinor, reference }: Adjustment): Movement => ({
  kind,
  reference,
  entries:
    amountMinor > 0n
      ? transfer(bankAccount, availableTo(pspId), asset, amountMinor)
      : transfer(availableTo(pspId), bankAccount, asset, -amountMinor),
});
