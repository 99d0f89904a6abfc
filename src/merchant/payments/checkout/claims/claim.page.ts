import type { Language, Words } from '../../../../platform/http/language.ts';
import { html, type Html } from '../../../../platform/http/page.ts';
import { fill } from '../../../../platform/pages/fill-text.ts';
import { formatEuros } from '../../../../platform/pages/figures.page.ts';
import { drawShortened } from '../../../../platform/pages/parts.page.ts';
import { coins, formatAsset } from '../../../assets/asset.rules.ts';
import { drawFooter } from '../checkout.page.ts';
import { checkoutTexts } from '../texts/translations.ts';
import { drawContact } from '../contact.page.ts';
import { describeRefund } from '../../refunds/refund.rules.ts';
import { ProblemError } from '../../../../platform/problem.ts';
import { claimTexts as texts } from './claim-texts.ts';
import type { ClaimView } from './read-claim.ts';

/** What the customer typed, with the faults of its fields. */
export interface Typed {
  readonly address: string;
  readonly tag: string;
  readonly faults: Readonly<Record<string, string>>;
}

interface Claim {
  readonly view: ClaimView;
  readonly language: Language;
  readonly token: string;
}

export interface DrawnPage {
  readonly title: string;
  readonly body: Html;
}

export const claimAddress = (token: string, language: Language): string =>
  `/pay/refund?${new URLSearchParams({ token, lang: language }).toString()}`;

/** Renders the page of a link: the form, the progress of the refund, or the end of the link. */
export function drawClaim(claim: Claim, typed?: Typed, notice?: string): DrawnPage {
  if (claim.view.refund) return drawProgress(claim);
  if (claim.view.status !== 'OPEN') {
    const title = claim.view.status === 'EXPIRED' ? texts.expiredTitle : texts.revokedTitle;
    return drawMessage(claim, 'over', title, texts.endedText);
  }
  const say = sayer(claim);
  const { link, offer } = claim.view;
  const isUnresolved = link.total_euro_amount === null;
  const found = offer instanceof ProblemError || offer === null ? null : offer;
  const refused = offer instanceof ProblemError ? say(faultOf(offer)) : undefined;
  const fault = notice ?? refused;
  return drawPage(
    claim,
    say(texts.title),
    html`<div class="part part-status">
        <div class="status open">
          ${fault !== undefined && html`<p class="fault" role="alert">${fault}</p>`}
          <h1>${say(texts.title)}</h1>
          <p>${say(isUnresolved ? texts.unresolvedText : texts.paidText)}</p>
          ${found && html`<p>${say(isUnresolved ? texts.aboutCoins : texts.about)}</p>`}
        </div>
      </div>
      <div class="part part-request">${drawAddressForm(claim, typed)}</div>`,
  );
}

/** Returns the message for an operation that is refused for another reason than the typed address. */
export const faultOf = ({ status }: ProblemError): Words =>
  status === 503 || status === 429 ? texts.faultLater : texts.faultNow;

/** Renders the question before the coins are sent. */
export function drawReview(claim: Claim, typed: Typed, sentMinor: bigint): DrawnPage {
  const say = sayer(claim);
  const { link } = claim.view;
  return drawPage(
    claim,
    say(texts.reviewTitle),
    html`<div class="part part-status">
        <div class="status attention">
          <h1>${say(texts.reviewTitle)}</h1>
          <p>${say(texts.reviewText)}</p>
        </div>
      </div>
      <div class="part part-request">
        <dl>
          ${drawFact(say(texts.amount), `${formatAsset(link.coin, sentMinor)} ${link.coin}`)}
          ${drawFact(say(texts.address), typed.address)}
          ${typed.tag !== '' && drawFact(say(texts.tag), typed.tag)}
        </dl>
      </div>
      <div class="part part-actions">
        <form method="post" action="/pay/refund">
          ${drawHidden({
            token: claim.token,
            lang: claim.language,
            refund_address: typed.address,
            destination_tag: typed.tag,
            confirmed: 'yes',
          })}
          <button type="submit">${say(texts.confirm)}</button>
        </form>
        <p><a href="${claimAddress(claim.token, claim.language)}">${say(texts.change)}</a></p>
      </div>`,
  );
}

function drawAddressForm(claim: Claim, typed: Typed | undefined): Html {
  const say = sayer(claim);
  const { link } = claim.view;
  return html`<div class="refund-address">
    <form method="post" action="/pay/refund">
      ${drawHidden({ token: claim.token, lang: claim.language })}
      ${drawInput('refund_address', say(texts.addressLabel), typed?.address ?? '', typed?.faults, 200)}
      ${
        coins[link.coin].hasTags &&
        drawInput('destination_tag', say(texts.tagLabel), typed?.tag ?? '', typed?.faults, 10)
      }
      <button type="submit">${say(texts.proceed)}</button>
      <p class="soft small">${say(texts.validUntil)}</p>
    </form>
  </div>`;
}

function drawInput(
  name: string,
  label: string,
  value: string,
  faults: Typed['faults'] = {},
  maxLength: number,
): Html {
  const fault = faults[name];
  return html`<label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      maxlength="${maxLength}"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      ${name === 'destination_tag' ? html`inputmode="numeric"` : html`required`}
      ${fault !== undefined && html`aria-invalid="true" aria-describedby="${name}-fault"`}
    />
    ${fault !== undefined && html`<p class="fault" id="${name}-fault" role="alert">${fault}</p>`}`;
}

function drawProgress(claim: Claim): DrawnPage {
  const say = sayer(claim);
  const { refund, link } = claim.view;
  if (!refund) throw new TypeError('a claimed link has a refund');
  const transactionId = refund.blockchain_transaction_id;
  const [tone, title, text] =
    refund.status === 'COMPLETED'
      ? (['good', texts.doneTitle, texts.doneText] as const)
      : refund.status === 'FAILED'
        ? (['attention', texts.failedTitle, texts.failedText] as const)
        : transactionId === null
          ? (['waiting', texts.preparingTitle, texts.preparingText] as const)
          : (['waiting', texts.sentTitle, texts.sentText] as const);
  const amount = describeRefund(refund, null).refund_cryptocurrency_amount;
  return drawPage(
    claim,
    say(title),
    html`<div class="part part-status">
        <div class="status ${tone}">
          <h1>${say(title)}</h1>
          <p>${say(text)}</p>
        </div>
      </div>
      <div class="part part-request">
        <dl>
          ${drawFact(say(texts.amountSent), `${amount} ${link.coin}`)}
          ${drawFact(say(texts.address), drawShortened(refund.address))}
          ${transactionId !== null && drawFact(say(texts.transaction), transactionId)}
        </dl>
      </div>
      <div class="part part-actions">
        ${
          refund.status === 'PROCESSING' &&
          html`<p>
            <a class="button quiet" href="${claimAddress(claim.token, claim.language)}"
              >${say(texts.refresh)}</a
            >
          </p>`
        }
      </div>`,
  );
}

const drawFact = (label: string, value: Html | string): Html =>
  html`<div class="field">
    <dt>${label}</dt>
    <dd><span class="value">${value instanceof Object ? value : html`<code>${value}</code>`}</span></dd>
  </div>`;

const drawHidden = (fields: Readonly<Record<string, string>>): Html =>
  html`${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`;

const drawMessage = (claim: Claim, tone: string, title: Words, text: Words): DrawnPage => {
  const say = sayer(claim);
  return drawPage(
    claim,
    say(title),
    html`<div class="part part-status">
      <div class="status ${tone}">
        <h1>${say(title)}</h1>
        <p>${say(text)}</p>
      </div>
    </div>`,
  );
};

function drawPage(claim: Claim, title: string, parts: Html): DrawnPage {
  const { view, language, token } = claim;
  const cents = view.link.total_euro_amount;
  return {
    title: `${title} · ${view.merchantName}`,
    body: html`<main>
        <header class="bill">
          <p class="merchant">${view.merchantName}</p>
          ${cents !== null && html`<p class="sum">${formatEuros(formatAsset('EUR', cents), language)}</p>`}
        </header>
        ${parts}
        <div class="part part-contact">
          ${drawContact(view.contact, {
            language,
            merchantName: view.merchantName,
            about: view.link.payment_id,
          })}
        </div>
      </main>
      ${drawFooter(language, (other) => claimAddress(token, other))}`,
  };
}

/** Renders the page for a token that belongs to no link. */
export const drawUnknown = (language: Language, token: string): DrawnPage => ({
  title: texts.unknownTitle[language],
  body: html`<main>
      <div class="part part-status">
        <div class="status over">
          <h1>${texts.unknownTitle[language]}</h1>
          <p>${texts.unknownText[language]}</p>
        </div>
      </div>
    </main>
    ${drawFooter(language, (other) => claimAddress(token, other))}`,
});

/** Returns a function that fills the placeholders of a text for this link. */
export function sayer({ view, language }: Pick<Claim, 'view' | 'language'>): (words: Words) => string {
  const { link, offer } = view;
  const sentMinor = offer !== null && 'sentMinor' in offer ? offer.sentMinor : 0n;
  const values = {
    merchant: view.merchantName,
    coin: coins[link.coin].name,
    euros:
      link.total_euro_amount === null
        ? ''
        : formatEuros(formatAsset('EUR', link.total_euro_amount), language),
    amount: `${formatAsset(link.coin, sentMinor)} ${link.coin}`,
    date: new Intl.DateTimeFormat(checkoutTexts[language].locale, {
      dateStyle: 'long',
      timeZone: 'UTC',
    }).format(link.expires_at),
  };
  return (words) => fill(words[language], values);
}
