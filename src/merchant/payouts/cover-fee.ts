import { ProblemError } from '../../platform/problem.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { formatAsset } from '../assets/asset.rules.ts';
import type { Chain } from '../chains/chain.ts';
import { availableTo, type Movement } from '../ledger/ledger.rules.ts';
import { readBalance } from '../ledger/read-balance.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { setNetworkFee } from '../orders/set-network-fee.ts';
import { chargeFee, feeCents, settleFee, type FeeCharge } from './network-fee.rules.ts';
import type { Payout } from './payout.rules.ts';
import { saveFeeCharge } from './payout.store.ts';

/** What a merchant sets aside for the fee of a payout; undefined where the provider pays it. */
export function estimateFeeCents(
  context: Pick<MerchantContext, 'settings' | 'rates'>,
  chain: Chain,
  feeRate: bigint,
): bigint | undefined {
  if (context.settings.NETWORK_FEE_PAID_BY === 'provider') return undefined;
  const price = context.rates.bestForWithdraw(`${chain.coin}EUR`);
  return feeCents(chain.coin, chain.usualFee(feeRate), price);
}

/** What the fees of several payouts take, before it is posted. */
export interface Covered {
  readonly movements: Movement[];
  /** Of each PSP beside what it had set aside. */
  readonly extraCents: Map<number, bigint>;
}

/**
 * To be called with the signing, before anybody sees the bytes: the merchant pays for its part of the fee, or the payout
 * waits for the reason that is answered. What it adds to `covered` is for the caller to post, last in the transaction.
 */
export async function coverFee(
  tx: Tx,
  context: Pick<MerchantContext, 'rates'>,
  payout: Payout,
  signed: { readonly transactionId: string; readonly feeMinor: bigint },
  covered: Covered,
): Promise<string | undefined> {
  if (payout.fee_payer === 'provider') return undefined;
  let charge: FeeCharge | undefined;
  try {
    charge = chargeFee(payout, signed.transactionId, signed.feeMinor, () =>
      context.rates.bestForWithdraw(`${payout.coin}EUR`),
    );
  } catch (error) {
    if (error instanceof ProblemError) return 'there is no fresh price for the network’s fee';
    throw error;
  }
  if (!charge) return undefined;
  const takenCents = (covered.extraCents.get(payout.psp_id) ?? 0n) + charge.extraCents;
  if (charge.extraCents > 0n && takenCents > (await readBalance(tx, availableTo(payout.psp_id), 'EUR'))) {
    const euros = formatAsset('EUR', charge.chargeCents);
    return `the network takes ${euros} EUR now, which the merchant does not have`;
  }
  covered.extraCents.set(payout.psp_id, takenCents);
  covered.movements.push(charge.movement);
  recordCharge(tx, payout, charge);
  return undefined;
}

/** With the end of a payout, or another one of its transactions in a block: what was charged in the end. */
export function recordSettlement(tx: Tx, payout: Payout, end: string, lostMinor = 0n): Movement[] {
  const { movements, ...charge } = settleFee(payout, end, lostMinor);
  recordCharge(tx, payout, { ...charge, reserveCents: 0n });
  return movements;
}

/** With the payout, and with the order that tells of it. */
function recordCharge(
  tx: Tx,
  payout: Payout,
  charge: Pick<FeeCharge, 'chargeCents' | 'coveredMinor' | 'reserveCents'>,
): void {
  saveFeeCharge(tx, payout.id, charge);
  if (payout.fee_payer === 'merchant' && payout.order_id !== null) {
    setNetworkFee(tx, payout.order_id, charge.chargeCents);
  }
}
