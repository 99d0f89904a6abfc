import { shownCustomer } from '../../customers/customer.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { toBody } from '../queue/webhook.rules.ts';
import { firstPlace, formatEventPlace, type EventPlace } from './event.rules.ts';
import { beginEraAfterRestore, listEvents, type EventRow } from './event.store.ts';

export type EventBody = ReturnType<typeof toBody>;

/**
 * Reads events after a position. `next` is the position to continue from, even without new events; a reader that
 * continues there misses nothing.
 */
export async function readEvents(
  context: Pick<MerchantContext, 'sql'>,
  { pspId, after = firstPlace, limit }: { pspId: number; after: EventPlace | undefined; limit: number },
): Promise<{ events: EventBody[]; next: string }> {
  const rows = await listEvents(context.sql, pspId, after, limit);
  return { events: rows.map(toEvent), next: formatEventPlace(rows.at(-1) ?? after) };
}

const toEvent = (row: EventRow): EventBody =>
  toBody({
    ...row,
    event: {
      ...row.event,
      customer_details: row.customer_reference_id === null ? null : shownCustomer(row),
    },
  });

/** Runs once at the start, before anything is written. */
export async function prepareEvents({ sql, log }: Pick<MerchantContext, 'sql' | 'log'>): Promise<void> {
  if (await beginEraAfterRestore(sql)) {
    log.info(
      'the database was restored from another server: new events are numbered behind the existing ones',
    );
  }
}
