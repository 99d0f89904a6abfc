import { isUniqueViolation, transaction } from '../../platform/postgres/client/transaction.ts';
import type { AssetCode } from '../assets/asset.rules.ts';
import { getPsps, type CredentialsContext } from '../credentials/manage-credentials.ts';
import { availableTo, bankAccount, transfer } from './ledger.rules.ts';
import { postMovement } from './post-movement.ts';

export interface Adjustment {
  pspId: number;
  asset: AssetCode;
  /** Positive where the merchant has paid in, negative where it was paid out. */
  amountMinor: bigint;
  /** Of the bank transfer, say; the same one is never booked twice. */
  reference: string;
}

/** What staff book by hand: money that came from or went to a merchant outside the service. */
export async function adjustBalance(
  context: CredentialsContext,
  adjustment: Adjustment,
): Promise<'booked' | 'unknown_psp' | 'booked_before'> {
  const { pspId, asset, amountMinor, reference } = adjustment;
  const psps = await getPsps(context);
  if (!psps.some((psp) => psp.id === pspId)) return 'unknown_psp';
  const entries =
    amountMinor > 0n
      ? transfer(bankAccount, availableTo(pspId), asset, amountMinor)
      : transfer(availableTo(pspId), bankAccount, asset, -amountMinor);
  try {
    await transaction(context.sql, (tx) =>
      postMovement(tx, context, { kind: 'adjustment', reference, entries }),
    );
    return 'booked';
  } catch (error) {
    if (isUniqueViolation(error, 'ledger_movements_kind_reference_key')) return 'booked_before';
    throw error;
  }
}
