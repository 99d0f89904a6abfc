import { onceName } from '../../../../platform/console/act-once.ts';
import type { Visit } from '../../../../platform/console/console-page.ts';
import { html, type Html } from '../../../../platform/http/page.ts';
import { newId } from '../../../../platform/ids.ts';
import { fill } from '../../../../platform/pages/fill-text.ts';
import { drawForm, drawHidden } from '../../../../platform/pages/form-parts.page.ts';
import { drawDialogue, drawDialogueClose } from '../../../../platform/pages/parts.page.ts';
import { sumOf } from '../../../payments/facts/payment.rules.ts';
import { sayCoins, sayEuros } from '../payment-figures.ts';
import { paymentTexts as texts } from '../payment-texts.ts';
import type { Story } from './read-story.ts';

type Action = (visit: Visit, story: Story, path: string) => Html | false;

/** Actions of a payment, the usual one first. Each renders nothing while it does not apply or the role may not use it. */
const actions: readonly Action[] = [drawAcceptance, drawRefund, drawCancellation];

/** Renders the buttons, which follow the payment's status. Acceptance is green, the others are plain. */
export function drawActions(visit: Visit, story: Story): Html {
  const { payment, lookup } = story;
  // The tokens of the forms differ per request, so the content is named by what the buttons depend on.
  const shown = [payment.status, lookup.acceptable.cents, lookup.refundable.status].join(' ');
  return html`<div class="row" id="actions" data-live="2" data-version="${shown}">
    ${actions.map((draw) => draw(visit, story, `/payments/${payment.id}`))}
  </div>`;
}

export const isOpen = ({ payment: { status } }: Story): boolean => status === 'NEW' || status === 'PENDING';

function drawAcceptance(visit: Visit, { payment, lookup }: Story, path: string): Html | false {
  const { choice, acceptable, transactions } = lookup;
  // Without a price the value is unknown, so acceptance is not offered.
  if (acceptable.status !== 'ACCEPTABLE' || !choice || acceptable.cents === null) return false;
  if (!visit.may('POST', '/payments/:id/accept')) return false;
  const amount = sayEuros(visit, acceptable.cents);
  const received = sayCoins(visit, choice.coin, sumOf(transactions));
  return drawDialogue({
    id: 'accept',
    opener: fill(visit.say(texts.accept), { amount }),
    openerClass: '',
    title: fill(visit.say(texts.acceptTitle), { amount }),
    body: html`<p class="wrap">
        ${fill(visit.say(texts.acceptText), { amount, received, asked: sayEuros(visit, payment.euro_amount) })}
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

function drawRefund(visit: Visit, { lookup }: Story, path: string): Html | false {
  if (lookup.refundable.status !== 'REFUNDABLE' || !visit.may('GET', '/payments/:id/refund')) return false;
  return html`<a class="button plain" href="${visit.address(`${path}/refund`)}"
    >${visit.say(texts.refund)}…</a
  >`;
}

function drawCancellation(visit: Visit, story: Story, path: string): Html | false {
  if (!isOpen(story) || !visit.may('POST', '/payments/:id/cancel')) return false;
  return drawDialogue({
    id: 'cancel',
    opener: `${visit.say(texts.cancelPayment)}…`,
    title: visit.say(texts.cancelTitle),
    body: html`<p class="wrap">
        ${fill(visit.say(texts.cancelText), { amount: sayEuros(visit, story.payment.euro_amount) })}
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
}
