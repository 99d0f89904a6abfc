import { isId } from '../../platform/ids.ts';
import { ProblemError } from '../../platform/problem.ts';
import { requiredConfirmations } from '../chains/confirmation.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { refundableCents } from '../refunds/refund.rules.ts';
import { listReleases } from '../releases/list-releases.ts';
import {
  acceptableSettlement,
  isAccepted,
  refundableOf,
  type AcceptableStatus,
  type RefundableStatus,
} from './acceptance.rules.ts';
import { activeChoice, type PaymentFacts } from './judge.rules.ts';
import { findFacts } from './facts.store.ts';
import { unknownPayment } from './lock-payment.ts';
import { belongsTo, type Choice } from './payment.rules.ts';

type LookupContext = Pick<MerchantContext, 'sql' | 'clock' | 'rates' | 'settings'>;

export interface PaymentLookup {
  readonly facts: PaymentFacts;
  /** Of which the terms and transactions are shown. */
  readonly choice: Choice | undefined;
  readonly transactions: PaymentFacts['receipts'];
  readonly acceptable: { status: AcceptableStatus; cents: bigint | null };
  readonly refundable: { status: RefundableStatus; cents: bigint };
}

/** Another PSP's payment is as unknown as one that never was. */
export async function getPayment(
  context: LookupContext,
  pspId: number,
  paymentId: string,
): Promise<PaymentLookup> {
  const facts = await findPaymentFacts(context, pspId, paymentId);
  if (!facts) throw unknownPayment();
  const choice = activeChoice(facts);
  return {
    facts,
    choice,
    transactions: choice
      ? facts.receipts.filter((receipt) => receipt.visible && belongsTo(choice, receipt))
      : [],
    acceptable: acceptableOf(context, facts),
    refundable: refundabilityOf(context, facts),
  };
}

/** As they are now, without a lock. */
export async function findPaymentFacts(
  context: Pick<LookupContext, 'sql' | 'clock'>,
  pspId: number,
  paymentId: string,
): Promise<PaymentFacts | undefined> {
  const found = isId(paymentId) ? await findFacts(context.sql, pspId, paymentId) : undefined;
  if (!found) return undefined;
  return { ...found, releases: await listReleases(context.sql, found.payment), now: context.clock.now() };
}

function acceptableOf(context: LookupContext, facts: PaymentFacts): PaymentLookup['acceptable'] {
  if (isAccepted(facts)) return { status: 'ACCEPTED', cents: facts.payment.settled_euro_amount };
  try {
    const settlement = acceptableSettlement(facts, () => {
      const choice = activeChoice(facts);
      return choice ? context.rates.bestForDeposit(`${choice.coin}EUR`) : 0n;
    });
    return settlement
      ? { status: 'ACCEPTABLE', cents: settlement.cents }
      : { status: 'NOT_ACCEPTABLE', cents: 0n };
  } catch (error) {
    // Late coins are worth what they are worth now, and nobody can say at the moment.
    if (error instanceof ProblemError) return { status: 'ACCEPTABLE', cents: null };
    throw error;
  }
}

function refundabilityOf(context: LookupContext, facts: PaymentFacts): PaymentLookup['refundable'] {
  const refundable = refundableOf(facts, (coin, cents) =>
    requiredConfirmations(context.settings, coin, cents),
  );
  if (typeof refundable === 'object') return { status: 'REFUNDABLE', cents: refundableCents(refundable) };
  return { status: facts.payment.status === 'REFUNDED' ? 'REFUNDED' : 'NOT_REFUNDABLE', cents: 0n };
}
