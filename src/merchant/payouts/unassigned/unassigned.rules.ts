import type { CoinCode } from '../../assets/asset.rules.ts';
import { deepestConfirmations } from '../../chains/confirmation.rules.ts';
import { isDeep } from '../../chains/receipts/receipt.rules.ts';
import { SaidError, type Sentence } from '../../../platform/problem.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

export interface OutputKey {
  readonly coin: CoinCode;
  readonly transactionId: string;
  readonly outputIndex: number;
}

/** `open` includes proposed assignments; `returned` includes coins on their way back. */
export const unassignedStates = ['open', 'assigned', 'returned'] as const;
export type UnassignedState = (typeof unassignedStates)[number];

/** Amounts of different coins are not compared: `largest` lists one coin after the other. */
export const unassignedSorts = ['newest', 'largest'] as const;
export type UnassignedSort = (typeof unassignedSorts)[number];

export type DecisionKind = 'payment' | 'deposit' | 'return';
export type DecisionStatus = 'proposed' | 'done' | 'rejected';

/** The position of a row in either order. */
export interface UnassignedPlace extends OutputKey {
  readonly firstSeenAt: Date;
  readonly amountMinor: bigint;
}

const placePattern = /^(\d{1,14})_(\d{1,38})_([A-Z]{3})_(\d{1,9})_(\w{1,100})$/;

export const formatPlace = (place: UnassignedPlace): string =>
  [place.firstSeenAt.getTime(), place.amountMinor, place.coin, place.outputIndex, place.transactionId].join(
    '_',
  );

export function parsePlace(text: string): UnassignedPlace | undefined {
  const [, ms, amount, coin, index, transactionId] = placePattern.exec(text) ?? [];
  if (transactionId === undefined) return undefined;
  return {
    firstSeenAt: new Date(Number(ms)),
    amountMinor: BigInt(amount ?? 0),
    coin: coin as CoinCode,
    outputIndex: Number(index),
    transactionId,
  };
}

/** Thrown when nothing was changed. The message is meant for the person who asked. */
export class UnassignedRefused extends SaidError {
  override readonly name = 'UnassignedRefused';
}

/** Returns the reason that coins cannot be decided about yet, according to their chain state. */
export function findChainFault(
  settings: Parameters<typeof deepestConfirmations>[0],
  coin: CoinCode,
  found: { readonly spent_by: string | null; readonly confirmations: number; readonly final: boolean },
): Sentence | undefined {
  if (found.spent_by !== null)
    return { say: merchantWords.coinsSpent, values: { transaction: found.spent_by } };
  // Every amount needs the confirmations of the largest payments.
  if (found.confirmations === 0 || !isDeep(found, deepestConfirmations(settings, coin)))
    return { say: merchantWords.coinsNotFinal };
  return undefined;
}
