import type { Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { drawChart } from '../../../platform/pages/chart.page.ts';
import { formatAmount, formatEuros, formatMoney } from '../../../platform/pages/figures.page.ts';
import { drawField, drawForm, drawHidden } from '../../../platform/pages/form-parts.page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import {
  drawBadge,
  drawCopyable,
  drawDialogue,
  drawDialogueClose,
  drawEmpty,
  drawNotice,
  drawTable,
} from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { coinCodes, formatAsset, type AssetCode, type CoinCode } from '../../assets/asset.rules.ts';
import { staffTexts } from '../staff-parts/staff-texts.ts';
import type { Treasury, Wallet, WalletPoint } from './read-treasury.ts';
import { treasuryTexts } from './staff-treasury-texts.ts';
import { sayStored } from '../../details/stored-sentence.rules.ts';

const textsOf = (visit: Visit) => ({ ...staffTexts[visit.language], ...treasuryTexts[visit.language] });

export const showAsset = (visit: Visit, asset: AssetCode, minor: bigint): string =>
  formatMoney(formatAsset(asset, minor), asset, visit.language);

export const showEuros = (visit: Visit, cents: bigint | undefined): string =>
  cents === undefined
    ? treasuryTexts[visit.language].noPrice
    : formatEuros(formatAsset('EUR', cents), visit.language);

/** Removes the prefix of an actor such as `staff:ana@example.com`. */
export const showActor = (actor: string | null): string =>
  actor === 'praca' ? 'Praça' : (actor?.replace(/^(?:staff|client|member):/, '') ?? '–');

export function drawWallets(visit: Visit, { wallets, inEuros }: Treasury): Html {
  const texts = textsOf(visit);
  const mayFreeze = visit.may('POST', '/treasury/freeze');
  const frozen = wallets.filter(({ freeze }) => freeze !== undefined);
  return html`${frozen.map(
      ({ coin, freeze }) =>
        freeze &&
        drawNotice(
          fill(texts.frozenBy, {
            coin,
            by: showActor(freeze.frozen_by),
            reason: sayStored(visit.language, freeze.reason),
          }),
          'warn',
        ),
    )}
    <section class="stack" aria-labelledby="wallets-title">
      <h2 id="wallets-title">${texts.wallets}</h2>
      <p class="soft">${texts.walletsText}</p>
      ${drawTable({
        caption: texts.wallets,
        columns: [
          { label: texts.coin },
          { label: texts.status },
          { label: texts.balance, kind: 'number' },
          { label: texts.euros, kind: 'number' },
          { label: texts.waiting, kind: 'number' },
          { label: texts.ceiling, kind: 'number' },
          { label: texts.coldAddress },
          ...(mayFreeze ? [{ label: texts.acts, kind: 'acts' } as const] : []),
        ],
        rows: wallets.map((wallet) => [
          wallet.coin,
          drawState(visit, wallet),
          showAsset(visit, wallet.coin, wallet.balanceMinor),
          showEuros(visit, inEuros(wallet.coin, wallet.balanceMinor)),
          html`<span
            >${showAsset(visit, wallet.coin, wallet.waiting.reserved_amount)}${
              wallet.waiting.reserved > 0 &&
              html`<br /><span class="soft small"
                  >${fill(texts.payoutsCount, { count: wallet.waiting.reserved })}</span
                >`
            }</span
          >`,
          typeof wallet.ceiling?.ceiling === 'bigint'
            ? showAsset(visit, wallet.coin, wallet.ceiling.ceiling)
            : texts.noCeiling,
          typeof wallet.ceiling?.address === 'string'
            ? drawCopyable(wallet.ceiling.address, texts.copy)
            : '–',
          ...(mayFreeze ? [drawSwitch(visit, wallet)] : []),
        ]),
        empty: html``,
      })}
    </section>`;
}

function drawState(visit: Visit, wallet: Wallet): Html {
  const texts = textsOf(visit);
  if (wallet.freeze) return drawBadge(texts.frozen, 'warn');
  if (wallet.balanceMinor < wallet.waiting.reserved_amount) return drawBadge(texts.short, 'bad');
  return wallet.isOn ? drawBadge(texts.open, 'good') : drawBadge(texts.off);
}

/** Renders the form to freeze or thaw a coin, with the number and amount of affected payouts. */
function drawSwitch(visit: Visit, { coin, freeze, waiting, balanceMinor }: Wallet): Html {
  const texts = textsOf(visit);
  const word = freeze ? 'thaw' : 'freeze';
  const id = `${word}-${coin}`;
  return drawDialogue({
    id,
    opener: texts[word],
    openerClass: 'plain slim',
    title: fill(texts[`${word}Title`], { coin }),
    body: html`<p class="wrap">
        ${fill(texts[`${word}Text`], {
          count: waiting.reserved,
          amount: showAsset(visit, coin, waiting.reserved_amount),
          signed: waiting.signed,
          balance: showAsset(visit, coin, balanceMinor),
        })}
      </p>
      ${drawForm({
        action: visit.address(`/treasury/${word}`),
        token: visit.formToken,
        fields: html`${drawHidden('coin', coin)}
          ${drawField({
            name: 'reason',
            id: `${id}-reason`,
            label: texts.reason,
            hint: texts.reasonHint,
            maxLength: 1000,
          })}
          <div class="row">
            ${drawDialogueClose(id, texts.cancel)}
            <button type="submit" class="${word === 'freeze' ? 'danger' : ''}">${texts[word]} ${coin}</button>
          </div>`,
      })}`,
  });
}

export function drawExposure(visit: Visit, { exposures, inEuros }: Treasury): Html {
  const texts = textsOf(visit);
  const total = exposures.reduce<bigint | undefined>((sum, { asset, ownMinor }) => {
    const cents = inEuros(asset, ownMinor);
    return sum === undefined || cents === undefined ? undefined : sum + cents;
  }, 0n);
  return html`<section class="stack" aria-labelledby="exposure-title">
    <h2 id="exposure-title">${texts.exposure}</h2>
    <p class="soft">${texts.exposureText}</p>
    ${drawTable({
      caption: texts.exposure,
      columns: [
        { label: texts.asset },
        { label: texts.owed, kind: 'number' },
        { label: texts.hot, kind: 'number' },
        { label: texts.cold, kind: 'number' },
        { label: texts.outside, kind: 'number' },
        { label: texts.own, kind: 'number' },
        { label: texts.euros, kind: 'number' },
      ],
      rows: exposures.map(({ asset, owedMinor, walletMinor, coldMinor, outsideMinor, ownMinor }) => [
        asset,
        // Without the code of the asset, which the row shows already, so that seven columns fit.
        ...[owedMinor, walletMinor, coldMinor, outsideMinor, ownMinor].map((minor) =>
          formatAmount(formatAsset(asset, minor), visit.language),
        ),
        showEuros(visit, inEuros(asset, ownMinor)),
      ]),
      empty: html``,
    })}
    <p>${texts.total}: <span class="figure">${showEuros(visit, total)}</span></p>
    ${exposures.some(({ ownMinor }) => ownMinor < 0n) && html`<p class="soft">${texts.ownNegative}</p>`}
  </section>`;
}

/** Renders a small chart per wallet in its own coin, so that a line moves only when coins move. */
export function drawWalletHistory(visit: Visit, points: readonly WalletPoint[]): Html {
  const texts = textsOf(visit);
  const byCoin = Map.groupBy(points, ({ coin }) => coin);
  const coins = coinCodes.filter((coin) => byCoin.has(coin));
  return html`<section class="stack" aria-labelledby="history-title">
    <h2 id="history-title">${texts.history}</h2>
    ${
      coins.length === 0
        ? drawEmpty(texts.noHistory, texts.noHistoryText)
        : html`<div class="charts">
            ${coins.map((coin) => drawCoinHistory(visit, coin, byCoin.get(coin) ?? []))}
          </div>`
    }
  </section>`;
}

function drawCoinHistory(visit: Visit, coin: CoinCode, points: readonly WalletPoint[]): Html {
  const texts = textsOf(visit);
  return drawChart({
    id: `history-${coin}`,
    title: coin,
    kind: 'lines',
    isSmall: true,
    times: points.map(({ at }) => at.getTime()),
    series: [
      {
        label: texts.balance,
        color: `coin-${coin.toLowerCase()}`,
        values: points.map(({ balance }) => Number(formatAsset(coin, balance))),
      },
    ],
    unit: coin,
    language: visit.language,
    tableLabel: texts.asTable,
    table: drawTable({
      caption: `${texts.history}: ${coin}`,
      columns: [{ label: texts.day }, { label: texts.balance, kind: 'number' }],
      rows: points
        .toReversed()
        .map(({ at, balance }) => [
          drawTime(at, visit.language, visit.nowMs),
          showAsset(visit, coin, balance),
        ]),
      empty: html``,
    }),
  });
}
