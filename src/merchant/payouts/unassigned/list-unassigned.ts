import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { takePage, type Page } from '../../../platform/postgres/paging.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import {
  findChainFault,
  formatPlace,
  parsePlace,
  type DecisionKind,
  type DecisionStatus,
  type UnassignedPlace,
  type UnassignedSort,
  type UnassignedState,
} from './unassigned.rules.ts';
import { selectUnassigned, type UnassignedRow } from './unassigned.store.ts';

export interface UnassignedFilter {
  readonly state?: UnassignedState | undefined;
  readonly sort?: UnassignedSort | undefined;
  readonly coin?: CoinCode | undefined;
  /** Minimum amount; ignored without a coin. */
  readonly leastMinor?: bigint | undefined;
  readonly after?: string | undefined;
}

export interface ShownDecision {
  readonly id: string;
  readonly kind: DecisionKind;
  readonly status: DecisionStatus;
  readonly subjectId: string | null;
  readonly payoutId: string | null;
  readonly pspId: number | null;
  readonly customerReference: string | null;
  readonly proposedBy: string;
  readonly decidedBy: string | null;
}

/** Coins received for no payment and no deposit. */
export interface UnassignedCoins extends UnassignedPlace {
  readonly address: string;
  readonly destinationTag: string | null;
  readonly status: 'in a block' | 'unconfirmed' | 'gone';
  readonly spentBy: string | null;
  readonly isReady: boolean;
  readonly decision: ShownDecision | undefined;
}

/** Returns one page; `next` is set if more follow. */
export async function listUnassigned(
  {
    sql,
    settings,
  }: { readonly sql: Tag; readonly settings: Pick<MerchantContext['settings'], 'CONFIRMATIONS'> },
  { state = 'open', sort = 'newest', coin, leastMinor, after }: UnassignedFilter,
  limit: number,
): Promise<Page<UnassignedCoins>> {
  const rows = await selectUnassigned(sql, {
    state,
    sort,
    coin,
    leastMinor: coin === undefined ? undefined : leastMinor,
    after: after === undefined ? undefined : parsePlace(after),
    limit: limit + 1,
  });
  return takePage(
    rows.map((row) => toCoins(settings, row)),
    limit,
    formatPlace,
  );
}

function toCoins(
  settings: Pick<MerchantContext['settings'], 'CONFIRMATIONS'>,
  row: UnassignedRow,
): UnassignedCoins {
  const { coin, spent_by: spentBy, final } = row;
  const confirmations = Number(row.confirmations);
  return {
    coin,
    transactionId: row.transaction_id,
    outputIndex: row.output_index,
    amountMinor: row.amount,
    firstSeenAt: row.first_seen_at,
    ...placeOf(row),
    status: confirmations > 0 ? 'in a block' : row.unconfirmed ? 'unconfirmed' : 'gone',
    spentBy,
    isReady: findChainFault(settings, coin, { spent_by: spentBy, confirmations, final }) === undefined,
    decision: decisionOf(row),
  };
}

/**
 * Returns the address and tag of a destination. For XRP it contains both; for other coins the stored address is used.
 */
function placeOf({
  address,
  destination,
  coin,
}: UnassignedRow): Pick<UnassignedCoins, 'address' | 'destinationTag'> {
  if (coin !== 'XRP') return { address: address ?? destination, destinationTag: null };
  const [account = '', tag = ''] = destination.split(':');
  return { address: account, destinationTag: tag === '' ? null : tag };
}

function decisionOf(row: UnassignedRow): ShownDecision | undefined {
  const { decision_id: id, kind, status, proposed_by: proposedBy } = row;
  if (id === null || kind === null || status === null || proposedBy === null) return undefined;
  return {
    id,
    kind,
    status,
    proposedBy,
    subjectId: row.subject_id,
    payoutId: row.payout_id,
    pspId: row.psp_id,
    customerReference: row.customer_reference_id,
    decidedBy: row.decided_by,
  };
}
