import type { Tx } from '../../platform/postgres/database.ts';
import type { Tag } from '../../platform/postgres/sql.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import { getChainState } from '../chains/get-chain-state.ts';
import { holdChains } from '../chains/hold-chains.ts';
import { listReceipts } from '../chains/list-receipts.ts';
import { listRefunds } from '../refunds/list-refunds.ts';
import type { PaymentFacts } from './judge.rules.ts';
import type { Choice, Payment } from './payment.rules.ts';
import { listChoices } from './payment.store.ts';

export interface DatedFacts extends PaymentFacts {
  /** Of the newest block of each chain. */
  readonly heights: ReadonlyMap<CoinCode, number>;
}

/** All that decides what a payment is, of one moment. The payment's row is locked. */
export async function holdFacts(tx: Tx, payment: Payment, now: Date): Promise<DatedFacts> {
  const choices = await choicesOf(tx, payment);
  await holdChains(tx, coinsOf(choices));
  return readRest(tx, payment, choices, now);
}

/** To look at, not to act on. Of one moment where it is read in a snapshot. */
export async function readFacts(sql: Tag, payment: Payment, now: Date): Promise<DatedFacts> {
  return readRest(sql, payment, await choicesOf(sql, payment), now);
}

async function choicesOf(sql: Tag, payment: Payment): Promise<Choice[]> {
  return payment.choice_id === null ? [] : listChoices(sql, payment.id);
}

const coinsOf = (choices: readonly Choice[]): CoinCode[] => [
  ...new Set(choices.map((choice) => choice.coin)),
];

async function readRest(
  sql: Tag,
  payment: Payment,
  choices: readonly Choice[],
  now: Date,
): Promise<DatedFacts> {
  const heights = new Map<CoinCode, number>();
  const caughtUpAt = new Map<CoinCode, Date>();
  for (const coin of coinsOf(choices)) {
    const state = await getChainState(sql, coin);
    heights.set(coin, state.height);
    if (state.caughtUpAt) caughtUpAt.set(coin, state.caughtUpAt);
  }
  const receipts = choices.length === 0 ? [] : await listReceipts(sql, payment.id);
  const refunds = choices.length === 0 ? [] : await listRefunds(sql, payment.id);
  return { payment, choices, receipts, refunds, caughtUpAt, heights, now };
}
