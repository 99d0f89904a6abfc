import type { Visit } from '../../../../platform/console/console-page.ts';
import type { Words } from '../../../../platform/http/language.ts';
import { html, type Html } from '../../../../platform/http/page.ts';
import { fill } from '../../../../platform/pages/fill-text.ts';
import { formatLength } from '../../../../platform/pages/times.page.ts';
import { ProblemError } from '../../../../platform/problem.ts';
import type { MerchantContext } from '../../../merchant.context.ts';
import { sumOf } from '../../../payments/facts/payment.rules.ts';
import { quoteRefund, type RefundQuote } from '../../../payments/refunds/quote-refund.ts';
import { detailTexts as texts } from './payment-detail-texts.ts';
import { sayCoins, sayEuros } from '../payment-figures.ts';
import { paymentRefusals } from '../payment-form-texts.ts';
import { largestLatenessMs } from './payment-steps.rules.ts';
import type { Story } from './read-story.ts';

/** Explains an unresolved payment: what happened, and what each choice yields. */
export async function drawVerdict(
  context: MerchantContext,
  visit: Visit,
  story: Story,
): Promise<Html | false> {
  if (story.payment.status !== 'UNRESOLVED') return false;
  const mayDecide = visit.may('POST', '/payments/:id/accept');
  return html`<section class="card verdict" aria-labelledby="verdict-title">
    <h2 id="verdict-title">${visit.say(titleOf(story))}</h2>
    <p>${sayWhatHappened(visit, story).join(' ')}</p>
    <dl>
      <dt>${visit.say(texts.ifAccepted)}</dt>
      <dd>${sayAcceptance(visit, story)}</dd>
      <dt>${visit.say(texts.ifRefunded)}</dt>
      <dd>${await sayRefund(context, visit, story)}</dd>
      <dt>${visit.say(texts.ifNothing)}</dt>
      <dd>${visit.say(texts.waitingYields)}</dd>
    </dl>
    ${!mayDecide && html`<p class="soft">${visit.say(texts.othersDecide)}</p>`}
  </section>`;
}

function titleOf({ payment: { exceptions } }: Story): Words {
  const [isLittle, isLate] = [exceptions.includes('UNDERPAID'), exceptions.includes('LATE')];
  if (isLittle) return isLate ? texts.tooLittleAndLate : texts.tooLittle;
  return isLate ? texts.tooLate : texts.undecided;
}

function sayWhatHappened(visit: Visit, { payment, lookup }: Story): string[] {
  const { choice, transactions } = lookup;
  if (!choice) return [];
  const sum = sumOf(transactions);
  const coins = (minor: bigint): string => sayCoins(visit, choice.coin, minor);
  const received = coins(sum);
  const said: string[] = [];
  if (payment.exceptions.includes('UNDERPAID') && sum < choice.coin_amount) {
    const asked = sayEuros(visit, payment.euro_amount);
    const [due, missing] = [coins(choice.coin_amount), coins(choice.coin_amount - sum)];
    said.push(fill(visit.say(texts.howLittle), { asked, due, received, missing }));
  }
  if (payment.exceptions.includes('LATE')) {
    const lateMs = largestLatenessMs(lookup);
    said.push(
      lateMs > 0
        ? fill(visit.say(texts.howLate), { received, time: formatLength(lateMs, visit.language) })
        : fill(visit.say(texts.confirmedLate), { received }),
    );
  }
  return said;
}

function sayAcceptance(visit: Visit, { payment, lookup: { acceptable } }: Story): string {
  if (acceptable.status !== 'ACCEPTABLE') return visit.say(texts.notAcceptable);
  if (acceptable.cents === null) return visit.say(paymentRefusals['rate_unavailable']!);
  const less = payment.euro_amount - acceptable.cents;
  return fill(visit.say(less > 0n ? texts.acceptYieldsLess : texts.acceptYields), {
    amount: sayEuros(visit, acceptable.cents),
    less: sayEuros(visit, less),
  });
}

async function sayRefund(
  context: MerchantContext,
  visit: Visit,
  { payment, lookup }: Story,
): Promise<string> {
  const quote = await quoteRefund(context, payment.psp_id, lookup, undefined, '').catch(orProblem);
  if (quote instanceof ProblemError) {
    const refusal = paymentRefusals[quote.code];
    return refusal ? visit.say(refusal) : quote.show(visit.language).detail;
  }
  return fill(visit.say(texts.refundYields), {
    sent: sayCoins(visit, quote.coin, quote.plan.sentMinor),
    fee: sayCoins(visit, quote.coin, quote.plan.feeMinor),
  });
}

function orProblem(error: unknown): ProblemError | RefundQuote {
  if (error instanceof ProblemError) return error;
  throw error;
}
