import type { SocialContext } from '../social.context.ts';
import { isStaffActive } from './staff.store.ts';

/**
 * Whether a member of staff still is one. Asked of the database with every request: staff are few, and whoever was
 * disabled is out at once, in every process.
 */
export async function isActiveStaff(context: SocialContext, staffId: string): Promise<boolean> {
  return isStaffActive(context.sql, staffId);
}
