import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { recordAudit } from '../../protection/audit/record-audit.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import { preparePicture, removePicture, storePicture } from '../../users/pictures/store-picture.ts';
import type { AccountsSession } from '../../sessions/find-session.ts';
import { readName } from '../../../platform/identity/name.rules.ts';
import { updateProfile } from './me.store.ts';

interface ProfileChange {
  user_Fname?: string | undefined;
  user_Lname?: string | undefined;
  /** An empty text removes the picture. */
  user_profilepic?: string | undefined;
  language?: string | undefined;
}

const changeable = ['user_Fname', 'user_Lname', 'user_profilepic', 'language'] as const;

export async function changeMe(
  context: AccountsContext,
  session: AccountsSession,
  change: ProfileChange,
  visitor: Visitor,
  signal?: AbortSignal,
): Promise<void> {
  const { user_Fname: first, user_Lname: last, user_profilepic: base64 } = change;
  const firstName = first === undefined ? null : readName(first, 'user_Fname');
  const lastName = last === undefined ? null : readName(last, 'user_Lname');
  const picture = base64 ? await preparePicture(base64, signal) : undefined;
  const { userId } = session;
  await transaction(context.sql, async (tx) => {
    await updateProfile(tx, userId, { firstName, lastName, language: change.language ?? null });
    if (picture) await storePicture(tx, context, userId, picture);
    if (base64 === '') await removePicture(tx, userId);
    const changed = changeable.filter((field) => change[field] !== undefined);
    const detail = { fields: changed.join(' ') };
    recordAudit(tx, context, { event: 'profile_changed', userId, visitor, detail });
  });
}
