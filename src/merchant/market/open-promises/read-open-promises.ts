import { multiplyDivide } from '../../../platform/money.ts';
import { coinCodes } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { openLimitsOf } from './open-promise.rules.ts';
import { selectOwnLimits, sumOpen, type OpenSum } from './open-promise.store.ts';

const shownMovePercent = 5n;
const shownPsps = 20;

/** Open promises of a coin, a PSP or all, and their possible loss. */
export interface OpenPosition {
  readonly of: string | undefined;
  readonly count: number;
  readonly cents: bigint;
  readonly limitCents: bigint;
  /** The loss if all of them are used after an adverse price move of 5 %. */
  readonly lossCents: bigint;
}

export interface OpenPositions {
  /** One entry for each coin, then the total. */
  readonly coins: readonly OpenPosition[];
  /** The PSPs with the largest totals, largest first. */
  readonly psps: readonly OpenPosition[];
}

export async function readOpenPromises(
  context: Pick<MerchantContext, 'sql' | 'clock' | 'settings'>,
): Promise<OpenPositions> {
  const sums = await sumOpen(context.sql, context.clock.now());
  const byPsp = [...Map.groupBy(sums, ({ psp_id: id }) => id)]
    .toSorted(([, one], [, other]) => (centsOf(one) < centsOf(other) ? 1 : -1))
    .slice(0, shownPsps);
  const own = await selectOwnLimits(
    context.sql,
    byPsp.map(([id]) => id),
  );
  const { coin: coinLimit, house } = openLimitsOf(context.settings, null);
  return {
    coins: [
      ...coinCodes.map((code) =>
        positionOf(
          code,
          sums.filter(({ coin }) => coin === code),
          coinLimit,
        ),
      ),
      positionOf(undefined, sums, house),
    ],
    psps: byPsp.map(([pspId, of]) => {
      const limit = own.find(({ id }) => id === pspId)?.open_limit ?? null;
      return positionOf(String(pspId), of, openLimitsOf(context.settings, limit).psp);
    }),
  };
}

const centsOf = (sums: readonly OpenSum[]): bigint =>
  sums.reduce((total, { euro_amount: cents }) => total + cents, 0n);

function positionOf(of: string | undefined, sums: readonly OpenSum[], limitCents: bigint): OpenPosition {
  const cents = centsOf(sums);
  return {
    of,
    count: sums.reduce((total, { count }) => total + count, 0),
    cents,
    limitCents,
    lossCents: multiplyDivide(cents, shownMovePercent, 100n, 'up'),
  };
}
