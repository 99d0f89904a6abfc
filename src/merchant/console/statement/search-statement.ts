import type { AssetCode } from '../../assets/asset.rules.ts';
import { formatPlace, parsePlace } from '../../books/ledger.rules.ts';
import { getStatement } from '../../books/read-ledger.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { Page, Period } from '../../../platform/postgres/paging.ts';
import { isOfGroup, type MovementGroup } from './movement-groups.rules.ts';

export type StatementLine = Awaited<ReturnType<typeof getStatement>>['rows'][number];

export interface StatementSearch extends Period {
  readonly pspId: number;
  readonly asset: AssetCode | undefined;
  readonly group: MovementGroup | undefined;
  /** Cursor of the previous page. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** Entries have no index by kind, so entries are scanned. This limits the scan for one page. */
const usualLimits = { batchSize: 2000, mostBatches: 5 };

const placeOf = (line: StatementLine): string =>
  formatPlace({
    createdAtMs: line.created_at.getTime(),
    accountId: line.account_id,
    sequence: line.sequence,
  });

/**
 * Returns a page of the statement, filtered by kind if asked. With a filter, a page may have fewer items than the limit
 * although more follow, because the scan is limited.
 */
export async function searchStatement(
  context: Pick<MerchantContext, 'sql' | 'clock'>,
  { pspId, asset, group, from, to, before, limit }: StatementSearch,
  { batchSize, mostBatches } = usualLimits,
): Promise<Page<StatementLine>> {
  let place = before;
  const found: StatementLine[] = [];
  for (let batch = 0; batch < mostBatches; batch++) {
    const { rows, next } = await getStatement(context, {
      pspId,
      asset,
      from,
      to,
      after: place === undefined ? undefined : parsePlace(place),
      limit: group === undefined ? limit : batchSize,
    });
    if (group === undefined) return { items: rows, next };
    found.push(...rows.filter(({ kind }) => isOfGroup(group, kind)));
    const last = found[limit - 1];
    if (last && (found.length > limit || next !== undefined)) {
      return { items: found.slice(0, limit), next: placeOf(last) };
    }
    place = next;
    if (next === undefined) break;
  }
  return { items: found, next: place };
}
