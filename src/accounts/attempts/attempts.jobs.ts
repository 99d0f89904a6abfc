import type { AccountsContext } from '../accounts.context.ts';
import { forgottenAfterMs, knownForMs } from './attempts.rules.ts';
import { deleteAttemptsBefore, deleteKnownAddressesBefore } from './attempts.store.ts';

export async function forgetAttempts({ sql, clock }: Pick<AccountsContext, 'sql' | 'clock'>): Promise<void> {
  const now = clock.now();
  await deleteAttemptsBefore(sql, new Date(now.getTime() - forgottenAfterMs), now);
  await deleteKnownAddressesBefore(sql, new Date(now.getTime() - knownForMs));
}
