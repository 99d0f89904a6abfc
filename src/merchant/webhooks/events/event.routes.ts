import type { Static } from 'typebox';
import { sendList } from '../../../platform/http/lists/csv.ts';
import { pageOf } from '../../../platform/http/lists/list.schemas.ts';
import { linkNextPage } from '../../../platform/http/lists/next-page.ts';
import type { App } from '../../../platform/http/server.ts';
import { invalidField } from '../../../platform/problem.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { parseEventPlace, type EventPlace } from './event.rules.ts';
import { EventQuery, Events } from './event.schemas.ts';
import { readEvents } from './read-events.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

type Event = Static<typeof Events>[number];

export function eventRoutes(app: App, context: MerchantContext): void {
  app.get(
    '/events',
    {
      config: { scope: 'read' },
      schema: {
        summary: 'Read events',
        description: [
          'Returns every event, oldest first, with the body that webhooks send. It is an alternative to webhooks and works',
          'without an endpoint. Every answer, even an empty one, has the address of the next request in its Link header;',
          'a reader that follows it gets each event exactly once. Events of one order are in the order in which they',
          'happened. Events are kept for 90 days. An event is returned after all transactions that began before it have',
          'ended, normally within milliseconds. As CSV with Accept: text/csv or format=csv.',
        ].join(' '),
        tags: ['Webhooks'],
        security: [{ bearer: [] }],
        querystring: EventQuery,
        response: { 200: pageOf(Events) },
      },
    },
    async (request, reply) => {
      const { since, limit = 50 } = request.query;
      const { events, next } = await readEvents(context, {
        pspId: request.psp.pspId,
        after: readPlace(since),
        limit,
      });
      linkNextPage(request, reply, context.publicUrl, next, 'since');
      // `fieldsOf` sets every field, to a text or null.
      return sendList(request, reply, events as Event[], csvColumns, toRow);
    },
  );
}

function readPlace(since: string | undefined): EventPlace | undefined {
  if (since === undefined) return undefined;
  const place = parseEventPlace(since);
  if (!place) throw invalidField('since', 'malformed', merchantWords.cursorOfLink);
  return place;
}

const csvColumns = [
  'occurred_at',
  'event_type',
  'event_sequence',
  'order_id',
  'order_status',
  'order_transaction_type',
  'currency_pair',
  'cryptocurrency_amount',
  'order_total',
  'network_fee',
  'payment_reference_id',
  'payment_status',
  'payment_address',
  'blockchain_transaction_id',
  'customer_reference_id',
  'customer_first_name',
  'customer_last_name',
  'customer_email_address',
  'customer_ip_address',
] as const;

const toRow = ({ customer_details: customer, ...event }: Event) => ({
  ...event,
  customer_reference_id: customer?.customer_reference_id,
  customer_first_name: customer?.customer_first_name,
  customer_last_name: customer?.customer_last_name,
  customer_email_address: customer?.customer_email_address,
  customer_ip_address: customer?.customer_ip_address,
});
