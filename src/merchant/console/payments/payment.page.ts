import { onceName } from '../../../platform/console/act-once.ts';
import type { ConsolePage, View, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { newId } from '../../../platform/ids.ts';
import { drawQrCode } from '../../../platform/pages/draw-qr-code.ts';
import { formatEuros, formatMoney } from '../../../platform/pages/figures.page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { drawForm, drawHidden } from '../../../platform/pages/form-parts.page.ts';
import {
  drawCoinBadge,
  drawCopyable,
  drawDialogue,
  drawDialogueClose,
  drawFacts,
} from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { formatAsset, type CoinCode } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { findStatedAddress, sumOf } from '../../payments/facts/payment.rules.ts';
import { grants } from '../member-grants.rules.ts';
import { drawStatus } from './payment-list.page.ts';
import { drawPaymentStory } from './payment-timeline.page.ts';
import { paymentTexts as texts } from './payment-texts.ts';
import { drawRefundLinks } from './refund-links.page.ts';
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
    acts: drawActs(visit, story),
    body: html`<div class="story">
      <section class="card" aria-labelledby="story-title">
        <h2 id="story-title">${visit.say(texts.story)}</h2>
        <div id="story" data-live="2">${drawPaymentStory(visit, story)}</div>
      </section>
      <div class="stack">
        <section class="card" aria-label="${visit.say(texts.facts)}">
          <div id="facts" data-live="2">${drawPaymentFacts(visit, story)}</div>
        </section>
        ${drawCustomerPage(context, visit, story)} ${await drawRefundLinks(context, visit, story.lookup)}
      </div>
    </div>`,
  };
}

const isOpen = ({ payment: { status } }: Story): boolean => status === 'NEW' || status === 'PENDING';

const euros = (visit: Visit, cents: bigint): string => formatEuros(formatAsset('EUR', cents), visit.language);
const money = (visit: Visit, coin: CoinCode, minor: bigint): string =>
  formatMoney(formatAsset(coin, minor), coin, visit.language);

/** Renders the buttons that the role may use and that apply now. Acceptance is green, the others are plain. */
function drawActs(visit: Visit, story: Story): Html {
  const { acceptable, refundable } = story.lookup;
  const path = `/payments/${story.payment.id}`;
  return html`${
    acceptable.status === 'ACCEPTABLE' &&
    visit.may('POST', '/payments/:id/accept') &&
    drawAcceptance(visit, story, path)
  }${
    refundable.status === 'REFUNDABLE' &&
    visit.may('GET', '/payments/:id/refund') &&
    html`<a class="button plain" href="${visit.address(`${path}/refund`)}">${visit.say(texts.refund)}…</a>`
  }${isOpen(story) && visit.may('POST', '/payments/:id/cancel') && drawCancellation(visit, story, path)}`;
}

function drawAcceptance(visit: Visit, { payment, lookup }: Story, path: string): Html {
  const { choice, acceptable, transactions } = lookup;
  // Without a price the value is unknown, so acceptance is not offered.
  if (!choice || acceptable.cents === null) return html``;
  const amount = euros(visit, acceptable.cents);
  const received = money(visit, choice.coin, sumOf(transactions));
  return drawDialogue({
    id: 'accept',
    opener: fill(visit.say(texts.accept), { amount }),
    openerClass: '',
    title: fill(visit.say(texts.acceptTitle), { amount }),
    body: html`<p class="wrap">
        ${fill(visit.say(texts.acceptText), { amount, received, asked: euros(visit, payment.euro_amount) })}
      </p>
      <div class="row">
        ${drawDialogueClose('accept', visit.say(texts.keepIt))}
        ${drawForm({
          action: visit.address(`${path}/accept`),
          token: visit.formToken,
          fields: html`${drawHidden(onceName, newId(visit.nowMs))}
            <button type="submit">${fill(visit.say(texts.accept), { amount })}</button>`,
        })}
      </div>`,
  });
}

const drawCancellation = (visit: Visit, { payment }: Story, path: string): Html =>
  drawDialogue({
    id: 'cancel',
    opener: `${visit.say(texts.cancelPayment)}…`,
    title: visit.say(texts.cancelTitle),
    body: html`<p class="wrap">
        ${fill(visit.say(texts.cancelText), { amount: euros(visit, payment.euro_amount) })}
      </p>
      <div class="row">
        ${drawDialogueClose('cancel', visit.say(texts.keepIt))}
        ${drawForm({
          action: visit.address(`${path}/cancel`),
          token: visit.formToken,
          fields: html`${drawHidden(onceName, newId(visit.nowMs))}
            <button type="submit" class="danger">${visit.say(texts.cancelPayment)}</button>`,
        })}
      </div>`,
  });

function drawPaymentFacts(visit: Visit, { payment, lookup }: Story): Html {
  const { choice, transactions, refundable } = lookup;
  const copy = visit.say(texts.copy);
  const time = (at: Date): Html => drawTime(at, visit.language, visit.nowMs);
  const facts: (readonly [string, Html | string])[] = [
    [visit.say(texts.status), drawStatus(visit, payment.status, payment.exceptions)],
    [visit.say(texts.amount), html`<strong class="figure">${euros(visit, payment.euro_amount)}</strong>`],
  ];
  if (payment.settled_euro_amount !== null)
    facts.push([visit.say(texts.credited), euros(visit, payment.settled_euro_amount)]);
  // Left out if there is no price.
  if (refundable.status === 'REFUNDABLE' && refundable.cents !== null)
    facts.push([visit.say(texts.refundable), euros(visit, refundable.cents)]);
  if (choice) {
    facts.push(
      [visit.say(texts.coin), drawCoinBadge(choice.coin)],
      [visit.say(texts.due), money(visit, choice.coin, choice.coin_amount)],
      [visit.say(texts.received), money(visit, choice.coin, sumOf(transactions))],
      [visit.say(texts.address), drawCopyable(choice.address, copy)],
    );
    if (choice.destination_tag !== null)
      facts.push([visit.say(texts.tag), drawCopyable(choice.destination_tag, copy)]);
  }
  facts.push(
    [visit.say(texts.customer), drawCustomerOf(visit, payment)],
    [visit.say(texts.reference), drawCopyable(payment.payment_reference, copy)],
    [visit.say(texts.paymentId), drawCopyable(payment.id, copy)],
    [visit.say(texts.description), payment.description],
    [visit.say(texts.created), time(payment.created_at)],
  );
  if (['NEW', 'PENDING'].includes(payment.status))
    facts.push([visit.say(texts.expires), time(payment.expires_at)]);
  const stated = findStatedAddress(payment, choice?.coin);
  if (stated) facts.push([visit.say(texts.refundAddressStated), drawCopyable(stated.address, copy)]);
  facts.push(...Object.entries(payment.metadata).map(([key, value]) => [key, value] as const));
  return drawFacts(facts);
}

function drawCustomerOf(visit: Visit, payment: Story['payment']): Html {
  const { customer_reference_id: reference, customer_email_address: email } = payment;
  const name = [payment.customer_first_name, payment.customer_last_name].filter((one) => one !== null);
  const label = name.length === 0 ? `${reference} (${visit.say(texts.erased)})` : name.join(' ');
  const path = visit.may('GET', '/customers/:id')
    ? visit.address(`/customers/${encodeURIComponent(reference)}`)
    : visit.address(`/payments?q=${encodeURIComponent(reference)}`);
  return html`<a href="${path}">${label}</a
    >${email !== null && html`<br /><span class="soft">${email}</span>`}`;
}

/** Renders the link to the customer's page, and its QR code while the payment is open. */
function drawCustomerPage(context: MerchantContext, visit: Visit, story: Story): Html {
  const url = `${context.publicUrl}/pay/${story.payment.id}`;
  return html`<section class="card" aria-labelledby="page-title">
    <h2 id="page-title">${visit.say(texts.customerPage)}</h2>
    ${
      isOpen(story) &&
      html`<p class="soft">${visit.say(texts.customerPageText)}</p>
        ${drawQrCode(url, visit.say(texts.qrLabel))}`
    }
    <p>${drawCopyable(url, visit.say(texts.copy))}</p>
    <p><a href="/pay/${story.payment.id}" target="_blank" rel="noopener">${visit.say(texts.openPage)}</a></p>
  </section>`;
}
