import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { insertCredential, insertKnownPsp } from './credential.store.ts';
import { hashSecret, usualTerms } from './manage-credentials.ts';

export const sandboxPspId = 1;
export const sandboxClientId = 'sandbox-psp';
export const sandboxClientSecret = 'sandbox-secret';

/** Once, however many processes start at once. */
export async function createSandboxPsp(context: Pick<MerchantContext, 'sql' | 'clock'>): Promise<void> {
  await transaction(context.sql, async (tx) => {
    const createdAt = context.clock.now();
    if (!(await insertKnownPsp(tx, sandboxPspId, 'Sandbox PSP', createdAt))) return;
    await insertCredential(tx, {
      clientId: sandboxClientId,
      pspId: sandboxPspId,
      secretHash: hashSecret(sandboxClientSecret),
      createdAt,
      ...usualTerms,
    });
  });
}
