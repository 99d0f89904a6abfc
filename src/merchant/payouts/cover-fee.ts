import { ProblemError, type Sentence } from '../../platform/problem.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { formatAsset } from '../assets/asset.rules.ts';
import type { Chain } from '../chains/chain.ts';
import { availableTo, sumOf, type Movement } from '../books/ledger.rules.ts';
import { readBalance } from '../books/read-balance.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { setNetworkFee } from '../orders/change-order.ts';
import { chargeFee, feeCents, settleFee, type FeeCharge } from './network-fee.rules.ts';
import type { Payout } from './payout.rules.ts';
import { saveFeeCharge, type FeeChargeRow } from './payout.store.ts';
import { payoutWords } from '../details/payout-words.rules.ts';

/** Estimates the fee that a merchant reserves for a payout; undefined if the provider pays it. */
export function estimateFeeCents(
  context: Pick<MerchantContext, 'settings' | 'rates'>,
  chain: Chain,
  feeRate: bigint,
  recipientWeight?: number,
): bigint | undefined {
  if (context.settings.NETWORK_FEE_PAID_BY === 'provider') return undefined;
  const price = context.rates.bestForWithdraw(`${chain.coin}EUR`);
  return feeCents(chain.coin, chain.usualFee(feeRate, recipientWeight), price);
}

/** The share of a payout in the fee of a transaction. */
export interface FeeShare {
  readonly payout: Payout;
  readonly feeMinor: bigint;
}

export interface Charged {
  readonly payout: Payout;
  readonly charge: FeeCharge;
}

export type Cover =
  /**
   * Charges to the merchants, which the caller posts at the end of the transaction, and the shares that are not fully
   * covered.
   */
  | { readonly movements: Movement[]; readonly lacking: readonly Charged[] }
  /** The payout whose fee is not covered, and the reason. Nothing is stored. */
  | { readonly payout: Payout; readonly trouble: Sentence };

/**
 * Charges each merchant for its share when a transaction is signed, before the bytes leave the process. If a merchant
 * lacks money, nothing is signed and the reason is returned.
 * If a fee is raised and another payer covers a full share, the provider pays the missing part instead, so that no
 * payout waits for another merchant's money. The merchant still pays all that it has, and never gets back more than it
 * paid.
 */
export async function coverFees(
  tx: Tx,
  context: Pick<MerchantContext, 'rates'>,
  shares: readonly FeeShare[],
  signing: { readonly transactionId: string; readonly raised: boolean },
): Promise<Cover> {
  const charged: Charged[] = [];
  const left = new Map<number, bigint>();
  for (const { payout, feeMinor } of shares) {
    if (payout.fee_payer === 'provider') continue;
    const { psp_id: pspId } = payout;
    const availableCents = left.get(pspId) ?? (await readBalance(tx, availableTo(pspId), 'EUR'));
    const price = () => context.rates.bestForWithdraw(`${payout.coin}EUR`);
    const priced = whilePriced(() => chargeFee(payout, { ...signing, feeMinor, availableCents, price }));
    if (!priced) return { payout, trouble: { say: payoutWords.noPriceForFee } };
    const { charge } = priced;
    left.set(pspId, availableCents - (charge?.extraCents ?? 0n));
    if (charge) charged.push({ payout, charge });
  }
  const lacking = charged.filter(({ charge }) => charge.borneMinor > 0n);
  const [first] = lacking;
  if (first && !(signing.raised && isPaidByOthers(shares, lacking))) {
    return { payout: first.payout, trouble: troubleOf(first.charge) };
  }
  for (const { payout, charge } of charged) recordCharge(tx, payout, charge);
  return { movements: charged.flatMap(({ charge }) => charge.movement ?? []), lacking };
}

const troubleOf = ({ wantedCents }: FeeCharge): Sentence => ({
  say: payoutWords.feeNotCovered,
  values: { amount: formatAsset('EUR', wantedCents) },
});

/** Returns true if one payer covers its share in full: the provider, or a merchant with enough money. */
function isPaidByOthers(shares: readonly FeeShare[], lacking: readonly Charged[]): boolean {
  const payers = new Set(lacking.map(({ payout }) => payerOf(payout)));
  return shares.some(({ payout }) => !payers.has(payerOf(payout)));
}

const payerOf = ({ fee_payer: payer, psp_id: pspId }: Payout): string | number =>
  payer === 'provider' ? payer : pspId;

/** Records the final charge when a payout ends. */
export function recordSettlement(tx: Tx, payout: Payout, end: string): Movement[] {
  const { movements, ...charge } = settleFee(payout, end);
  recordCharge(tx, payout, { ...charge, reserveCents: 0n });
  return movements;
}

/**
 * Corrects the charge if a different or additional transaction was mined after completion. A lower fee is given back. A
 * higher fee is charged at the present price; the provider pays the part that the merchant cannot, because a mined
 * transaction cannot wait. Returns undefined while there is no fresh price.
 */
export async function correctCharge(
  tx: Tx,
  context: Pick<MerchantContext, 'rates'>,
  payout: Payout,
  feeMinor: bigint,
  before: readonly Movement[],
): Promise<Movement[] | undefined> {
  const corrected = `corrected:${payout.fee_corrections + 1}`;
  const isDearer = payout.fee_payer === 'merchant' && feeMinor > (payout.fee ?? 0n);
  if (!isDearer) return recordSettlement(tx, { ...payout, fee: feeMinor }, corrected);
  const owner = availableTo(payout.psp_id);
  const balance = await readBalance(tx, owner, 'EUR');
  const availableCents = greatest(0n, balance + sumOf(before, owner, 'EUR'));
  const price = () => context.rates.bestForWithdraw(`${payout.coin}EUR`);
  const priced = whilePriced(() =>
    chargeFee(payout, { transactionId: corrected, feeMinor, availableCents, price }),
  );
  if (!priced) return undefined;
  const { charge } = priced;
  if (!charge) return recordSettlement(tx, { ...payout, fee: feeMinor }, corrected);
  recordCharge(tx, payout, charge);
  return charge.movement ? [charge.movement] : [];
}

/** Returns undefined if no market has a fresh price. */
function whilePriced(charge: () => FeeCharge | undefined): { charge: FeeCharge | undefined } | undefined {
  try {
    return { charge: charge() };
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}

const greatest = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Stores the charge with the payout and with its order. */
function recordCharge(tx: Tx, payout: Payout, charge: FeeChargeRow): void {
  saveFeeCharge(tx, payout.id, charge);
  if (payout.fee_payer === 'merchant' && payout.order_id !== null) {
    setNetworkFee(tx, payout.order_id, charge.chargeCents);
  }
}
