import type { AccountsContext } from '../accounts.context.ts';
import { deleteAuditBefore, listAudit, type AuditRow } from './audit.store.ts';

export const readAudit = (
  context: AccountsContext,
  userId: string,
  page: { before: string | undefined; limit: number },
): Promise<AuditRow[]> => listAudit(context.sql, userId, page.before ?? null, page.limit);

export async function forgetOldAudit(context: AccountsContext): Promise<void> {
  const days = context.settings.AUDIT_DAYS;
  await deleteAuditBefore(context.sql, new Date(context.clock.nowMs() - days * 24 * 3_600_000));
}
