import { setTimeout as sleep } from 'node:timers/promises';
import { isId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { wakeChainReader } from '../../chains/wake-chain-reader.ts';
import { sendRest } from '../../chains/simulated/network/send-rest.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { getLockedPayment } from '../facts/lock-payment.ts';
import { readPaymentView } from '../views/read-payment-view.ts';
import { asksForCoins, phaseOf } from './checkout.rules.ts';
import { isSimulated } from './find-checkout.ts';

const lookEveryMs = 50;
const looks = 40;

/** Sends the sum due on a simulated chain, in place of the customer's wallet. Repeated calls send it once. */
export async function sendTestCoins(context: MerchantContext, paymentId: string): Promise<void> {
  if (!isId(paymentId)) throw problem('not_found');
  const coin = await transaction(context.sql, (tx) => sendDue(tx, context, paymentId));
  if (coin === undefined) return;
  wakeChainReader(context.signals, coin);
  await awaitReceipt(context, paymentId);
}

async function sendDue(tx: Tx, context: MerchantContext, paymentId: string): Promise<CoinCode | undefined> {
  await getLockedPayment(tx, paymentId);
  const view = await readPaymentView(tx, paymentId);
  if (!view || !asksForCoins(phaseOf(view, context.clock.nowMs())) || !isSimulated(context, view))
    return undefined;
  const { coin, address, destinationTag, coinAmountMinor: totalMinor } = view;
  if (coin === null || address === null || totalMinor === null) return undefined;
  await sendRest(tx, context, coin, { address, destinationTag, totalMinor });
  return coin;
}

/** Waits briefly for the receipt, so that a page without a script shows it without a reload. */
async function awaitReceipt(context: MerchantContext, paymentId: string): Promise<void> {
  for (let look = 0; look < looks; look++) {
    const view = await readPaymentView(context.sql, paymentId);
    if (!view || !asksForCoins(phaseOf(view, context.clock.nowMs()))) return;
    await sleep(lookEveryMs);
  }
}
