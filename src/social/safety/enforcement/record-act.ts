import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { queueMails } from '../../../platform/mail/mail.ts';
import { schedulePush } from '../../delivery/devices/schedule-push.ts';
import type { SocialContext } from '../../social.context.ts';
import { announceUpdates, recordUpdates } from '../../delivery/updates/record-update.ts';
import { isTold, noticeOf, type Act, type ActKind } from './act.rules.ts';
import { writeActMail } from './act-mail.rules.ts';
import { findAddress, insertAct } from './act.store.ts';

export interface ActInput {
  userId: string;
  kind: ActKind;
  /** Null if a rule performs the act. */
  staffId: string | null;
  reason: string;
  note?: string;
  subject?: string | null;
  until?: Date | null;
  reportIds?: readonly string[];
  appealId?: string | null;
}

export interface RecordedAct {
  act: Act;
  /** Call it after the commit. */
  announce: () => void;
}

/**
 * Records an act in the transaction that performs it, with the user’s row locked. Notifies the user: in the list of
 * notices, in updates, by mail if an address is known, and by push except for a suspension.
 */
export async function recordAct(tx: Tx, context: SocialContext, input: ActInput): Promise<RecordedAct> {
  const { userId, kind, staffId, reason, note = '', subject = null, until = null } = input;
  const createdAt = context.clock.now();
  const act: Act = { id: newId(createdAt.getTime()), kind, reason, subject, until, createdAt };
  const { reportIds = [], appealId = null } = input;
  await insertAct(tx, { ...act, userId, staffId, note, reportIds, appealId });
  const log = () =>
    context.log.info({ act: act.id, kind, user: userId, staff: staffId }, 'a user was moderated');
  if (!isTold(kind)) return { act, announce: log };
  await recordUpdates(tx, context, [{ userId, kind: 'notice', body: noticeOf(act) }]);
  if (kind !== 'suspend')
    await schedulePush(tx, context, userId, { kind: 'notice', noticeId: act.id, act: kind });
  await mailAct(tx, context, userId, act);
  const announce = (): void => {
    log();
    announceUpdates(context, [userId]);
  };
  return { act, announce };
}

/** Sends a mail regardless of the user’s alert settings, because a moderation notice is not an alert. */
async function mailAct(tx: Tx, context: SocialContext, userId: string, act: Act): Promise<void> {
  const address = await findAddress(tx, userId);
  const mail = address && writeActMail(act, address.language);
  if (mail) queueMails(tx, context, [{ to: address.email, ...mail }]);
}
