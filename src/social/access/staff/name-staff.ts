import type { SocialContext } from '../../social.context.ts';
import { findStaffEmails } from './staff.store.ts';

export async function nameStaff(
  context: Pick<SocialContext, 'staffSql'>,
  staffIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(staffIds.filter((id) => id !== null))];
  const rows = wanted.length === 0 ? [] : await findStaffEmails(context.staffSql, wanted);
  return new Map(rows.map(({ id, email }) => [id, email]));
}
