import { takePage, type Page } from '../../../platform/postgres/paging.ts';
import { problem } from '../../../platform/problem.ts';
import { listAdjustments } from '../../books/adjustments/list-adjustments.ts';
import type { AdjustmentProposal } from '../../books/adjustments/adjustment.rules.ts';
import { assetCodes } from '../../assets/asset.rules.ts';
import { readPspControls, type PspControls } from '../../payouts/limits/manage-limits.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { readPspNumber } from '../parts/psp-number.ts';
import {
  findPspRow,
  listPspRows,
  selectPspBalances,
  selectPspCredentials,
  type PspBalanceRow,
  type PspCredentialRow,
  type PspRow,
} from './staff-psp.store.ts';

export type { PspBalanceRow, PspCredentialRow, PspRow };

const pageSize = 50;

export async function listPsps(
  { sql }: Pick<MerchantContext, 'sql'>,
  query: { readonly text: string; readonly isSuspended: boolean | undefined; readonly after: string },
): Promise<Page<PspRow>> {
  const rows = await listPspRows(sql, {
    text: query.text,
    isSuspended: query.isSuspended ?? null,
    after: readPspNumber(query.after) ?? 0,
    limit: pageSize + 1,
  });
  return takePage(rows, pageSize, ({ id }) => String(id));
}

/** Throws `not_found` if the text is not the number of a PSP. */
export async function getPspRow({ sql }: Pick<MerchantContext, 'sql'>, text: string): Promise<PspRow> {
  const id = readPspNumber(text);
  const found = id === undefined ? undefined : await findPspRow(sql, id);
  if (!found) throw problem('not_found');
  return found;
}

export interface PspStory {
  readonly psp: PspRow;
  /** Contains every asset, including unused ones. */
  readonly balances: readonly PspBalanceRow[];
  readonly controls: PspControls;
  readonly proposals: readonly AdjustmentProposal[];
  readonly credentials: readonly PspCredentialRow[];
}

export async function readPspStory(
  context: Pick<MerchantContext, 'sql' | 'clock'>,
  text: string,
): Promise<PspStory> {
  const psp = await getPspRow(context, text);
  const [rows, controls, proposals, credentials] = await Promise.all([
    selectPspBalances(context.sql, psp.id),
    readPspControls(context, psp.id),
    listAdjustments(context, psp.id),
    selectPspCredentials(context.sql, psp.id),
  ]);
  const balances = assetCodes.map(
    (asset) =>
      rows.find((row) => row.asset === asset) ?? { asset, available: 0n, held: 0n, fees: 0n, owed: 0n },
  );
  return {
    psp,
    balances,
    controls: controls ?? { limits: [], addresses: undefined },
    proposals,
    credentials,
  };
}
