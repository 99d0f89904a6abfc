import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type {
  DecisionKind,
  DecisionStatus,
  OutputKey,
  UnassignedPlace,
  UnassignedSort,
  UnassignedState,
} from './unassigned.rules.ts';

export interface UnassignedRow {
  coin: CoinCode;
  transaction_id: string;
  output_index: number;
  destination: string;
  /** Null for our shared account with an unknown tag. */
  address: string | null;
  amount: bigint;
  first_seen_at: Date;
  unconfirmed: boolean;
  confirmations: bigint;
  final: boolean;
  spent_by: string | null;
  decision_id: string | null;
  kind: DecisionKind | null;
  status: DecisionStatus | null;
  subject_id: string | null;
  payout_id: string | null;
  proposed_by: string | null;
  decided_by: string | null;
  /** The owner of the payment or the deposit address. */
  psp_id: number | null;
  customer_reference_id: string | null;
}

export interface UnassignedQuery {
  readonly state: UnassignedState;
  readonly sort: UnassignedSort;
  readonly coin: CoinCode | undefined;
  readonly leastMinor: bigint | undefined;
  readonly after: UnassignedPlace | undefined;
  readonly limit: number;
}

const sources = {
  open: (sql: Tag) => sql`merchant.chain_outputs where subject_id is null`,
  assigned: (sql: Tag) => sql`merchant.unassigned_decisions where status = 'done' and kind <> 'return'`,
  returned: (sql: Tag) => sql`merchant.unassigned_decisions where status <> 'rejected' and kind = 'return'`,
} satisfies Record<UnassignedState, (sql: Tag) => unknown>;

/** Both orders have an index and are unique. */
const orders = {
  newest: (sql: Tag) => sql`first_seen_at desc, coin desc, transaction_id desc, output_index desc`,
  largest: (sql: Tag) => sql`coin desc, amount desc, transaction_id desc, output_index desc`,
} satisfies Record<UnassignedSort, (sql: Tag) => unknown>;

const following = {
  newest: (sql: Tag, { firstSeenAt, coin, transactionId, outputIndex }: UnassignedPlace) => sql`
    and (first_seen_at, coin, transaction_id, output_index)
      < (${firstSeenAt}::timestamptz, ${coin}, ${transactionId}, ${outputIndex}::integer)`,
  largest: (sql: Tag, { amountMinor, coin, transactionId, outputIndex }: UnassignedPlace) => sql`
    and (coin, amount, transaction_id, output_index)
      < (${coin}, ${amountMinor}::numeric, ${transactionId}, ${outputIndex}::integer)`,
} satisfies Record<UnassignedSort, unknown>;

export async function selectUnassigned(sql: Tag, query: UnassignedQuery): Promise<UnassignedRow[]> {
  const { state, sort, coin, leastMinor, after, limit } = query;
  return sql<UnassignedRow[]>`
    select o.coin, o.transaction_id, o.output_index, o.destination, a.address, picked.amount, picked.first_seen_at,
      o.unconfirmed, case when o.block_height is null then 0 else s.height - o.block_height + 1 end as confirmations,
      coalesce(o.block_height <= s.final_height, false) as final, o.spent_by, d.id as decision_id, d.kind, d.status,
      d.subject_id, d.payout_id, d.proposed_by, d.decided_by, coalesce(p.psp_id, c.psp_id) as psp_id,
      c.customer_reference_id
    from (
      select coin, transaction_id, output_index, amount, first_seen_at from ${sources[state](sql)}
        ${coin === undefined ? sql`` : sql`and coin = ${coin}`}
        ${leastMinor === undefined ? sql`` : sql`and amount >= ${leastMinor}::numeric`}
        ${after === undefined ? sql`` : following[sort](sql, after)}
      order by ${orders[sort](sql)} limit ${limit}
    ) picked
    join merchant.chain_outputs o on o.coin = picked.coin and o.transaction_id = picked.transaction_id
      and o.output_index = picked.output_index
    join merchant.chain_states s on s.coin = o.coin
    left join merchant.chain_addresses a on a.coin = o.coin and a.destination = o.destination
    left join merchant.unassigned_decisions d on d.coin = o.coin and d.transaction_id = o.transaction_id
      and d.output_index = o.output_index and d.status <> 'rejected'
    left join merchant.payments p on d.kind = 'payment' and p.id = d.subject_id
    left join merchant.deposit_addresses c on d.kind = 'deposit' and c.id = d.subject_id
    order by ${sort === 'newest' ? sql`picked.first_seen_at desc, o.coin desc` : sql`o.coin desc, picked.amount desc`},
      o.transaction_id desc, o.output_index desc`;
}

export interface OutputRow {
  destination: string;
  amount: bigint;
  first_seen_at: Date;
  credit_count: number;
  subject_id: string | null;
  confirmations: number;
  final: boolean;
  spent_by: string | null;
  /** True if a decision exists or is proposed. */
  decided: boolean;
}

/** Locks an output against other decisions until the commit. */
export async function lockOutput(tx: Tx, key: OutputKey): Promise<OutputRow | undefined> {
  const locked = await tx`
    select from merchant.chain_outputs
    where coin = ${key.coin} and transaction_id = ${key.transactionId} and output_index = ${key.outputIndex}
    for update`;
  if (locked.length === 0) return undefined;
  // A separate statement, so that it sees rows committed during the wait for the lock.
  const [row] = await tx<OutputRow[]>`
    select o.destination, o.amount, o.first_seen_at, o.credit_count, o.subject_id, o.spent_by,
      (case when o.block_height is null then 0 else s.height - o.block_height + 1 end)::integer as confirmations,
      coalesce(o.block_height <= s.final_height, false) as final,
      exists (
        select from merchant.unassigned_decisions d
        where d.coin = o.coin and d.transaction_id = o.transaction_id and d.output_index = o.output_index
          and d.status <> 'rejected') as decided
    from merchant.chain_outputs o join merchant.chain_states s on s.coin = o.coin
    where o.coin = ${key.coin} and o.transaction_id = ${key.transactionId} and o.output_index = ${key.outputIndex}`;
  return row;
}

export interface TargetRow {
  subject_id: string;
  psp_id: number;
  /** The destination for this coin; null if the target has none. */
  destination: string | null;
}

/** Finds the payment's destination, from the newest quote of the coin. */
export async function findPaymentTarget(
  tx: Tx,
  coin: CoinCode,
  paymentId: string,
): Promise<TargetRow | undefined> {
  const [row] = await tx<TargetRow[]>`
    select p.id as subject_id, p.psp_id, (
      select c.destination from merchant.payment_choices c
      where c.payment_id = p.id and c.coin = ${coin} order by c.chosen_at desc, c.id desc limit 1) as destination
    from merchant.payments p where p.id = ${paymentId}`;
  return row;
}

const depositTarget = (sql: Tag) => sql`
  select d.id as subject_id, d.psp_id, (
    select a.destination from merchant.chain_addresses a
    where a.subject_id = d.id and a.coin = d.coin and a.address = d.address limit 1) as destination
  from merchant.deposit_addresses d`;

export async function findCustomerTarget(
  tx: Tx,
  coin: CoinCode,
  pspId: number,
  reference: string,
): Promise<TargetRow | undefined> {
  const [row] = await tx<TargetRow[]>`
    ${depositTarget(tx)} where d.psp_id = ${pspId} and d.customer_reference_id = ${reference} and d.coin = ${coin}`;
  return row;
}

export async function findDepositTarget(tx: Tx, addressId: string): Promise<TargetRow | undefined> {
  const [row] = await tx<TargetRow[]>`${depositTarget(tx)} where d.id = ${addressId}`;
  return row;
}

export interface Decision {
  id: string;
  coin: CoinCode;
  transaction_id: string;
  output_index: number;
  amount: bigint;
  first_seen_at: Date;
  kind: DecisionKind;
  subject_id: string | null;
  payout_id: string | null;
  status: DecisionStatus;
  proposed_by: string;
  created_at: Date;
}

export async function insertDecision(tx: Tx, decision: Decision): Promise<void> {
  await tx`
    insert into merchant.unassigned_decisions (
      id, coin, transaction_id, output_index, amount, first_seen_at, kind, subject_id, payout_id, status, proposed_by,
      created_at)
    values (
      ${decision.id}, ${decision.coin}, ${decision.transaction_id}, ${decision.output_index}, ${decision.amount},
      ${decision.first_seen_at}, ${decision.kind}, ${decision.subject_id}, ${decision.payout_id}, ${decision.status},
      ${decision.proposed_by}, ${decision.created_at})`;
}

const decisionColumns = (sql: Tag) => sql`
  id, coin, transaction_id, output_index, amount, first_seen_at, kind, subject_id, payout_id, status, proposed_by,
  created_at`;

export async function lockDecision(tx: Tx, id: string): Promise<Decision | undefined> {
  const [row] = await tx<Decision[]>`
    select ${decisionColumns(tx)} from merchant.unassigned_decisions where id = ${id} for update`;
  return row;
}

export async function getReturn(tx: Tx, payoutId: string): Promise<Decision> {
  const [row] = await tx<Decision[]>`
    select ${decisionColumns(tx)} from merchant.unassigned_decisions where payout_id = ${payoutId} for update`;
  if (!row) throw new Error(`payout ${payoutId} returns nothing`);
  return row;
}

export async function saveDecision(
  tx: Tx,
  id: string,
  { status, by, at }: { readonly status: DecisionStatus; readonly by: string | null; readonly at: Date },
): Promise<void> {
  await tx`
    update merchant.unassigned_decisions set status = ${status}, decided_by = ${by}, decided_at = ${at} where id = ${id}`;
}

/** Assigns coins, which count as received at this time. */
export async function assignOutput(
  tx: Tx,
  { coin, transaction_id: transactionId, output_index: outputIndex, kind, subject_id: subjectId }: Decision,
  to: { readonly destination: string; readonly at: Date; readonly isScreened: boolean },
): Promise<void> {
  await tx`
    update merchant.chain_outputs set purpose = ${kind}, subject_id = ${subjectId},
      assigned_destination = ${to.destination}, assigned_at = ${to.at},
      screening = case when ${to.isScreened}::boolean then 'unasked' end
    where coin = ${coin} and transaction_id = ${transactionId} and output_index = ${outputIndex}`;
}

/** Binds coins to the decision that returns them; null releases them. */
export async function setReturning(tx: Tx, key: OutputKey, decisionId: string | null): Promise<void> {
  await tx`
    update merchant.chain_outputs set subject_id = ${decisionId}
    where coin = ${key.coin} and transaction_id = ${key.transactionId} and output_index = ${key.outputIndex}`;
}

/** Returns true if the coins that a payout returns are still in a block. */
export async function isReturnBacked(tx: Tx, payoutId: string): Promise<boolean> {
  const rows = await tx`
    select from merchant.unassigned_decisions d
    join merchant.chain_outputs o using (coin, transaction_id, output_index)
    where d.payout_id = ${payoutId} and o.block_height is not null`;
  return rows.length > 0;
}
