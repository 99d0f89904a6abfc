import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { assetCodes, formatAsset, type AssetCode } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { listOwed, sumOwed } from './owed.store.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

export async function readOwed(sql: Tag, pspId: number, asset: AssetCode): Promise<bigint> {
  return (await listOwed(sql, pspId)).find((row) => row.asset === asset)?.amount ?? 0n;
}

/** Throws `claim_open` while the PSP owes something, unless the caller receives an asset that is owed. */
export async function refuseClaimed(sql: Tag, pspId: number, gained?: AssetCode): Promise<void> {
  const owed = await listOwed(sql, pspId);
  if (owed.length === 0 || owed.some(({ asset }) => asset === gained)) return;
  const amounts = owed.map(({ asset, amount }) => `${formatAsset(asset, amount)} ${asset}`).join(', ');
  throw problem('claim_open', {
    say: merchantWords.owedForCoins,
    values: { amounts },
  });
}

export function measureClaims({ metrics, sql }: Pick<MerchantContext, 'metrics' | 'sql'>): void {
  metrics.gauge(
    'open_claims',
    'PSPs with a debt for coins that a chain took back after they were spent',
    async (gauge) => {
      const owed = new Map((await sumOwed(sql)).map(({ asset, psps }) => [asset, psps]));
      // Every asset: once the last claim is settled, its gauge must fall to 0.
      for (const asset of assetCodes) gauge.set({ asset }, owed.get(asset) ?? 0);
    },
    ['asset'],
  );
}
