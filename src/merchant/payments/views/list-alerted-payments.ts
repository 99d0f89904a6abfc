import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { listAlerted, type AlertedRow } from '../facts/payment.store.ts';
import { findRecords, type LookedUpRecords } from './payment-records.store.ts';

const batch = 200;

export interface AlertedPayment {
  readonly pspId: number;
  readonly alertedAt: Date;
  readonly records: LookedUpRecords;
}

/** Lists payments with an alert, oldest alert first. Each is read when the iterator reaches it. */
export async function* listAlertedPayments(
  sql: Tag,
  pspId: number | undefined,
): AsyncGenerator<AlertedPayment> {
  let rows: AlertedRow[] = [];
  do {
    rows = await listAlerted(sql, pspId ?? null, rows.at(-1), batch);
    for (const { id, psp_id: owner, alerted_at: alertedAt } of rows) {
      const records = await findRecords(sql, owner, id);
      if (records) yield { pspId: owner, alertedAt, records };
    }
  } while (rows.length === batch);
}
