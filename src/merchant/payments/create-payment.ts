import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { invalidField } from '../../platform/problem.ts';
import { euroDecimals } from '../assets/asset.rules.ts';
import { readAmount } from '../assets/read-amount.ts';
import type { KnownCustomer } from '../customers/customer.rules.ts';
import type { MerchantContext, MerchantSettings } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import type { Metadata } from '../customers/metadata/metadata.rules.ts';
import { recordMetadata } from '../customers/metadata/record-metadata.ts';
import {
  optionalTextsOf,
  untouchedPayment,
  type OptionalTexts,
  type Payment,
} from './facts/payment.rules.ts';
import { insertPayment, lockReference, wantsUniqueReferences } from './facts/payment.store.ts';
import { paymentBoundsOf } from './payment-bounds.ts';
import { getPaymentPolicy } from './policy/payment-policies.ts';
import { merchantWords } from '../details/merchant-words.rules.ts';
import { fieldWords } from '../../platform/words/field-words.ts';

export interface PaymentInput extends Partial<Record<keyof OptionalTexts, string | undefined>> {
  payment_amount: string | number;
  payment_reference: string;
  merchant_name: string;
  payment_description: string;
  customer_details: KnownCustomer;
  metadata?: Metadata | undefined;
}

/** Creates a payment whose coin is not chosen yet. */
export async function createPayment(
  tx: Tx,
  context: Pick<MerchantContext, 'clock' | 'settings'>,
  pspId: number,
  input: PaymentInput,
): Promise<Payment> {
  const now = context.clock.now();
  const [policy, unique] = await Promise.all([getPaymentPolicy(tx, pspId), wantsUniqueReferences(tx, pspId)]);
  const { customer_details: customer } = input;
  const payment: Payment = {
    ...untouchedPayment,
    ...optionalTextsOf(input),
    exceptions: [],
    id: newId(now.getTime()),
    psp_id: pspId,
    payment_reference: input.payment_reference,
    euro_amount: readPaymentAmount(context.settings, input.payment_amount),
    tolerance_bps: policy.tolerance_bps,
    minutes_to_pay: policy.minutes_to_pay,
    merchant_name: input.merchant_name,
    description: input.payment_description,
    success_return_url: readReturnUrl('success_return_url', input.success_return_url),
    failure_return_url: readReturnUrl('failure_return_url', input.failure_return_url),
    customer_reference_id: customer.customer_reference_id,
    customer_first_name: customer.customer_first_name ?? null,
    customer_last_name: customer.customer_last_name ?? null,
    customer_email_address: customer.customer_email_address ?? null,
    customer_ip_address: customer.customer_ip_address ?? null,
    metadata: input.metadata ?? {},
    created_at: now,
    updated_at: now,
    expires_at: new Date(now.getTime() + policy.minutes_to_choose * 60_000),
  };
  if (unique) await refuseUsedReference(tx, payment);
  insertPayment(tx, payment);
  recordMetadata(tx, { kind: 'payment', pspId, id: payment.id }, payment.metadata);
  return payment;
}

/** Throws if the reference was used. The lock is taken before the read, so that concurrent payments are seen. */
async function refuseUsedReference(tx: Tx, payment: Payment): Promise<void> {
  const first = await lockReference(tx, payment.psp_id, payment.payment_reference);
  if (first === undefined) return;
  throw problem('payment_reference_used', {
    say: merchantWords.referenceTaken,
    values: { payment: first },
    members: { payment_reference_id: first },
  });
}

function readPaymentAmount(settings: MerchantSettings, given: string | number): bigint {
  const field = 'payment_amount';
  const cents = readAmount(field, given, euroDecimals);
  const { least, most } = paymentBoundsOf(settings);
  const { PAYMENT_MINIMUM, PAYMENT_MAXIMUM } = settings;
  if (cents < least)
    throw invalidField(field, 'too_small', merchantWords.atLeast, { least: PAYMENT_MINIMUM });
  if (cents > most) throw invalidField(field, 'too_large', merchantWords.atMost, { most: PAYMENT_MAXIMUM });
  return cents;
}

/**
 * Returns the address to which our page sends the customer's browser. Only http and https are accepted, so no script
 * runs. Control and invisible characters are refused, because browsers strip some of them silently.
 */
function readReturnUrl(field: string, given: string | undefined): string | null {
  if (given === undefined) return null;
  if (/[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(given)) {
    const hidden = 'spaces or characters that are invisible or change the direction of the text';
    throw invalidField(field, 'invisible_characters', fieldWords.mustNotHave, { what: hidden });
  }
  if (!/^https?:\/\/[^\\]+$/i.test(given) || !URL.canParse(given)) {
    throw invalidField(field, 'malformed', merchantWords.httpAddress);
  }
  // Customers would take the user name for the name of the shop: https://bank.example@evil.example/.
  if (/^[^:]+:\/*[^/?#]*@/.test(given)) {
    throw invalidField(field, 'malformed', merchantWords.noCredentials);
  }
  return given;
}
