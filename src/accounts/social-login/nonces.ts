import { createHash, randomBytes } from 'node:crypto';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { deleteNonce, insertNonce } from './nonce.store.ts';

export const nonceLifetimeMs = 10 * 60_000;

type NonceContext = Pick<AccountsContext, 'sql' | 'clock'>;

const hashOf = (nonce: string): Buffer => createHash('sha256').update(nonce).digest();

export async function issueNonce(context: NonceContext): Promise<string> {
  const nonce = randomBytes(32).toString('base64url');
  const expiresAt = new Date(context.clock.nowMs() + nonceLifetimeMs);
  await transaction(context.sql, (tx) => insertNonce(tx, hashOf(nonce), expiresAt));
  return nonce;
}

/** True once for each nonce of ours, within its time. */
export async function useNonce(context: NonceContext, nonce: string): Promise<boolean> {
  return transaction(context.sql, (tx) => deleteNonce(tx, hashOf(nonce), context.clock.now()));
}
