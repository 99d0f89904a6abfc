import { ProblemError } from '../../platform/problem.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { formatAsset } from '../assets/asset.rules.ts';
import type { Chain } from '../chains/chain.ts';
import { availableTo, sumOf, type Movement } from '../ledger/ledger.rules.ts';
import { readBalance } from '../ledger/read-balance.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { setNetworkFee } from '../orders/set-network-fee.ts';
import { chargeFee, feeCents, settleFee, type FeeCharge } from './network-fee.rules.ts';
import type { Payout } from './payout.rules.ts';
import { saveFeeCharge, type FeeChargeRow } from './payout.store.ts';

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

/** Of a transaction's fee what one payout has to pay. */
export interface FeeShare {
  readonly payout: Payout;
  readonly feeMinor: bigint;
}

export interface Charged {
  readonly payout: Payout;
  readonly charge: FeeCharge;
}

export type Cover =
  /** What the merchants pay, for the caller to post, last in the transaction; and what they could not. */
  | { readonly movements: Movement[]; readonly lacking: readonly Charged[] }
  /** Why nothing of it is stored, and whose money is missing. */
  | { readonly payout: Payout; readonly trouble: string };

/**
 * To be called with the signing, before anybody sees the bytes: each merchant pays for its part of the fee, or nothing is
 * signed for the reason that is answered. Only where the fee of a transaction is raised that somebody else pays his part
 * of, what a merchant lacks is the provider's cost: nobody's payout waits for another's money. A merchant never gets more
 * so than its own part, and gives all that it has first.
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
    if (!priced) return { payout, trouble: 'there is no fresh price for the network’s fee' };
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

const troubleOf = ({ wantedCents }: FeeCharge): string =>
  `the network takes ${formatAsset('EUR', wantedCents)} EUR now, which the merchant does not have`;

/** Whether anybody pays his whole part: the provider for its own, or a merchant that lacks nothing. */
function isPaidByOthers(shares: readonly FeeShare[], lacking: readonly Charged[]): boolean {
  const payers = new Set(lacking.map(({ payout }) => payerOf(payout)));
  return shares.some(({ payout }) => !payers.has(payerOf(payout)));
}

const payerOf = ({ fee_payer: payer, psp_id: pspId }: Payout): string | number =>
  payer === 'provider' ? payer : pspId;

/** With the end of a payout: what was charged in the end. */
export function recordSettlement(tx: Tx, payout: Payout, end: string): Movement[] {
  const { movements, ...charge } = settleFee(payout, end);
  recordCharge(tx, payout, { ...charge, reserveCents: 0n });
  return movements;
}

/**
 * With another transaction in a block than the payout was completed with, or one more: what was charged for too much goes
 * back, and what the network has taken since is charged at the price of now, as if it were signed now. Where the merchant
 * has too little left, the rest is the provider's cost: nothing can wait any more. Undefined while there is no fresh price.
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

/** Undefined where no market gives a fresh price. */
function whilePriced(charge: () => FeeCharge | undefined): { charge: FeeCharge | undefined } | undefined {
  try {
    return { charge: charge() };
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}

const greatest = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** With the payout, and with the order that tells of it. */
function recordCharge(tx: Tx, payout: Payout, charge: FeeChargeRow): void {
  saveFeeCharge(tx, payout.id, charge);
  if (payout.fee_payer === 'merchant' && payout.order_id !== null) {
    setNetworkFee(tx, payout.order_id, charge.chargeCents);
  }
}
