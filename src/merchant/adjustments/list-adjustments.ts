import type { MerchantContext } from '../merchant.context.ts';
import type { AdjustmentProposal } from './adjustment.rules.ts';
import { selectOfPsp, selectOpen } from './adjustment.store.ts';

const most = 100;

/** Those that wait for a second person, whoever runs out of time first; or the newest of one PSP, decided ones too. */
export const listAdjustments = (
  { sql, clock }: Pick<MerchantContext, 'sql' | 'clock'>,
  pspId?: number,
): Promise<AdjustmentProposal[]> =>
  pspId === undefined ? selectOpen(sql, clock.now(), most) : selectOfPsp(sql, pspId, most);
