import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { hashReadableCode, matchesReadableCode, newReadableCode } from '../secrets/readable-code.ts';
import type { User } from '../users/find-user.ts';
import { clearOneTimePassword, setOneTimePassword } from './password.store.ts';

const lifetimeMs = 24 * 3_600_000;
const passwordBytes = 10;

type Context = Pick<AccountsContext, 'clock' | 'sealer'>;

/** Beside the password, which keeps working until it is replaced. */
export async function issueOneTimePassword(tx: Tx, context: Context, userId: string): Promise<string> {
  const password = newReadableCode(passwordBytes).toLowerCase();
  const expiresAt = new Date(context.clock.nowMs() + lifetimeMs);
  await setOneTimePassword(tx, userId, hashReadableCode(context, password), expiresAt);
  return password;
}

/** Takes the same time where there is no user, or no such password. */
export function isOneTimePassword(context: Context, user: User | undefined, password: string): boolean {
  const expiresMs = user?.oneTimePasswordExpiresAt?.getTime() ?? 0;
  return (
    matchesReadableCode(context, user?.oneTimePasswordHash, password) && expiresMs > context.clock.nowMs()
  );
}

/** False where it was used up, or replaced, since its hash was read. */
export const useOneTimePassword = (tx: Tx, userId: string, passwordHash: Buffer): Promise<boolean> =>
  clearOneTimePassword(tx, userId, passwordHash);
