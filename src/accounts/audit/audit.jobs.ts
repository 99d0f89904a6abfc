import { inBatches } from '../../platform/postgres/in-batches.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { deleteAuditBefore } from './audit.store.ts';
import { deleteRefusalsBefore } from './refusal.store.ts';

const dayMs = 24 * 3_600_000;

export async function forgetOldAudit(
  context: Pick<AccountsContext, 'sql' | 'clock' | 'settings'>,
): Promise<void> {
  const keptMs = context.settings.AUDIT_DAYS * dayMs;
  const before = new Date(context.clock.nowMs() - keptMs);
  await inBatches((limit) => deleteAuditBefore(context.sql, before, limit));
  await inBatches((limit) => deleteRefusalsBefore(context.sql, before, limit));
}
