import { ProblemError } from '../../../platform/problem.ts';
import type { AssetCode } from '../../assets/asset.rules.ts';
import { valueOf } from '../../conversions/conversion.rules.ts';
import { getBalances } from '../../ledger/read-ledger.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { readPaymentDays, type PaymentDays } from '../../payments/days/payment-days.ts';
import { countWaiting, mostCounted, type WaitingRow } from './overview.store.ts';

export interface ValuedBalance {
  readonly asset: AssetCode;
  readonly balance: bigint;
  /** At the present best price for selling; null where there is none. */
  readonly cents: bigint | null;
}

export interface Overview {
  readonly balances: readonly ValuedBalance[];
  readonly days: PaymentDays;
  readonly waiting: WaitingRow;
  readonly mostCounted: number;
}

export async function readOverview(
  context: MerchantContext,
  pspId: number,
  dayCount: number,
): Promise<Overview> {
  const [balances, days, waiting] = await Promise.all([
    getBalances(context, pspId),
    readPaymentDays(context, pspId, dayCount),
    countWaiting(context.sql, pspId),
  ]);
  return {
    balances: balances.map(({ asset, balance }) => ({
      asset,
      balance,
      cents: worthOf(context, asset, balance),
    })),
    days,
    waiting,
    mostCounted,
  };
}

function worthOf({ rates }: MerchantContext, asset: AssetCode, balance: bigint): bigint | null {
  if (asset === 'EUR') return balance;
  try {
    return valueOf(asset, balance, rates.bestForDeposit(`${asset}EUR`));
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}
