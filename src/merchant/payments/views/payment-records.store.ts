import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { Receipt } from '../../chains/receipts/receipt.rules.ts';
import type { PaymentRecords, RefundShare, ReleaseShare } from '../facts/payment-facts.rules.ts';
import type { LinkShare } from '../judging/refundable.rules.ts';
import type { RefundLink } from '../refund-links/refund-link.rules.ts';
import { optionalTexts, type Choice, type OptionalTexts, type Payment } from '../facts/payment.rules.ts';

/** Amounts are text, which JSON keeps exactly. Times have PostgreSQL's format. */
type InJson<T> = {
  [K in keyof T]: T[K] extends bigint | Date
    ? string
    : T[K] extends bigint | Date | null
      ? string | null
      : T[K];
};

/** Columns shown to the merchant and those needed to compute them. Contains no customer data. */
export type LookedUpPayment = PaymentRecords['payment'] &
  OptionalTexts &
  Pick<
    Payment,
    | 'id'
    | 'exceptions'
    | 'payment_reference'
    | 'euro_amount'
    | 'merchant_name'
    | 'cancelled_at'
    | 'metadata'
    | 'expires_at'
    | 'refund_coin'
    | 'refund_address'
    | 'refund_destination_tag'
  >;

export interface LookedUpRecords extends PaymentRecords {
  readonly payment: LookedUpPayment;
  /** Open refund links. */
  readonly links: readonly OpenLink[];
}

export type OpenLink = LinkShare & Pick<RefundLink, 'id'>;

type RecordsRow = LookedUpPayment & {
  choices: InJson<Choice>[] | null;
  receipts: InJson<Receipt>[] | null;
  refunds: InJson<RefundShare>[] | null;
  releases: InJson<ReleaseShare>[] | null;
  links: InJson<OpenLink>[] | null;
};

/** Reads everything that is shown of a payment in one statement, and so in one snapshot. */
export async function findRecords(sql: Tag, pspId: number, id: string): Promise<LookedUpRecords | undefined> {
  const [row] = await sql<RecordsRow[]>`
    select p.id, p.status, p.exceptions, p.payment_reference, p.euro_amount, p.tolerance_bps, p.merchant_name,
      ${sql.identifier(...optionalTexts)}, p.settled_choice_id, p.settled_coin_amount, p.settled_euro_amount,
      p.released_choice_id, p.reversed_at, p.cancelled_at, p.lost_coin_amount, p.metadata, p.expires_at, p.refund_coin, p.refund_address,
      p.refund_destination_tag,
      (select json_agg(json_build_object(
          'id', c.id, 'coin', c.coin, 'address', c.address, 'destination_tag', c.destination_tag,
          'destination', c.destination, 'payment_uri', c.payment_uri, 'price', c.price::text,
          'coin_amount', c.coin_amount::text, 'required_confirmations', c.required_confirmations,
          'chosen_at', c.chosen_at, 'expires_at', c.expires_at, 'mined_by', c.mined_by) order by c.id)
        from merchant.payment_choices c where c.payment_id = p.id) as choices,
      (select json_agg(json_build_object(
          'coin', r.coin, 'transactionId', r.transaction_id, 'outputIndex', r.output_index, 'address', r.address,
          'destinationTag', r.destination_tag, 'destination', r.destination, 'amountMinor', r.amount::text,
          'firstSeenAt', r.first_seen_at, 'minedAt', r.mined_at, 'confirmations', r.confirmations,
          'final', r.final, 'visible', r.visible,
          'credited', r.credited, 'creditCount', r.credit_count,
          'screening', r.screening)
          order by r.first_seen_at, r.coin, r.transaction_id, r.output_index)
        from merchant.chain_receipts r where r.subject_id = p.id) as receipts,
      (select json_agg(json_build_object(
          'choice_id', f.choice_id, 'status', f.status, 'held_coin_amount', f.held_coin_amount::text,
          'euro_amount', f.euro_amount::text, 'lost_fee_coin_amount', f.lost_fee_coin_amount::text) order by f.id)
        from merchant.refunds f where f.payment_id = p.id) as refunds,
      (select json_agg(json_build_object(
          'id', k.id, 'total_euro_amount', k.total_euro_amount::text, 'euro_amount', k.euro_amount::text,
          'held_coin_amount', k.held_coin_amount::text) order by k.id)
        from merchant.refund_links k where k.payment_id = p.id and k.status = 'OPEN') as links,
      -- Nearly no payment has any, and its row says so.
      case when p.released_choice_id is not null then (select json_agg(json_build_object(
          'id', l.id, 'coin', l.coin, 'status', l.status, 'amount', l.amount::text, 'lost_amount', l.lost_amount::text,
          'euro_amount', l.euro_amount::text)
          order by l.id)
        from merchant.payment_releases l where l.payment_id = p.id) end as releases
    from merchant.payments p where p.id = ${id} and p.psp_id = ${pspId}`;
  if (!row) return undefined;
  const { choices, receipts, refunds, releases, links } = row;
  return {
    payment: row,
    choices: (choices ?? []).map((choice) => ({
      ...choice,
      price: BigInt(choice.price),
      coin_amount: BigInt(choice.coin_amount),
      chosen_at: new Date(choice.chosen_at),
      expires_at: new Date(choice.expires_at),
      mined_by: choice.mined_by === null ? null : new Date(choice.mined_by),
    })),
    receipts: (receipts ?? []).map((receipt) => ({
      ...receipt,
      amountMinor: BigInt(receipt.amountMinor),
      firstSeenAt: new Date(receipt.firstSeenAt),
      minedAt: receipt.minedAt === null ? null : new Date(receipt.minedAt),
    })),
    refunds: (refunds ?? []).map((refund) => ({
      ...refund,
      held_coin_amount: BigInt(refund.held_coin_amount),
      euro_amount: BigInt(refund.euro_amount),
      lost_fee_coin_amount: BigInt(refund.lost_fee_coin_amount),
    })),
    links: (links ?? []).map((link) => ({
      id: link.id,
      total_euro_amount: link.total_euro_amount === null ? null : BigInt(link.total_euro_amount),
      euro_amount: BigInt(link.euro_amount),
      held_coin_amount: BigInt(link.held_coin_amount),
    })),
    releases: (releases ?? []).map((release) => ({
      ...release,
      amount: BigInt(release.amount),
      lost_amount: BigInt(release.lost_amount),
      euro_amount: BigInt(release.euro_amount),
    })),
  };
}
