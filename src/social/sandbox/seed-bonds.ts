import assert from 'node:assert/strict';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { pairOf } from '../people/pairs/pair.rules.ts';
import { copyPictures, insertTownRows, suspendPeople } from './bonds.store.ts';
import { makeBonds, type Bond } from './town-bonds.rules.ts';
import { eventReports, incidents, suspensions, type Incident } from './town-chats.rules.ts';
import type { Town } from './town.rules.ts';
import type { SeededPerson } from './town.store.ts';

const hourMs = 3_600_000;

/** A bond with the ids that its rows have. */
interface WrittenBond extends Bond {
  oneId: string;
  otherId: string;
  messageIds: string[];
}

interface SeededTown {
  town: Town;
  people: readonly SeededPerson[];
  /** Ids of the people who are in the database. */
  inserted: ReadonlySet<string>;
  eventIds: readonly number[];
}

/** Writes the likes, chats, reports and appeals of the town. */
export async function seedBonds(
  tx: Tx,
  { town, people, inserted, eventIds }: SeededTown,
  now: Date,
): Promise<void> {
  const bonds = makeBonds(town, now);
  const idOf = (index: number): string => people[index]?.id ?? '';
  const written = (bond: Bond): WrittenBond => ({
    ...bond,
    oneId: idOf(bond.one),
    otherId: idOf(bond.other),
    messageIds: bond.messages.map(({ at }) => newId(at.getTime())),
  });
  const areThere = (...indexes: number[]): boolean => indexes.every((index) => inserted.has(idOf(index)));
  const combinations = bonds.combinations.filter(({ one, other }) => areThere(one, other));
  const reported = bonds.reported.flatMap((bond, index) => {
    const incident = [...incidents, ...suspensions][index];
    return incident && areThere(bond.one, bond.other) ? [{ incident, bond: written(bond) }] : [];
  });
  const all = [...combinations.map(written), ...reported.map(({ bond }) => bond)];
  await insertTownRows(tx, 'pairs', [
    ...all.map(combine),
    ...bonds.likes
      .filter(({ from, to }) => areThere(from, to))
      .map(({ from, to, at }) => like(idOf(from), idOf(to), at)),
  ]);
  const talking = all.filter(({ messages }) => messages.length > 0);
  await insertTownRows(tx, 'chats', talking.map(chatOf));
  await insertTownRows(tx, 'messages', talking.flatMap(messagesOf));
  await seedReports(tx, reported, people, now);
  await insertTownRows(
    tx,
    'reports',
    eventReports.map(({ event, category, reason, hoursAgo }, index) => {
      const created_at = new Date(now.getTime() - hoursAgo * hourMs);
      const { name, description } = town.events[event] ?? {};
      const reporter_id = areThere(30 + index) ? idOf(30 + index) : null;
      return {
        id: newId(created_at.getTime()),
        reporter_id,
        event_id: eventIds[event],
        category,
        reason,
        reported_name: name,
        reported_about: description,
        created_at,
        note: '',
      };
    }),
  );
}

const combine = ({ oneId, otherId, combinedAt }: WrittenBond): object => ({
  ...pairRow(oneId, otherId),
  low_liked_at: new Date(combinedAt.getTime() - hourMs),
  high_liked_at: combinedAt,
  combined_at: combinedAt,
  combination_id: newId(combinedAt.getTime()),
});

const like = (fromId: string, toId: string, at: Date): object => ({
  ...pairRow(fromId, toId),
  low_liked_at: fromId < toId ? at : null,
  high_liked_at: fromId < toId ? null : at,
  combined_at: null,
  combination_id: null,
});

function pairRow(oneId: string, otherId: string): { low_id: string; high_id: string } {
  const { lowId, highId } = pairOf(oneId, otherId);
  return { low_id: lowId, high_id: highId };
}

function chatOf(bond: WrittenBond): object {
  const { oneId, otherId, messages, messageIds, unread } = bond;
  const isOneLow = oneId < otherId;
  // The person who wrote last has read everything.
  const isLowReading = messages.at(-1)?.isByOne !== isOneLow;
  const lastId = messageIds.at(-1);
  const readId = messageIds.at(-1 - unread) ?? null;
  return {
    ...pairRow(oneId, otherId),
    last_message_id: lastId,
    low_unread: isLowReading ? unread : 0,
    high_unread: isLowReading ? 0 : unread,
    low_read_id: isLowReading ? readId : lastId,
    high_read_id: isLowReading ? lastId : readId,
  };
}

const messagesOf = ({ oneId, otherId, messages, messageIds, unread }: WrittenBond): object[] =>
  messages.map(({ isByOne, at, body }, index) => ({
    ...pairRow(oneId, otherId),
    id: messageIds[index],
    from_low: isByOne === oneId < otherId,
    body,
    read_at: index < messages.length - unread ? new Date(at.getTime() + 30_000) : null,
    hidden_from_low: false,
    hidden_from_high: false,
  }));

async function seedReports(
  tx: Tx,
  reported: readonly { incident: Incident; bond: WrittenBond }[],
  people: readonly SeededPerson[],
  now: Date,
): Promise<void> {
  const cases = reported.map(({ incident, bond }) => {
    const person = people[bond.one];
    assert(person);
    const at = new Date(now.getTime() - incident.hoursAgo * hourMs);
    const suspension = suspensions.find((each) => each === incident);
    // Staff decide three hours after the report, and the appeal comes two hours later.
    const decidedAt = new Date(at.getTime() + 3 * hourMs);
    const actId = newId(decidedAt.getTime());
    return { bond, incident, person, at, suspension, decidedAt, actId, id: newId(at.getTime()) };
  });
  await insertTownRows(
    tx,
    'reports',
    cases.map(({ id, bond, incident, person, at, suspension, decidedAt, actId }) => ({
      id,
      reporter_id: bond.otherId,
      reported_id: bond.oneId,
      created_at: at,
      category: incident.category,
      reason: incident.reason,
      note: suspension?.note ?? '',
      reported_name: person.name,
      reported_about: person.about,
      closed_at: suspension ? decidedAt : null,
      settled_by: suspension ? actId : null,
    })),
  );
  await insertTownRows(
    tx,
    'report_messages',
    cases.flatMap(({ id, bond }) =>
      bond.messages.map(({ isByOne, body }, index) => ({
        report_id: id,
        message_id: bond.messageIds[index],
        from_reporter: !isByOne,
        body,
      })),
    ),
  );
  await copyPictures(
    tx,
    cases.flatMap(({ id, incident }) => (incident.withPhoto ? [id] : [])),
  );
  const suspended = cases.flatMap(({ suspension, decidedAt, ...rest }) => {
    if (!suspension) return [];
    const until = suspension.days && new Date(decidedAt.getTime() + suspension.days * 24 * hourMs);
    const appealedAt = new Date(decidedAt.getTime() + 2 * hourMs);
    return [{ ...rest, suspension, decidedAt, until: until || null, appealedAt, userId: rest.bond.oneId }];
  });
  await insertTownRows(
    tx,
    'moderation_acts',
    suspended.map(({ actId, userId, suspension, until, id, decidedAt }) => ({
      id: actId,
      user_id: userId,
      kind: 'suspend',
      reason: suspension.decision,
      note: suspension.note,
      until,
      report_ids: [id],
      created_at: decidedAt,
    })),
  );
  await insertTownRows(
    tx,
    'appeals',
    suspended.map(({ userId, actId, suspension, appealedAt }) => ({
      id: newId(appealedAt.getTime()),
      user_id: userId,
      act_id: actId,
      body: suspension.appeal,
      created_at: appealedAt,
    })),
  );
  await suspendPeople(
    tx,
    suspended.map(({ userId, actId, until, appealedAt }) => ({ userId, actId, until, appealedAt })),
  );
}
