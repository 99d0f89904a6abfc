import { requiredConfirmations } from '../../chains/confirmation.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { listAlertedPayments } from '../views/list-alerted-payments.ts';
import { heldCoinsOf, type HeldCoins } from './held-coins.rules.ts';

export interface HeldRow extends HeldCoins {
  readonly paymentId: string;
  readonly pspId: number;
  /** Time of the alert. */
  readonly since: Date;
}

/** Lists coins that only staff can release, oldest alert first. Every payment with such coins has an alert. */
export async function* listHeld(
  context: Pick<MerchantContext, 'sql' | 'settings'>,
  pspId: number | undefined,
): AsyncGenerator<HeldRow> {
  for await (const alerted of listAlertedPayments(context.sql, pspId)) {
    const held = heldCoinsOf(alerted.records, (coin, cents) =>
      requiredConfirmations(context.settings, coin, cents),
    );
    const { id: paymentId } = alerted.records.payment;
    for (const coins of held) yield { ...coins, paymentId, pspId: alerted.pspId, since: alerted.alertedAt };
  }
}
