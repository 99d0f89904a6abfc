import { transaction, type Beside } from '../../../platform/postgres/client/transaction.ts';
import { formatAsset } from '../../assets/asset.rules.ts';
import { staffActor } from '../../access/audit/audit.rules.ts';
import { recordAction } from '../../access/audit/record-action.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { selectOwnLimits, setOwnLimit } from './open-promise.store.ts';

export interface OpenLimitChange {
  readonly pspId: number;
  /** Null: only the settings apply. */
  readonly cents: bigint | null;
  readonly by: string;
  readonly reason: string | null;
}

/**
 * Sets a PSP's own limit on open promises, effective if it is lower than the settings. Open promises above it remain
 * until they end. Returns false if the PSP does not exist.
 */
export function changeOpenLimit(
  context: Pick<MerchantContext, 'sql' | 'clock'>,
  { pspId, cents, by, reason }: OpenLimitChange,
  recorded?: Beside,
): Promise<boolean> {
  return transaction(context.sql, async (tx) => {
    const [before] = await selectOwnLimits(tx, [pspId]);
    if (!before || !(await setOwnLimit(tx, pspId, cents))) return false;
    const show = (limit: bigint | null): string | null => (limit === null ? null : formatAsset('EUR', limit));
    recordAction(tx, context, {
      action: 'open limit',
      subject: `psp:${pspId}`,
      by: staffActor(by),
      reason,
      detail: { before: show(before.open_limit), after: show(cents) },
    });
    await recorded?.(tx);
    return true;
  });
}
