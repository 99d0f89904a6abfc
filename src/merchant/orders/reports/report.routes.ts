import { sendList } from '../../../platform/http/lists/csv.ts';
import { pageOf } from '../../../platform/http/lists/list.schemas.ts';
import { linkNextPage } from '../../../platform/http/lists/next-page.ts';
import type { App } from '../../../platform/http/server.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { readDailyReport } from './read-daily-report.ts';
import { readLedgerReport } from './read-ledger-report.ts';
import { describeLedgerDay, describeOrders, ledgerColumns, orderColumns } from './report-lines.ts';
import { DailyReport, DailyReportQuery, LedgerReport } from './report.schemas.ts';

export function reportRoutes(app: App, context: MerchantContext): void {
  app.get(
    '/reports/daily',
    {
      config: { scope: 'read' },
      schema: {
        summary: 'Read the orders of each day',
        description:
          'Counts and sums of orders by day of creation (UTC), coin and kind. Open orders change the figures of their day when they end. GET /reports/daily/ledger counts by day of booking, includes all other movements, and matches the statement. A page contains whole days; the next one is in the Link header. As CSV with Accept: text/csv or format=csv.',
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
      return sendList(request, reply, rows.map(describeOrders), orderColumns, (line) => line);
    },
  );
  app.get(
    '/reports/daily/ledger',
    {
      config: { scope: 'read' },
      schema: {
        summary: 'Read the bookings of each day',
        description:
          'The statement by day of booking (UTC) and currency: opening balance, movements and closing balance of the balance, the held amount and the reserved amount. In each of the three, the opening balance and the movements add up to the closing balance. Deducted amounts are negative. Later events are booked on their own day, so a past day does not change. GET /reports/daily counts orders by day of creation. A page contains whole days and may have fewer lines than the limit; the next one is in the Link header. As CSV with Accept: text/csv or format=csv.',
        tags: ['Ledger'],
        security: [{ bearer: [] }],
        querystring: DailyReportQuery,
        response: { 200: pageOf(LedgerReport) },
      },
    },
    async (request, reply) => {
      const { from, to, cursor, limit = 50 } = request.query;
      const { rows, next } = await readLedgerReport(context, {
        pspId: request.psp.pspId,
        from,
        to,
        cursor,
        limit,
      });
      linkNextPage(request, reply, context.publicUrl, next);
      return sendList(request, reply, rows.map(describeLedgerDay), ledgerColumns, (line) => line);
    },
  );
}
