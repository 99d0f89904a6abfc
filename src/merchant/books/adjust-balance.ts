import type { AssetCode } from '../assets/asset.rules.ts';
import type { Tag } from '../../platform/postgres/client/sql.ts';
import { availableTo, bankAccount, transfer, type Movement } from './ledger.rules.ts';
import { movementExists } from './ledger.store.ts';

export interface Adjustment {
  pspId: number;
  asset: AssetCode;
  /** Positive for money that the merchant paid in, negative for money paid out to it. */
  amountMinor: bigint;
  /** Reference of the bank transfer, for example. A reference is booked only once. */
  reference: string;
}

const kind = 'adjustment';

/** Name of the unique constraint that rejects a second booking of a reference. */
export const onceConstraint = 'ledger_movements_kind_reference_key';

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
