import type { Sql } from '../../../platform/postgres/client/database.ts';
import { assetCodes, type AssetCode } from '../../assets/asset.rules.ts';
import { listOpenClaims, sumLosses, type LossRow, type OpenClaim } from './owed.store.ts';

export type { LossRow, OpenClaim };

interface LossSum {
  readonly asset: AssetCode;
  readonly lost: bigint;
  readonly owed: bigint;
}

export interface Losses {
  readonly rows: readonly LossRow[];
  readonly sums: readonly LossSum[];
  /** Oldest first. */
  readonly claims: readonly OpenClaim[];
}

const mostClaims = 200;

/**
 * Returns the losses from coins that chains took back after they were spent: the provider's losses and the PSPs' debts.
 */
export async function readLosses(sql: Sql): Promise<Losses> {
  const [rows, claims] = await Promise.all([sumLosses(sql), listOpenClaims(sql, mostClaims)]);
  const sums = assetCodes
    .map((asset) => rows.filter((row) => row.asset === asset))
    .flatMap((own): LossSum[] => {
      const [first] = own;
      if (!first) return [];
      const sum = (of: 'lost' | 'owed') => own.reduce((total, row) => total + row[of], 0n);
      return [{ asset: first.asset, lost: sum('lost'), owed: sum('owed') }];
    });
  return { rows, sums, claims };
}
