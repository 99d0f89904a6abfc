import type { ConsolePage, View, Visit } from '../../../../platform/console/console-page.ts';
import { html, type Html } from '../../../../platform/http/page.ts';
import { drawQrCode } from '../../../../platform/pages/draw-qr-code.ts';
import { fill } from '../../../../platform/pages/fill-text.ts';
import { drawCopyable, drawFacts } from '../../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../../platform/pages/times.page.ts';
import type { MerchantContext } from '../../../merchant.context.ts';
import { findStatedAddress, sumOf } from '../../../payments/facts/payment.rules.ts';
import { grants } from '../../member-grants.rules.ts';
import { drawActions, isOpen } from './payment-actions.page.ts';
import { sayCoins, sayEuros } from '../payment-figures.ts';
import { drawSummary } from './payment-summary.page.ts';
import { drawPaymentStory } from './payment-timeline.page.ts';
import { paymentTexts as texts } from '../payment-texts.ts';
import { drawVerdict } from './payment-verdict.page.ts';
import { drawRefundLinks } from '../refund-links.page.ts';
import { readStory, type Story } from './read-story.ts';

export const paymentPage = (context: MerchantContext): ConsolePage => ({
  path: '/payments/:id',
  grant: grants.see,
  show: (visit) => showPayment(context, visit),
});

async function showPayment(context: MerchantContext, visit: Visit): Promise<View> {
  const story = await readStory(context, Number(visit.place.id), visit.parameters('id'));
  const { payment } = story;
  return {
    title: fill(visit.say(texts.payment), { reference: payment.payment_reference }),
    acts: drawActions(visit, story),
    body: html`<div class="stack" id="summary" data-live="2">
        ${drawSummary(visit, story)} ${await drawVerdict(context, visit, story)}
      </div>
      <div class="story facts-first">
        <div class="stack">
          <section class="card" aria-label="${visit.say(texts.facts)}">
            <div id="facts" data-live="2">${drawPaymentFacts(context, visit, story)}</div>
          </section>
          ${isOpen(story) && drawCustomerPage(context, visit, story)}
          ${await drawRefundLinks(context, visit, story.lookup)}
        </div>
        <section class="card" aria-labelledby="story-title">
          <h2 id="story-title">${visit.say(texts.story)}</h2>
          <div id="story" data-live="2">${drawPaymentStory(visit, story)}</div>
        </section>
      </div>`,
  };
}

const pageOf = ({ publicUrl }: MerchantContext, { payment }: Story): string =>
  `${publicUrl}/pay/${payment.id}`;

function drawPaymentFacts(context: MerchantContext, visit: Visit, story: Story): Html {
  const { payment, lookup } = story;
  const { choice, transactions, refundable } = lookup;
  const copy = visit.say(texts.copy);
  const time = (at: Date): Html => drawTime(at, visit.language, visit.nowMs);
  const facts: (readonly [string, Html | string])[] = [];
  if (payment.settled_euro_amount !== null)
    facts.push([visit.say(texts.credited), sayEuros(visit, payment.settled_euro_amount)]);
  // Left out if there is no price.
  if (refundable.status === 'REFUNDABLE' && refundable.cents !== null)
    facts.push([visit.say(texts.refundable), sayEuros(visit, refundable.cents)]);
  if (choice) {
    facts.push(
      [visit.say(texts.received), sayCoins(visit, choice.coin, sumOf(transactions))],
      [visit.say(texts.address), drawCopyable(choice.address, copy)],
    );
    if (choice.destination_tag !== null)
      facts.push([visit.say(texts.tag), drawCopyable(choice.destination_tag, copy)]);
  }
  facts.push([visit.say(texts.description), payment.description || visit.say(texts.erased)]);
  if (payment.customer_email_address !== null)
    facts.push([visit.say(texts.email), payment.customer_email_address]);
  facts.push(
    [visit.say(texts.reference), drawCopyable(payment.payment_reference, copy)],
    [visit.say(texts.paymentId), drawCopyable(payment.id, copy)],
    [visit.say(texts.created), time(payment.created_at)],
  );
  if (isOpen(story)) facts.push([visit.say(texts.expires), time(payment.expires_at)]);
  else
    facts.push([
      visit.say(texts.link),
      html`<a href="${pageOf(context, story)}" target="_blank" rel="noopener"
        >${visit.say(texts.customerPage)}</a
      >`,
    ]);
  const stated = findStatedAddress(payment, choice?.coin);
  if (stated) facts.push([visit.say(texts.refundAddressStated), drawCopyable(stated.address, copy)]);
  facts.push(...Object.entries(payment.metadata).map(([key, value]) => [key, value] as const));
  return drawFacts(facts);
}

/** Renders the link to the customer's page and its QR code, for an open payment. */
function drawCustomerPage(context: MerchantContext, visit: Visit, story: Story): Html {
  const url = pageOf(context, story);
  return html`<section class="card" aria-labelledby="page-title">
    <h2 id="page-title">${visit.say(texts.customerPage)}</h2>
    <p class="soft">${visit.say(texts.customerPageText)}</p>
    ${drawQrCode(url, visit.say(texts.qrLabel))}
    <p>${drawCopyable(url, visit.say(texts.copy))}</p>
    <p><a href="${url}" target="_blank" rel="noopener">${visit.say(texts.openPage)}</a></p>
  </section>`;
}
