import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import {
  findActiveCredential,
  insertCredential,
  insertKnownPsp,
  type ActiveCredential,
} from './credential.store.ts';
import { hashSecret, usualTerms } from './manage-credentials.ts';

export const sandboxPspId = 1;
export const sandboxClientId = 'sandbox-psp';
export const sandboxClientSecret = 'sandbox-secret';

const publishedHash = hashSecret(sandboxClientSecret);

/** Returns whether the published secret still works. After a change it is no longer shown. */
export const isAsPublished = (credential: Pick<ActiveCredential, 'secret_hash'> | undefined): boolean =>
  credential?.secret_hash.equals(publishedHash) ?? false;

/** Returns the sandbox credential for the start banner. */
export async function describeSandboxPsp(sql: Sql): Promise<string> {
  const shown = isAsPublished(await findActiveCredential(sql, sandboxClientId))
    ? `secret ${sandboxClientSecret}`
    : 'secret changed; the console makes another under Developers';
  return `client id ${sandboxClientId}, ${shown}`;
}

/** Creates the PSP of the sandbox once, even if several processes start together. */
export async function createSandboxPsp(context: Pick<MerchantContext, 'sql' | 'clock'>): Promise<void> {
  await transaction(context.sql, async (tx) => {
    const createdAt = context.clock.now();
    if (!(await insertKnownPsp(tx, sandboxPspId, 'Sandbox PSP', createdAt))) return;
    await insertCredential(tx, {
      clientId: sandboxClientId,
      pspId: sandboxPspId,
      secretHash: hashSecret(sandboxClientSecret),
      createdAt,
      holder: null,
      ...usualTerms,
    });
  });
}
