import type { Examine } from '../../../platform/postgres/examine-database.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { hasFreezes, selectFreezes, type Freeze } from './freeze.store.ts';
import { sayStored } from '../../details/stored-sentence.rules.ts';

const describeFreeze = (freeze: Freeze): string =>
  `${freeze.coin} is frozen since ${freeze.frozen_at.toISOString()} by ${freeze.frozen_by}: ${sayStored('en', freeze.reason)}`;

export const readFreezes = (sql: Sql): Promise<Freeze[]> => selectFreezes(sql);

export async function listFreezes(sql: Sql): Promise<string[]> {
  return (await selectFreezes(sql)).map(describeFreeze);
}

/**
 * Reports freezes to the doctor. A freeze is intended, so it is not a fault, but operators should see it without
 * searching.
 */
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
