import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { hashToken, newToken } from '../../../platform/tokens/opaque-token.ts';
import { inBatches } from '../../../platform/postgres/in-batches.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { hashesOfReadableCode, hashReadableCode, newReadableCode } from './passwords.ts';
import {
  deleteToken,
  deleteTokenByCode,
  deleteTokensOf,
  findUserIdByToken,
  hasUnexpiredToken,
  insertResetToken,
  deleteExpiredTokens,
} from './reset-token.store.ts';

const lifetimeMs = 10 * 60_000;
/** 40 bits are enough for ten minutes, because the throttle allows only a few attempts in that time. */
const codeBytes = 5;

type Context = Pick<AccountsContext, 'clock' | 'sealer'>;

/** Secrets mailed to the owner of an account, to set a new password: a token in a link, and a code. */
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

/** Returns the user of a reset link without consuming it. */
export const findResetTokenUser = (
  { sql, clock }: Pick<AccountsContext, 'sql' | 'clock'>,
  token: string,
): Promise<string | undefined> => findUserIdByToken(sql, hashToken(token), clock.now());

/** Consumes a reset link and returns its user. */
export const useResetToken = (
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  token: string,
): Promise<string | undefined> => deleteToken(tx, hashToken(token), clock.now());

/**
 * Consumes a code. Runs the same statement for an unknown address, so that the response time does not reveal which
 * addresses are known.
 */
export const useResetCode = (
  tx: Tx,
  context: Context,
  userId: string | null,
  code: string,
): Promise<boolean> =>
  deleteTokenByCode(tx, userId, hashesOfReadableCode(context, code), context.clock.now());

/** Deletes all links and codes of the user, including those in mails that have not arrived yet. */
export const revokeResetTokens = (tx: Tx, userId: string): Promise<void> => deleteTokensOf(tx, userId);

export const forgetExpiredResetTokens = ({
  sql,
  clock,
}: Pick<AccountsContext, 'sql' | 'clock'>): Promise<number> =>
  inBatches((limit) => deleteExpiredTokens(sql, clock.now(), limit));
