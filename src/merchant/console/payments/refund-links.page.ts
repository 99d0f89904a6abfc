import { actOnce, onceName } from '../../../platform/console/act-once.ts';
import type { ConsoleAct, ConsolePage, Fields, View, Visit } from '../../../platform/console/console-page.ts';
import { readTypedAmount } from '../../../platform/console/typed-amount.rules.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { requireBody } from '../../../platform/http/validation.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { newId } from '../../../platform/ids.ts';
import { formatEuros } from '../../../platform/pages/figures.page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { drawField, drawForm, drawHidden } from '../../../platform/pages/form-parts.page.ts';
import {
  drawBadge,
  drawDialogue,
  drawDialogueClose,
  drawEmpty,
  drawNotice,
  drawTable,
} from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { euroDecimals, formatAsset } from '../../assets/asset.rules.ts';
import { invalidField } from '../../../platform/problem.ts';
import { fieldWords } from '../../../platform/words/field-words.ts';
import { memberActor } from '../../access/audit/audit.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { getPayment } from '../../payments/views/get-payment.ts';
import { createRefundLink, linkUrlOf } from '../../payments/refunds/links/create-refund-link.ts';
import { revokeRefundLink } from '../../payments/refund-links/change-refund-links.ts';
import { findRefundLinks, getRefundLink } from '../../payments/refund-links/read-refund-links.ts';
import { statusAt, type RefundLink } from '../../payments/refund-links/refund-link.rules.ts';
import { RefundLinkRequest } from '../../payments/refunds/links/refund-link.schemas.ts';
import { grants } from '../member-grants.rules.ts';
import { nameFields } from '../parts/name-fields.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import { pspOf } from '../parts/topic.ts';
import { formTexts, paymentRefusals } from './payment-form-texts.ts';
import { linkStatusWords, refundLinkTexts as texts } from './refund-link-texts.ts';

const path = '/payments/:id/refund-link';
const revokePath = `${path}/revoke`;
/** Links on the page of a payment. The API lists all. */
const shownLinks = 20;

const euros = (visit: Visit, cents: bigint): string => formatEuros(formatAsset('EUR', cents), visit.language);

/** Renders the links of a payment with the button for a new one, or nothing if there can be none. */
export async function drawRefundLinks(
  context: MerchantContext,
  visit: Visit,
  { records, refundable }: Awaited<ReturnType<typeof getPayment>>,
): Promise<Html> {
  const { id } = records.payment;
  const { items } = await findRefundLinks(context, pspOf(visit), id, {
    cursor: undefined,
    limit: shownLinks,
  });
  const mayCreate = refundable.status === 'REFUNDABLE' && visit.may('GET', path);
  if (items.length === 0 && !mayCreate) return html``;
  return html`<section class="card" aria-labelledby="refund-links-title" id="refund-links">
    <h2 id="refund-links-title">${visit.say(texts.title)}</h2>
    ${items.length === 0 && html`<p class="soft">${visit.say(texts.none)}</p>`} ${drawLinks(visit, items)}
    ${
      mayCreate &&
      html`<p>
        <a class="button plain" href="${visit.address(`/payments/${id}/refund-link`)}"
          >${visit.say(texts.newLink)}…</a
        >
      </p>`
    }
  </section>`;
}

const drawLinks = (visit: Visit, links: readonly RefundLink[]): Html =>
  drawTable({
    caption: visit.say(texts.title),
    columns: [
      { label: visit.say(texts.created) },
      { label: visit.say(texts.amount), kind: 'number' },
      { label: visit.say(texts.status) },
      { label: visit.say(texts.expires) },
      { label: visit.say(texts.acts), kind: 'acts' },
    ],
    rows: links.map((link) => {
      const status = statusAt(link, visit.nowMs);
      const isOpen = status === 'OPEN';
      return [
        drawTime(link.created_at, visit.language, visit.nowMs),
        link.total_euro_amount === null ? visit.say(texts.allCoins) : euros(visit, link.total_euro_amount),
        drawBadge(visit.say(linkStatusWords[status]), status === 'CLAIMED' ? 'good' : 'plain'),
        isOpen ? drawTime(link.expires_at, visit.language, visit.nowMs) : sharedTexts[visit.language].nothing,
        isOpen && visit.may('POST', revokePath) ? drawRevocation(visit, link) : html``,
      ];
    }),
    empty: html``,
  });

const drawRevocation = (visit: Visit, link: RefundLink): Html => {
  const id = `revoke-${link.id}`;
  return drawDialogue({
    id,
    opener: visit.say(texts.revoke),
    title: visit.say(texts.revokeTitle),
    body: html`<p class="wrap">${visit.say(texts.revokeText)}</p>
      <div class="row">
        ${drawDialogueClose(id, visit.say(texts.keep))}
        ${drawForm({
          action: visit.address(`/payments/${link.payment_id}/refund-link/revoke`),
          token: visit.formToken,
          fields: html`${drawHidden('refund_link', link.id)}
            <button type="submit" class="danger">${visit.say(texts.revoke)}</button>`,
        })}
      </div>`,
  });
};

export const refundLinkPage = (context: MerchantContext): ConsolePage => ({
  path,
  grant: grants.moveMoney,
  async show(visit) {
    const { records, refundable } = await getPayment(context, pspOf(visit), visit.parameters('id'));
    const { payment } = records;
    const isWhole = payment.status === 'UNRESOLVED';
    const title = fill(visit.say(texts.newTitle), { reference: payment.payment_reference });
    const acts = drawBack(visit, payment.id);
    if (refundable.status !== 'REFUNDABLE') {
      const why = visit.say(paymentRefusals['payment_not_refundable'] ?? formTexts.cannotRefund);
      return { title, acts, body: drawEmpty(visit.say(formTexts.cannotRefund), why) };
    }
    return {
      title,
      lead: visit.say(isWhole ? texts.unresolvedLead : texts.paidLead),
      acts,
      body: html`<div class="card">
        ${drawForm({
          action: visit.address(`/payments/${payment.id}/refund-link`),
          token: visit.formToken,
          fields: html`${drawHidden(onceName, visit.given(onceName) || newId(visit.nowMs))}
            ${!isWhole && drawAmount(visit, refundable.cents)}
            ${drawField({
              name: 'refund_reason',
              label: visit.say(formTexts.refundReason),
              value: visit.given('refund_reason'),
              hint: visit.say(formTexts.refundReasonHint),
              maxLength: 1000,
              ...visit.faults.mark('refund_reason'),
            })} <button type="submit">${visit.say(texts.create)}</button>`,
        })}
      </div>`,
    };
  },
});

const drawAmount = (visit: Visit, mostCents: bigint | null): Html =>
  drawField({
    name: 'refund_amount',
    label:
      mostCents === null
        ? visit.say(formTexts.refundAmountLabel)
        : fill(visit.say(formTexts.amountUpTo), { amount: euros(visit, mostCents) }),
    value: visit.given('refund_amount'),
    maxLength: 20,
    ...visit.faults.mark('refund_amount'),
  });

const drawBack = (visit: Visit, id: string): Html =>
  html`<a class="button plain" href="${visit.address(`/payments/${id}`)}"
    >${visit.say(formTexts.backToPayment)}</a
  >`;

/** Builds the request body that a client of the API would send. */
function bodyOf(fields: Fields, { language }: Visit): object {
  const amount = readTypedAmount(fields('refund_amount'), language, euroDecimals);
  return {
    refund_reason: fields('refund_reason').trim(),
    ...(amount === '' ? {} : { refund_amount: amount }),
  };
}

export const refundLinkActs = (context: MerchantContext): readonly ConsoleAct[] => [
  {
    path,
    grant: grants.moveMoney,
    fresh: true,
    name: 'payment.refund_link_created',
    label: texts.acted,
    page: path,
    subjectPage: '/payments/:id',
    async perform(visit, fields) {
      const [pspId, id] = [pspOf(visit), visit.parameters('id')];
      // Checked first, so that another PSP's payment gets 404 for any content of the form.
      const { records } = await getPayment(context, pspId, id);
      const labels = {
        refund_amount: visit.say(formTexts.refundAmountLabel),
        refund_reason: visit.say(formTexts.refundReason),
      };
      const { answer } = await nameFields(labels, async () => {
        const body = requireBody(RefundLinkRequest, bodyOf(fields, visit));
        // A forgotten amount must not reserve everything.
        if (body.refund_amount === undefined && records.payment.status !== 'UNRESOLVED')
          throw invalidField('refund_amount', 'required', fieldWords.missing);
        const input = {
          ...body,
          requestedBy: memberActor(visit.person.email),
          askedAt: new Date(visit.nowMs),
        };
        return actOnce(context, visit, fields, [path, id, body], async (tx) => {
          const { link, token } = await createRefundLink(tx, context, pspId, id, input);
          const { total_euro_amount: cents } = link;
          const detail = {
            refund_link: link.id,
            ...(cents === null ? {} : { total_refund_amount: formatAsset('EUR', cents) }),
          };
          await visit.record(tx, { subject: id, detail });
          return { url: linkUrlOf(context, token), expires: link.expires_at.toISOString() };
        });
      });
      return { view: showUrl(visit, id, answer) };
    },
  },
  {
    path: revokePath,
    grant: grants.moveMoney,
    fresh: false,
    name: 'payment.refund_link_revoked',
    label: texts.revoked,
    page: '/payments/:id',
    subjectPage: '/payments/:id',
    async perform(visit, fields) {
      const [pspId, id] = [pspOf(visit), visit.parameters('id')];
      const { records } = await getPayment(context, pspId, id);
      const link = await getRefundLink(context.sql, pspId, fields('refund_link'));
      if (link.payment_id !== records.payment.id) throw problem('not_found');
      const isRepeated = link.status === 'REVOKED';
      await transaction(context.sql, async (tx) => {
        await revokeRefundLink(tx, context, pspId, link.id);
        if (!isRepeated) await visit.record(tx, { subject: id, detail: { refund_link: link.id } });
      });
      return { to: `/payments/${id}`, isRepeated };
    },
  },
];

/** The only page that shows the link. */
function showUrl(
  visit: Visit,
  paymentId: string,
  { url, expires }: { readonly url: string; readonly expires: string },
): View {
  const date = new Intl.DateTimeFormat(visit.language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(expires),
  );
  return {
    title: visit.say(texts.madeTitle),
    status: 200,
    acts: drawBack(visit, paymentId),
    body: html`${drawNotice(fill(visit.say(texts.madeText), { date }), 'warn')}
      <section class="card">
        <p class="label">${visit.say(texts.link)}</p>
        <p class="row">
          <code class="wrap">${url}</code>
          <button type="button" class="plain slim" data-copy="${url}">
            ${sharedTexts[visit.language].copy}
          </button>
        </p>
      </section>`,
  };
}
