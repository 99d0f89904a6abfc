import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import { insertRows as insertRowsInto } from '../../../platform/postgres/insert-rows.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { PastEvent, PastMovement, PastTable } from './past/past.rules.ts';

interface LifeRow {
  began_at: Date;
  made_at: Date | null;
  endpoint_id: string | null;
}

/** Stores the first start of a sandbox, unless its PSP already has bookings. */
export async function insertBeginning(sql: Sql, owner: string, now: Date): Promise<void> {
  await sql`
    insert into merchant.sandbox_life (began_at)
    select ${now}::timestamptz where not exists (select from merchant.ledger_accounts where owner = ${owner})
    on conflict do nothing`;
}

export async function findLife(sql: Tag): Promise<LifeRow | undefined> {
  const [row] = await sql<LifeRow[]>`select began_at, made_at, endpoint_id from merchant.sandbox_life`;
  return row;
}

/** Waits for a concurrent transaction and returns false if that one has stored it. */
export async function saveMade(tx: Tx, endpointId: string, now: Date): Promise<boolean> {
  const rows = await tx`
    update merchant.sandbox_life set made_at = ${now}, endpoint_id = ${endpointId}
    where made_at is null returning began_at`;
  return rows.length > 0;
}

type Table =
  | PastTable
  | 'webhook_endpoints'
  | 'events'
  | 'webhook_deliveries'
  | 'ledger_movements'
  | 'ledger_entries';

export const insertRows = (tx: Tx, table: Table, rows: readonly object[]): Promise<void> =>
  insertRowsInto(tx, 'merchant', table, rows);

/** Inserts movements in the given order. */
export async function insertPastMovements(tx: Tx, movements: readonly PastMovement[]): Promise<void> {
  const entries = movements.flatMap(({ id, createdAt, entries: own }) =>
    own.map(({ owner, asset, amountMinor }) => ({ id, createdAt, owner, asset, amount: amountMinor })),
  );
  const accounts = await tx<{ owner: string; asset: string; id: bigint }[]>`
    select owner, asset, merchant.ledger_account(owner, asset) as id
    from unnest(${entries.map(({ owner }) => owner)}::text[], ${entries.map(({ asset }) => asset)}::text[])
      as entry (owner, asset)
    group by owner, asset`;
  // Every operation locks accounts in this order, which avoids deadlocks.
  await tx`
    select from merchant.ledger_accounts where id = any(${accounts.map(({ id }) => id)}::bigint[])
    order by id for update`;
  const ids = new Map(accounts.map(({ owner, asset, id }) => [`${owner} ${asset}`, id]));
  await insertRows(
    tx,
    'ledger_movements',
    movements.map(({ id, kind, reference, createdAt }) => ({ id, kind, reference, created_at: createdAt })),
  );
  await insertRows(
    tx,
    'ledger_entries',
    entries.map(({ id, createdAt, owner, asset, amount }) => ({
      account_id: ids.get(`${owner} ${asset}`),
      movement_id: id,
      amount,
      created_at: createdAt,
    })),
  );
}

/** Inserts events in the given order, without the customer's details, as all stored events. */
export async function insertPastEvents(tx: Tx, events: readonly PastEvent[]): Promise<void> {
  const [place] = await tx<{ era: number; position: string }[]>`
    select era, greatest(pg_current_xact_id(), pg_snapshot_xmax(pg_current_snapshot()))::text as position
    from merchant.event_era`;
  const rows = events.map((row) => ({ ...row, ...place, event: { ...row.event, customer_details: null } }));
  await insertRows(tx, 'events', rows);
}

/**
 * Stores outputs as the chain reader would have: the coins that transactions of the past block brought to addresses of
 * the wallet, and the transactions that spent them and the coins before. Coins that screening holds are not credited.
 */
export async function insertPastOutputs(tx: Tx, height: number): Promise<void> {
  await tx`
    insert into merchant.chain_outputs (coin, transaction_id, output_index, destination, amount, purpose, subject_id,
      first_seen_at, mined_at, block_height, unconfirmed, credited, credit_count, screening, spent_by, spent_height)
    select o.coin, o.transaction_id, o.output_index, o.destination, o.amount, a.purpose, a.subject_id,
      t.seen_at, t.seen_at + interval '30 s', t.block_height, false, h.id is null,
      case when h.id is null then 1 else 0 end, h.status, s.transaction_id, by.block_height
    from merchant.simulated_transactions t
    join merchant.simulated_outputs o on o.coin = t.coin and o.transaction_id = t.id
    join merchant.chain_addresses a on a.coin = o.coin and a.destination = o.destination
    left join merchant.screenings h
      on h.coin = o.coin and h.transaction_id = o.transaction_id and h.output_index = o.output_index
    left join (merchant.simulated_spends s join merchant.simulated_transactions by
        on by.coin = s.coin and by.id = s.transaction_id and by.block_height = ${height})
      on s.coin = o.coin and s.spend = o.transaction_id || ':' || o.output_index
    where t.block_height <= ${height}
    on conflict (coin, transaction_id, output_index) do update
      set spent_by = excluded.spent_by, spent_height = excluded.spent_height where excluded.spent_by is not null`;
}

/** Changes the URL of the shop's endpoint if this start uses another port. */
export async function moveEndpoint(sql: Sql, endpointId: string, url: string): Promise<void> {
  await sql`
    update merchant.webhook_endpoints set url = ${url} where id = ${endpointId} and url <> ${url}`;
}

/** Returns the next number of an account that counts its transactions. */
export async function findNextNumber(tx: Tx, coin: CoinCode): Promise<bigint> {
  const [row] = await tx<{ number: bigint | null }[]>`
    select max(number) + 1 as number from merchant.account_numbers where coin = ${coin} and account = 0`;
  return row?.number ?? 0n;
}

/** Takes address numbers from the sequence of a coin. */
export async function takeIndexes(sql: Tag, coin: CoinCode, count: number): Promise<number[]> {
  const sequence = `merchant.${coin.toLowerCase()}_address_index`;
  const rows = await sql<{ index: bigint }[]>`
    select nextval(${sequence}::text::regclass) as index from generate_series(1, ${count}::int)`;
  return rows.map((row) => Number(row.index));
}

/** Returns the credit of a paid visit, unless it was accepted by hand or already paid out to the shop. */
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
