import type { ConsolePage, ConsolePart, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { formatAmount as formatDecimal } from '../../../platform/money.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { formatAmount } from '../../../platform/pages/figures.page.ts';
import { drawBadge, drawEmpty, drawTable, type Tone } from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { coinOf, priceDecimals, type PairCode, type Price } from '../../assets/asset.rules.ts';
import { listReadings } from '../../chains/reading/list-readings.ts';
import { simulatedNetwork } from '../../chains/simulated/simulated-coin.rules.ts';
import { listChainStates } from '../../chains/state/get-chain-state.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { formatFeeRate } from '../../payouts/batches/fee-rate.rules.ts';
import { listVenues, type BookUse, type VenueReport } from '../../market/rates/list-venues.ts';
import { shownDecimalsOf } from '../../market/rates/rate.rules.ts';
import { staffGrants } from '../staff-parts/staff-grants.rules.ts';
import { staffSections, staffTexts } from '../staff-parts/staff-texts.ts';
import { words } from '../parts/define-texts.ts';
import { stateOfChain, type ChainState } from './chain-state.rules.ts';
import { chainFaults, chainTexts } from './staff-chain-texts.ts';

const textsOf = (visit: Visit) => ({ ...staffTexts[visit.language], ...chainTexts[visit.language] });

export const staffChainsConsole = (context: MerchantContext): Pick<ConsolePart, 'pages' | 'acts'> => ({
  pages: [chainsPage(context)],
  acts: [],
});

const chainsPage = (context: MerchantContext): ConsolePage => ({
  path: '/chains',
  grant: staffGrants.see,
  menu: {
    label: words('Chains and markets', 'Blockchains e mercados', 'Blockchains und Märkte'),
    hint: words(
      'Height, lag, faults and sources of prices.',
      'Altura, atraso, falhas; quem dá preços.',
      'Höhe, Rückstand, Störungen; wer Kurse gibt.',
    ),
    icon: 'link',
    section: staffSections.operations,
  },
  async show(visit) {
    const texts = textsOf(visit);
    const [readings, states, venues] = await Promise.all([
      listReadings(context.sql),
      listChainStates(context.sql),
      listVenues(context),
    ]);
    return {
      title: texts.title,
      lead: texts.lead,
      body: html`<div class="stack" id="chains" data-live="2">
          <h2>${texts.chains}</h2>
          ${drawChains(visit, readings, states)}
        </div>
        <div class="stack" id="venues" data-live="2">
          <h2>${texts.venues}</h2>
          ${drawVenues(visit, venues)}
        </div>`,
    };
  },
});

const tones: Record<ChainState, Tone> = {
  fine: 'good',
  behind: 'warn',
  late: 'bad',
  unread: 'bad',
  stopped: 'bad',
  off: 'plain',
};

function drawChains(
  visit: Visit,
  readings: Awaited<ReturnType<typeof listReadings>>,
  states: Awaited<ReturnType<typeof listChainStates>>,
): Html {
  const texts = textsOf(visit);
  return drawTable({
    caption: texts.chains,
    columns: [
      { label: texts.coin },
      { label: texts.status, kind: 'name' },
      { label: texts.network },
      { label: texts.height, kind: 'number' },
      { label: texts.lag, kind: 'number' },
      { label: texts.read },
      { label: texts.feeRate, kind: 'number' },
      { label: texts.reader },
    ],
    rows: readings.map((reading) => {
      const state = stateOfChain(reading);
      const feeRate = states.find(({ coin }) => coin === reading.coin)?.feeRate ?? null;
      return [
        reading.coin,
        html`<span
          >${drawBadge(texts[state], tones[state])}${
            reading.fault !== null &&
            html`<br /><span class="soft small">${explainFault(visit, reading.fault)}</span>`
          }</span
        >`,
        reading.network === simulatedNetwork ? texts.simulated : reading.network,
        formatAmount(String(reading.height), visit.language),
        fill(texts.blocks, { count: reading.unreadBlocks }),
        drawTime(new Date(visit.nowMs - reading.ageMs), visit.language, visit.nowMs),
        feeRate === null ? '–' : formatFeeRate(reading.coin, feeRate),
        formatReader(visit, reading.reader),
      ];
    }),
    empty: drawEmpty(texts.noChains, texts.noChainsText),
  });
}

function formatReader(
  visit: Visit,
  reader: Awaited<ReturnType<typeof listReadings>>[number]['reader'],
): string {
  const texts = textsOf(visit);
  if (!reader) return texts.nobody;
  const { pid, address } = reader;
  return address === null ? fill(texts.session, { pid }) : fill(texts.sessionFrom, { pid, address });
}

/** A fault may have a second word that says why a reorganisation cannot be completed. */
const explainFault = (visit: Visit, fault: string): string =>
  fault
    .split(', ')
    .map((word) => (chainFaults[word] ? visit.say(chainFaults[word]) : word))
    .join(' ');

const useTones: Record<BookUse, Tone> = { counts: 'good', stale: 'bad', crossed: 'bad', idle: 'warn' };

function drawVenues(visit: Visit, venues: readonly VenueReport[]): Html {
  const texts = textsOf(visit);
  return drawTable({
    caption: texts.venues,
    columns: [
      { label: texts.venue },
      { label: texts.pair },
      { label: texts.status },
      { label: `${texts.bid} (€)`, kind: 'number' },
      { label: `${texts.ask} (€)`, kind: 'number' },
      { label: texts.heard },
    ],
    rows: venues.flatMap(({ venue, isAsked, books }) =>
      books.length === 0
        ? [[venue, '–', drawBadge(texts.silent, 'bad'), '–', '–', '–']]
        : books.map((book) => [
            venue,
            `${coinOf(book.pair)}/EUR`,
            isAsked ? drawBadge(texts[book.use], useTones[book.use]) : drawBadge(texts.notAsked),
            showPrice(visit, book.pair, book.bid),
            showPrice(visit, book.pair, book.ask),
            drawTime(new Date(book.receivedAtMs), visit.language, visit.nowMs),
          ]),
    ),
    empty: drawEmpty(texts.noVenues, texts.noVenuesText),
  });
}

/** Formats a price in euros with the decimals of its pair. */
const showPrice = (visit: Visit, pair: PairCode, price: Price): string => {
  const text = formatDecimal(price, priceDecimals);
  return formatAmount(text.slice(0, text.length - priceDecimals + shownDecimalsOf(pair)), visit.language);
};
