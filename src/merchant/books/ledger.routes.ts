import { sendList } from '../../platform/http/lists/csv.ts';
import { pageOf } from '../../platform/http/lists/list.schemas.ts';
import { linkNextPage } from '../../platform/http/lists/next-page.ts';
import { readPeriod } from '../../platform/http/lists/read-period.ts';
import type { App } from '../../platform/http/server.ts';
import { invalidField } from '../../platform/problem.ts';
import { formatAsset } from '../assets/asset.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { parsePlace, type StatementPlace } from './ledger.rules.ts';
import { Balances, BalancesQuery, Statement, StatementQuery } from './ledger.schemas.ts';
import { getStatement, readFunds, type Funds } from './read-ledger.ts';
import { describeEntry, statementColumns } from './statement-line.ts';
import { merchantWords } from '../details/merchant-words.rules.ts';

export function ledgerRoutes(app: App, context: MerchantContext): void {
  app.get(
    '/balances',
    {
      config: { scope: 'read' },
      schema: {
        summary: 'Read the balances',
        description:
          'The available balance of each asset, with the held, reserved, pending and owed amounts. As CSV with Accept: text/csv or format=csv.',
        tags: ['Ledger'],
        security: [{ bearer: [] }],
        querystring: BalancesQuery,
        response: { 200: pageOf(Balances, 'The balances') },
      },
    },
    async (request, reply) => {
      const funds = await readFunds(context, request.psp.pspId);
      return sendList(request, reply, funds.map(describeFunds), balanceColumns, (line) => line);
    },
  );
  app.get(
    '/ledger',
    {
      config: { scope: 'read' },
      schema: {
        summary: 'Read the statement',
        description:
          'Every entry on the merchant’s accounts, newest first; the next page is in the Link header. As CSV with Accept: text/csv or format=csv.',
        tags: ['Ledger'],
        security: [{ bearer: [] }],
        querystring: StatementQuery,
        response: { 200: pageOf(Statement, 'A page of the statement') },
      },
    },
    async (request, reply) => {
      const { currency_code: asset, limit = 50, cursor } = request.query;
      const { rows, next } = await getStatement(context, {
        pspId: request.psp.pspId,
        asset,
        ...readPeriod(request.query),
        after: readCursor(cursor),
        limit,
      });
      linkNextPage(request, reply, context.publicUrl, next);
      return sendList(request, reply, rows.map(describeEntry), statementColumns, (line) => line);
    },
  );
}

const describeFunds = ({ asset, balance, held, reserved, pending, owed }: Funds) => ({
  currency_code: asset,
  balance: formatAsset(asset, balance),
  held: formatAsset(asset, held),
  reserved: formatAsset(asset, reserved),
  pending: formatAsset(asset, pending),
  owed: formatAsset(asset, owed),
});

const balanceColumns = ['currency_code', 'balance', 'held', 'reserved', 'pending', 'owed'] as const;

function readCursor(cursor: string | undefined): StatementPlace | undefined {
  if (cursor === undefined) return undefined;
  const place = parsePlace(cursor);
  if (!place) throw invalidField('cursor', 'malformed', merchantWords.cursorOfLink);
  return place;
}
