import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { Event } from './event.rules.ts';

/** Fields of an event that staff set. */
export type EventPlan = Pick<
  Event,
  | 'name'
  | 'description'
  | 'image'
  | 'startsAt'
  | 'endsAt'
  | 'timezone'
  | 'status'
  | 'category'
  | 'venueName'
  | 'streetAddress'
  | 'cityId'
  | 'latitude'
  | 'longitude'
  | 'organizerName'
  | 'organizerUrl'
  | 'offerUrl'
  | 'offerPriceMinor'
  | 'offerCurrency'
  | 'capacity'
  | 'spotlightFrom'
  | 'spotlightUntil'
  | 'spotlightPosition'
> & { categoryKey: string; words: string };

/**
 * Locks an event until the end of the transaction, against confirmations and changes. Returns false if it does not
 * exist.
 */
export async function lockEvent(tx: Tx, eventId: number): Promise<boolean> {
  const rows = await tx`select from social.events where id = ${eventId} for update`;
  return rows.length === 1;
}

export async function insertEvent(
  tx: Tx,
  plan: EventPlan,
  now: Date,
  formId: string | null = null,
): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into social.events (
      name, description, image, starts_at, ends_at, timezone, status, category, category_key, venue_name,
      street_address, city_id, latitude, longitude, organizer_name, organizer_url, offer_url, offer_price_minor,
      offer_currency, capacity, spotlight_from, spotlight_until, spotlight_position, words, created_at, updated_at, form_id)
    values (
      ${plan.name}, ${plan.description}, ${plan.image}, ${plan.startsAt}, ${plan.endsAt}, ${plan.timezone},
      ${plan.status}, ${plan.category}, ${plan.categoryKey}, ${plan.venueName}, ${plan.streetAddress}, ${plan.cityId},
      ${plan.latitude}, ${plan.longitude}, ${plan.organizerName}, ${plan.organizerUrl}, ${plan.offerUrl},
      ${plan.offerPriceMinor}, ${plan.offerCurrency}, ${plan.capacity}, ${plan.spotlightFrom}, ${plan.spotlightUntil},
      ${plan.spotlightPosition}, to_tsvector('simple', ${plan.words}), ${now}, ${now}, ${formId})
    returning id`;
  return row?.id ?? 0;
}

/** Returns the event created by an earlier submission of this form. */
export async function findEventOfForm(sql: Sql | Tx, formId: string): Promise<number | undefined> {
  const [row] = await sql<{ id: number }[]>`select id from social.events where form_id = ${formId}`;
  return row?.id;
}

export async function updateEvent(tx: Tx, eventId: number, plan: EventPlan, now: Date): Promise<void> {
  await tx`
    update social.events set
      name = ${plan.name}, description = ${plan.description}, image = ${plan.image}, starts_at = ${plan.startsAt},
      ends_at = ${plan.endsAt}, timezone = ${plan.timezone}, status = ${plan.status}, category = ${plan.category},
      category_key = ${plan.categoryKey}, venue_name = ${plan.venueName}, street_address = ${plan.streetAddress},
      city_id = ${plan.cityId}, latitude = ${plan.latitude}, longitude = ${plan.longitude},
      organizer_name = ${plan.organizerName}, organizer_url = ${plan.organizerUrl}, offer_url = ${plan.offerUrl},
      offer_price_minor = ${plan.offerPriceMinor}, offer_currency = ${plan.offerCurrency}, capacity = ${plan.capacity},
      spotlight_from = ${plan.spotlightFrom}, spotlight_until = ${plan.spotlightUntil},
      spotlight_position = ${plan.spotlightPosition}, words = to_tsvector('simple', ${plan.words}),
      revision = revision + 1, updated_at = ${now}
    where id = ${eventId}`;
}

export async function markCancelled(tx: Tx, eventId: number, now: Date): Promise<void> {
  await tx`
    update social.events set status = 'EventCancelled', revision = revision + 1, updated_at = ${now}
    where id = ${eventId} and status <> 'EventCancelled'`;
}

/** Returns all events, newest first, for staff. */
export async function findEventIds(sql: Sql, before: number, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from social.events where id < ${before} order by id desc limit ${limit}`;
  return rows.map((row) => row.id);
}
