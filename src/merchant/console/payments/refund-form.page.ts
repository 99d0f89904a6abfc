import { actOnce, onceName } from '../../../platform/console/act-once.ts';
import type { ConsoleAct, ConsolePage, Fields, View, Visit } from '../../../platform/console/console-page.ts';
import { readTypedAmount } from '../../../platform/console/typed-amount.rules.ts';
import type { Language, Words } from '../../../platform/http/language.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { requireBody } from '../../../platform/http/validation.ts';
import { newId } from '../../../platform/ids.ts';
import { parseAmount } from '../../../platform/money.ts';
import { formatAmount, formatEuros, formatMoney } from '../../../platform/pages/figures.page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { drawField, drawForm, drawHidden } from '../../../platform/pages/form-parts.page.ts';
import { drawEmpty, drawFacts, drawNotice } from '../../../platform/pages/parts.page.ts';
import { coins, euroDecimals, formatAsset, type CoinCode } from '../../assets/asset.rules.ts';
import { memberActor } from '../../access/audit/audit.rules.ts';
import { askRecipient } from '../../chains/recipients/ask-recipient.ts';
import { subjectChannel } from '../../chains/reviews/run-reviews.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { findStatedAddress } from '../../payments/facts/payment.rules.ts';
import { getPayment, type PaymentLookup } from '../../payments/views/get-payment.ts';
import { payoutsChannel } from '../../payouts/request-payout.ts';
import { quoteRefund, type RefundQuote } from '../../payments/refunds/quote-refund.ts';
import { refundPayment } from '../../payments/refunds/refund-payment.ts';
import type { RefundPlan } from '../../payments/refunds/refund.rules.ts';
import { RefundRequest } from '../../payments/refunds/refund.schemas.ts';
import { grants } from '../member-grants.rules.ts';
import { nameFields } from '../parts/name-fields.ts';
import { formTexts as texts, paymentActWords, paymentRefusals } from './payment-form-texts.ts';

const path = '/payments/:id/refund';

/** Hidden field with the amount of the shown quote, in the API's notation. It is compared with the submitted amount. */
const workedOutName = 'worked_out';

const readAmount = (text: string, language: Language): string | undefined =>
  readTypedAmount(text, language, euroDecimals) || undefined;

export const refundPage = (context: MerchantContext): ConsolePage => ({
  path,
  grant: grants.moveMoney,
  show: (visit) => showRefund(context, visit),
});

/**
 * Renders the refund page with a quote. With `isAsked`, a fault of the amount is thrown, so that it is shown at its
 * field.
 */
async function showRefund(
  context: MerchantContext,
  visit: Visit,
  { isAsked = false, note }: { readonly isAsked?: boolean; readonly note?: Words } = {},
): Promise<View> {
  const pspId = Number(visit.place.id);
  const lookup = await getPayment(context, pspId, visit.parameters('id'));
  const { payment } = lookup.records;
  const back = html`<a class="button plain" href="${visit.address(`/payments/${payment.id}`)}"
    >${visit.say(texts.backToPayment)}</a
  >`;
  const title = fill(visit.say(texts.refundTitle), { reference: payment.payment_reference });
  const requested = readAmount(visit.given('refund_amount'), visit.language);
  try {
    const quote = await quoteRefund(context, pspId, lookup, requested, visit.given('refund_address'));
    return {
      title,
      lead: visit.say(quote.isWhole ? texts.refundWholeLead : texts.refundPaidLead),
      acts: back,
      body: html`${note && drawNotice(visit.say(note), 'warn')}
        <div class="story">
          ${drawRefundForm(visit, lookup, quote, quote.plan)}
          <div id="refund-figures" role="status">${drawQuote(visit, quote)}</div>
        </div>`,
    };
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status === 404) throw error;
    if (isAsked && error.errors) throw error;
    const words = paymentRefusals[error.code];
    const why = words ? visit.say(words) : explain(visit, error);
    // The requested amount is refused, so the form is shown for the whole amount instead.
    const whole = requested === undefined ? undefined : await quoteWhole(context, visit, lookup);
    return whole
      ? {
          title,
          acts: back,
          body: html`<div id="refund-figures">
              ${!visit.faults.has('refund_amount') && drawNotice(why, 'bad')}
            </div>
            ${drawRefundForm(visit, lookup, whole)}`,
          status: 400,
        }
      : { title, acts: back, body: drawEmpty(visit.say(texts.cannotRefund), why) };
  }
}

/** The amount is the only field that affects a quote, so its label precedes the faults. */
function explain(visit: Visit, error: ProblemError): string {
  const { detail, errors } = error.show(visit.language);
  return (
    errors?.map(({ message }) => `${visit.say(texts.refundAmountLabel)}: ${message}`).join('; ') ?? detail
  );
}

async function quoteWhole(
  context: MerchantContext,
  visit: Visit,
  lookup: PaymentLookup,
): Promise<RefundQuote | undefined> {
  try {
    return await quoteRefund(
      context,
      Number(visit.place.id),
      lookup,
      undefined,
      visit.given('refund_address'),
    );
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}

const euros = (visit: Visit, cents: bigint): string => formatEuros(formatAsset('EUR', cents), visit.language);
const money = (visit: Visit, coin: CoinCode, minor: bigint): string =>
  formatMoney(formatAsset(coin, minor), coin, visit.language);

/** The Enter key presses the first button of the form, so this one only requests a quote. */
const drawAmount = (visit: Visit, id: string, refundableCents: bigint, plan?: RefundPlan): Html =>
  html`<div class="form line">
    ${drawField({
      name: 'refund_amount',
      label: fill(visit.say(texts.amountUpTo), { amount: euros(visit, refundableCents) }),
      value: plan
        ? formatAmount(formatAsset('EUR', plan.totalCents), visit.language)
        : visit.given('refund_amount'),
      maxLength: 20,
      ...visit.faults.mark('refund_amount'),
    })}
    <button
      type="submit"
      class="plain work-out"
      formaction="${visit.address(`/payments/${id}/refund/quote`)}"
      formnovalidate
    >
      ${visit.say(texts.workOut)}
    </button>
  </div>`;

function drawQuote(visit: Visit, { coin, isWhole, plan }: RefundQuote): Html {
  const { feeReserveCents } = plan;
  const ownCents = plan.euroCents + (feeReserveCents ?? 0n);
  const sent = money(visit, coin, plan.sentMinor);
  // Bought coins and network fees are settled at the price of that time, so the figures are estimates.
  const isSure = plan.boughtMinor === 0n && plan.feeMinor === 0n;
  return html`<section class="card" aria-labelledby="quote-title">
    <h2 id="quote-title">${visit.say(texts.whatHappens)}</h2>
    ${drawFacts([
      [
        visit.say(texts.customerGets),
        html`<strong>${isSure ? sent : fill(visit.say(texts.about), { amount: sent })}</strong>`,
      ],
      ...(plan.heldMinor > 0n
        ? [[visit.say(texts.fromHeld), money(visit, coin, plan.heldMinor)] as const]
        : []),
      ...(isWhole ? [] : [[visit.say(texts.youPay), euros(visit, plan.euroCents)] as const]),
      [visit.say(texts.networkFee), drawFee(visit, coin, plan)],
      [
        visit.say(texts.inAll),
        html`<strong
          >${
            ownCents === 0n
              ? visit.say(texts.nothing)
              : fill(feeReserveCents ? visit.say(texts.about) : '{amount}', {
                  amount: euros(visit, ownCents),
                })
          }</strong
        >`,
      ],
    ])}
    <p class="soft small">${visit.say(texts.movesUntilDone)}</p>
  </section>`;
}

function drawFee(visit: Visit, coin: CoinCode, { feeMinor, feeReserveCents }: RefundQuote['plan']): string {
  if (feeMinor > 0n) return fill(visit.say(texts.feeFromCoins), { amount: money(visit, coin, feeMinor) });
  return feeReserveCents === undefined
    ? visit.say(texts.feeByProvider)
    : fill(visit.say(texts.feeFromBalance), { amount: euros(visit, feeReserveCents) });
}

/** Renders the only form, so that every submitted value is visible. Without a plan it has no button for the refund. */
function drawRefundForm(
  visit: Visit,
  { records: { payment } }: PaymentLookup,
  { coin, isWhole, refundableCents }: RefundQuote,
  plan?: RefundPlan,
): Html {
  const stated = findStatedAddress(payment, coin);
  return html`<div class="card">
    ${drawForm({
      action: visit.address(`/payments/${payment.id}/refund`),
      token: visit.formToken,
      fields: html`${drawHidden(onceName, visit.given(onceName) || newId(visit.nowMs))}
        ${!isWhole && drawAmount(visit, payment.id, refundableCents, plan)}
        ${drawField({
          name: 'refund_address',
          label: fill(visit.say(texts.refundAddress), { coin: coins[coin].name }),
          value: visit.given('refund_address') || (stated?.address ?? ''),
          hint: visit.say(stated === undefined ? texts.refundAddressHint : texts.refundAddressStated),
          maxLength: 200,
          ...visit.faults.mark('refund_address'),
        })}
        ${
          coin === 'XRP' &&
          drawField({
            name: 'destination_tag',
            label: visit.say(texts.tag),
            value: visit.given('destination_tag') || (payment.refund_destination_tag ?? ''),
            required: false,
            maxLength: 10,
            ...visit.faults.mark('destination_tag'),
          })
        }
        ${drawField({
          name: 'refund_reason',
          label: visit.say(texts.refundReason),
          value: visit.given('refund_reason'),
          hint: visit.say(texts.refundReasonHint),
          maxLength: 1000,
          ...visit.faults.mark('refund_reason'),
        })}
        <div id="refund-button">
          ${
            plan &&
            html`${!isWhole && drawHidden(workedOutName, formatAsset('EUR', plan.totalCents))}<button
                type="submit"
                class="danger"
              >
                ${fill(visit.say(texts.refundAmount), { amount: euros(visit, plan.totalCents) })}
              </button>`
          }
        </div>`,
      ...(isWhole ? {} : { id: 'refund' }),
    })}
  </div>`;
}

const workOut = (context: MerchantContext, visit: Visit, fields: Fields, note?: Words): Promise<View> =>
  nameFields(labelsOf(visit), () =>
    showRefund(context, { ...visit, given: fields }, { isAsked: true, ...(note ? { note } : {}) }),
  );

/** Quotes the amount in the field without moving money. A POST, so that the other input is kept out of the address. */
export const refundQuoteAct = (context: MerchantContext): ConsoleAct => ({
  path: `${path}/quote`,
  grant: grants.moveMoney,
  fresh: false,
  name: 'payment.refund_quoted',
  label: paymentActWords['payment.refund_quoted'],
  isQuestion: true,
  page: path,
  perform: async (visit, fields) => ({ view: { status: 200, ...(await workOut(context, visit, fields)) } }),
});

const centsOf = (text: string): bigint | undefined => {
  const parsed = parseAmount(text, euroDecimals);
  return 'error' in parsed ? undefined : parsed.minor;
};

/** Returns whether the page has shown the cost of this amount. */
const isWorkedOut = (fields: Fields, language: Language): boolean =>
  centsOf(readAmount(fields('refund_amount'), language) ?? '') === centsOf(fields(workedOutName));

export const refundAct = (context: MerchantContext): ConsoleAct => ({
  path,
  grant: grants.moveMoney,
  fresh: true,
  name: 'payment.refunded',
  label: paymentActWords['payment.refunded'],
  page: path,
  subjectPage: '/payments/:id',
  async perform(visit, fields) {
    const [pspId, id] = [Number(visit.place.id), visit.parameters('id')];
    // Checked first, so that another PSP's payment gets 404 for any content of the form.
    await getPayment(context, pspId, id);
    if (!isWorkedOut(fields, visit.language)) {
      return { view: await workOut(context, visit, fields, texts.amountChanged) };
    }
    const { isReplayed } = await nameFields(labelsOf(visit), async () => {
      const body = requireBody(RefundRequest, bodyOf(fields, visit.language));
      const askedAt = new Date(visit.nowMs);
      const asked = await askRecipient(context, body.refund_address, body.destination_tag);
      const input = { ...body, requestedBy: memberActor(visit.person.email), asked, askedAt };
      return actOnce(context, visit, fields, [id, body], async (tx) => {
        const { refund } = await refundPayment(tx, context, pspId, id, input);
        const detail = {
          total_refund_amount: formatAsset('EUR', refund.total_euro_amount),
          refund_address: refund.address,
          refund_id: refund.id,
        };
        await visit.record(tx, { subject: refund.payment_id, detail });
        return { id: refund.id };
      });
    });
    context.signals.publish(payoutsChannel);
    context.signals.publish(subjectChannel, id);
    return { to: `/payments/${id}`, isRepeated: isReplayed };
  },
});

const labelsOf = ({ say }: Visit): Readonly<Record<string, string>> => ({
  refund_amount: say(texts.refundAmountLabel),
  refund_address: say(texts.refundAddressLabel),
  destination_tag: say(texts.tagLabel),
  refund_reason: say(texts.refundReason),
});

/** Builds the request body that a client of the API would send. */
function bodyOf(fields: Fields, language: Language): object {
  const amount = readAmount(fields('refund_amount'), language);
  const tag = fields('destination_tag').trim();
  return {
    refund_address: fields('refund_address').trim(),
    refund_reason: fields('refund_reason').trim(),
    ...(tag === '' ? {} : { destination_tag: tag }),
    ...(amount === undefined ? {} : { refund_amount: amount }),
  };
}
