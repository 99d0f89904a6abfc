import type { Tx } from '../../platform/postgres/database.ts';
import type { Payout } from './payout.rules.ts';

export type NewPayout = Pick<
  Payout,
  | 'id'
  | 'coin'
  | 'kind'
  | 'order_id'
  | 'psp_id'
  | 'address'
  | 'destination_tag'
  | 'destination'
  | 'amount'
  | 'fee_allowance'
  | 'euro_value'
  | 'created_at'
>;

export async function insertPayout(tx: Tx, payout: NewPayout): Promise<void> {
  await tx`
    insert into merchant.payouts (
      id, coin, kind, order_id, psp_id, address, destination_tag, destination, amount, fee_allowance, euro_value,
      status, created_at, updated_at)
    values (
      ${payout.id}, ${payout.coin}, ${payout.kind}, ${payout.order_id}, ${payout.psp_id}, ${payout.address},
      ${payout.destination_tag}, ${payout.destination}, ${payout.amount}, ${payout.fee_allowance},
      ${payout.euro_value}, 'RESERVED', ${payout.created_at}, ${payout.created_at})`;
}
