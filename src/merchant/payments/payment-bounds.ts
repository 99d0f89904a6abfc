import assert from 'node:assert/strict';
import { parseAmount } from '../../platform/money.ts';
import { StartError } from '../../platform/start-error.ts';
import { euroDecimals } from '../assets/asset.rules.ts';
import type { MerchantSettings } from '../merchant.context.ts';

type BoundSettings = Pick<MerchantSettings, 'PAYMENT_MINIMUM' | 'PAYMENT_MAXIMUM'>;

/** Returns the bounds in cents. */
export const paymentBoundsOf = (settings: BoundSettings): { least: bigint; most: bigint } => ({
  least: toCents(settings.PAYMENT_MINIMUM),
  most: toCents(settings.PAYMENT_MAXIMUM),
});

/** Throws if the minimum is above the maximum. */
export function checkPaymentBounds(settings: BoundSettings): void {
  const { least, most } = paymentBoundsOf(settings);
  if (least <= most) return;
  throw new StartError(
    `PAYMENT_MINIMUM is ${settings.PAYMENT_MINIMUM} and PAYMENT_MAXIMUM ${settings.PAYMENT_MAXIMUM}: every payment would be refused.`,
  );
}

/** Converts a setting that was validated when it was read. */
function toCents(euros: string): bigint {
  const parsed = parseAmount(euros, euroDecimals);
  assert('minor' in parsed);
  return parsed.minor;
}
