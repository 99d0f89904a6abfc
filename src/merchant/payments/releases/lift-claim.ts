import { newId } from '../../../platform/ids.ts';
import { least } from '../../../platform/money.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { requiredConfirmations } from '../../chains/confirmation.rules.ts';
import { readOwed } from '../../books/claims/owed.ts';
import { availableTo, heldFor, tradingAccount, transfer } from '../../books/ledger.rules.ts';
import { postMovements } from '../../books/post-movement.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { claimSalesOf, type Release } from '../facts/payment-facts.rules.ts';
import type { Payment } from '../facts/payment.rules.ts';
import { readPaymentFacts } from '../facts/read-payment-facts.ts';
import { activeChoice } from '../judging/active-choice.rules.ts';
import { recordRelease } from '../judging/record-release.ts';
import { priceOfSlow, sellAt } from '../judging/settlement.rules.ts';
import { heldCoinsOf } from './held-coins.rules.ts';

type LiftContext = Pick<MerchantContext, 'clock' | 'log' | 'settings' | 'rates'>;

/**
 * Sells coins that came back to a reversed payment while its merchant owes euros. The price is the lower of the
 * payment's and the present one, and the amount is limited to the debt. All sales together bring no more cents and take
 * no more coins than the settlement did. The rest stays held for staff. Throws without a present price, and the caller
 * retries. The caller has locked the payment's row.
 */
export async function liftClaim(tx: Tx, context: LiftContext, payment: Payment): Promise<void> {
  const { id, psp_id: pspId, settled_euro_amount: settledCents, settled_coin_amount: settledMinor } = payment;
  if (payment.status !== 'REVERSED' || settledCents === null || settledMinor === null) return;
  const owedCents = await readOwed(tx, pspId, 'EUR');
  if (owedCents === 0n) return;
  const facts = await readPaymentFacts(tx, payment, context.clock.now());
  const sales = claimSalesOf(facts.releases);
  const leftCents = sales.reduce((left, sale) => left - sale.euro_amount, settledCents);
  if (leftCents <= 0n) return;
  const leftMinor = sales.reduce((left, sale) => left - sale.amount, settledMinor);
  const choice = activeChoice(facts);
  const held = heldCoinsOf(facts, (coin, cents) => requiredConfirmations(context.settings, coin, cents)).find(
    ({ coin, wait }) => coin === choice?.coin && wait === undefined,
  );
  if (!choice || !held) return;
  const { coin } = held;
  const price = priceOfSlow(choice, context.rates.bestForDeposit(`${coin}EUR`));
  const wanted = { euro_amount: least(owedCents, leftCents), tolerance_bps: 0 };
  const sold = sellAt(price, wanted, coin, least(held.amountMinor, leftMinor));
  if (!sold) return;
  const release: Release = {
    id: newId(facts.now.getTime()),
    payment_id: id,
    coin,
    payout_id: null,
    status: 'COMPLETED',
    address: null,
    destination_tag: null,
    amount: sold.coinMinor,
    fee_coin_amount: 0n,
    lost_amount: 0n,
    euro_amount: sold.cents,
    released_by: 'praca',
    created_at: facts.now,
    updated_at: facts.now,
  };
  const { movements } = await recordRelease(tx, context, facts, release);
  context.log.warn(
    { payment: id, psp: pspId, coin, amount: String(sold.coinMinor), cents: String(sold.cents) },
    'coins that came back to a reversed payment were sold to cover the debt of its merchant',
  );
  const entries = [
    ...transfer(heldFor(pspId), tradingAccount, coin, sold.coinMinor),
    ...transfer(tradingAccount, availableTo(pspId), 'EUR', sold.cents),
  ];
  postMovements(tx, context, [
    { kind: 'payment_returned', reference: `${id}:${release.id}`, entries },
    ...movements,
  ]);
}
