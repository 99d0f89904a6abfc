import { ProblemError } from '../../../platform/problem.ts';
import type { AssetCode } from '../../assets/asset.rules.ts';
import { valueOf } from '../../market/conversions/conversion.rules.ts';
import { readFunds, type Funds } from '../../books/read-ledger.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { readTurnover, type TurnoverRow } from '../../books/turnover/turnover.ts';
import { readPaymentDays, type PaymentDays } from '../../payments/days/payment-days.ts';
import { countWaiting, mostCounted, type WaitingRow } from './overview.store.ts';

const dayMs = 86_400_000;

export interface ValuedBalance extends Funds {
  /** Euro cents at the best current selling price. Null if there is no price. */
  readonly cents: bigint | null;
}

export interface Overview {
  readonly balances: readonly ValuedBalance[];
  readonly days: PaymentDays;
  readonly turnover: readonly TurnoverRow[];
  readonly waiting: WaitingRow;
  readonly mostCounted: number;
}

export async function readOverview(
  context: MerchantContext,
  pspId: number,
  dayCount: number,
): Promise<Overview> {
  const nowMs = context.clock.nowMs();
  const from = new Date(nowMs - (nowMs % dayMs) - (dayCount - 1) * dayMs);
  const [balances, days, turnover, waiting] = await Promise.all([
    readFunds(context, pspId),
    readPaymentDays(context, pspId, dayCount),
    readTurnover(context, { pspId, from, to: undefined }),
    countWaiting(context.sql, pspId),
  ]);
  return {
    balances: balances.map((funds) => ({ ...funds, cents: worthOf(context, funds.asset, funds.balance) })),
    days,
    turnover,
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
