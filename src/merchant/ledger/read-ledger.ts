import { assetCodes, type AssetCode } from '../assets/asset.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import {
  availableTo,
  formatPlace,
  shownReference,
  windowsBack,
  type StatementPlace,
} from './ledger.rules.ts';
import { listBalances, listEntries, type StatementRow } from './ledger.store.ts';

/** Every asset, also those never touched. */
export async function getBalances(
  context: Pick<MerchantContext, 'sql'>,
  pspId: number,
): Promise<{ asset: AssetCode; balance: bigint }[]> {
  const rows = await listBalances(context.sql, availableTo(pspId));
  return assetCodes.map((asset) => ({
    asset,
    balance: rows.find((row) => row.asset === asset)?.balance ?? 0n,
  }));
}

export interface StatementInput {
  pspId: number;
  asset?: AssetCode | undefined;
  /** From this moment on. */
  from?: Date | undefined;
  /** Before this moment. */
  to?: Date | undefined;
  after?: StatementPlace | undefined;
  limit: number;
}

/** The newest entries are nearly always in the last weeks: older partitions are only looked at where a page is not full. */
export async function getStatement(
  context: Pick<MerchantContext, 'sql' | 'clock'>,
  input: StatementInput,
): Promise<{ rows: StatementRow[]; next: string | undefined }> {
  const rows: StatementRow[] = [];
  const latest = input.after ? new Date(input.after.createdAtMs) : (input.to ?? context.clock.now());
  for (const window of windowsBack(latest, { from: input.from, to: input.to })) {
    const found = await listEntries(context.sql.reading, {
      owner: availableTo(input.pspId),
      asset: input.asset ?? null,
      ...window,
      after: input.after,
      limit: input.limit + 1 - rows.length,
    });
    rows.push(...found);
    if (rows.length > input.limit) break;
  }
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  const more = rows.length > input.limit && last !== undefined;
  return {
    rows: page.map((row) => ({ ...row, reference: shownReference(row) })),
    next: more
      ? formatPlace({
          createdAtMs: last.created_at.getTime(),
          accountId: last.account_id,
          sequence: last.sequence,
        })
      : undefined,
  };
}
