import type { MerchantContext } from '../merchant.context.ts';
import type { RequestRecorder } from './record-requests.ts';
import { listRequests, type RequestRow } from './request.store.ts';

/** Those of this process up to this moment, and those of others up to two seconds ago. */
export async function readRecentRequests(
  { sql }: Pick<MerchantContext, 'sql'>,
  recorder: Pick<RequestRecorder, 'write'>,
  filter: Parameters<typeof listRequests>[1],
): Promise<RequestRow[]> {
  await recorder.write();
  return listRequests(sql, filter);
}
