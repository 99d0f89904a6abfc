import { isId } from '../../../platform/ids.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { requiredConfirmations } from '../../chains/confirmation.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { unknownPayment } from '../facts/lock-payment.ts';
import { belongsTo, type Choice } from '../facts/payment.rules.ts';
import { acceptableSettlement, isAccepted, type AcceptableStatus } from '../judging/acceptance.rules.ts';
import { activeChoice } from '../judging/active-choice.rules.ts';
import { refundableCents, refundableOf, type RefundableStatus } from '../judging/refundable.rules.ts';
import { findRecords, type LookedUpRecords } from './payment-records.store.ts';

type LookupContext = Pick<MerchantContext, 'sql' | 'rates' | 'settings'>;

export interface PaymentLookup {
  readonly records: LookedUpRecords;
  /** Of which the terms and transactions are shown. */
  readonly choice: Choice | undefined;
  readonly transactions: LookedUpRecords['receipts'];
  readonly acceptable: { status: AcceptableStatus; cents: bigint | null };
  readonly refundable: { status: RefundableStatus; cents: bigint | null };
}

/** Another PSP's payment is as unknown as one that never was. */
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
 * Those of the choice that counts; and once it is known which does, those of its coin that came to an address that was
 * chosen before and that are held: they go back with the others, and are a part of what is refundable.
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
  try {
    const settlement = acceptableSettlement(records, (coin) => context.rates.bestForDeposit(`${coin}EUR`));
    return settlement
      ? { status: 'ACCEPTABLE', cents: settlement.cents }
      : { status: 'NOT_ACCEPTABLE', cents: 0n };
  } catch (error) {
    // They are worth what they are worth now, and nobody can say at the moment.
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
    );
    // All of it can be sent back also where it is worth less than a cent by now.
    if (typeof refundable === 'object') return { status: 'REFUNDABLE', cents: refundableCents(refundable) };
  } catch (error) {
    // The same: nobody can say what they are worth.
    if (error instanceof ProblemError) return { status: 'REFUNDABLE', cents: null };
    throw error;
  }
  return { status: records.payment.status === 'REFUNDED' ? 'REFUNDED' : 'NOT_REFUNDABLE', cents: 0n };
}
