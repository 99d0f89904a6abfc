import { updateKinds } from '../../delivery/updates/update.rules.ts';
import { Type } from '../../../platform/http/type.ts';

export const liveParams = Type.Object({ userId: Type.String() });

const since = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'the last number that the client has received',
});
export const liveQuery = Type.Object({ since: Type.Optional(since) });
export const updatesQuery = Type.Object({
  since,
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 100 }),
});

const updateSchema = Type.Object({
  seq: Type.Integer({ description: 'increasing, possibly with gaps' }),
  type: Type.Enum([...updateKinds]),
  at: Type.String({ format: 'date-time' }),
  data: Type.Unknown({
    description:
      'message: the message; read: {by, of, upTo, read_at}, with `from` if earlier messages were not marked as read; typing: {from}; combination: {userId, combined_at}; combination_undone: {userId, undone_at}; chat_emptied, for the own chat with userId: {userId, upTo}; event: {eventId, notice: moved | cancelled | tomorrow | seat, name, startDate, eventStatus}, where seat means that the user has received a place from the waiting list; notice: as in `notices`; report: {reports: [id…], outcome: action_taken | no_breach} for own reports',
  }),
});
export const updatesSchema = Type.Object({
  updates: Type.Array(updateSchema),
  seq: Type.Integer({ description: 'send this number as `since` of the next request' }),
  more: Type.Boolean(),
  complete: Type.Boolean({
    description:
      'false: updates after `since` have been deleted (after 14 days), or `since` is beyond the last number (after a restore from backup), or a combined user was deleted or suspended or has returned; read the combinations and chats again and continue from `seq`',
  }),
});

export const presenceFields = {
  isOnline: Type.Boolean({ description: 'combined, and connected to `live` now' }),
  active_at: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'time of the other user’s last activity, to the minute; null if not combined',
  }),
};
