import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { insertRow } from './table-rows.ts';

/** Inserts an unpaid payment of the first PSP for one euro. */
export const insertPayment = (sql: Sql, id: string, at: Date, fields: object = {}): Promise<void> =>
  insertRow(sql, 'merchant', 'payments', {
    id,
    psp_id: 1,
    status: 'PENDING',
    exceptions: [],
    payment_reference: id,
    euro_amount: 100n,
    merchant_name: '',
    description: '',
    customer_reference_id: 'c',
    created_at: at,
    updated_at: at,
    expires_at: at,
    ...fields,
  });
