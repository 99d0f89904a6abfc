import type { MerchantContext } from '../../merchant.context.ts';
import { listActions } from './audit.store.ts';

export interface Decision {
  readonly action: string;
  readonly by: string;
  readonly reason: string | null;
  readonly at: Date;
}

/** Lists the decisions about one subject, newest first. */
export async function listDecisionsOn(
  { sql }: Pick<MerchantContext, 'sql'>,
  subject: string,
): Promise<Decision[]> {
  const rows = await listActions(sql, subject, 50);
  return rows.map(({ action, done_by: by, reason, created_at: at }) => ({ action, by, reason, at }));
}

/** Returns one line per action, newest first: time, action, subject, author and reason. */
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
