import type { MerchantContext } from '../../merchant.context.ts';
import type { AdjustmentProposal } from './adjustment.rules.ts';
import { selectOfPsp, selectOpen } from './adjustment.store.ts';

const most = 100;

/** Lists open proposals by deadline, or the newest proposals of one PSP with any status. */
export const listAdjustments = (
  { sql, clock }: Pick<MerchantContext, 'sql' | 'clock'>,
  pspId?: number,
): Promise<AdjustmentProposal[]> =>
  pspId === undefined ? selectOpen(sql, clock.now(), most) : selectOfPsp(sql, pspId, most);
