import { isId } from '../../platform/ids.ts';
import type { Tag } from '../../platform/postgres/client/sql.ts';
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
import { activeChoice } from './judge.rules.ts';
import { findRecords, type LookedUpRecords } from './records.store.ts';
import { unknownPayment } from './lock-payment.ts';
import { belongsTo, type Choice } from './payment.rules.ts';

type LookupContext = Pick<MerchantContext, 'sql' | 'rates' | 'settings'>;

export interface PaymentLookup {
  readonly records: LookedUpRecords;
  /** Of which the terms and transactions are shown. */
  readonly choice: Choice | undefined;
  readonly transactions: LookedUpRecords['receipts'];
  readonly acceptable: { status: AcceptableStatus; cents: bigint | null };
  readonly refundable: { status: RefundableStatus; cents: bigint };
}

/** Another PSP's payment is as unknown as one that never was. */
export async function getPayment(
  context: LookupContext,
  pspId: number,
  paymentId: string,
): Promise<PaymentLookup> {
  const records = await findPaymentRecords(context.sql, pspId, paymentId);
  if (!records) throw unknownPayment();
  const choice = activeChoice(records);
  return {
    records,
    choice,
    transactions: choice
      ? records.receipts.filter((receipt) => receipt.visible && belongsTo(choice, receipt))
      : [],
    acceptable: acceptableOf(context, records),
    refundable: refundabilityOf(context, records),
  };
}

/** As they are now, without a lock. */
export async function findPaymentRecords(
  sql: Tag,
  pspId: number,
  paymentId: string,
): Promise<LookedUpRecords | undefined> {
  const found = isId(paymentId) ? await findRecords(sql, pspId, paymentId) : undefined;
  return found && { ...found, releases: await listReleases(sql, found.payment) };
}

function acceptableOf(context: LookupContext, records: LookedUpRecords): PaymentLookup['acceptable'] {
  if (isAccepted(records)) return { status: 'ACCEPTED', cents: records.payment.settled_euro_amount };
  try {
    const settlement = acceptableSettlement(records, () => {
      const choice = activeChoice(records);
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

function refundabilityOf(context: LookupContext, records: LookedUpRecords): PaymentLookup['refundable'] {
  const refundable = refundableOf(records, (coin, cents) =>
    requiredConfirmations(context.settings, coin, cents),
  );
  if (typeof refundable === 'object') return { status: 'REFUNDABLE', cents: refundableCents(refundable) };
  return { status: records.payment.status === 'REFUNDED' ? 'REFUNDED' : 'NOT_REFUNDABLE', cents: 0n };
}
