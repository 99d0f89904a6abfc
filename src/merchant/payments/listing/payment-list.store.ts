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
  /** Requested sum in cents. */
  readonly euroAmount?: bigint | undefined;
  /** Matched without regard to case. */
  readonly customerEmailAddress?: string | undefined;
  /** The payment must have one of these ids. */
  readonly ids?: readonly string[] | undefined;
  /** Digest of each key and value that the payment must have. */
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
  // All of them are null before a coin is chosen.
  { [Name in keyof Terms]: Terms[Name] | null };

/**
 * Lists payments newest first. Each combination of filters is its own SQL text, so that it gets the plan of its own
 * index. All indexes end with the id, so that no query has to sort. With a metadata filter, the metadata entries are
 * read instead.
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
 * Status conditions as literals, so that each status has a plan of its own. The generic plan assumes a common value and
 * scans the newest payments until a page is full; for a rare value it scans all of them.
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

/** Repeats the period for the metadata entries, so that the planner can start the join from either side. */
const ofEntries = (sql: Tag, pspId: number, digest: Buffer, { least, below }: IdRange) => sql`
  and m.psp_id = ${pspId} and m.subject = 'payment' and m.digest = ${digest}
  and m.subject_id >= ${least} and m.subject_id < ${below}`;

/** Requires all digests, by counting the matching entries. */
const andMetadata = (sql: Tag, pspId: number, digests: readonly Buffer[]) => sql`
  and (
    select count(*) from merchant.metadata_entries e
    where e.psp_id = ${pspId} and e.subject = 'payment' and e.subject_id = p.id
      and e.digest in (
        select decode(digest, 'hex')
        from unnest(${digests.map((digest) => digest.toString('hex'))}::text[]) as asked (digest))
  ) = ${digests.length}`;

/** Lists payments of a PSP that were given one of these addresses, even if another coin was chosen later. */
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

/** Lists payments of a PSP with an incoming or refund transaction of one of these ids. */
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
