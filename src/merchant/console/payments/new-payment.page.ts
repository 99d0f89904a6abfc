import { actOnce, onceName } from '../../../platform/console/act-once.ts';
import type { ConsoleAct, ConsolePage, Fields, Visit } from '../../../platform/console/console-page.ts';
import { readTypedAmount } from '../../../platform/console/typed-amount.rules.ts';
import { euroDecimals } from '../../assets/asset.rules.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { requireBody } from '../../../platform/http/validation.ts';
import { newId } from '../../../platform/ids.ts';
import { drawFold } from '../../../platform/pages/detail-parts.page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
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
  const field = (name: string, options: Omit<FieldOptions, 'name' | 'value'>): Html =>
    drawField({ name, value: visit.given(name), ...options, ...visit.faults.mark(name) });
  const folded: readonly (readonly [string, Omit<FieldOptions, 'name' | 'value'>])[] = [
    [
      'payment_reference',
      { label: visit.say(formTexts.reference), hint: visit.say(formTexts.referenceHint), maxLength: 255 },
    ],
    [
      'merchant_name',
      {
        label: visit.say(formTexts.shopName),
        hint: fill(visit.say(formTexts.shopNameHint), { name: visit.place.name }),
        maxLength: 200,
      },
    ],
    [
      'customer_reference_id',
      {
        label: visit.say(formTexts.customerReference),
        hint: visit.say(formTexts.customerReferenceHint),
        maxLength: 255,
      },
    ],
    ['customer_first_name', { label: visit.say(formTexts.firstName), maxLength: 200 }],
    ['customer_last_name', { label: visit.say(formTexts.lastName), maxLength: 200 }],
    ['customer_email_address', { label: visit.say(formTexts.email), type: 'email' }],
  ];
  return drawForm({
    action: visit.address('/payments/new'),
    token: visit.formToken,
    fields: html`${drawHidden(onceName, visit.given(onceName) || newId(visit.nowMs))}
      ${field('payment_amount', { label: visit.say(formTexts.amountInEuros), maxLength: 20, autofocus: true })}
      ${field('payment_description', {
        label: visit.say(formTexts.purpose),
        hint: visit.say(formTexts.shownToCustomer),
        maxLength: 1000,
      })}
      ${drawFold(
        'more',
        visit.say(formTexts.more),
        html`<div class="form">
          ${folded.map(([name, options]) => field(name, { ...options, required: false }))}
        </div>`,
        folded.some(([name]) => visit.given(name) !== '' || visit.faults.has(name)),
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
      const body = requireBody(HostedPaymentRequest, bodyOf(fields, visit));
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
  payment_description: say(formTexts.purpose),
  merchant_name: say(formTexts.shopName),
  customer_reference_id: say(formTexts.customerReference),
  customer_first_name: say(formTexts.firstName),
  customer_last_name: say(formTexts.lastName),
  customer_email_address: say(formTexts.email),
});

/**
 * Builds the request body that a client of the API would send. Unknown details of the customer are left out: an
 * invented name or address would reach webhooks and screening as a fact. A missing reference is made from the form's
 * id, so that a repeated form has the same one.
 */
function bodyOf(fields: Fields, { language, place }: Visit): object {
  const typed = (name: string): string | undefined => fields(name).trim() || undefined;
  const reference = typed('payment_reference') ?? `link-${fields(onceName).slice(-8)}`;
  return {
    currency_code: 'EUR',
    payment_amount: readTypedAmount(fields('payment_amount'), language, euroDecimals),
    payment_reference: reference,
    payment_description: fields('payment_description').trim(),
    merchant_name: typed('merchant_name') ?? place.name,
    customer_details: {
      customer_reference_id: typed('customer_reference_id') ?? reference,
      customer_first_name: typed('customer_first_name'),
      customer_last_name: typed('customer_last_name'),
      customer_email_address: typed('customer_email_address'),
    },
  };
}
