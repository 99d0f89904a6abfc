import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { insertRow } from './table-rows.ts';

/** Inserts an output of a customer in a block. */
export const insertOutput = (
  sql: Sql,
  output: {
    coin: string;
    transaction_id: string;
    output_index?: number;
    destination?: string;
    amount?: bigint;
  },
  at: Date,
  fields: object = {},
): Promise<void> =>
  insertRow(sql, 'merchant', 'chain_outputs', {
    output_index: 0,
    destination: 'd',
    amount: 1n,
    purpose: 'payment',
    subject_id: '00000000-0000-7000-8000-000000000001',
    first_seen_at: at,
    block_height: 3,
    unconfirmed: false,
    ...output,
    ...fields,
  });

/** Inserts an address of a payment, matching the outputs of `insertOutput`. */
export const insertChainAddress = (
  sql: Sql,
  coin: string,
  destination: string,
  subjectId: string,
  at: Date,
  fields: object = {},
): Promise<void> =>
  insertRow(sql, 'merchant', 'chain_addresses', {
    coin,
    destination,
    address: destination,
    branch: 0,
    address_index: 0,
    purpose: 'payment',
    subject_id: subjectId,
    created_at: at,
    ...fields,
  });
