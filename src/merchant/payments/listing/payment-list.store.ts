import type { IdRange } from '../../../platform/postgres/paging.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { Choice, Payment, PaymentException, PaymentStatus } from '../facts/payment.rules.ts';

export interface PaymentFilter {
  readonly pspId: number;
  readonly status?: PaymentStatus | undefined;
  readonly exception?: PaymentException | undefined;
  readonly reference?: string | undefined;
  readonly customerReferenceId?: string | undefined;
  readonly coin?: string | undefined;
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
      ${status === undefined ? sql`` : sql`and p.status = ${status}`}
      ${exception === undefined ? sql`` : sql`and p.exceptions <> '{}' and ${exception} = any(p.exceptions)`}
      ${reference === undefined ? sql`` : sql`and p.payment_reference = ${reference}`}
      ${customerReferenceId === undefined ? sql`` : sql`and p.customer_reference_id = ${customerReferenceId}`}
      ${coin === undefined ? sql`` : sql`and p.coin = ${coin}`}
      ${others.length === 0 ? sql`` : andMetadata(sql, pspId, others)}
    order by ${id} desc limit ${limit}`;
}

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
