import type { Tx } from '../../../platform/postgres/client/database.ts';
import { invalidField } from '../../../platform/problem.ts';
import { formatAsset, type CoinCode } from '../../assets/asset.rules.ts';
import type { Actor } from '../../access/audit/audit.rules.ts';
import type { Address } from '../../chains/chain.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { dayMs, judgeLimits, noLimits, type LimitVerdict, type PayoutOrigin } from './limit.rules.ts';
import { lockLimits, readControls, sumRequested } from './limit.store.ts';
import { addressWords } from '../../details/address-words.rules.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

export interface WantedPayout {
  readonly pspId: number;
  readonly coin: CoinCode;
  readonly to: Address;
  readonly amountMinor: bigint;
  readonly origin: PayoutOrigin;
  /** The person who may not approve the payout. */
  readonly requestedBy: Actor;
  /** Name of the request field with the address. */
  readonly addressField: string;
}

export interface PayoutControl {
  readonly requestedBy: Actor;
  readonly approval: 'waiting' | null;
}

/**
 * Checks a payout against the limits and allowed addresses of the PSP. Locks the limits until the commit, so that
 * simultaneous payouts cannot exceed the daily limit together.
 */
export async function controlPayout(
  tx: Tx,
  { clock }: Pick<MerchantContext, 'clock'>,
  wanted: WantedPayout,
): Promise<PayoutControl> {
  const { pspId, coin, to, amountMinor, origin, requestedBy } = wanted;
  const controls = await readControls(tx, pspId, coin, to.destination);
  if (controls?.only_allowed_addresses && !controls.allowed && origin !== 'staff') {
    throw invalidField(wanted.addressField, 'not_allowed', addressWords.addressNotAllowed);
  }
  if (!controls?.limited) return { requestedBy, approval: null };
  const limits = (await lockLimits(tx, pspId, coin)) ?? noLimits;
  const since = new Date(clock.nowMs() - dayMs);
  const used = limits.day_amount === null ? 0n : await sumRequested(tx, pspId, coin, since);
  const judged = judgeLimits(limits, used, amountMinor, origin);
  if (judged.verdict === 'refuse') throw limitExceeded(coin, judged);
  return { requestedBy, approval: judged.verdict === 'approval' ? 'waiting' : null };
}

function limitExceeded(
  coin: CoinCode,
  { which, leftMinor }: Extract<LimitVerdict, { verdict: 'refuse' }>,
): Error {
  const left = `${formatAsset(coin, leftMinor)} ${coin}`;
  return problem('payout_limit_exceeded', {
    say: which === 'one' ? merchantWords.payoutAtMost : merchantWords.leftOfDay,
    values: { left },
  });
}
