import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { Tag } from '../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import type { MadeUpTable, PastCandle, PastEvent, PastMovement, Row } from './past/past.rules.ts';

interface LifeRow {
  began_at: Date;
  made_at: Date | null;
  endpoint_id: string | null;
}

/**
 * Remembers the first start of a sandbox; nothing where it is not the first, or where it has been remembered. Whether
 * anything was ever booked for the PSP tells a new sandbox from one that was used before there were made-up weeks.
 */
export async function rememberBeginning(sql: Sql, owner: string, now: Date): Promise<void> {
  await sql`
    insert into merchant.sandbox_life (began_at)
    select ${now}::timestamptz where not exists (select from merchant.ledger_accounts where owner = ${owner})
    on conflict do nothing`;
}

export async function findLife(sql: Tag): Promise<LifeRow | undefined> {
  const [row] = await sql<LifeRow[]>`select began_at, made_at, endpoint_id from merchant.sandbox_life`;
  return row;
}

/** Whoever holds it makes the weeks, and everybody else waits and then finds them made. */
export async function lockLife(tx: Tx): Promise<LifeRow | undefined> {
  const [row] = await tx<LifeRow[]>`
    select began_at, made_at, endpoint_id from merchant.sandbox_life for update`;
  return row;
}

export async function saveMade(tx: Tx, endpointId: string, now: Date): Promise<void> {
  await tx`update merchant.sandbox_life set made_at = ${now}, endpoint_id = ${endpointId}`;
}

/** The rows by the names of their columns, all of which the first one names. */
export async function insertRows(
  tx: Tx,
  table: MadeUpTable | 'webhook_deliveries',
  rows: readonly Row[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first)
    .map((name) => tx`${tx.identifier(name)}`)
    .reduce((list, name) => tx`${list}, ${name}`);
  await tx`
    insert into merchant.${tx.identifier(table)} (${columns})
    select ${columns} from json_populate_recordset(null::merchant.${tx.identifier(table)}, ${tx.json(toJson(rows))}::json)`;
}

/** As PostgreSQL reads them: amounts have more digits than a number of JSON keeps. */
const toJson = (rows: readonly Row[]): unknown =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
    ),
  );

/** In the order of their moments, as they would have been booked. */
export async function insertPastMovements(
  tx: Tx,
  movements: readonly (PastMovement & { readonly id: string })[],
): Promise<void> {
  const entries = movements.flatMap(({ id, createdAt, entries: own }) =>
    own.map((entry) => ({ movementId: id, createdAt: createdAt.toISOString(), ...entry })),
  );
  // First all accounts, in one order with everybody else, so that nobody waits crosswise.
  await tx`
    select id from merchant.ledger_accounts where id in (
      select merchant.ledger_account(owner, asset)
      from unnest(
        ${entries.map((entry) => entry.owner)}::text[], ${entries.map((entry) => entry.asset)}::text[])
        as entry (owner, asset) group by owner, asset)
    order by id for update`;
  await tx`
    insert into merchant.ledger_movements (id, kind, reference, created_at)
    select id, kind, reference, created_at
    from unnest(
      ${movements.map(({ id }) => id)}::uuid[], ${movements.map(({ kind }) => kind)}::text[],
      ${movements.map(({ reference }) => reference)}::text[],
      ${movements.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[])
      as given (id, kind, reference, created_at)`;
  await tx`
    with given as materialized (
      select movement_id, owner, asset, amount, created_at, place
      from unnest(
        ${entries.map((entry) => entry.movementId)}::uuid[], ${entries.map((entry) => entry.owner)}::text[],
        ${entries.map((entry) => entry.asset)}::text[], ${entries.map((entry) => entry.amountMinor)}::numeric[],
        ${entries.map((entry) => entry.createdAt)}::timestamptz[])
        with ordinality as entry (movement_id, owner, asset, amount, created_at, place)
    ), account as materialized (
      select owner, asset, merchant.ledger_account(owner, asset) as id
      from (select distinct owner, asset from given) as named)
    insert into merchant.ledger_entries (account_id, movement_id, amount, created_at)
    select account.id, given.movement_id, given.amount, given.created_at
    from given join account using (owner, asset) order by given.place`;
}

/** For those who ask; nothing of the customer, as in every event. */
export async function insertPastEvents(tx: Tx, pspId: number, events: readonly PastEvent[]): Promise<void> {
  await tx`
    insert into merchant.events
      (psp_id, era, position, order_id, payment_id, event_type, event_sequence, occurred_at, event)
    select ${pspId}::int, (select era from merchant.event_era),
      greatest(pg_current_xact_id(), pg_snapshot_xmax(pg_current_snapshot())), order_id, payment_id, event_type,
      event_sequence, occurred_at, event
    from unnest(
      ${events.map(({ orderId }) => orderId)}::uuid[], ${events.map(({ paymentId }) => paymentId)}::uuid[],
      ${events.map(({ eventType }) => eventType)}::text[], ${events.map(({ sequence }) => sequence)}::bigint[],
      ${events.map(({ occurredAt }) => occurredAt.toISOString())}::timestamptz[],
      ${events.map(({ event }) => JSON.stringify({ ...event, customer_details: null }))}::json[])
      with ordinality as given (order_id, payment_id, event_type, event_sequence, occurred_at, event, place)
    order by place`;
}

export async function insertPastCandles(tx: Tx, candles: readonly PastCandle[]): Promise<void> {
  await tx`
    insert into merchant.rate_history (pair, starts_at, seconds, open, high, low, close)
    select * from unnest(
      ${candles.map(({ pair }) => pair)}::text[],
      ${candles.map(({ startsAtMs }) => new Date(startsAtMs).toISOString())}::timestamptz[],
      ${candles.map(({ seconds }) => seconds)}::int[], ${candles.map(({ open }) => open)}::numeric[],
      ${candles.map(({ high }) => high)}::numeric[], ${candles.map(({ low }) => low)}::numeric[],
      ${candles.map(({ close }) => close)}::numeric[])
    on conflict do nothing`;
}

/** Coins of the wallet that payouts of the past have used. */
export async function markSpent(
  tx: Tx,
  coin: CoinCode,
  { transactionId, index }: { readonly transactionId: string; readonly index: number },
  spentBy: string,
  height: number,
): Promise<void> {
  await tx`
    update merchant.chain_outputs set spent_by = ${spentBy}, spent_height = ${height}
    where coin = ${coin} and transaction_id = ${transactionId} and output_index = ${index}`;
}

export async function insertPastEndpoint(
  tx: Tx,
  endpoint: { id: string; pspId: number; url: string; sealedSecret: Buffer; createdAt: Date },
): Promise<void> {
  await tx`
    insert into merchant.webhook_endpoints (id, psp_id, url, sealed_secret, created_at)
    values (${endpoint.id}, ${endpoint.pspId}, ${endpoint.url}, ${endpoint.sealedSecret}, ${endpoint.createdAt})`;
}

/** The port may be another than when it was made. */
export async function moveEndpoint(sql: Sql, endpointId: string, url: string): Promise<void> {
  await sql`
    update merchant.webhook_endpoints set url = ${url} where id = ${endpointId} and url <> ${url}`;
}

/** The last number of an account that counts its transactions; none before the first. */
export async function findLastNumber(tx: Tx, coin: CoinCode): Promise<bigint | null> {
  const [row] = await tx<{ number: bigint | null }[]>`
    select max(number) as number from merchant.account_numbers where coin = ${coin} and account = 0`;
  return row?.number ?? null;
}

/** From a sequence: nobody else gets these. */
export async function takeIndexes(sql: Tag, coin: CoinCode, count: number): Promise<number[]> {
  const sequence = `merchant.${coin.toLowerCase()}_address_index`;
  const rows = await sql<{ index: bigint }[]>`
    select nextval(${sequence}::text::regclass) as index from generate_series(1, ${count}::int)`;
  return rows.map((row) => Number(row.index));
}

/** What a made-up visit has brought and the shop was not paid out yet; nothing of any other payment. */
export async function findUnsettledVisit(
  tx: Tx,
  paymentId: string,
  prefix: string,
  reference: string,
): Promise<bigint | undefined> {
  const [row] = await tx<{ cents: bigint | null }[]>`
    select p.settled_euro_amount as cents from merchant.payments p
    where p.id = ${paymentId} and p.psp_id = 1 and starts_with(p.payment_reference, ${prefix})
      and p.status = 'PAID' and p.accepted_at is null and not exists (
        select from merchant.ledger_movements m where m.kind = 'adjustment' and m.reference = ${reference})`;
  return row?.cents ?? undefined;
}
