import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { addCampaign } from '../publishing/advertisements/manage-campaigns.ts';
import type { City } from '../people/cities/city.rules.ts';
import { findCity } from '../people/cities/find-city.ts';
import { addEvent } from '../events/change-event.ts';
import { addText } from '../publishing/presentation/publish-text.ts';
import { dayOf } from '../people/person.rules.ts';
import type { SocialContext } from '../social.context.ts';
import { seedBonds } from './seed-bonds.ts';
import { makeTown, startOf, type Town } from './town.rules.ts';
import { campaigns, cities, presentation, terms } from './town-words.rules.ts';
import {
  claimTown,
  insertAttendances,
  insertPeople,
  insertPortraits,
  moveTown,
  type SeededPerson,
} from './town.store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Builds the town once per database, in one transaction, even if several processes start at once. Later starts move its
 * dates into the future.
 */
export async function seedTown(context: SocialContext): Promise<boolean> {
  return transaction(context.sql, async (tx) => {
    const now = context.clock.now();
    if (!(await claimTown(tx, now))) {
      await moveTown(tx, now);
      return false;
    }
    const town = makeTown(dayOf(now));
    const homes: City[] = [];
    for (const name of cities) {
      const city = await findCity(tx, name);
      if (!city) throw new Error(`there is no city ${name}`);
      homes.push(city);
    }
    const people = town.people.map((person): SeededPerson => {
      const home = homes[person.city];
      if (!home) throw new Error('a person lives nowhere');
      return { ...person, id: newId(now.getTime()), home };
    });
    const inserted = await insertPeople(tx, people, now);
    await insertPortraits(tx, people.flatMap(portraitsOf), now);
    const eventIds = await addEvents(tx, context, town, homes, now);
    await insertAttendances(
      tx,
      town.attendances.map(({ person, event }) => ({
        userId: people[person]?.id ?? '',
        eventId: eventIds[event] ?? 0,
      })),
      now,
    );
    await seedBonds(tx, { town, people, inserted, eventIds }, now);
    await publish(tx, context, homes, now);
    return true;
  });
}

const portraitsOf = (person: SeededPerson) =>
  person.photos.map((seed, index) => ({
    id: newId(),
    userId: person.id,
    position: index + 1,
    link: `/portraits/${seed}.svg`,
  }));

async function addEvents(
  tx: Tx,
  context: SocialContext,
  town: Town,
  homes: readonly City[],
  now: Date,
): Promise<number[]> {
  const after = (start: Date, hours: number): string =>
    new Date(start.getTime() + hours * hourMs).toISOString();
  const ids: number[] = [];
  for (const event of town.events) {
    const home = homes[event.city];
    const start = startOf(event, now);
    ids.push(
      await addEvent(tx, context, {
        name: event.name,
        description: event.description,
        category: event.category,
        image: `/posters/${event.poster}.svg`,
        startDate: start.toISOString(),
        endDate: after(start, event.hours),
        location: {
          name: `Espaço ${event.venue}`,
          streetAddress: event.street,
          city: home?.name ?? '',
          state: home?.state,
        },
        organizer: { name: `Coletivo ${event.venue}`, url: 'https://coletivo.example/' },
        ...(event.price === null ? {} : { offers: { price: event.price, priceCurrency: 'BRL' } }),
        maximumAttendeeCapacity: event.capacity,
        ...(event.spotlight === null
          ? {}
          : { spotlight: { from: after(now, -1), until: after(now, 45 * 24), position: event.spotlight } }),
      }),
    );
  }
  return ids;
}

async function publish(tx: Tx, context: SocialContext, homes: readonly City[], now: Date): Promise<void> {
  for (const [language, body] of Object.entries(presentation)) {
    await addText(tx, context, { kind: 'presentation', language, body });
  }
  for (const [language, body] of Object.entries(terms)) {
    await addText(tx, context, { kind: 'terms', language, body });
  }
  for (const { cities: where, ...campaign } of campaigns) {
    await addCampaign(
      tx,
      {
        ...campaign,
        id: newId(now.getTime()),
        starts_at: now,
        ends_at: new Date(now.getTime() + 365 * dayMs),
        city_ids: where.flatMap((index) => homes[index]?.id ?? []),
        stopped_at: null,
      },
      now,
    );
  }
}
