import { formatAsset } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { listHeld, type Screening } from './screening.store.ts';
import { sayStored } from '../../details/stored-sentence.rules.ts';

/** Oldest first. */
export const readScreenings = ({ sql }: Pick<MerchantContext, 'sql'>, limit: number): Promise<Screening[]> =>
  listHeld(sql, false, limit);

export async function describeScreenings(
  { sql }: Pick<MerchantContext, 'sql'>,
  withDenied: boolean,
  limit: number,
): Promise<string[]> {
  return (await listHeld(sql, withDenied, limit)).map(describe);
}

function describe(held: Screening): string {
  const amount = `${formatAsset(held.coin, held.amount)} ${held.coin}`;
  const where = held.direction === 'in' ? `in ${held.transaction_id ?? ''} to` : 'to';
  const whose = `${held.purpose} ${held.subject_id} of PSP ${held.psp_id}`;
  const reason = held.reason === null ? '' : `: ${sayStored('en', held.reason)}`;
  return `${held.id}  ${held.status}  ${amount} ${where} ${held.address}  ${whose}${reason}`;
}
