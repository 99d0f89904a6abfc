import type { Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { formatEuros, formatMoney } from '../../../platform/pages/figures.page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { drawCopyable, drawTimeline, type Moment, type Tone } from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { coins, formatAsset, priceDecimals, type CoinCode } from '../../assets/asset.rules.ts';
import { formatAmount } from '../../../platform/money.ts';
import { choiceOf } from '../../payments/facts/payment-facts.rules.ts';
import { isConfirmed, type Choice, type PaymentStatus } from '../../payments/facts/payment.rules.ts';
import type { Story } from './read-story.ts';
import { paymentTexts as texts } from './payment-texts.ts';
import { statusWords } from './payment-words.ts';

interface Told {
  readonly at: Date;
  readonly title: string;
  readonly detail?: Html | string;
  readonly tone?: Tone;
}

/** Renders the history of a payment, newest first. */
export function drawPaymentStory(visit: Visit, story: Story): Html {
  const told: Told[] = [
    renderCreation(visit, story),
    ...story.lookup.records.choices.map((choice) => renderChoice(visit, choice)),
    ...renderReceipts(visit, story),
    ...renderStatuses(visit, story),
    ...renderDecisions(visit, story),
    ...story.refunds.map((refund) => renderRefund(visit, refund)),
    ...story.webhooks.map((webhook) => renderWebhook(visit, webhook)),
  ];
  // Entries of the same time keep their order, because later ones result from earlier ones.
  const newestFirst = told
    .map((one, index) => ({ ...one, index }))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime() || other.index - one.index);
  return drawTimeline(
    newestFirst.map(({ at, title, detail, tone }): Moment => ({
      time: drawTime(at, visit.language, visit.nowMs),
      title,
      ...(detail === undefined ? {} : { detail }),
      ...(tone === undefined ? {} : { tone }),
    })),
  );
}

const euros = (visit: Visit, cents: bigint): string => formatEuros(formatAsset('EUR', cents), visit.language);
const money = (visit: Visit, coin: CoinCode, minor: bigint): string =>
  formatMoney(formatAsset(coin, minor), coin, visit.language);

/** Returns the member who did this act in the console, or that it was done by the API. */
function whoDid(visit: Visit, { acts }: Story, act: string): string {
  // Acts are listed newest first. The first one had the effect; later ones changed nothing.
  const found = acts.findLast((one) => one.act === act);
  return found ? fill(visit.say(texts.byPerson), { name: found.person_name }) : visit.say(texts.byApi);
}

const renderCreation = (visit: Visit, story: Story): Told => ({
  at: story.payment.created_at,
  title: visit.say(texts.storyCreated),
  detail: `${fill(visit.say(texts.storyCreatedText), {
    amount: euros(visit, story.payment.euro_amount),
    reference: story.payment.payment_reference,
  })}, ${whoDid(visit, story, 'payment.created')}`,
});

const renderChoice = (visit: Visit, choice: Choice): Told => ({
  at: choice.chosen_at,
  title: fill(visit.say(texts.storyChosen), { coin: coins[choice.coin].name }),
  detail: fill(visit.say(texts.storyChosenText), {
    amount: money(visit, choice.coin, choice.coin_amount),
    price: formatEuros(formatAmount(choice.price, priceDecimals), visit.language),
    code: choice.coin,
  }),
});

function renderReceipts(visit: Visit, { lookup: { records } }: Story): Told[] {
  return records.receipts.map((receipt) => {
    const choice = choiceOf(records, receipt);
    const amount = money(visit, receipt.coin, receipt.amountMinor);
    const count = Math.min(receipt.confirmations, choice.required_confirmations);
    const progress = isConfirmed(choice, receipt)
      ? visit.say(texts.confirmed)
      : fill(visit.say(texts.confirmations), { count, needed: choice.required_confirmations });
    return {
      at: receipt.firstSeenAt,
      title: fill(visit.say(receipt.visible ? texts.storySeen : texts.storyVanished), { amount }),
      detail: html`${receipt.visible && html`${progress} · `}${drawCopyable(receipt.transactionId, visit.say(texts.copy))}`,
      tone: receipt.visible ? 'good' : 'bad',
    };
  });
}

/** The timeline has other entries for these: the creation and the choice of a coin. */
const saidElsewhere: ReadonlySet<PaymentStatus> = new Set(['NEW', 'PENDING']);

/** Renders each change of status once. An order and its refund may both have events of the same change. */
function renderStatuses(visit: Visit, { moments, payment }: Story): Told[] {
  const changes = moments.filter(
    ({ status }, index) => status !== moments[index - 1]?.status && !saidElsewhere.has(status),
  );
  return changes
    .filter(({ status }) => !(status === 'EXPIRED' && payment.cancelled_at !== null))
    .map(({ at, status }) => {
      const { label, meaning, tone } = statusWords[status];
      return { at, title: visit.say(label), detail: visit.say(meaning), tone };
    });
}

function renderDecisions(visit: Visit, story: Story): Told[] {
  const { cancelled_at: cancelledAt, accepted_at: acceptedAt } = story.payment;
  const told: Told[] = [];
  if (cancelledAt !== null) {
    const detail = whoDid(visit, story, 'payment.cancelled');
    told.push({ at: cancelledAt, title: visit.say(texts.storyCancelled), detail, tone: 'warn' });
  }
  if (acceptedAt !== null) {
    const detail = whoDid(visit, story, 'payment.accepted');
    told.push({ at: acceptedAt, title: visit.say(texts.storyAccepted), detail, tone: 'good' });
  }
  return told;
}

function renderRefund(visit: Visit, refund: Story['refunds'][number]): Told {
  const { coin } = refund;
  const sent = refund.held_coin_amount + refund.bought_coin_amount - refund.fee_coin_amount;
  const states = {
    PROCESSING: [refund.isHeld ? texts.refundHeld : texts.refundGoing, refund.isHeld ? 'warn' : 'plain'],
    COMPLETED: [texts.refundDone, 'good'],
    FAILED: [texts.refundFailed, 'bad'],
  } as const;
  const [state, tone] = states[refund.status];
  return {
    at: refund.created_at,
    title: fill(visit.say(texts.storyRefund), { amount: euros(visit, refund.total_euro_amount) }),
    detail: html`${visit.say(state)} ·
      ${fill(visit.say(texts.refundTo), { amount: money(visit, coin, sent) })}
      ${drawCopyable(refund.address, visit.say(texts.copy))}<br />${refund.reason},
      ${requesterOf(visit, refund.requested_by ?? null)}${
        refund.blockchain_transaction_id !== null &&
        html`<br />${drawCopyable(refund.blockchain_transaction_id, visit.say(texts.copy))}`
      }`,
    tone,
  };
}

function requesterOf(visit: Visit, actor: string | null): string {
  if (actor === 'client:payment-policy') return visit.say(texts.byPolicy);
  const [, name] = /^member:(.*)$/.exec(actor ?? '') ?? [];
  return name === undefined ? visit.say(texts.byApi) : fill(visit.say(texts.byPerson), { name });
}

function renderWebhook(visit: Visit, webhook: Story['webhooks'][number]): Told {
  const count = webhook.attempts.length;
  const states = {
    DELIVERED: [texts.webhookDelivered, 'plain'],
    PENDING: [texts.webhookWaiting, count > 0 ? 'warn' : 'plain'],
    FAILED: [texts.webhookFailed, 'bad'],
    CANCELLED: [texts.webhookCancelled, 'plain'],
  } as const;
  const [state, tone] = states[webhook.status];
  const answered = webhook.attempts.at(-1)?.response_status ?? null;
  return {
    at: webhook.occurred_at,
    title: fill(visit.say(texts.storyWebhook), { type: webhook.event_type }),
    detail: html`${fill(visit.say(state), { count })}${answered !== null && ` (${answered})`} ·
      <span class="wrap">${webhook.url}</span>`,
    tone,
  };
}
