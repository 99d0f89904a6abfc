import { onceName } from '../../../platform/console/act-once.ts';
import type { Fields, View, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { newId } from '../../../platform/ids.ts';
import { fill, fillHtml } from '../../../platform/pages/fill-text.ts';
import { drawExactTime } from '../../../platform/pages/times.page.ts';
import { formatEuros, formatMoney } from '../../../platform/pages/figures.page.ts';
import { drawField, drawForm, drawHidden, drawSelect } from '../../../platform/pages/form-parts.page.ts';
import { drawFacts, drawNotice } from '../../../platform/pages/parts.page.ts';
import { parseAmount } from '../../../platform/money.ts';
import { coins, decimalsOf, euroDecimals, formatAsset, type AssetCode } from '../../assets/asset.rules.ts';
import type { Address } from '../../chains/chain.ts';
import { getBalances } from '../../books/read-ledger.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { NewOrder } from '../../orders/open-order.ts';
import { pspOf } from '../parts/topic.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import { tradeFields, type Quote } from './trade-input.page.ts';
import { tradingTexts } from './trading-texts.ts';

/** `order`: a trade of own balances. `withdrawal`: bought coins are sent to a wallet. */
export type TradeForm = 'order' | 'withdrawal';

const pathOf = (form: TradeForm): string => `/${form}s`;

const newCustomerFields = ['first_name', 'last_name', 'email'];

/** First step: the input for a quote. Nothing is traded. */
export function showTradeForm(
  { chains }: Pick<MerchantContext, 'chains'>,
  visit: Visit,
  form: TradeForm,
): View {
  const texts = tradingTexts[visit.language];
  const shared = sharedTexts[visit.language];
  const { given, faults } = visit;
  const field = (name: string, label: string, more: Partial<Parameters<typeof drawField>[0]> = {}): Html =>
    drawField({ name, label, value: given(name), ...more, ...faults.mark(name) });
  const fields = html`${
      form === 'order' &&
      drawSelect({
        name: 'side',
        label: texts.side,
        choices: [
          { value: 'buy', label: texts.buyCoins },
          { value: 'sell', label: texts.sellCoins },
        ],
        chosen: given('side'),
      })
    }
    ${drawSelect({
      name: 'coin',
      label: shared.coin,
      choices: chains.codes.map((code) => ({ value: code, label: `${coins[code].name} (${code})` })),
      chosen: given('coin'),
      ...faults.mark('coin'),
    })}
    ${field('amount', shared.amount, { maxLength: 40 })}
    ${drawSelect({
      name: 'unit',
      label: texts.amountIn,
      choices: [
        { value: 'EUR', label: texts.inEuros },
        { value: 'coins', label: texts.inCoins },
      ],
      chosen: given('unit'),
    })}
    ${
      form === 'withdrawal' &&
      html`${field('wallet', texts.wallet, { hint: texts.walletHint, maxLength: 200 })}
      ${field('tag', shared.destinationTag, { hint: texts.tagHint, required: false, maxLength: 20 })}`
    }
    ${field('reference', texts.reference, { hint: texts.referenceHint, maxLength: 255 })}
    <details ${newCustomerFields.some((name) => given(name) !== '' || faults.has(name)) && html`open`}>
      <summary>${texts.newCustomer}</summary>
      <div class="stack">
        ${field('first_name', texts.firstName, { required: false, maxLength: 200 })}
        ${field('last_name', texts.lastName, { required: false, maxLength: 200 })}
        ${field('email', texts.email, { required: false, type: 'email' })}
      </div>
    </details>
    <button type="submit">${texts.seePrice}</button>`;
  return {
    title: form === 'order' ? texts.newOrder : texts.newWithdrawalTitle,
    lead: texts.newOrderLead,
    body: html`<section class="card">
      ${drawForm({ action: visit.address(`${pathOf(form)}/quote`), token: visit.formToken, fields })}
    </section>`,
  };
}

export interface Offer {
  readonly quote: Quote;
  /** Network fee in euro cents. Undefined if nothing is sent or the provider pays the fee. */
  readonly feeCents?: bigint | undefined;
  readonly to?: Address;
  readonly customer: NonNullable<NewOrder['customer']>;
}

/** Second step: the figures of the quote, with the button that executes it. */
export async function showOffer(
  context: Pick<MerchantContext, 'sql'>,
  visit: Visit,
  fields: Fields,
  form: TradeForm,
  offer: Offer,
): Promise<View> {
  const texts = tradingTexts[visit.language];
  const { quote, feeCents = 0n } = offer;
  const isBuying = quote.type === 'WITHDRAW';
  const paid: AssetCode = isBuying ? 'EUR' : quote.coin;
  const paidMinor = isBuying
    ? minorOf(quote.transaction_total, euroDecimals) + feeCents
    : minorOf(quote.cryptocurrency_amount, decimalsOf(quote.coin));
  const balances = await getBalances(context, pspOf(visit));
  const balance = balances.find(({ asset }) => asset === paid)?.balance ?? 0n;
  const after = balance - paidMinor;
  const say = (asset: AssetCode, minor: bigint): string =>
    formatMoney(formatAsset(asset, minor), asset, visit.language);
  const amounts = {
    coins: formatMoney(quote.cryptocurrency_amount, quote.coin, visit.language),
    euros: isBuying ? say('EUR', paidMinor) : formatEuros(quote.transaction_total, visit.language),
  };
  const button = form === 'withdrawal' ? texts.withdrawButton : isBuying ? texts.buyButton : texts.sellButton;
  return {
    title: texts.confirmTitle,
    status: 200,
    body: html`<section class="card">
      ${drawFacts([...listOffer(visit, form, offer, amounts.coins), [texts.balance, say(paid, balance)], ...(after < 0n ? [] : [[texts.balanceAfter, say(paid, after)] as const])])}
      ${after < 0n && drawNotice(texts.notEnough, 'bad')}
      <p class="soft">
        ${fillHtml(texts.priceHolds, { time: drawExactTime(new Date(quote.conversion_token_expiration_time), visit.language, 'clock') })}
      </p>
      <div class="row">
        ${
          after >= 0n &&
          drawForm({
            action: visit.address(`${pathOf(form)}/create`),
            token: visit.formToken,
            fields: html`${drawHidden(onceName, newId(visit.nowMs))}
              ${drawHidden('conversion_token', quote.conversion_token)}
              ${tradeFields.map((name) => drawHidden(name, fields(name)))}
              <button type="submit">${fill(button, amounts)}</button>`,
          })
        }
        ${drawForm({
          action: visit.address(`${pathOf(form)}/edit`),
          token: visit.formToken,
          fields: html`${tradeFields.map((name) => drawHidden(name, fields(name)))}
            <button type="submit" class="plain">${texts.change}</button>`,
        })}
      </div>
    </section>`,
  };
}

function listOffer(
  visit: Visit,
  form: TradeForm,
  { quote, feeCents, to, customer }: Offer,
  coinAmount: string,
): (readonly [string, Html | string])[] {
  const texts = tradingTexts[visit.language];
  const shared = sharedTexts[visit.language];
  const euros = (text: string): string => formatEuros(text, visit.language);
  const large = (text: string): Html => html`<span class="figure">${text}</span>`;
  const name = [customer.customer_first_name, customer.customer_last_name].filter(Boolean).join(' ');
  if (form === 'order') {
    const isBuying = quote.type === 'WITHDRAW';
    const [got, given] = isBuying
      ? [coinAmount, euros(quote.transaction_total)]
      : [euros(quote.transaction_total), coinAmount];
    return [
      [texts.youGet, large(got)],
      [texts.youGive, large(given)],
      [shared.customer, name],
    ];
  }
  const total = minorOf(quote.transaction_total, euroDecimals) + (feeCents ?? 0n);
  return [
    [texts.arrives, large(coinAmount)],
    [texts.wallet, html`<code class="wrap">${to?.address}</code>`],
    ...(to?.destinationTag ? [[shared.destinationTag, to.destinationTag] as const] : []),
    [shared.customer, name],
    [texts.costs, euros(quote.transaction_total)],
    [
      shared.networkFee,
      feeCents === undefined
        ? texts.feeByProvider
        : fill(texts.estimate, { fee: euros(formatAsset('EUR', feeCents)) }),
    ],
    [texts.total, large(euros(formatAsset('EUR', total)))],
  ];
}

/** Parses an amount that this service formatted. */
function minorOf(text: string, decimals: number): bigint {
  const parsed = parseAmount(text, decimals);
  if ('error' in parsed) throw new TypeError(`an amount of ${text}`);
  return parsed.minor;
}
