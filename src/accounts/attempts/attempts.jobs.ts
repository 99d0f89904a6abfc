import { inBatches } from '../../platform/postgres/in-batches.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { forgottenAfterMs, knownForMs } from './attempts.rules.ts';
import { deleteAttemptsBefore, deleteKnownAddressesBefore } from './attempts.store.ts';

export async function forgetAttempts({ sql, clock }: Pick<AccountsContext, 'sql' | 'clock'>): Promise<void> {
  const now = clock.now();
  const failedBefore = new Date(now.getTime() - forgottenAfterMs);
  await inBatches((limit) => deleteAttemptsBefore(sql, failedBefore, now, limit));
  const usedBefore = new Date(now.getTime() - knownForMs);
  await inBatches((limit) => deleteKnownAddressesBefore(sql, usedBefore, limit));
}
