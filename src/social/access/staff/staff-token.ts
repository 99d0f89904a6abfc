import { hashToken } from '../../../platform/tokens/opaque-token.ts';
import type { Tokens } from '../../../platform/tokens/tokens.ts';
import type { SocialContext } from '../../social.context.ts';
import { findActiveStaff, type StaffRow } from './staff.store.ts';

export interface StaffIdentity {
  readonly staffId: string;
  readonly name: string;
  readonly email: string;
}

/** Issues a token that is bound to the present password. Like console sessions it ends when the password changes. */
export const issueStaffToken = (
  tokens: Pick<Tokens, 'issue'>,
  { id, email, password_hash: passwordHash }: Pick<StaffRow, 'id' | 'email' | 'password_hash'>,
): Promise<string> => tokens.issue({ sub: id, email, password: markOf(passwordHash) });

/**
 * Returns the member of staff of a valid token. Reads the database at every request, so that a disabled member or a
 * changed password takes effect at once in every process. Staff are few, so this is cheap.
 */
export async function identifyStaff(
  context: SocialContext,
  token: string,
): Promise<StaffIdentity | undefined> {
  const { sub: staffId, password } = (await context.staffTokens.verify(token)) ?? {};
  if (typeof staffId !== 'string') return undefined;
  const active = await findActiveStaff(context.staffSql, staffId);
  if (!active || markOf(active.password_hash) !== password) return undefined;
  return { staffId, name: active.name, email: active.email };
}

/** Returns a mark that changes with the hash and reveals nothing about it. */
const markOf = (passwordHash: string): string => hashToken(passwordHash).toString('base64url', 0, 12);
