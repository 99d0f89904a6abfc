import type { SocialContext } from '../social.context.ts';
import { isStaffActive } from './staff.store.ts';

export interface StaffIdentity {
  readonly staffId: string;
  readonly email: string;
}

/**
 * Whose token it is, if it is good. Whether that one still is staff is asked of the database with every request: staff
 * are few, and whoever was disabled is out at once, in every process.
 */
export async function identifyStaff(
  context: SocialContext,
  token: string,
): Promise<StaffIdentity | undefined> {
  const { sub: staffId, email } = (await context.staffTokens.verify(token)) ?? {};
  if (typeof staffId !== 'string' || typeof email !== 'string') return undefined;
  return (await isStaffActive(context.staffSql, staffId)) ? { staffId, email } : undefined;
}
