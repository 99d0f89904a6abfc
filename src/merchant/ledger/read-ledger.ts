import { assetCodes, type AssetCode } from '../assets/asset.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import {
  availableTo,
  feeReserveOf,
  formatPlace,
  heldFor,
  shownReference,
  windowsBack,
  type StatementPlace,
} from './ledger.rules.ts';
import { listBalances, listBalancesOf, listEntries, sumPending, type StatementRow } from './ledger.store.ts';

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

export interface Funds {
  readonly asset: AssetCode;
  /** What can be spent now. */
  readonly balance: bigint;
  /** Received and not settled, or more than was due. */
  readonly held: bigint;
  /** Set aside for the networks' fees of payouts that are not done. */
  readonly reserved: bigint;
  /** Seen on the chain and not credited yet; in no account of the ledger. */
  readonly pending: bigint;
}

/** Every asset, also those never touched. */
export async function readFunds({ sql }: Pick<MerchantContext, 'sql'>, pspId: number): Promise<Funds[]> {
  const owners = [availableTo(pspId), heldFor(pspId), feeReserveOf(pspId)] as const;
  const [rows, coming] = await Promise.all([listBalancesOf(sql, owners), sumPending(sql, pspId)]);
  return assetCodes.map((asset) => {
    const own = rows.filter((row) => row.asset === asset);
    const [balance = 0n, held = 0n, reserved = 0n] = owners.map(
      (owner) => own.find((row) => row.owner === owner)?.balance ?? 0n,
    );
    const pending = coming.find((row) => row.asset === asset)?.balance ?? 0n;
    return { asset, balance, held, reserved, pending };
  });
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
