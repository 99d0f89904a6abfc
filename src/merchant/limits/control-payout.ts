import type { Tx } from '../../platform/postgres/client/database.ts';
import { invalidField } from '../../platform/problem.ts';
import { formatAsset, type CoinCode } from '../assets/asset.rules.ts';
import type { Actor } from '../audit/audit.rules.ts';
import type { Address } from '../chains/chain.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import { dayMs, judgeLimits, noLimits, type LimitVerdict, type PayoutWish } from './limit.rules.ts';
import { lockLimits, readControls, sumRequested } from './limit.store.ts';

export interface WantedPayout {
  readonly pspId: number;
  readonly coin: CoinCode;
  readonly to: Address;
  readonly amountMinor: bigint;
  readonly wish: PayoutWish;
  /** Who asks; nobody approves what they have asked for. */
  readonly requestedBy: Actor;
  /** By which the address was given. */
  readonly addressField: string;
}

/** What was found, for the request of the payout. */
export interface PayoutControl {
  readonly requestedBy: Actor;
  readonly approval: 'waiting' | null;
}

/**
 * Whether a PSP may have this sent, by its limits and its allowed addresses. From here to the commit no other payout of
 * the PSP and coin gets past, so that all of them together stay within the day.
 */
export async function controlPayout(
  tx: Tx,
  { clock }: Pick<MerchantContext, 'clock'>,
  wanted: WantedPayout,
): Promise<PayoutControl> {
  const { pspId, coin, to, amountMinor, wish, requestedBy } = wanted;
  const controls = await readControls(tx, pspId, coin, to.destination);
  if (controls?.only_allowed_addresses && !controls.allowed && wish !== 'staff') {
    throw invalidField(
      wanted.addressField,
      'not_allowed',
      'is not among the addresses that this PSP may send to',
    );
  }
  if (!controls?.limited) return { requestedBy, approval: null };
  const limits = (await lockLimits(tx, pspId, coin)) ?? noLimits;
  const since = new Date(clock.nowMs() - dayMs);
  const used = limits.day_amount === null ? 0n : await sumRequested(tx, pspId, coin, since);
  const judged = judgeLimits(limits, used, amountMinor, wish);
  if (judged.verdict === 'refuse') throw limitExceeded(coin, judged);
  return { requestedBy, approval: judged.verdict === 'approval' ? 'waiting' : null };
}

function limitExceeded(
  coin: CoinCode,
  { which, leftMinor }: Extract<LimitVerdict, { verdict: 'refuse' }>,
): Error {
  const left = `${formatAsset(coin, leftMinor)} ${coin}`;
  return problem('payout_limit_exceeded', {
    detail:
      which === 'one'
        ? `One payout may be ${left} at most.`
        : `Of what may be sent within 24 hours ${left} are left.`,
  });
}
