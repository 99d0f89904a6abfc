import { ProblemError } from '../../platform/problem.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { formatAsset, type Price } from '../assets/asset.rules.ts';
import type { Chain } from '../chains/chain.ts';
import { availableTo, type Movement } from '../ledger/ledger.rules.ts';
import { readBalance } from '../ledger/read-balance.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { setNetworkFee } from '../orders/set-network-fee.ts';
import { chargedMinor, chargeFee, feeCents } from './network-fee.rules.ts';
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

/** Why a payout waits. */
export class FeeNotCovered extends Error {}

/**
 * To be called with the signing, before anybody sees the bytes: the merchant pays for its part of the fee, or the payout
 * waits. The answer is for the caller to post, last in the transaction.
 */
export async function coverFee(
  tx: Tx,
  context: Pick<MerchantContext, 'rates'>,
  payout: Payout,
  signed: { readonly transactionId: string; readonly feeMinor: bigint },
): Promise<Movement[]> {
  if (payout.fee_payer === 'provider') return [];
  const minor = chargedMinor(payout, signed.feeMinor);
  const cents = minor === 0n ? 0n : feeCents(payout.coin, minor, findPrice(context, payout));
  const charge = chargeFee(payout, signed.transactionId, cents);
  if (charge.extraCents > (await readBalance(tx, availableTo(payout.psp_id), 'EUR'))) {
    throw new FeeNotCovered(
      `the network takes ${formatAsset('EUR', cents)} EUR now, which the merchant does not have`,
    );
  }
  saveFeeCharge(tx, payout.id, charge.chargeCents, charge.reserveCents);
  if (payout.order_id !== null) setNetworkFee(tx, payout.order_id, charge.chargeCents);
  return charge.movement.entries.length === 0 ? [] : [charge.movement];
}

function findPrice({ rates }: Pick<MerchantContext, 'rates'>, { coin }: Payout): Price {
  try {
    return rates.bestForWithdraw(`${coin}EUR`);
  } catch (error) {
    if (error instanceof ProblemError)
      throw new FeeNotCovered('there is no fresh price for the network’s fee');
    throw error;
  }
}
