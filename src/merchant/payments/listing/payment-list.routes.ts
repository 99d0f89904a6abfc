import { sendList } from '../../../platform/http/lists/csv.ts';
import { pageOf } from '../../../platform/http/lists/list.schemas.ts';
import { linkNextPage } from '../../../platform/http/lists/next-page.ts';
import type { App } from '../../../platform/http/server.ts';
import { readPeriod } from '../../../platform/http/lists/read-period.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { readMetadataFilter } from '../../customers/metadata/read-metadata-filter.ts';
import { findPayments } from './list-payments.ts';
import { describePayment, paymentColumns, toPaymentRow } from './listed-payment.ts';
import { ListedPayments, PaymentListQuery } from './payment-list.schemas.ts';

export function paymentListRoutes(app: App, context: MerchantContext): void {
  app.get(
    '/payments',
    {
      config: { scope: 'read' },
      schema: {
        summary: 'List payments',
        description:
          'Newest first; the next page is in the Link header. A payment must match all filters; metadata is searched by metadata[key]=value. As CSV with Accept: text/csv or format=csv.',
        tags: ['Payments'],
        security: [{ bearer: [] }],
        querystring: PaymentListQuery,
        response: { 200: pageOf(ListedPayments) },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const { items, next } = await findPayments(context, {
        pspId: request.psp.pspId,
        status: query.payment_status,
        exception: query.payment_exception,
        reference: query.payment_reference,
        customerReferenceId: query.customer_reference_id,
        coin: query.cryptocurrency_code,
        metadata: readMetadataFilter(query),
        ...readPeriod(query),
        cursor: query.cursor,
        limit: query.limit ?? 50,
      });
      linkNextPage(request, reply, context.publicUrl, next);
      return sendList(request, reply, items.map(describePayment), paymentColumns, toPaymentRow);
    },
  );
}
