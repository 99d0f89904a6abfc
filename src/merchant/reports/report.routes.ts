import { sendList } from '../../platform/http/lists/csv.ts';
import { pageOf } from '../../platform/http/lists/list.schemas.ts';
import { linkNextPage } from '../../platform/http/lists/next-page.ts';
import type { App } from '../../platform/http/server.ts';
import { formatAsset } from '../assets/asset.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { readDailyReport } from './read-daily-report.ts';
import { DailyReport, DailyReportQuery } from './report.schemas.ts';

export function reportRoutes(app: App, context: MerchantContext): void {
  app.get(
    '/reports/daily',
    {
      config: { scope: 'read' },
      schema: {
        summary: 'Read what each day came to',
        description:
          'Counts and sums of orders by the day (UTC) they were made on, by coin and by kind. Orders that are still open change the figures of their day when they end. A page ends with a day; the next one is in the Link header. As CSV with Accept: text/csv or format=csv.',
        tags: ['Ledger'],
        security: [{ bearer: [] }],
        querystring: DailyReportQuery,
        response: { 200: pageOf(DailyReport) },
      },
    },
    async (request, reply) => {
      const { from, to, cursor, limit = 50 } = request.query;
      const { rows, next } = await readDailyReport(context, {
        pspId: request.psp.pspId,
        from,
        to,
        cursor,
        limit,
      });
      linkNextPage(request, reply, context.publicUrl, next);
      return sendList(request, reply, rows.map(toItem), csvColumns, (item) => item);
    },
  );
}

const toItem = (row: Awaited<ReturnType<typeof readDailyReport>>['rows'][number]) => ({
  day: row.day,
  cryptocurrency_code: row.coin,
  kind: row.kind,
  order_count: row.orders,
  completed_count: row.completed,
  failed_count: row.failed,
  reversed_count: row.reversed,
  cryptocurrency_amount: formatAsset(row.coin, row.coin_amount),
  order_total: formatAsset('EUR', row.euro_amount),
  cryptocurrency_fee_amount: formatAsset(row.coin, row.fee_coin_amount),
  network_fee: formatAsset('EUR', row.network_fee),
});

const csvColumns = [
  'day',
  'cryptocurrency_code',
  'kind',
  'order_count',
  'completed_count',
  'failed_count',
  'reversed_count',
  'cryptocurrency_amount',
  'order_total',
  'cryptocurrency_fee_amount',
  'network_fee',
] as const;
