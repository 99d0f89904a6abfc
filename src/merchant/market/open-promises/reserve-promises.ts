import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { ProblemError } from '../../../platform/problem.ts';
import { formatAsset } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import {
  admitPromise,
  openLimitsOf,
  type OpenLimitRefusal,
  type OpenPromise,
  type Scope,
} from './open-promise.rules.ts';
import {
  deleteEnded,
  endPromisesOf,
  insertPromises,
  lockTotals,
  selectOwnLimits,
  selectTotals,
} from './open-promise.store.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

export type PromiseContext = Pick<MerchantContext, 'clock' | 'settings'>;

/**
 * Ended promises that a reservation removes from the totals in one statement. It repeats the statement only while it
 * would be refused otherwise.
 */
const sweepLimit = 2000;

/**
 * Reserves promises within the limits and stores them, in the order given. Returns an error for each refused one. All
 * other reservations wait until the commit, so call it at the end of the transaction.
 */
export async function reservePromises(
  tx: Tx,
  context: PromiseContext,
  promises: readonly OpenPromise[],
): Promise<(ProblemError | undefined)[]> {
  const now = context.clock.now();
  const pspIds = [...new Set(promises.map(({ pspId }) => pspId))];
  const scopes: Scope[] = [
    'house',
    ...new Set(promises.flatMap(({ pspId, coin }): Scope[] => [`psp:${pspId}`, `coin:${coin}`])),
  ];
  // Sent together, in one round trip.
  const [, firstEnded, firstTotals, own] = await Promise.all([
    lockTotals(tx),
    deleteEnded(tx, now, sweepLimit),
    selectTotals(tx, scopes),
    selectOwnLimits(tx, pspIds),
  ]);
  const judge = (rows: typeof firstTotals) => {
    const totals = new Map(rows.map((row) => [row.scope, row.euro_amount]));
    return promises.map((promise) => {
      const limit = own.find(({ id }) => id === promise.pspId)?.open_limit ?? null;
      return admitPromise(totals, promise, openLimitsOf(context.settings, limit));
    });
  };
  let refusals = judge(firstTotals);
  for (let ended = firstEnded; ended === sweepLimit && refusals.some(Boolean);) {
    ended = await deleteEnded(tx, now, sweepLimit);
    refusals = judge(await selectTotals(tx, scopes));
  }
  const admitted = promises.filter((_, index) => refusals[index] === undefined);
  if (admitted.length > 0) insertPromises(tx, admitted);
  return promises.map((promise, index) => {
    const refusal = refusals[index];
    return refusal && limitReached(promise, refusal);
  });
}

/** Reserves one promise; throws if it is refused. */
export async function reservePromise(tx: Tx, context: PromiseContext, promise: OpenPromise): Promise<void> {
  const [refused] = await reservePromises(tx, context, [promise]);
  if (refused) throw refused;
}

/** Releases what was promised for a quote or payment, when the caller's transaction commits. */
export const releasePromises = (tx: Tx, context: Pick<PromiseContext, 'clock'>, subjectId: string): void =>
  endPromisesOf(tx, subjectId, context.clock.now());

function limitReached(
  { coin }: OpenPromise,
  { which, limitCents, leftCents }: OpenLimitRefusal,
): ProblemError {
  const limit = formatAsset('EUR', limitCents);
  return problem('open_limit_reached', {
    say: limitWords[which],
    values: { coin, limit, left: formatAsset('EUR', leftCents) },
    headers: { 'retry-after': '60' },
  });
}

const limitWords = {
  psp: merchantWords.openLimitOfPsp,
  coin: merchantWords.openLimitOfCoin,
  house: merchantWords.openLimitOfHouse,
};
