import { actOnce, onceName } from '../../../platform/console/act-once.ts';
import type { ConsoleAct, ConsolePage, Fields, Visit } from '../../../platform/console/console-page.ts';
import { readTypedAmount } from '../../../platform/console/typed-amount.rules.ts';
import type { Language } from '../../../platform/http/language.ts';
import { euroDecimals } from '../../assets/asset.rules.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { requireBody } from '../../../platform/http/validation.ts';
import { newId } from '../../../platform/ids.ts';
import {
  drawField,
  drawForm,
  drawHidden,
  type FieldOptions,
} from '../../../platform/pages/form-parts.page.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { createPayment } from '../../payments/create-payment.ts';
import { HostedPaymentRequest } from '../../payments/payment.schemas.ts';
import { grants } from '../member-grants.rules.ts';
import { nameFields } from '../parts/name-fields.ts';
import { formTexts, paymentActWords } from './payment-form-texts.ts';
import { paymentTexts } from './payment-texts.ts';

/** Network address of customers for whom it is unknown, such as for an invoice sent by mail. */
const unknownNetwork = '0.0.0.0';

export const newPaymentPage = (): ConsolePage => ({
  path: '/payments/new',
  grant: grants.handlePayments,
  show: async (visit) => ({
    title: visit.say(paymentTexts.newPayment),
    lead: visit.say(formTexts.newLead),
    body: html`<div class="card">${drawNewPayment(visit)}</div>`,
  }),
});

function drawNewPayment(visit: Visit): Html {
  const field = (name: string, options: Omit<FieldOptions, 'name' | 'value'>, usual = ''): Html =>
    drawField({ name, value: visit.given(name) || usual, ...options, ...visit.faults.mark(name) });
  return drawForm({
    action: visit.address('/payments/new'),
    token: visit.formToken,
    fields: html`${drawHidden(onceName, visit.given(onceName) || newId(visit.nowMs))}
      ${field('payment_amount', { label: visit.say(formTexts.amountInEuros), maxLength: 20, autofocus: true })}
      ${field('payment_reference', {
        label: visit.say(formTexts.reference),
        hint: visit.say(formTexts.referenceHint),
        maxLength: 255,
      })}
      ${field('payment_description', {
        label: visit.say(formTexts.description),
        hint: visit.say(formTexts.shownToCustomer),
        maxLength: 1000,
      })}
      ${field(
        'merchant_name',
        {
          label: visit.say(formTexts.shopName),
          hint: visit.say(formTexts.shownToCustomer),
          maxLength: 200,
        },
        visit.place.name,
      )}
      ${field('customer_reference_id', {
        label: visit.say(formTexts.customerReference),
        hint: visit.say(formTexts.customerReferenceHint),
        maxLength: 255,
      })}
      ${field('customer_first_name', { label: visit.say(formTexts.firstName), maxLength: 200 })}
      ${field('customer_last_name', { label: visit.say(formTexts.lastName), maxLength: 200 })}
      ${field('customer_email_address', { label: visit.say(formTexts.email), type: 'email' })}
      ${field(
        'customer_ip_address',
        { label: visit.say(formTexts.network), hint: visit.say(formTexts.networkHint), maxLength: 45 },
        unknownNetwork,
      )} <button type="submit">${visit.say(formTexts.create)}</button>`,
  });
}

export const newPaymentAct = (context: MerchantContext): ConsoleAct => ({
  path: '/payments/new',
  grant: grants.handlePayments,
  fresh: false,
  name: 'payment.created',
  label: paymentActWords['payment.created'],
  page: '/payments/new',
  subjectPage: '/payments/:id',
  async perform(visit, fields) {
    const { answer, isReplayed } = await nameFields(labelsOf(visit), async () => {
      const body = requireBody(HostedPaymentRequest, bodyOf(fields, visit.language));
      return actOnce(context, visit, fields, body, async (tx) => {
        const payment = await createPayment(tx, context, Number(visit.place.id), body);
        const detail = {
          payment_reference: body.payment_reference,
          payment_amount: String(body.payment_amount),
        };
        await visit.record(tx, { subject: payment.id, detail });
        return { id: payment.id };
      });
    });
    return { to: `/payments/${answer.id}`, isRepeated: isReplayed };
  },
});

const labelsOf = ({ say }: Visit): Readonly<Record<string, string>> => ({
  payment_amount: say(formTexts.amountInEuros),
  payment_reference: say(formTexts.reference),
  payment_description: say(formTexts.description),
  merchant_name: say(formTexts.shopName),
  customer_reference_id: say(formTexts.customerReference),
  customer_first_name: say(formTexts.firstName),
  customer_last_name: say(formTexts.lastName),
  customer_email_address: say(formTexts.email),
  customer_ip_address: say(formTexts.network),
});

/** Builds the request body that a client of the API would send. */
const bodyOf = (fields: Fields, language: Language): object => ({
  currency_code: 'EUR',
  payment_amount: readTypedAmount(fields('payment_amount'), language, euroDecimals),
  payment_reference: fields('payment_reference').trim(),
  payment_description: fields('payment_description').trim(),
  merchant_name: fields('merchant_name').trim(),
  customer_details: {
    customer_reference_id: fields('customer_reference_id').trim(),
    customer_first_name: fields('customer_first_name').trim(),
    customer_last_name: fields('customer_last_name').trim(),
    customer_email_address: fields('customer_email_address').trim(),
    customer_ip_address: fields('customer_ip_address').trim(),
  },
});
