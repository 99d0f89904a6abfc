import { languageNames, languages, type Language } from '../../../platform/http/language.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { formatAmount } from '../../../platform/money.ts';
import { euroDecimals } from '../../assets/asset.rules.ts';
import type { PaymentView } from '../views/payment-view.rules.ts';
import { drawActions, drawProgress, drawRequest } from './checkout-parts.page.ts';
import {
  asksForCoins,
  confirmationsOf,
  excessMinor,
  redirectOf,
  toneOf,
  type Checkout,
} from './checkout.rules.ts';
import { prepareDrawing, type Drawing } from './drawing.page.ts';
import { keepLatest } from '../../../platform/pages/keep-latest.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import type { CheckoutTexts } from './texts/checkout-texts.ts';
import { checkoutTexts } from './texts/translations.ts';

/** The parts of the page that are replaced while it is open. */
export const partNames = ['status', 'request', 'progress', 'actions'] as const;
export type PartName = (typeof partNames)[number];

export interface CheckoutState {
  /** Title of the browser window. */
  readonly title: string;
  /** Text for screen readers when the page changes. */
  readonly announcement: string;
  /** Address to which a paid customer is redirected. */
  readonly redirectUrl: string | null;
  readonly parts: Readonly<Record<PartName, Html>>;
}

export function drawState(checkout: Checkout, language: Language, fault?: string): CheckoutState {
  const drawing = prepareDrawing(checkout, language);
  const { view, phase, texts, fillIn } = drawing;
  const title = fillIn(texts.phases[phase].title);
  const { reached, required } = confirmationsOf(view);
  const progress = phase === 'confirming' ? `. ${fill(texts.confirmations, { reached, required })}` : '';
  return {
    title: `${title} · ${view.merchantName}`,
    announcement: title + progress + (drawing.renewal === 'offered' ? `. ${texts.renewOffered}` : ''),
    redirectUrl: redirectOf(view, phase) ?? null,
    parts: {
      status: drawStatus(drawing, fault),
      request: drawRequest(drawing),
      progress: drawProgress(drawing),
      actions: drawActions(drawing),
    },
  };
}

/** Renders the whole page. The script reads `version` (the state shown) and `nowMs` (the server's time). */
export function drawCheckout(
  checkout: Checkout,
  language: Language,
  now: { readonly version: string; readonly nowMs: number },
  fault?: string,
): { title: string; body: Html } {
  const { view } = checkout;
  const texts = checkoutTexts[language];
  const state = drawState(checkout, language, fault);
  const body = html`<main
      id="checkout"
      data-id="${view.id}"
      data-version="${now.version}"
      data-now="${now.nowMs}"
      data-expires="${view.expiresAt.getTime()}"
      data-redirect="${state.redirectUrl ?? ''}"
      data-locale="${texts.locale}"
      data-copied="${texts.copied}"
      data-minutes-left="${texts.minutesLeft}"
      data-one-minute-left="${texts.oneMinuteLeft}"
    >
      ${drawBill(view, texts)}
      ${partNames.map(
        (name) =>
          html`<div id="${name}" class="part part-${name}">${state.parts[name]}</div>
            ${name === 'status' && drawReload(view.id, language)}`,
      )}
      <p id="offline" class="warning" role="status" hidden>${texts.offline}</p>
      <p id="announcement" class="unseen" role="status"></p>
    </main>
    ${drawFooter(language, (other) => `/pay/${view.id}?lang=${other}`)}`;
  return { title: state.title, body };
}

/**
 * Renders the reload link near the top of the page. Without JavaScript the page does not update, so the link is needed
 * often.
 */
function drawReload(id: string, language: Language): Html {
  const texts = checkoutTexts[language];
  return html`<noscript
    ><p class="soft small">
      ${texts.reloadHint} <a href="/pay/${id}?lang=${language}">${texts.reload}</a>
    </p></noscript
  >`;
}

/** Renders a page that contains only a message. */
export function drawMessage(language: Language, title: string, text: string, reload?: string): Html {
  const texts = checkoutTexts[language];
  return html`<main>
      <div class="part part-status">
        <div class="status over">
          <h1>${title}</h1>
          <p>${text}</p>
          ${reload !== undefined && html`<p><a class="button" href="${reload}">${texts.reload}</a></p>`}
        </div>
      </div>
    </main>
    ${drawFooter(language, undefined)}`;
}

const minuteMs = 60_000;

interface Formats {
  readonly euros: (decimal: `${number}`) => string;
  /** Formats a time of day from the minutes since 1970. */
  readonly time: (minute: number) => string;
}

/**
 * Formatters and their latest results are cached: creating one takes longer than rendering the page, and one use takes
 * a third of that.
 */
const formatsOf = keepLatest(languages.length, (locale: string): Formats => {
  const euros = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  const time = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  });
  return {
    euros: keepLatest(1000, (decimal) => euros.format(decimal)),
    time: keepLatest(1000, (minute) => time.format(minute * minuteMs)),
  };
});

/** Sums with more characters than this use a smaller font on narrow screens. */
const shortSum = 9;

function drawBill(view: PaymentView, texts: CheckoutTexts): Html {
  const sum = formatsOf(texts.locale).euros(formatAmount(view.amountCents, euroDecimals) as `${number}`);
  return html`<header class="bill">
    <p class="merchant">${view.merchantName}</p>
    <p class="sum ${sum.length > shortSum && 'long'}">${sum}</p>
    <p class="soft">${view.description.trim() === '' ? texts.noDescription : view.description}</p>
  </header>`;
}

function drawStatus(drawing: Drawing, fault: string | undefined): Html {
  const { view, phase, texts, fillIn } = drawing;
  const { title, text } = texts.phases[phase];
  const notes = [
    excessMinor(view) > 0n && (phase === 'confirming' || phase === 'paid') && texts.overpaid,
    phase === 'expired' && view.coin !== null && texts.expiredAddress,
    phase === 'late' && view.exceptions.includes('UNDERPAID') && texts.underpaidAndLate,
    (phase === 'late' || phase === 'underpaid' || (phase === 'expired' && view.coin !== null)) &&
      texts.keepAddress,
  ];
  return html`<div class="status ${toneOf[phase]}">
    ${fault !== undefined && html`<p class="fault" role="alert">${fault}</p>`}
    <h1 id="state" tabindex="-1">${fillIn(title)}</h1>
    <p>${fillIn(text)}</p>
    ${notes.map((note) => note !== false && html`<p>${fillIn(note)}</p>`)}
    ${asksForCoins(phase) && drawTimer(view, texts)} ${drawRenewal(drawing)}
  </div>`;
}

/** Offers a new price shortly before the deadline, or explains that there is none. */
function drawRenewal({ view, language, texts, renewal, fillIn }: Drawing): Html {
  if (renewal === null || view.coin === null) return html``;
  if (renewal === 'over') return html`<p class="soft small">${fillIn(texts.noRenewal)}</p>`;
  return html`<form class="renewal" method="post" action="/pay/${view.id}/coin">
    <input type="hidden" name="lang" value="${language}" />
    <input type="hidden" name="cryptocurrency_code" value="${view.coin}" />
    <button type="submit" class="quiet" id="renew">${texts.renew}</button>
    <p class="soft small">${fillIn(texts.renewHint)}</p>
  </form>`;
}

/**
 * Renders the payment deadline. The script counts down. Without it the page shows the time of day in the server's time
 * zone.
 */
function drawTimer(view: PaymentView, texts: CheckoutTexts): Html {
  const time = formatsOf(texts.locale).time(Math.floor(view.expiresAt.getTime() / minuteMs));
  return html`<p class="timer">
    <span id="countdown" role="timer" aria-label="${texts.timeLeft}"></span>
    <time id="until" datetime="${view.expiresAt.toISOString()}" data-text="${texts.until}"
      >${fill(texts.until, { time })}</time
    >
  </p>`;
}

/** Renders the footer, with links to the page in the other languages if it has an address. */
export function drawFooter(
  language: Language,
  addressIn: ((language: Language) => string) | undefined,
): Html {
  const others = languages.filter((other) => other !== language);
  return html`<footer>
    <span>Praça</span>
    ${
      addressIn !== undefined &&
      html`<nav aria-label="${checkoutTexts[language].languages}">
        ${others.map(
          (other) =>
            html`<a href="${addressIn(other)}" lang="${other}" hreflang="${other}"
              >${languageNames[other]}</a
            > `,
        )}
      </nav>`
    }
  </footer>`;
}
