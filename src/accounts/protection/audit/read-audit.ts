import type { AccountsContext } from '../../accounts.context.ts';
import { listAudit, type ListedAudit } from './audit.store.ts';

export interface AuditPage {
  /** Sorted newest first. */
  entries: ListedAudit[];
  next: string | undefined;
}

export async function readAudit(
  { sql }: Pick<AccountsContext, 'sql'>,
  userId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<AuditPage> {
  const entries = await listAudit(sql, userId, before ?? null, limit);
  return { entries, next: entries.length === limit ? entries.at(-1)?.id : undefined };
}
