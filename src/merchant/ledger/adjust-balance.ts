import { isUniqueViolation, transaction } from '../../platform/postgres/client/transaction.ts';
import type { AssetCode } from '../assets/asset.rules.ts';
import { hasPsp, type CredentialsContext } from '../credentials/manage-credentials.ts';
import type { Tag } from '../../platform/postgres/client/sql.ts';
import { availableTo, bankAccount, transfer, type Movement } from './ledger.rules.ts';
import { movementExists } from './ledger.store.ts';
import { postMovement } from './post-movement.ts';

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

/** What staff book by hand: money that came from or went to a merchant outside the service. */
export async function adjustBalance(
  context: CredentialsContext,
  adjustment: Adjustment,
): Promise<'booked' | 'unknown_psp' | 'booked_before'> {
  if (!(await hasPsp(context, adjustment.pspId))) return 'unknown_psp';
  try {
    await transaction(context.sql, (tx) => postMovement(tx, context, adjustmentMovement(adjustment)));
    return 'booked';
  } catch (error) {
    if (isUniqueViolation(error, onceConstraint)) return 'booked_before';
    throw error;
  }
}
