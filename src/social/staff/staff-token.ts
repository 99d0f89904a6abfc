import { hashToken } from '../../platform/tokens/opaque-token.ts';
import type { Tokens } from '../../platform/tokens/tokens.ts';
import type { SocialContext } from '../social.context.ts';
import { findActiveStaff, type StaffRow } from './staff.store.ts';

export interface StaffIdentity {
  readonly staffId: string;
  readonly name: string;
  readonly email: string;
}

/** Of the password that it was given for: with that one it ends, as the sessions of the console do. */
export const issueStaffToken = (
  tokens: Pick<Tokens, 'issue'>,
  { id, email, password_hash: passwordHash }: Pick<StaffRow, 'id' | 'email' | 'password_hash'>,
): Promise<string> => tokens.issue({ sub: id, email, password: markOf(passwordHash) });

/**
 * Whose token it is, if it is good. Whether that one still is staff is asked of the database with every request: staff
 * are few, and whoever was disabled, or has another password, is out at once, in every process.
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

/** Tells that a hash is another one, and nothing else of it: hashes have a salt of their own. */
const markOf = (passwordHash: string): string => hashToken(passwordHash).toString('base64url', 0, 12);
