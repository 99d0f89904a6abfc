import { html, type Html } from '../../../platform/http/page.ts';
import { coins, formatAsset, type CoinCode } from '../../assets/asset.rules.ts';
import {
  asksForCoins,
  confirmationsOf,
  mayChoose,
  missingMinor,
  needsHelp,
  redirectOf,
  wayBack,
  type Estimate,
  type Phase,
} from './checkout.rules.ts';
import type { CheckoutTexts } from './texts/checkout-texts.ts';
import { drawContact } from './contact.page.ts';
import { drawQrCode } from '../../../platform/pages/draw-qr-code.ts';
import type { Drawing } from './drawing.page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';

/** Renders the action expected of the customer: choose a coin, send coins, or give a refund address. */
export function drawRequest(drawing: Drawing): Html {
  if (drawing.phase === 'choose') return drawCoins(drawing);
  if (!asksForCoins(drawing.phase)) return drawRefundAddress(drawing);
  const { view, paymentUri, texts, fillIn } = drawing;
  if (view.coin === null || view.address === null || paymentUri === null) return html``;
  return html`<section class="request" aria-label="${fillIn(texts.phases.pay.title)}">
    <div class="scan">
      <a class="button quiet" href="${paymentUri}">${texts.openWallet}</a>
      ${drawQrCode(paymentUri, texts.qrCode)}
    </div>
    <dl>
      ${drawField(
        texts.amount,
        'amount',
        formatAsset(view.coin, missingMinor(view)),
        texts.copy,
        texts.copyAmount,
        view.coin,
      )}
      ${drawField(texts.address, 'address', view.address, texts.copy, texts.copyAddress)}
      ${
        view.destinationTag !== null &&
        drawField(texts.destinationTag, 'tag', view.destinationTag, texts.copy, texts.copyTag)
      }
    </dl>
    ${view.destinationTag !== null && html`<p class="warning">${texts.tagWarning}</p>`}
    <p class="soft small">${fillIn(texts.networkWarning)}</p>
    ${drawing.testCoins && drawTestCoins(drawing)}
  </section>`;
}

function drawField(
  label: string,
  id: string,
  value: string,
  copy: string,
  copyThis: string,
  unit = '',
): Html {
  return html`<div class="field">
    <dt>${label}</dt>
    <dd>
      <span class="value"
        ><code id="${id}">${value}</code>${unit === '' ? '' : html` <span>${unit}</span>`}</span
      >
      <button type="button" class="quiet copy" id="copy-${id}" data-copy="${id}" aria-label="${copyThis}">
        ${copy}
      </button>
    </dd>
  </div>`;
}

function drawTestCoins({ view, language, texts }: Drawing): Html {
  return html`<form class="test" method="post" action="/pay/${view.id}/test-coins">
    <input type="hidden" name="lang" value="${language}" />
    <button type="submit" id="test-coins">${texts.testCoins}</button>
    <p class="soft small">${texts.testCoinsHint}</p>
  </form>`;
}

/** Letters that every font has. They are decoration: the coin's name follows. */
const coinSigns: Readonly<Record<CoinCode, string>> = { BTC: 'B', BCH: 'B', LTC: 'Ł', ETH: 'Ξ', XRP: 'X' };

function drawCoins({ view, language, texts, coins: offered, estimates }: Drawing): Html {
  if (offered.length === 0) return html`<p class="warning">${texts.noCoins}</p>`;
  return html`<form method="post" action="/pay/${view.id}/coin">
    <input type="hidden" name="lang" value="${language}" />
    <ul class="coins" aria-label="${texts.coins}">
      ${offered.map(
        (coin) =>
          html`<li>
            <button type="submit" name="cryptocurrency_code" value="${coin}">
              <span class="sign ${coin.toLowerCase()}" aria-hidden="true">${coinSigns[coin]}</span>
              <span class="name">${coins[coin].name}${drawEstimate(coin, estimates.get(coin), texts)}</span>
              ${!estimates.has(coin) && html`<span class="soft">${coin}</span>`}
            </button>
          </li>`,
      )}
    </ul>
    ${estimates.size > 0 && html`<p class="soft small">${texts.estimateHint}</p>`}
  </form>`;
}

const drawEstimate = (coin: CoinCode, estimate: Estimate | undefined, texts: CheckoutTexts): Html | false =>
  estimate !== undefined &&
  html` <span class="estimate"
    >≈ ${estimate.amount} ${coin} ·
    ${estimate.minutes === 0 ? texts.underAMinute : fill(texts.aboutMinutes, { minutes: estimate.minutes })}</span
  >`;

/** Renders the form for a refund address of unresolved coins, or the address once it is stored. */
function drawRefundAddress({ view, language, texts, fillIn }: Drawing): Html {
  if (!view.asksForRefundAddress || view.coin === null) return html``;
  if (view.refundAddress !== null) {
    return html`<section class="refund-address" aria-label="${texts.refundAddress}">
      <p>${fillIn(texts.refundAddressGiven)}</p>
      <p><code>${view.refundAddress}</code></p>
    </section>`;
  }
  return html`<section class="refund-address" aria-label="${texts.refundAddress}">
    <form method="post" action="/pay/${view.id}/refund-address">
      <input type="hidden" name="lang" value="${language}" />
      <p>${fillIn(texts.refundAddressHint)}</p>
      <label for="refund-address">${fillIn(texts.refundAddressLabel)}</label>
      <input
        id="refund-address"
        name="refund_address"
        required
        maxlength="200"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
      />
      ${
        coins[view.coin].hasTags &&
        html`<label for="refund-tag">${texts.refundTagLabel}</label>
          <input
            id="refund-tag"
            name="destination_tag"
            inputmode="numeric"
            maxlength="10"
            autocomplete="off"
          />`
      }
      <button type="submit">${texts.refundAddressButton}</button>
    </form>
  </section>`;
}

const tracked = new Set<Phase>(['pay', 'rest', 'confirming', 'paid', 'partly_refunded']);

export function drawProgress(drawing: Drawing): Html {
  const { view, phase } = drawing;
  return html`${tracked.has(phase) && drawSteps(drawing)}
  ${view.transactions.length > 0 && drawTransactions(drawing)}`;
}

function drawSteps({ view, phase, texts }: Drawing): Html {
  const paid = phase === 'paid' || phase === 'partly_refunded';
  const seen = paid || phase === 'confirming';
  const { reached, required } = confirmationsOf(view);
  const count = phase === 'confirming' && required > 0 && fill(texts.confirmations, { reached, required });
  const steps = [
    { name: seen ? texts.stepSeen : texts.stepWaiting, done: seen, current: !seen },
    { name: texts.stepConfirmed, done: paid, current: seen && !paid, count },
    { name: texts.stepPaid, done: paid, current: false },
  ];
  return html`<section aria-label="${texts.progress}">
    <ol class="steps">
      ${steps.map(
        (step) =>
          html`<li class="${step.done ? 'done' : ''}" ${step.current ? html`aria-current="step"` : ''}>
            <span>${step.name}</span>
            ${step.done && html`<span class="unseen"> (${texts.stepDone})</span>`}
            ${
              step.count &&
              html`<span class="count">${step.count}</span>
                <progress
                  value="${reached}"
                  max="${required}"
                  aria-label="${texts.stepConfirmed}"
                ></progress>`
            }
          </li>`,
      )}
    </ol>
  </section>`;
}

function drawTransactions({ view, texts }: Drawing): Html {
  const { coin, requiredConfirmations: required } = view;
  if (coin === null) return html``;
  return html`<section class="transactions">
    <h2>${view.transactions.length === 1 ? texts.transaction : texts.transactions}</h2>
    <ul>
      ${view.transactions.map(
        (transaction) =>
          html`<li>
            <code>${transaction.id}</code>
            <span class="soft small"
              >${formatAsset(coin, transaction.amountMinor)}
              ${coin}${
                required !== null &&
                html` ·
                ${fill(texts.confirmations, {
                  reached: Math.min(Math.max(transaction.confirmations, 0), required),
                  required,
                })}`
              }</span
            >
          </li>`,
      )}
    </ul>
  </section>`;
}

/** Renders the links that leave this view: choose another coin, or return to the merchant. */
export function drawActions(drawing: Drawing): Html {
  const { view, phase, texts, fillIn } = drawing;
  const back = wayBack(view, phase);
  const leaving = phase === 'choose' || phase === 'pay';
  const redirects = redirectOf(view, phase) !== undefined;
  return html`${
    phase === 'pay' &&
    html`<details>
      <summary>${texts.otherCoin}</summary>
      ${
        mayChoose(view)
          ? html`<p class="soft small">${texts.otherCoinHint}</p>
              ${drawCoins(drawing)}`
          : html`<p class="soft small">${texts.faultLimit}</p>`
      }
    </details>`
  }
  ${
    redirects &&
    html`<p class="redirect" hidden>
      <span>${fillIn(texts.redirecting)}</span>
      <button type="button" class="quiet" id="stay">${texts.stay}</button>
    </p>`
  }
  ${
    back !== undefined &&
    html`<p>
      <a id="back" class="${leaving ? '' : 'button'}" href="${back}" rel="noreferrer">
        ${leaving ? texts.leave : fillIn(texts.toMerchant)}
      </a>
    </p>`
  }
  ${
    needsHelp(phase) &&
    drawContact(
      // The button above leads to the shop.
      { ...view.contact, shop_url: null },
      { language: drawing.language, merchantName: view.merchantName, about: view.id },
    )
  }`;
}
