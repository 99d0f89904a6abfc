import type { Tag } from '../../platform/postgres/client/sql.ts';
import { listAlerted, type AlertedPayment } from './payment.store.ts';

const batch = 200;

/** Payments that staff were called to, the oldest first. */
export async function* listAlertedPayments(
  sql: Tag,
  pspId: number | undefined,
): AsyncGenerator<AlertedPayment> {
  let rows: AlertedPayment[] = [];
  do {
    rows = await listAlerted(sql, pspId ?? null, rows.at(-1), batch);
    yield* rows;
  } while (rows.length === batch);
}
