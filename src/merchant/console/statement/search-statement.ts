import type { AssetCode } from '../../assets/asset.rules.ts';
import { formatPlace, parsePlace } from '../../ledger/ledger.rules.ts';
import { getStatement } from '../../ledger/read-ledger.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { Page, Period } from '../../../platform/postgres/paging.ts';
import { isOfGroup, type MovementGroup } from './movement-groups.rules.ts';

export type StatementLine = Awaited<ReturnType<typeof getStatement>>['rows'][number];

export interface StatementSearch extends Period {
  readonly pspId: number;
  readonly asset: AssetCode | undefined;
  readonly group: MovementGroup | undefined;
  /** From the page before. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** An entry does not know its kind, so a rare one is looked for: so many entries for one page, and no more. */
const usualPatience = { batchSize: 2000, mostBatches: 5 };

const placeOf = (line: StatementLine): string =>
  formatPlace({
    createdAtMs: line.created_at.getTime(),
    accountId: line.account_id,
    sequence: line.sequence,
  });

/**
 * The API's statement, of one kind of movements where that is asked for. A page may then hold less than it could and
 * still have one after it: it ends where the looking ended.
 */
export async function searchStatement(
  context: Pick<MerchantContext, 'sql' | 'clock'>,
  { pspId, asset, group, from, to, before, limit }: StatementSearch,
  { batchSize, mostBatches } = usualPatience,
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
