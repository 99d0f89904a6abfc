import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { coins, formatAsset, type CoinCode } from '../assets/asset.rules.ts';
import type { Address } from '../chains/chain.ts';
import type { PayoutControl } from '../limits/control-payout.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import { isScreened } from '../screeners/screener.rules.ts';
import type { PayoutKind } from './payout.rules.ts';
import { insertPayout } from './payout.store.ts';

/** Wakes the payout sender, which otherwise finds new payouts within seconds. Publish it after the commit. */
export const payoutsChannel = 'merchant.payouts';

export interface PayoutRequest {
  coin: CoinCode;
  kind: PayoutKind;
  orderId: string | null;
  pspId: number;
  to: Address;
  /** What arrives there. */
  amountMinor: bigint;
  /** What the receiver pays towards the network's fee, beside the amount; 0 where others pay it. */
  feeAllowanceMinor: bigint;
  /** Cents that the merchant sets aside for it, in the same transaction; undefined where the provider pays it. */
  feeReserveCents: bigint | undefined;
  /** What the amount is worth: the more, the more confirmations it needs. */
  euroValueMinor: bigint;
  control: PayoutControl;
  /** The account that a collection takes from, and the number that it has next. */
  source?: { readonly destination: string; readonly number: bigint };
}

/**
 * Sets a payout on its way, if and only if the caller's transaction commits. The same transaction moves amount and fee
 * allowance to provider:payouts. From here on it is sent once, or its owner is told that it failed; the answer is its id.
 */
export function requestPayout(
  tx: Tx,
  context: Pick<MerchantContext, 'clock' | 'chains' | 'settings'>,
  request: PayoutRequest,
): string {
  refuseTooSmall(context, request);
  const createdAt = context.clock.now();
  const id = newId(createdAt.getTime());
  insertPayout(tx, {
    id,
    coin: request.coin,
    kind: request.kind,
    order_id: request.orderId,
    psp_id: request.pspId,
    address: request.to.address,
    destination_tag: request.to.destinationTag,
    destination: request.to.destination,
    amount: request.amountMinor,
    fee_allowance: request.feeAllowanceMinor,
    fee_payer: request.feeReserveCents === undefined ? 'provider' : 'merchant',
    fee_reserve: request.feeReserveCents ?? 0n,
    euro_value: request.euroValueMinor,
    requested_by: request.control.requestedBy,
    approval: request.control.approval,
    screening: isAsked(context, request) ? 'unasked' : null,
    source: request.source?.destination ?? null,
    source_number: request.source?.number ?? null,
    created_at: createdAt,
  });
  return id;
}

/** Not about what goes to the provider's own wallets. */
const isAsked = (
  { settings }: Pick<MerchantContext, 'settings'>,
  { coin, kind, amountMinor }: PayoutRequest,
): boolean => kind !== 'cold' && kind !== 'collection' && isScreened(settings, coin, amountMinor);

/** It could be signed and would never be mined. */
function refuseTooSmall(
  { chains }: Pick<MerchantContext, 'chains'>,
  { coin, to, amountMinor }: PayoutRequest,
): void {
  const leastMinor = chains.get(coin).leastPayout?.(to) ?? 0n;
  if (amountMinor >= leastMinor) return;
  throw problem('payout_too_small', {
    detail: `The ${coins[coin].name} network passes on ${formatAsset(coin, leastMinor)} ${coin} or more to this address.`,
  });
}
