import { isId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { withUnusedAddress } from '../../chains/receipts/assign-address.ts';
import { subjectChannel } from '../../chains/reviews/run-reviews.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { chooseCryptocurrency, isChosen } from '../choose-cryptocurrency.ts';
import { getLockedPayment } from '../facts/lock-payment.ts';

/**
 * Chooses a coin from the form of the page. The page's address is enough to choose, as it is to pay. Choosing the
 * current coin again changes nothing, because the number of choices is limited.
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
  // The same payment may be open on other pages.
  context.signals.publish(subjectChannel, paymentId);
}
