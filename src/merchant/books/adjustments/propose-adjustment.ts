import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { formatAsset, type AssetCode } from '../../assets/asset.rules.ts';
import { staffActor } from '../../access/audit/audit.rules.ts';
import { recordAction } from '../../access/audit/record-action.ts';
import { isBooked } from '../adjust-balance.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { longestReference, proposalLifetimeMs } from './adjustment.rules.ts';
import { insertProposal, pspExists } from './adjustment.store.ts';

export interface WantedAdjustment {
  /** Id of the submitted form, so that a repeated submission proposes once. */
  readonly id?: string;
  readonly pspId: number;
  readonly asset: AssetCode;
  /** Positive for money that the PSP paid in, negative for money paid out to it. */
  readonly amountMinor: bigint;
  readonly reference: string;
  readonly by: string;
}

export type ProposeOutcome =
  | { readonly proposed: string }
  | 'already'
  | 'unknown_psp'
  | 'booked_before'
  | 'bad_reference';

/**
 * Proposes an adjustment, which is booked when another person confirms it. `within` runs in the same transaction, only
 * if the proposal is new.
 */
export function proposeAdjustment(
  context: Pick<MerchantContext, 'sql' | 'clock'>,
  wanted: WantedAdjustment,
  within: (tx: Tx) => Promise<void> = async () => {},
): Promise<ProposeOutcome> {
  const { pspId, asset, amountMinor, by } = wanted;
  const reference = wanted.reference.trim();
  const now = context.clock.now();
  const id = wanted.id ?? newId(now.getTime());
  return transaction(context.sql, async (tx): Promise<ProposeOutcome> => {
    if (reference === '' || reference.length > longestReference) return 'bad_reference';
    if (!(await pspExists(tx, pspId))) return 'unknown_psp';
    if (await isBooked(tx, reference)) return 'booked_before';
    const inserted = await insertProposal(tx, {
      id,
      psp_id: pspId,
      asset,
      amount: amountMinor,
      reference,
      proposed_by: staffActor(by),
      created_at: now,
      expires_at: new Date(now.getTime() + proposalLifetimeMs),
    });
    if (!inserted) return 'already';
    recordAction(tx, context, {
      action: 'adjustment proposed',
      subject: id,
      by: staffActor(by),
      reason: null,
      detail: { psp: String(pspId), asset, amount: formatAsset(asset, amountMinor), reference },
    });
    await within(tx);
    return { proposed: id };
  });
}
