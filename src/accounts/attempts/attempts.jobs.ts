import { inBatches } from '../../platform/postgres/in-batches.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { deviceKnownForMs, forgottenAfterMs, knownForMs } from './attempts.rules.ts';
import { deleteAttemptsBefore, deleteKnownAddressesBefore } from './attempts.store.ts';
import { deleteDevicesBefore } from './known-device.store.ts';

export async function forgetAttempts({ sql, clock }: Pick<AccountsContext, 'sql' | 'clock'>): Promise<void> {
  const now = clock.now();
  const failedBefore = new Date(now.getTime() - forgottenAfterMs);
  await inBatches((limit) => deleteAttemptsBefore(sql, failedBefore, now, limit));
  const usedBefore = new Date(now.getTime() - knownForMs);
  await inBatches((limit) => deleteKnownAddressesBefore(sql, usedBefore, limit));
  const signedInBefore = new Date(now.getTime() - deviceKnownForMs);
  await inBatches((limit) => deleteDevicesBefore(sql, signedInBefore, limit));
}
