import { sendList } from '../../../platform/http/lists/csv.ts';
import { pageOf } from '../../../platform/http/lists/list.schemas.ts';
import { linkNextPage } from '../../../platform/http/lists/next-page.ts';
import type { App } from '../../../platform/http/server.ts';
import { formatAsset } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import {
  CustomerListQuery,
  CustomerLookup,
  CustomerParameters,
  Customers,
  ErasedCustomer,
} from './customer-data.schemas.ts';
import { eraseCustomer } from './erase-customer.ts';
import { customerColumns, describeCustomer } from './listed-customer.ts';
import { getCustomer, getCustomers, type Customer } from './read-customers.ts';

const shared = { tags: ['Customers'], security: [{ bearer: [] }] };

export function customerDataRoutes(app: App, context: MerchantContext): void {
  app.get(
    '/customers',
    {
      config: { scope: 'read' },
      schema: {
        ...shared,
        summary: 'List customers',
        description:
          'All customers of orders, payments and deposit addresses, by customer_reference_id; the next page is in the Link header. As CSV with Accept: text/csv or format=csv.',
        querystring: CustomerListQuery,
        response: { 200: pageOf(Customers) },
      },
    },
    async (request, reply) => {
      const { limit = 50, cursor } = request.query;
      const { items, next } = await getCustomers(context, { pspId: request.psp.pspId, after: cursor, limit });
      linkNextPage(request, reply, context.publicUrl, next);
      return sendList(request, reply, items.map(describeCustomer), customerColumns, (item) => item);
    },
  );
  app.get(
    '/customers/:customerReferenceId',
    {
      config: { scope: 'read' },
      schema: {
        ...shared,
        summary: 'Read a customer',
        description: 'With the deposit addresses and the totals of payments and orders.',
        params: CustomerParameters,
        response: { 200: CustomerLookup },
      },
    },
    async (request) =>
      toLookup(await getCustomer(context, request.psp.pspId, request.params.customerReferenceId)),
  );
  app.delete(
    '/customers/:customerReferenceId',
    {
      config: { scope: 'write', problems: problem.pick('customer_in_use') },
      schema: {
        ...shared,
        summary: 'Erase a customer’s personal data',
        description: [
          'Permanently erases names, e-mail and IP addresses, descriptions, return addresses, refund reasons, stated refund',
          'addresses, and metadata of all payments and',
          'orders of this customer, also from pending webhooks and from the records of webhooks that',
          'were sent. Amounts, ids, customer_reference_id, payment_reference and data on a chain are kept. Deposit',
          'addresses stay watched. Refused with customer_in_use while a payment is NEW, PENDING, CONFIRMING, UNRESOLVED',
          'or REFUNDING, or an order CREATED or PROCESSING.',
        ].join(' '),
        params: CustomerParameters,
        response: { 200: ErasedCustomer },
      },
    },
    async (request) => {
      const { customerReferenceId: reference } = request.params;
      await eraseCustomer(context, { pspId: request.psp.pspId, reference });
      return { customer_reference_id: reference };
    },
  );
}

const toLookup = ({ details, addresses, totals }: Customer) => ({
  ...describeCustomer(details),
  deposit_addresses: addresses.map((address) => ({
    customer_deposit_wallet_address_id: address.id,
    customer_deposit_wallet_address: address.address,
    destination_tag: address.destination_tag,
    cryptocurrency_code: address.coin,
    created_at: address.created_at.toISOString(),
  })),
  totals: {
    payment_count: totals.payments,
    paid_payment_count: totals.paid_payments,
    payment_total: formatAsset('EUR', totals.paid),
    refund_total: formatAsset('EUR', totals.refunded),
    order_count: totals.orders,
    withdrawal_count: totals.withdrawals,
    withdrawal_total: formatAsset('EUR', totals.withdrawn),
    deposit_count: totals.deposits,
    deposit_total: formatAsset('EUR', totals.deposited),
  },
});
