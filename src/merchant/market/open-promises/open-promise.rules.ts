import assert from 'node:assert/strict';
import { parseAmount } from '../../../platform/money.ts';
import { euroDecimals, type CoinCode } from '../../assets/asset.rules.ts';

/** A price guaranteed until `endsAt`: an open quote, or the locked price of an unpaid payment. */
export interface OpenPromise {
  /** Id of the quote or payment. */
  readonly subjectId: string;
  /** Id of the quote or coin choice. */
  readonly id: string;
  readonly pspId: number;
  readonly coin: CoinCode;
  readonly cents: bigint;
  readonly endsAt: Date;
}

export interface LimitSettings {
  readonly OPEN_LIMIT_PSP: string;
  readonly OPEN_LIMIT_COIN: string;
  readonly OPEN_LIMIT_HOUSE: string;
  readonly OPEN_LIMIT_PSP_PERCENT: number;
}

/** Maximum totals in cents. */
export interface OpenLimits {
  readonly psp: bigint;
  readonly coin: bigint;
  readonly house: bigint;
}

/**
 * Returns the limits of a PSP. `ownCents` is the PSP's own limit, which can only lower the others; null if it has none.
 */
export function openLimitsOf(settings: LimitSettings, ownCents: bigint | null): OpenLimits {
  const house = toCents(settings.OPEN_LIMIT_HOUSE);
  const share = (house * BigInt(settings.OPEN_LIMIT_PSP_PERCENT)) / 100n;
  const psp = [toCents(settings.OPEN_LIMIT_PSP), share, ...(ownCents === null ? [] : [ownCents])];
  return {
    psp: psp.reduce((least, limit) => (limit < least ? limit : least)),
    coin: toCents(settings.OPEN_LIMIT_COIN),
    house,
  };
}

/** The setting was validated when it was read. */
function toCents(euros: string): bigint {
  const parsed = parseAmount(euros, euroDecimals);
  assert('minor' in parsed);
  return parsed.minor;
}

export type Scope = 'house' | `coin:${CoinCode}` | `psp:${number}`;

export interface OpenLimitRefusal {
  readonly which: keyof OpenLimits;
  readonly limitCents: bigint;
  /** The remaining amount below the limit. */
  readonly leftCents: bigint;
}

/** Adds a promise to the totals, unless one of them would exceed its limit. The narrowest limit is reported first. */
export function admitPromise(
  totals: Map<Scope, bigint>,
  promise: OpenPromise,
  limits: OpenLimits,
): OpenLimitRefusal | undefined {
  const scopes: [keyof OpenLimits, Scope][] = [
    ['psp', `psp:${promise.pspId}`],
    ['coin', `coin:${promise.coin}`],
    ['house', 'house'],
  ];
  for (const [which, scope] of scopes) {
    const limitCents = limits[which];
    const left = limitCents - (totals.get(scope) ?? 0n);
    if (promise.cents > left) return { which, limitCents, leftCents: left > 0n ? left : 0n };
  }
  for (const [, scope] of scopes) totals.set(scope, (totals.get(scope) ?? 0n) + promise.cents);
  return undefined;
}
