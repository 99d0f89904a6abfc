import { assetCodes, type AssetCode } from '../assets/asset.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import {
  availableTo,
  claimOn,
  feeReserveOf,
  formatPlace,
  heldFor,
  shownReference,
  windowsBack,
  type StatementPlace,
} from './ledger.rules.ts';
import { listBalances, listBalancesOf, listEntries, sumPending, type StatementRow } from './ledger.store.ts';

/** Returns the available balance of every asset, including unused ones. */
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

export interface Funds {
  readonly asset: AssetCode;
  /** The available balance. */
  readonly balance: bigint;
  /** Received and not settled, or overpaid. */
  readonly held: bigint;
  /** Reserved for network fees of open payouts and for open refund links. */
  readonly reserved: bigint;
  /** Seen on the chain and not credited yet. Not in the ledger. */
  readonly pending: bigint;
  /** Debt for coins that a chain took back. */
  readonly owed: bigint;
}

/** Returns all amounts of every asset, including unused ones. */
export async function readFunds({ sql }: Pick<MerchantContext, 'sql'>, pspId: number): Promise<Funds[]> {
  const owners = [availableTo(pspId), heldFor(pspId), feeReserveOf(pspId), claimOn(pspId)] as const;
  const [rows, coming] = await Promise.all([listBalancesOf(sql, owners), sumPending(sql, pspId)]);
  return assetCodes.map((asset) => {
    const own = rows.filter((row) => row.asset === asset);
    const [balance = 0n, held = 0n, reserved = 0n, claim = 0n] = owners.map(
      (owner) => own.find((row) => row.owner === owner)?.balance ?? 0n,
    );
    const pending = coming.find((row) => row.asset === asset)?.balance ?? 0n;
    return { asset, balance, held, reserved, pending, owed: -claim };
  });
}

export interface StatementInput {
  pspId: number;
  asset?: AssetCode | undefined;
  /** Inclusive. */
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
  after?: StatementPlace | undefined;
  limit: number;
}

/**
 * Reads a page of the statement. Most entries are from the last weeks, so older partitions are read only if the page is
 * not full.
 */
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
