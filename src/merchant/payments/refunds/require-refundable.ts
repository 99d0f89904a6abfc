import type { Tx } from '../../../platform/postgres/client/database.ts';
import { requiredConfirmations } from '../../chains/confirmation.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import type { Choice, Payment, PaymentStatus } from '../facts/payment.rules.ts';
import { activeChoice } from '../judging/active-choice.rules.ts';
import { bringUpToDate, type UpToDate } from '../judging/bring-up-to-date.ts';
import { refundableOf, type LinkShare, type Refundable } from '../judging/refundable.rules.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';
import { refundLinkWords } from '../../details/refund-link-words.rules.ts';

interface RefundablePayment extends UpToDate {
  readonly refundable: Refundable;
  readonly choice: Choice;
}

/**
 * Brings a payment up to date, whose row is locked, and returns what can be refunded. `links` keep their shares.
 */
export async function requireRefundable(
  tx: Tx,
  context: Pick<MerchantContext, 'clock' | 'log' | 'rates' | 'settings'>,
  locked: Payment,
  { askedAt, links }: { readonly askedAt: Date; readonly links: readonly LinkShare[] },
): Promise<RefundablePayment> {
  refuseOvertaken(locked, askedAt);
  const upToDate = await bringUpToDate(tx, context, locked);
  const found = refundableOf(
    upToDate.facts,
    (coin, cents) => requiredConfirmations(context.settings, coin, cents),
    (coin) => context.rates.bestForDeposit(`${coin}EUR`),
    links,
  );
  const choice = activeChoice(upToDate.facts);
  const refundable = refuseNothing(found, upToDate.facts.payment.status);
  if (!choice) throw notRefundable(upToDate.facts.payment.status);
  return { ...upToDate, refundable, choice };
}

/** Throws the reason why nothing can be refunded now. */
export function refuseNothing(found: ReturnType<typeof refundableOf>, status: PaymentStatus): Refundable {
  if (found === 'confirming') throw problem('payment_confirming');
  if (found === 'linked') throw problem('payment_not_refundable', { say: refundLinkWords.refundLinkOpen });
  if (!found) throw notRefundable(status);
  return found;
}

const notRefundable = (status: PaymentStatus): Error =>
  problem('payment_not_refundable', { say: merchantWords.paymentIs, values: { status } });

/**
 * Time in milliseconds within which a transaction commits. After it, an acceptance that can be read counts as
 * committed.
 */
const unconfirmedMs = 60_000;

/**
 * Refuses a refund that arrived before the acceptance of the payment was committed. Its sender meant the coins of the
 * unresolved payment, not the euros of an accepted one. A payment must never be both accepted and refunded in coins.
 */
function refuseOvertaken(payment: Payment, askedAt: Date): void {
  const { accepted_at: acceptedAt, acceptance_committed_at: committedAt } = payment;
  if (acceptedAt === null) return;
  // An earlier time belongs to an acceptance that a reorganisation undid.
  const isKnown = committedAt !== null && committedAt >= acceptedAt;
  const knownAtMs = isKnown ? committedAt.getTime() : acceptedAt.getTime() + unconfirmedMs;
  if (knownAtMs >= askedAt.getTime())
    throw problem('payment_not_refundable', {
      say: merchantWords.acceptedMeanwhile,
    });
}
