import { updateKinds } from '../updates/update.rules.ts';
import { Type } from '../../platform/http/type.ts';

export const liveParams = Type.Object({ userId: Type.String() });

const since = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'the last number that the client has',
});
export const liveQuery = Type.Object({ since: Type.Optional(since) });
export const updatesQuery = Type.Object({
  since,
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 100 }),
});

const updateSchema = Type.Object({
  seq: Type.Integer({ description: 'grows; numbers may be missing' }),
  type: Type.Enum([...updateKinds]),
  at: Type.String({ format: 'date-time' }),
  data: Type.Unknown({
    description:
      'message: the message; read: {by, of, upTo, read_at}, with `from` where nothing before that message was read by it; typing: {from}; combination: {userId, combined_at}; combination_undone: {userId, undone_at}; chat_emptied, of one’s own chat with userId: {userId, upTo}; event: {eventId, notice: moved | cancelled | tomorrow | seat, name, startDate, eventStatus}, where seat means that the waiting is over and the user takes part; notice: as in `notices`; report: {reports: [id…], outcome: action_taken | no_breach} of one’s own reports',
  }),
});
export const updatesSchema = Type.Object({
  updates: Type.Array(updateSchema),
  seq: Type.Integer({ description: 'ask again since this number' }),
  more: Type.Boolean(),
  complete: Type.Boolean({
    description:
      'false: updates after `since` have been forgotten (14 days), or `since` is beyond the last, as after a backup was restored, or somebody whom the user is combined with has been deleted or suspended, or is back; read the combinations and chats again and go on from `seq`',
  }),
});

/** Of somebody with whom the asker is combined. */
export const presenceFields = {
  isOnline: Type.Boolean({ description: 'combined, and connected to `live` now' }),
  active_at: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'when the other was last seen to sign in or look around, to the minute; null for strangers',
  }),
};
