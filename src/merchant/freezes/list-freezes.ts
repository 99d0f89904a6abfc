import type { Examine } from '../../platform/postgres/examine-database.ts';
import type { Sql } from '../../platform/postgres/client/database.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { hasFreezes, selectFreezes, type Freeze } from './freeze.store.ts';

const describeFreeze = (freeze: Freeze): string =>
  `${freeze.coin} is frozen since ${freeze.frozen_at.toISOString()} by ${freeze.frozen_by}: ${freeze.reason}`;

/** Since when, by whom and why, coin by coin. */
export const readFreezes = (sql: Sql): Promise<Freeze[]> => selectFreezes(sql);

export async function listFreezes(sql: Sql): Promise<string[]> {
  return (await selectFreezes(sql)).map(describeFreeze);
}

/** For the doctor. A freeze is meant, so it is no fault, but nobody should have to look for it. */
export async function examineFreezes(sql: Sql, examine: Examine): Promise<void> {
  await examine('payouts', async () => {
    if (!(await hasFreezes(sql))) return { fine: 'nothing to freeze yet: the database has no tables for it' };
    const freezes = await listFreezes(sql);
    return { fine: freezes.length === 0 ? 'not frozen' : `FROZEN: ${freezes.join('; ')}` };
  });
}

export function measureFreezes({
  metrics,
  sql,
  chains,
}: Pick<MerchantContext, 'metrics' | 'sql' | 'chains'>): void {
  metrics.gauge(
    'payouts_frozen',
    '1 while staff have stopped the signing of payouts',
    async (gauge) => {
      const frozen = new Set((await selectFreezes(sql)).map(({ coin }) => coin));
      for (const coin of chains.codes) gauge.set({ coin }, frozen.has(coin) ? 1 : 0);
    },
    ['coin'],
  );
}
