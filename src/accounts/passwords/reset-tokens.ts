import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { hashToken, newToken } from '../../platform/tokens/opaque-token.ts';
import { hashesOfReadableCode, hashReadableCode, newReadableCode } from '../secrets/readable-code.ts';
import {
  deleteToken,
  deleteTokenByCode,
  deleteTokensOf,
  findUserIdByToken,
  hasUnexpiredToken,
  insertResetToken,
} from './reset-token.store.ts';

const lifetimeMs = 10 * 60_000;
/** 40 bits are enough for ten minutes and the few tries that the waits between them leave. */
const codeBytes = 5;

type Context = Pick<AccountsContext, 'clock' | 'sealer'>;

/** Mailed to the owner of an account, who sets a new password with it: the token in a link, or the code. */
export interface ResetToken {
  token: string;
  code: string;
}

export async function issueResetToken(tx: Tx, context: Context, userId: string): Promise<ResetToken> {
  const token = newToken();
  const code = newReadableCode(codeBytes);
  const createdAt = context.clock.now();
  await insertResetToken(tx, {
    id: newId(createdAt.getTime()),
    userId,
    tokenHash: hashToken(token),
    codeHash: hashReadableCode(context, code),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetimeMs),
  });
  return { token, code };
}

export const hasLiveResetToken = (
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  userId: string,
): Promise<boolean> => hasUnexpiredToken(tx, userId, clock.now());

/** Whose password a link sets; looking does not use it up. */
export const findResetTokenUser = (
  { sql, clock }: Pick<AccountsContext, 'sql' | 'clock'>,
  token: string,
): Promise<string | undefined> => findUserIdByToken(sql, hashToken(token), clock.now());

/** Uses a link up, and tells whose it was. */
export const useResetToken = (
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  token: string,
): Promise<string | undefined> => deleteToken(tx, hashToken(token), clock.now());

/** Uses a code up. The same statement where nobody is known by the address that was given. */
export const useResetCode = (
  tx: Tx,
  context: Context,
  userId: string | null,
  code: string,
): Promise<boolean> =>
  deleteTokenByCode(tx, userId, hashesOfReadableCode(context, code), context.clock.now());

/** Links and codes that are still on their way count no more. */
export const revokeResetTokens = (tx: Tx, userId: string): Promise<void> => deleteTokensOf(tx, userId);
