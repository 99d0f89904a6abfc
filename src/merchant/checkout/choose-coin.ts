import { isId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { withUnusedAddress } from '../chains/receipts/assign-address.ts';
import { subjectChannel } from '../chains/reviews/run-reviews.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import { chooseCryptocurrency, isChosen } from '../payments/choose-cryptocurrency.ts';
import { getLockedPayment } from '../payments/facts/lock-payment.ts';

/**
 * The customer's choice, by the page's form. Whoever has the page's address may make it, as they may pay. A button that
 * was pressed twice chooses once: the page shows that coin already, and choices are few.
 */
export async function chooseCoin(context: MerchantContext, paymentId: string, code: string): Promise<void> {
  if (!isId(paymentId)) throw problem('not_found');
  await withUnusedAddress(context, (unused) =>
    transaction(context.sql, async (tx) => {
      const payment = await getLockedPayment(tx, paymentId);
      if (await isChosen(tx, context, payment, code)) return;
      await chooseCryptocurrency(tx, context, payment, code, unused);
    }),
  );
  // The same payment may be open elsewhere.
  context.signals.publish(subjectChannel, paymentId);
}
