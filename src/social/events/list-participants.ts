import type { Tag } from '../../platform/postgres/client/sql.ts';
import { decodeCursor, encodeCursor, idPattern, timePattern } from '../access/paging/cursor.rules.ts';
import { loadCards, type Card } from '../people/load-cards.ts';
import type { ViewerContext } from '../social.context.ts';
import { findAttendancesOfUser, findParticipants } from './attendance.store.ts';
import { getEvent } from './list-events.ts';

export interface ParticipantList {
  participants: (Card & { confirmed_at: string })[];
  next: string | undefined;
}

/** Lists the participants that the viewer may see, in the order of their confirmations. */
export async function listParticipants(
  context: ViewerContext,
  eventId: number | undefined,
  viewerId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<ParticipantList> {
  const event = await getEvent(context, eventId, viewerId);
  const [time, userId] = page.cursor === undefined ? [] : decodeCursor(page.cursor, [timePattern, idPattern]);
  const after =
    time === undefined || userId === undefined ? undefined : { confirmedAt: new Date(time), userId };
  const viewer = {
    id: viewerId,
    now: context.clock.now(),
    goes: event.isConfirmed,
    byDefault: context.settings.ATTENDANCE_VISIBLE_TO,
  };
  const rows = await findParticipants(context.sql, event.id, viewer, after, page.limit);
  const cards = await loadCards(
    context,
    viewerId,
    rows.map((row) => row.userId),
  );
  const confirmedAt = new Map(rows.map((row) => [row.userId, row.confirmedAt]));
  const last = rows.at(-1);
  return {
    participants: cards.map((card) => ({
      ...card,
      confirmed_at: (confirmedAt.get(card.id) ?? event.startsAt).toISOString(),
    })),
    next:
      last && rows.length === page.limit
        ? encodeCursor([last.confirmedAt.toISOString(), last.userId])
        : undefined,
  };
}

/** Returns the events that a user attends, including past ones, for the export of the user’s data. */
export async function exportAttendances(
  sql: Tag,
  userId: string,
  after: { eventId: number } | undefined,
  limit: number,
) {
  return findAttendancesOfUser(sql, userId, after?.eventId ?? 0, limit);
}
