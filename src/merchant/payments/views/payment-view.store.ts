import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { PaymentException, PaymentStatus } from '../facts/payment.rules.ts';

export interface ViewRow {
  id: string;
  status: PaymentStatus;
  merchant_name: string;
  description: string;
  euro_amount: bigint;
  exceptions: PaymentException[];
  expires_at: Date;
  minutes_to_pay: number;
  success_return_url: string | null;
  failure_return_url: string | null;
  coin: CoinCode | null;
  address: string | null;
  destination_tag: string | null;
  payment_uri: string | null;
  coin_amount: bigint | null;
  required_confirmations: number | null;
  created_at: Date;
  choice_count: number;
  support_address: string | null;
  shop_url: string | null;
  asks_for_refund_address: boolean;
  refund_address: string | null;
  /** Amounts are text, which JSON keeps exactly. */
  transactions: { id: string; amount: string; confirmations: number }[] | null;
}

/** Reads what the payment's address gives access to. Contains no customer data. */
export async function findView(sql: Tag, id: string): Promise<ViewRow | undefined> {
  const [row] = await sql<ViewRow[]>`
    select p.id, p.status, p.merchant_name, p.description, p.euro_amount, p.exceptions, p.expires_at,
           p.minutes_to_pay,
           p.success_return_url, p.failure_return_url, p.created_at, s.support_address, s.shop_url,
           (select count(*)::int from merchant.payment_choices n where n.payment_id = p.id) as choice_count,
           c.coin, c.address, c.destination_tag, c.payment_uri, c.coin_amount, c.required_confirmations,
           p.status = 'UNRESOLVED' and coalesce((
             select y.customer_refund_address from merchant.payment_policies y where y.psp_id = p.psp_id
           ), false) as asks_for_refund_address,
           case when p.refund_coin = c.coin then p.refund_address end as refund_address,
           (select json_agg(json_build_object(
               'id', r.transaction_id, 'amount', r.amount::text, 'confirmations', r.confirmations)
               order by r.first_seen_at, r.transaction_id, r.output_index)
             from merchant.chain_receipts r
             where r.subject_id = p.id and r.coin = c.coin and r.destination = c.destination and r.visible) as transactions
    from merchant.payments p left join merchant.payment_choices c on c.id = p.choice_id
    left join merchant.psps s on s.id = p.psp_id
    where p.id = ${id}`;
  return row;
}
