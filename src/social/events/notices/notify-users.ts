import type { Tx } from '../../../platform/postgres/client/database.ts';
import { queueMails } from '../../../platform/mail/mail.ts';
import { schedulePushToMany } from '../../delivery/devices/schedule-push.ts';
import { announceUpdates, recordUpdates } from '../../delivery/updates/record-update.ts';
import type { EventNotice } from '../../delivery/updates/update.rules.ts';
import type { SocialContext } from '../../social.context.ts';
import { writeNoticeMail } from './notice-mail.rules.ts';
import { updateBodyOf } from './notice.rules.ts';
import { findAddresses, findNoticedEvent } from './notice.store.ts';
import { unsubscribeHeaders, unsubscribeUrl } from './unsubscribe.ts';

/**
 * Notifies users in the transaction of the change, so that each is notified once: by an update, by push, and by mail if
 * an address is known. `waited` users have no seat. Call the result after the commit.
 */
export async function notifyUsers(
  tx: Tx,
  context: SocialContext,
  { eventId, kind: notice }: { eventId: number; kind: EventNotice },
  userIds: readonly string[],
  { waited = false } = {},
): Promise<() => void> {
  const event = userIds.length === 0 ? undefined : await findNoticedEvent(tx, eventId);
  if (!event) return () => {};
  const body = updateBodyOf(event, notice);
  await recordUpdates(
    tx,
    context,
    userIds.map((userId) => ({ userId, kind: 'event' as const, body })),
  );
  await schedulePushToMany(tx, context, userIds, {
    kind: 'event',
    eventId,
    notice,
    ...(waited && { waited: true as const }),
  });
  // Sent to everyone, because people would otherwise go to an event that does not take place.
  const isAlways = notice === 'cancelled';
  const addresses = await findAddresses(tx, userIds, context.clock.now(), { isAlways });
  const mails = addresses.map(({ userId, email, language }) => {
    const link = unsubscribeUrl(context, userId);
    return {
      to: email,
      ...writeNoticeMail(event, notice, language, link),
      headers: unsubscribeHeaders(link),
    };
  });
  queueMails(tx, context, mails);
  return () => announceUpdates(context, userIds);
}
