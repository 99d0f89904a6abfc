import type { MerchantContext } from '../merchant.context.ts';
import { listActions } from './audit.store.ts';

/** The newest first, a line each: when, what, to what, by whom and why. */
export async function describeActions(
  { sql }: Pick<MerchantContext, 'sql'>,
  subject: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await listActions(sql, subject, limit);
  return rows.map((row) => {
    const detail = Object.entries(row.detail).map(([name, value]) => ` ${name} ${value ?? 'none'}`);
    const reason = row.reason === null ? '' : `: ${row.reason}`;
    return `${row.created_at.toISOString()}  ${row.action} ${row.subject} by ${row.done_by}${detail.join(',')}${reason}`;
  });
}
