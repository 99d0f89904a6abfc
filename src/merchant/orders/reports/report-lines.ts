import { formatAsset } from '../../assets/asset.rules.ts';
import { figureNames, type Figure, type LedgerDay } from './ledger-report.rules.ts';
import type { readDailyReport } from './read-daily-report.ts';

export const describeOrders = (row: Awaited<ReturnType<typeof readDailyReport>>['rows'][number]) => ({
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
  buy_count: row.buys,
  buy_cryptocurrency_amount: formatAsset(row.coin, row.buy_coin_amount),
  buy_total: formatAsset('EUR', row.buy_euro_amount),
  sell_count: row.sells,
  sell_cryptocurrency_amount: formatAsset(row.coin, row.sell_coin_amount),
  sell_total: formatAsset('EUR', row.sell_euro_amount),
  held_cryptocurrency_amount: formatAsset(row.coin, row.held_coin_amount),
  bought_cryptocurrency_amount: formatAsset(row.coin, row.bought_coin_amount),
});

export const orderColumns = [
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
  'buy_count',
  'buy_cryptocurrency_amount',
  'buy_total',
  'sell_count',
  'sell_cryptocurrency_amount',
  'sell_total',
  'held_cryptocurrency_amount',
  'bought_cryptocurrency_amount',
] as const;

export const describeLedgerDay = ({ day, asset, figures }: LedgerDay) => ({
  day,
  currency_code: asset,
  ...(Object.fromEntries(figureNames.map((name) => [name, formatAsset(asset, figures[name])])) as Record<
    Figure,
    string
  >),
});

export const ledgerColumns: readonly ('day' | 'currency_code' | Figure)[] = [
  'day',
  'currency_code',
  ...figureNames,
];
