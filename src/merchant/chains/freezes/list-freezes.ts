import type { Examine } from '../../../platform/postgres/examine-database.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { hasFreezes, selectFreezes, type Freeze } from './freeze.store.ts';
import { sayStored } from '../../details/stored-sentence.rules.ts';

const describeFreeze = (freeze: Freeze): string =>
  `${freeze.coin} is frozen since ${freeze.frozen_at.toISOString()} by ${freeze.frozen_by}: ${sayStored('en', freeze.reason)}`;

/** Returns false before the service's first migration. */
export const hasMerchantTables = (sql: Sql): Promise<boolean> => hasFreezes(sql);

export const readFreezes = (sql: Sql): Promise<Freeze[]> => selectFreezes(sql);

export async function listFreezes(sql: Sql): Promise<string[]> {
  return (await selectFreezes(sql)).map(describeFreeze);
}

/** Reports freezes to the doctor as a fault: no coins leave until a person thaws them. */
export async function examineFreezes(sql: Sql, examine: Examine): Promise<void> {
  await examine('payouts', async () => {
    if (!(await hasFreezes(sql))) return { fine: 'nothing to freeze yet: the database has no tables for it' };
    const freezes = await listFreezes(sql);
    if (freezes.length === 0) return { fine: 'not frozen' };
    return {
      problem: `FROZEN: ${freezes.join('; ')}`,
      advice: 'follow docs/operations/incidents.md#payouts-frozen, then "praca payout thaw"',
    };
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
