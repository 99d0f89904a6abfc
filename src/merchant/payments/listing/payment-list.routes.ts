import { sendList } from '../../../platform/http/lists/csv.ts';
import { pageOf } from '../../../platform/http/lists/list.schemas.ts';
import { linkNextPage } from '../../../platform/http/lists/next-page.ts';
import type { App } from '../../../platform/http/server.ts';
import { readPeriod } from '../../../platform/postgres/paging.ts';
import { formatAsset } from '../../assets/asset.rules.ts';
import { shownCustomer } from '../../customers/customer.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { readMetadataFilter } from '../../metadata/read-metadata-filter.ts';
import { findPayments } from './list-payments.ts';
import { ListedPayments, PaymentListQuery } from './payment-list.schemas.ts';

export function paymentListRoutes(app: App, context: MerchantContext): void {
  app.get(
    '/payments',
    {
      config: { scope: 'read' },
      schema: {
        summary: 'List payments',
        description:
          'Newest first; the next page is in the Link header. Filters are all asked for at once; metadata is searched by metadata[key]=value. As CSV with Accept: text/csv or format=csv.',
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
      return sendList(request, reply, items.map(toItem), csvColumns, toRow);
    },
  );
}

type Listed = Awaited<ReturnType<typeof findPayments>>['items'][number];

const toItem = (payment: Listed) => ({
  payment_reference_id: payment.id,
  payment_reference: payment.payment_reference,
  payment_status: payment.status,
  payment_exceptions: payment.exceptions,
  currency_code: 'EUR' as const,
  payment_amount: formatAsset('EUR', payment.euro_amount),
  payment_total:
    payment.settled_euro_amount === null ? null : formatAsset('EUR', payment.settled_euro_amount),
  cryptocurrency_code: payment.coin,
  cryptocurrency_amount:
    payment.coin === null || payment.coin_amount === null
      ? null
      : formatAsset(payment.coin, payment.coin_amount),
  payment_cryptocurrency_address: payment.address,
  destination_tag: payment.destination_tag,
  blockchain_transaction_id: payment.settled_transaction_id,
  order_id: payment.order_id,
  merchant_name: payment.merchant_name,
  payment_description: payment.description,
  customer_details: shownCustomer(payment),
  metadata: payment.metadata,
  payment_expiration_timestamp: payment.expires_at.toISOString(),
  payment_cancelled_at: payment.cancelled_at?.toISOString() ?? null,
  created_at: payment.created_at.toISOString(),
  updated_at: payment.updated_at.toISOString(),
});

const csvColumns = [
  'payment_reference_id',
  'payment_reference',
  'payment_status',
  'payment_exceptions',
  'currency_code',
  'payment_amount',
  'payment_total',
  'cryptocurrency_code',
  'cryptocurrency_amount',
  'payment_cryptocurrency_address',
  'destination_tag',
  'blockchain_transaction_id',
  'order_id',
  'merchant_name',
  'payment_description',
  'customer_reference_id',
  'customer_first_name',
  'customer_last_name',
  'customer_email_address',
  'customer_ip_address',
  'metadata',
  'payment_expiration_timestamp',
  'payment_cancelled_at',
  'created_at',
  'updated_at',
] as const;

const toRow = ({ customer_details: customer, metadata, ...item }: ReturnType<typeof toItem>) => ({
  ...item,
  ...customer,
  payment_exceptions: item.payment_exceptions.join(' '),
  metadata: JSON.stringify(metadata),
});
