import { assetCodes, type AssetCode } from '../assets/asset.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { availableTo, formatPlace, shownReference, type StatementPlace } from './ledger.rules.ts';
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

export async function getStatement(
  context: Pick<MerchantContext, 'sql'>,
  input: StatementInput,
): Promise<{ rows: StatementRow[]; next: string | undefined }> {
  const rows = await listEntries(context.sql.reading, {
    owner: availableTo(input.pspId),
    asset: input.asset ?? null,
    from: input.from ?? null,
    to: input.to ?? null,
    after: input.after,
    limit: input.limit + 1,
  });
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
