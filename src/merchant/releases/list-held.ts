import { requiredConfirmations } from '../chains/confirmation.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { findPaymentRecords } from '../payments/get-payment.ts';
import { listAlertedPayments } from '../payments/list-alerted-payments.ts';
import { heldCoinsOf, type HeldCoins } from './held-coins.rules.ts';

export interface HeldRow extends HeldCoins {
  readonly paymentId: string;
  readonly pspId: number;
  /** When staff were alerted. */
  readonly since: Date;
}

/** Coins that only staff can release, those that wait longest first. Whoever holds such coins was alerted about. */
export async function* listHeld(
  context: Pick<MerchantContext, 'sql' | 'settings'>,
  pspId: number | undefined,
): AsyncGenerator<HeldRow> {
  for await (const { id, psp_id: owner, alerted_at: since } of listAlertedPayments(context.sql, pspId)) {
    const records = await findPaymentRecords(context.sql, owner, id);
    if (!records) continue;
    const held = heldCoinsOf(records, (coin, cents) => requiredConfirmations(context.settings, coin, cents));
    for (const coins of held) yield { ...coins, paymentId: id, pspId: owner, since };
  }
}
