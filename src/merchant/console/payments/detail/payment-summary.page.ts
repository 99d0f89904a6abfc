import type { Visit } from '../../../../platform/console/console-page.ts';
import { html, type Html } from '../../../../platform/http/page.ts';
import { drawSteps, type Step } from '../../../../platform/pages/detail-parts.page.ts';
import { fill, fillHtml } from '../../../../platform/pages/fill-text.ts';
import { drawCoinBadge } from '../../../../platform/pages/parts.page.ts';
import { drawExactTime } from '../../../../platform/pages/times.page.ts';
import { drawStatus } from '../payment-list.page.ts';
import { detailTexts as texts, stepWords } from './payment-detail-texts.ts';
import { sayCoins, sayEuros } from '../payment-figures.ts';
import { leastConfirmed, stepsOf, type PaymentStep } from './payment-steps.rules.ts';
import { statusWords } from '../payment-words.ts';
import type { Story } from './read-story.ts';

/** Renders the amount, the status, the customer, the coin and the steps. */
export function drawSummary(visit: Visit, story: Story): Html {
  const { payment, lookup } = story;
  const { choice } = lookup;
  return html`<section class="card summary" aria-label="${visit.say(texts.summary)}">
    <p class="figure sum">${sayEuros(visit, payment.euro_amount)}</p>
    ${drawStatus(visit, payment.status, payment.exceptions)} ${drawCustomer(visit, payment)}
    ${
      choice &&
      html`<p class="row">
        ${drawCoinBadge(choice.coin)}
        <span class="figure"
          >${fill(visit.say(texts.asked), { amount: sayCoins(visit, choice.coin, choice.coin_amount) })}</span
        >
      </p>`
    }
    ${
      payment.status !== 'UNRESOLVED' &&
      html`<p class="soft">
        ${visit.say(payment.cancelled_at === null ? statusWords[payment.status].meaning : texts.cancelled)}
      </p>`
    }
    ${drawSteps(
      visit.say(texts.steps),
      stepsOf(story).map((step) => tellStep(visit, story, step)),
    )}
  </section>`;
}

const stateTexts = {
  done: texts.stepDone,
  now: texts.stepNow,
  later: texts.stepLater,
  never: texts.stepNever,
} as const;

const tellStep = (visit: Visit, story: Story, step: PaymentStep): Step => ({
  label: visit.say(stepWords[step.name]),
  state: step.state,
  stateLabel: visit.say(stateTexts[step.state]),
  note: noteOf(visit, story, step),
});

function noteOf(visit: Visit, { payment, lookup }: Story, { name, state, at }: PaymentStep): Html | string {
  const time = at && drawExactTime(at, visit.language, 'minute');
  const counted = leastConfirmed(lookup);
  if (name === 'confirmed' && counted) return fill(visit.say(texts.blocks), counted);
  if (name === 'credited' && state === 'done' && payment.settled_euro_amount !== null) {
    const amount = sayEuros(visit, payment.settled_euro_amount);
    return time ? fillHtml(visit.say(texts.amountAt), { amount, time }) : amount;
  }
  if (name === 'credited' && state === 'now') return visit.say(texts.yourDecision);
  if (name === 'seen' && state === 'now') return visit.say(texts.waitsForCoins);
  return time ?? visit.say(stateTexts[state]);
}

function drawCustomer(visit: Visit, payment: Story['payment']): Html {
  const { customer_reference_id: reference } = payment;
  const name = [payment.customer_first_name, payment.customer_last_name].filter((one) => one !== null);
  const path = visit.may('GET', '/customers/:id')
    ? visit.address(`/customers/${encodeURIComponent(reference)}`)
    : visit.address(`/payments?q=${encodeURIComponent(reference)}`);
  return html`<a href="${path}">${name.join(' ') || reference}</a>`;
}
