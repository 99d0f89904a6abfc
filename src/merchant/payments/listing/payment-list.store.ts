import type { IdRange } from '../../../platform/postgres/paging.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Choice, Payment, PaymentException, PaymentStatus } from '../facts/payment.rules.ts';

export interface PaymentFilter {
  readonly pspId: number;
  readonly status?: PaymentStatus | undefined;
  readonly exception?: PaymentException | undefined;
  readonly reference?: string | undefined;
  readonly customerReferenceId?: string | undefined;
  readonly coin?: CoinCode | undefined;
  /** Cents, as it was asked for. */
  readonly euroAmount?: bigint | undefined;
  /** However its letters are written. */
  readonly customerEmailAddress?: string | undefined;
  /** One of these. */
  readonly ids?: readonly string[] | undefined;
  /** Of each key and value that it must have. */
  readonly metadata: readonly Buffer[];
}

type Terms = Pick<Choice, 'coin_amount' | 'address' | 'destination_tag'>;

export type ListedPayment = Pick<
  Payment,
  | 'id'
  | 'status'
  | 'exceptions'
  | 'payment_reference'
  | 'euro_amount'
  | 'merchant_name'
  | 'description'
  | 'customer_reference_id'
  | 'customer_first_name'
  | 'customer_last_name'
  | 'customer_email_address'
  | 'customer_ip_address'
  | 'coin'
  | 'order_id'
  | 'settled_euro_amount'
  | 'settled_transaction_id'
  | 'metadata'
  | 'cancelled_at'
  | 'created_at'
  | 'updated_at'
  | 'expires_at'
> &
  // All of them null before a coin is chosen.
  { [Name in keyof Terms]: Terms[Name] | null };

/**
 * Newest first. Each filter is its own piece, so that each combination gets the plan of its own index; all of them end
 * with the id, so that none has to sort. Where metadata is asked for, its entries are walked instead.
 */
export async function listPayments(
  sql: Tag,
  filter: PaymentFilter,
  range: IdRange,
  limit: number,
): Promise<ListedPayment[]> {
  const { pspId, status, exception, reference, customerReferenceId, coin } = filter;
  const { euroAmount, customerEmailAddress: email, ids } = filter;
  const [digest, ...others] = filter.metadata;
  const id = digest === undefined ? sql`p.id` : sql`m.subject_id`;
  return sql<ListedPayment[]>`
    select p.id, p.status, p.exceptions, p.payment_reference, p.euro_amount, p.merchant_name, p.description,
      p.customer_reference_id, p.customer_first_name, p.customer_last_name, p.customer_email_address,
      p.customer_ip_address, p.coin, p.order_id, p.settled_euro_amount, p.settled_transaction_id, p.metadata,
      p.cancelled_at, p.created_at, p.updated_at, p.expires_at, c.coin_amount, c.address, c.destination_tag
    from ${
      digest === undefined
        ? sql`merchant.payments p`
        : sql`merchant.metadata_entries m join merchant.payments p on p.id = m.subject_id`
    } left join merchant.payment_choices c on c.id = p.choice_id
    where p.psp_id = ${pspId} and p.id >= ${range.least} and p.id < ${range.below}
      and p.created_at >= ${range.from} and p.created_at < ${range.to}
      ${digest === undefined ? sql`` : ofEntries(sql, pspId, digest, range)}
      ${status === undefined ? sql`` : statusConditions[status](sql)}
      ${exception === undefined ? sql`` : sql`and p.exceptions <> '{}' and ${exception} = any(p.exceptions)`}
      ${reference === undefined ? sql`` : sql`and p.payment_reference = ${reference}`}
      ${customerReferenceId === undefined ? sql`` : sql`and p.customer_reference_id = ${customerReferenceId}`}
      ${coin === undefined ? sql`` : coinConditions[coin](sql)}
      ${euroAmount === undefined ? sql`` : sql`and p.euro_amount = ${euroAmount}`}
      ${email === undefined ? sql`` : sql`and lower(p.customer_email_address) = lower(${email})`}
      ${ids === undefined ? sql`` : sql`and p.id = any(${ids}::uuid[])`}
      ${others.length === 0 ? sql`` : andMetadata(sql, pspId, others)}
    order by ${id} desc limit ${limit}`;
}

/**
 * Written out, so that each has a plan of its own: one that PostgreSQL keeps for all values is that of a common one, which
 * walks the newest payments until it has a page, and past all of them where the value is rare.
 */
const statusConditions = {
  NEW: (sql: Tag) => sql`and p.status = 'NEW'`,
  PENDING: (sql: Tag) => sql`and p.status = 'PENDING'`,
  CONFIRMING: (sql: Tag) => sql`and p.status = 'CONFIRMING'`,
  PAID: (sql: Tag) => sql`and p.status = 'PAID'`,
  UNRESOLVED: (sql: Tag) => sql`and p.status = 'UNRESOLVED'`,
  EXPIRED: (sql: Tag) => sql`and p.status = 'EXPIRED'`,
  REFUNDING: (sql: Tag) => sql`and p.status = 'REFUNDING'`,
  PARTIALLY_REFUNDED: (sql: Tag) => sql`and p.status = 'PARTIALLY_REFUNDED'`,
  REFUNDED: (sql: Tag) => sql`and p.status = 'REFUNDED'`,
  REVERSED: (sql: Tag) => sql`and p.status = 'REVERSED'`,
} satisfies Record<PaymentStatus, (sql: Tag) => unknown>;
const coinConditions = {
  BTC: (sql: Tag) => sql`and p.coin = 'BTC'`,
  BCH: (sql: Tag) => sql`and p.coin = 'BCH'`,
  LTC: (sql: Tag) => sql`and p.coin = 'LTC'`,
  ETH: (sql: Tag) => sql`and p.coin = 'ETH'`,
  XRP: (sql: Tag) => sql`and p.coin = 'XRP'`,
} satisfies Record<CoinCode, (sql: Tag) => unknown>;

/** The period is said of the entries as well: from which end they are joined is for the planner to say. */
const ofEntries = (sql: Tag, pspId: number, digest: Buffer, { least, below }: IdRange) => sql`
  and m.psp_id = ${pspId} and m.subject = 'payment' and m.digest = ${digest}
  and m.subject_id >= ${least} and m.subject_id < ${below}`;

/** All of them: as many entries as were asked for. */
const andMetadata = (sql: Tag, pspId: number, digests: readonly Buffer[]) => sql`
  and (
    select count(*) from merchant.metadata_entries e
    where e.psp_id = ${pspId} and e.subject = 'payment' and e.subject_id = p.id
      and e.digest in (
        select decode(digest, 'hex')
        from unnest(${digests.map((digest) => digest.toString('hex'))}::text[]) as asked (digest))
  ) = ${digests.length}`;

/** Payments of a PSP that one of these addresses was given out for, also where another coin was chosen later. */
export async function listIdsByDestination(
  sql: Tag,
  pspId: number,
  destinations: readonly { readonly coin: string; readonly destination: string }[],
): Promise<{ id: string }[]> {
  return sql<{ id: string }[]>`
    select p.id
    from unnest(
      ${destinations.map(({ coin }) => coin)}::text[], ${destinations.map(({ destination }) => destination)}::text[]
    ) as asked (coin, destination)
    join merchant.chain_addresses a using (coin, destination)
    join merchant.payments p on p.id = a.subject_id and p.psp_id = ${pspId}
    where a.purpose = 'payment'`;
}

/** Payments of a PSP whose coins came, or were sent back, with a transaction of one of these ids. */
export async function listIdsByTransaction(
  sql: Tag,
  pspId: number,
  coins: readonly string[],
  transactionIds: readonly string[],
  limit: number,
): Promise<{ id: string }[]> {
  return sql<{ id: string }[]>`
    select id from (
      select p.id
      from merchant.chain_outputs o join merchant.payments p on p.id = o.subject_id and p.psp_id = ${pspId}
      where o.coin = any(${coins}::text[]) and o.transaction_id = any(${transactionIds}::text[])
        and o.purpose = 'payment'
      union
      select r.payment_id
      from merchant.payout_shares s
      join merchant.payouts o on o.id = s.payout_id
      join merchant.refunds r on r.order_id = o.order_id and r.psp_id = ${pspId}
      where s.coin = any(${coins}::text[]) and s.transaction_id = any(${transactionIds}::text[])
    ) found order by id desc limit ${limit}`;
}
