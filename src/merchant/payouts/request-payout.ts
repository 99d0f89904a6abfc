import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { coins, formatAsset, type CoinCode } from '../assets/asset.rules.ts';
import type { Address } from '../chains/chain.ts';
import type { PayoutControl } from './limits/control-payout.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import { isScreened } from '../chains/screeners/screener.rules.ts';
import type { PayoutKind } from './payout.rules.ts';
import { insertPayout } from './payout.store.ts';
import { merchantWords } from '../details/merchant-words.rules.ts';

/** Wakes the payout sender, which otherwise finds new payouts within seconds. Publish it after the commit. */
export const payoutsChannel = 'merchant.payouts';

export interface PayoutRequest {
  coin: CoinCode;
  kind: PayoutKind;
  orderId: string | null;
  pspId: number;
  to: Address;
  /** The amount that the recipient gets. */
  amountMinor: bigint;
  /** The weight of the payment to the recipient (`weightOf`). The signed weight never exceeds it. */
  weight: number | undefined;
  /** The part of the network fee that the recipient pays, beside the amount; 0 if others pay it. */
  feeAllowanceMinor: bigint;
  /** Cents that the merchant reserves for the fee in the same transaction; undefined if the provider pays it. */
  feeReserveCents: bigint | undefined;
  /** The value of the amount, which determines the required confirmations. */
  euroValueMinor: bigint;
  control: PayoutControl;
  /** For a collection: the source account and its next number. */
  source?: { readonly destination: string; readonly number: bigint };
}

/**
 * Requests a payout in the caller's transaction and returns its id. The same transaction must move amount and fee
 * allowance to provider:payouts. The payout is paid exactly once, or its owner's `failed` handler is called.
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
    reserved_weight: request.weight === undefined ? null : BigInt(request.weight),
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

/** Transfers to the provider's own wallets are not screened. */
const isAsked = (
  { settings }: Pick<MerchantContext, 'settings'>,
  { coin, kind, amountMinor }: PayoutRequest,
): boolean => kind !== 'cold' && kind !== 'collection' && isScreened(settings, coin, amountMinor);

/** A payout below the dust limit could be signed, but would never be mined. */
function refuseTooSmall(
  { chains }: Pick<MerchantContext, 'chains'>,
  { coin, to, amountMinor }: PayoutRequest,
): void {
  const leastMinor = chains.get(coin).leastPayout?.(to) ?? 0n;
  if (amountMinor >= leastMinor) return;
  throw problem('payout_too_small', {
    say: merchantWords.leastPassedOn,
    values: { network: coins[coin].name, least: formatAsset(coin, leastMinor), coin },
  });
}
