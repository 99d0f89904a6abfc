import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { hashToken, newToken } from '../../platform/tokens/opaque-token.ts';
import { deleteNonce, insertNonce } from './nonce.store.ts';

export const nonceLifetimeMs = 10 * 60_000;

type NonceContext = Pick<AccountsContext, 'sql' | 'clock'>;

export async function issueNonce(context: NonceContext): Promise<string> {
  const nonce = newToken();
  const expiresAt = new Date(context.clock.nowMs() + nonceLifetimeMs);
  await transaction(context.sql, (tx) => insertNonce(tx, hashToken(nonce), expiresAt));
  return nonce;
}

/** True once for each nonce of ours, within its time. */
export async function useNonce(context: NonceContext, nonce: string): Promise<boolean> {
  return transaction(context.sql, (tx) => deleteNonce(tx, hashToken(nonce), context.clock.now()));
}
