import { requiredConfirmations } from '../chains/confirmation.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { listAlertedPayments } from '../payments/views/list-alerted-payments.ts';
import { heldCoinsOf, type HeldCoins } from './held-coins.rules.ts';

export interface HeldRow extends HeldCoins {
  readonly paymentId: string;
  readonly pspId: number;
  /** When staff were alerted. */
  readonly since: Date;
}

/** Coins that only staff can release, those that wait longest first. Staff were alerted to every payment that has such. */
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
