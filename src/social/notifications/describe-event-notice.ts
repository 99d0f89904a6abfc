import type { PushNote, PushPayload } from '../devices/push.rules.ts';
import { findEventOfUser } from '../events/list-events.ts';
import type { SocialContext } from '../social.context.ts';

/** Nothing any more to whoever does not take part by now and did not wait for it, or once the event is over, or has begun where it was announced. */
export async function describeEventNotice(
  context: SocialContext,
  userId: string,
  { eventId, notice, waited }: Extract<PushNote, { kind: 'event' }>,
): Promise<PushPayload | undefined> {
  const event = await findEventOfUser(context, eventId, userId);
  if (!event || !(event.isConfirmed || waited === true)) return undefined;
  const end = notice === 'tomorrow' ? event.startsAt : event.endsAt;
  const isOff = event.status === 'EventCancelled' && notice !== 'cancelled';
  if (isOff || end.getTime() <= context.clock.nowMs()) return undefined;
  return {
    type: 'event',
    eventId: String(eventId),
    notice,
    name: event.name,
    startDate: event.startsAt.toISOString(),
  };
}
