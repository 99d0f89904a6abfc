import { isId } from '../../../platform/ids.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { requiredConfirmations } from '../../chains/confirmation.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { unknownPayment } from '../facts/lock-payment.ts';
import { belongsTo, type Choice } from '../facts/payment.rules.ts';
import { acceptableSettlement, isAccepted, type AcceptableStatus } from '../judging/acceptance.rules.ts';
import { activeChoice } from '../judging/active-choice.rules.ts';
import { isKept, refundableCents, refundableOf, type RefundableStatus } from '../judging/refundable.rules.ts';
import { findRecords, type LookedUpRecords } from './payment-records.store.ts';

type LookupContext = Pick<MerchantContext, 'sql' | 'rates' | 'settings'>;

export interface PaymentLookup {
  readonly records: LookedUpRecords;
  readonly choice: Choice | undefined;
  readonly transactions: LookedUpRecords['receipts'];
  readonly acceptable: { status: AcceptableStatus; cents: bigint | null };
  readonly refundable: { status: RefundableStatus; cents: bigint | null };
}

/** Returns the payment with its amounts. Another PSP's payment is reported as unknown. */
export async function getPayment(
  context: LookupContext,
  pspId: number,
  paymentId: string,
): Promise<PaymentLookup> {
  const records = isId(paymentId) ? await findRecords(context.sql, pspId, paymentId) : undefined;
  if (!records) throw unknownPayment();
  const choice = activeChoice(records);
  return {
    records,
    choice,
    transactions: choice ? shownReceipts(records, choice) : [],
    acceptable: acceptableOf(context, records),
    refundable: refundabilityOf(context, records),
  };
}

/**
 * Returns the receipts of the active choice. Once it is final, held coins at addresses of earlier choices of the same
 * coin are included, because they are refunded with the rest.
 */
function shownReceipts({ payment, receipts }: LookedUpRecords, choice: Choice): LookedUpRecords['receipts'] {
  const isHeldBeside = (receipt: LookedUpRecords['receipts'][number]): boolean =>
    payment.status !== 'PENDING' && receipt.credited && receipt.coin === choice.coin;
  return receipts.filter(
    (receipt) => receipt.visible && (belongsTo(choice, receipt) || isHeldBeside(receipt)),
  );
}

function acceptableOf(context: LookupContext, records: LookedUpRecords): PaymentLookup['acceptable'] {
  if (isAccepted(records)) return { status: 'ACCEPTED', cents: records.payment.settled_euro_amount };
  if (isKept(records.payment.status, records.links)) return { status: 'NOT_ACCEPTABLE', cents: 0n };
  try {
    const settlement = acceptableSettlement(records, (coin) => context.rates.bestForDeposit(`${coin}EUR`));
    return settlement
      ? { status: 'ACCEPTABLE', cents: settlement.cents }
      : { status: 'NOT_ACCEPTABLE', cents: 0n };
  } catch (error) {
    // The coins are valued at the present price, which is missing.
    if (error instanceof ProblemError) return { status: 'ACCEPTABLE', cents: null };
    throw error;
  }
}

function refundabilityOf(context: LookupContext, records: LookedUpRecords): PaymentLookup['refundable'] {
  try {
    const refundable = refundableOf(
      records,
      (coin, cents) => requiredConfirmations(context.settings, coin, cents),
      (coin) => context.rates.bestForDeposit(`${coin}EUR`),
      records.links,
    );
    // The coins can be refunded in full even if they are worth less than a cent by now.
    if (typeof refundable === 'object') return { status: 'REFUNDABLE', cents: refundableCents(refundable) };
  } catch (error) {
    // The present price is missing here too.
    if (error instanceof ProblemError) return { status: 'REFUNDABLE', cents: null };
    throw error;
  }
  return { status: records.payment.status === 'REFUNDED' ? 'REFUNDED' : 'NOT_REFUNDABLE', cents: 0n };
}
