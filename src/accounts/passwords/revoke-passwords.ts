import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { forgetDevicesAndAddresses } from '../attempts/known-devices.ts';
import { endEverySession, endPasswordChangeSessions } from '../sessions/end-sessions.ts';
import { clearAnyOneTimePassword, clearPasswords } from './password.store.ts';
import { revokeResetTokens } from './reset-tokens.ts';

/** Whoever knew a password, held a session or a device or waits for a link is out; only the mailbox leads to a new one. */
export async function revokePassword(
  tx: Tx,
  { clock }: Pick<AccountsContext, 'clock'>,
  userId: string,
): Promise<void> {
  await clearPasswords(tx, userId, clock.now());
  await endEverySession(tx, userId);
  forgetDevicesAndAddresses(tx, userId);
  await revokeResetTokens(tx, userId);
}

/** All that came from having the mailbox, which is another from now on: links, codes, and what was made of them. */
export async function revokeRecovery(tx: Tx, userId: string): Promise<void> {
  await revokeResetTokens(tx, userId);
  await clearAnyOneTimePassword(tx, userId);
  await endPasswordChangeSessions(tx, userId);
}
