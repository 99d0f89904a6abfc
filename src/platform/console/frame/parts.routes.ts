import { html, type Html } from '../../http/page.ts';
import type { App } from '../../http/server.ts';
import {
  drawCheckbox,
  drawField,
  drawForm,
  drawSearch,
  drawSelect,
  drawTextArea,
} from '../../pages/form-parts.page.ts';
import { drawFold, drawSteps } from '../../pages/detail-parts.page.ts';
import { drawIcon, iconNames } from '../../pages/icons.page.ts';
import {
  drawBadge,
  drawChips,
  drawCoinBadge,
  drawCopyable,
  drawDialogue,
  drawDialogueClose,
  drawEmpty,
  drawFacts,
  drawFigures,
  drawNotice,
  drawPictures,
  drawQuote,
  drawTable,
  drawTimeline,
  type Tone,
} from '../../pages/parts.page.ts';
import { drawChart } from '../../pages/chart.page.ts';
import { drawTime } from '../../pages/times.page.ts';
import type { ConsoleContext } from '../console-context.ts';
import { sendFrame } from './frame.page.ts';
import { meetReader, type Reader } from './reader.routes.ts';

const tones: readonly Tone[] = ['plain', 'good', 'warn', 'bad'];
const longName = 'Maria Aparecida dos Santos Albuquerque de Vasconcelos e Silva';

const examplePicture =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 3 4'%3E%3Crect width='3' height='4' fill='%230b6e4f'/%3E%3C/svg%3E";

/** Shows every part in every state, for developers. English only, because it is not a page of the product. */
export function partsRoutes(app: App, context: ConsoleContext): void {
  app.get('/parts', { schema: { hide: true } }, async (request, reply) => {
    const reader = await meetReader(context, request, reply);
    const sections = [
      ['Buttons', drawButtons()],
      [
        'Badges',
        html`<p class="row">
          ${tones.map((tone) => drawBadge(tone, tone))}
          ${['BTC', 'BCH', 'LTC', 'ETH', 'XRP'].map(drawCoinBadge)}
        </p>`,
      ],
      [
        'Notices',
        html`<div class="stack">
          ${tones.map((tone) => drawNotice(`This is ${tone}. ${longName} did it.`, tone, html`<a href="#">Undo</a>`))}
        </div>`,
      ],
      ['Filters', drawFilters()],
      ['Table', drawTables(reader)],
      ['Form', drawForms(reader)],
      [
        'Figures',
        drawFigures([
          { label: 'Balance', value: '10 000 000.00 €', note: 'In euros' },
          { label: 'Unresolved', value: '3', note: 'Accept or refund', href: '#', tone: 'warn' },
          { label: 'Failing', value: '1', href: '#', tone: 'bad' },
        ]),
      ],
      ['Timeline and facts', drawStory(reader)],
      [
        'Steps and folded content',
        html`<div class="card">
          ${drawSteps('Progress', [
            { label: 'Created', note: '19 Nov 2026, 14:03', state: 'done', stateLabel: 'done' },
            { label: 'Seen', note: 'Waiting for the coins', state: 'now', stateLabel: 'now' },
            { label: 'Confirmed', note: '0 of 3', state: 'later', stateLabel: 'not yet' },
            { label: 'Credited', note: 'did not happen', state: 'never', stateLabel: 'did not happen' },
          ])}
          ${drawFold('fold-example', '2 webhooks', html`<p>${longName}</p>`)}
        </div>`,
      ],
      [
        'Quotes and pictures',
        html`<div class="stack">
          ${drawQuote(`“Meet me at the square.”\n${longName}`, 'Ana, 4 min ago')}
          ${drawPictures([
            {
              src: examplePicture,
              label: 'An example',
              act: html`<button type="button" class="plain slim">Remove</button>`,
            },
            { src: examplePicture, label: 'Another' },
          ])}
        </div>`,
      ],
      [
        'Empty',
        drawEmpty(
          'No payments yet',
          'Create one, or send your first customer here.',
          html`<a class="button" href="#">Create a payment</a>`,
        ),
      ],
      ['Dialogue', drawDialogues()],
      ['Chart', drawCharts(reader)],
      [
        'Icons',
        html`<p class="row">
          ${iconNames.map((name) => html`<span class="row">${drawIcon(name)} ${name}</span>`)}
        </p>`,
      ],
    ] as const;
    const view = {
      title: 'Parts',
      lead: 'All parts of pages, in every state.',
      hasCharts: true,
      body: html`${sections.map(
        ([title, body]) =>
          html`<section class="stack" aria-label="${title}">
            <h2>${title}</h2>
            ${body}
          </section>`,
      )}`,
    };
    const menu = [
      {
        label: 'Parts',
        href: '/console/parts',
        icon: 'list',
        path: '',
        section: '',
        isCurrent: true,
      } as const,
    ];
    const person = { name: reader.session?.person.name ?? longName, email: 'ana@example.com' };
    return sendFrame(reply, reader, view, {
      menu,
      places: [],
      searches: [],
      person,
      done: 'The completed act is confirmed here.',
    });
  });
}

const drawButtons = (): Html =>
  html`<p class="row">
    <button type="button">Create a payment</button>
    <button type="button" class="plain">Redeliver</button>
    <button type="button" class="danger">Revoke</button>
    <button type="button" class="plain slim">Change</button>
    <button type="button" disabled>Not now</button>
    <a class="button plain" href="#">A link</a>
  </p>`;

const drawFilters = (): Html =>
  html`<div class="filters">
    ${drawChips('Status', [
      { label: 'All', href: '#', isCurrent: true },
      { label: 'Paid', href: '#', isCurrent: false },
      { label: 'Unresolved', href: '#', isCurrent: false },
    ])}
    ${drawSearch({
      action: '/console/parts',
      label: 'Reference, customer, amount, address',
      button: 'Show',
      value: '',
      menus: drawSelect({
        name: 'status',
        label: 'Status',
        id: 'status-menu',
        choices: [
          { value: '', label: 'All' },
          { value: 'PAID', label: 'Paid' },
          { value: 'LATE', label: 'Late', group: 'Reason' },
        ],
      }),
    })}
  </div>`;

function drawTables(reader: Reader): Html {
  const columns = [
    { label: 'Customer', kind: 'name' },
    { label: 'Status' },
    { label: 'Amount', kind: 'number' },
    { label: 'When' },
  ] as const;
  const minutesAgo = (minutes: number): Html =>
    drawTime(new Date(reader.nowMs - minutes * 60_000), reader.language, reader.nowMs);
  return html`${drawTable({
    caption: 'Payments',
    columns,
    rows: [
      [html`<a href="#">${longName}</a>`, drawBadge('Paid', 'good'), '10 000 000.00 €', minutesAgo(4)],
      [html`<a href="#">Ana</a>`, drawBadge('Unresolved', 'warn'), '0.01 €', minutesAgo(300)],
      [html`<a href="#">Rui</a>`, drawBadge('Expired'), '25.00 €', minutesAgo(60 * 24 * 40)],
    ],
    empty: html``,
  })}
  ${drawTable({
    caption: 'Rows of two lines on narrow screens',
    columns: [
      { label: 'Reference', kind: 'name' },
      { label: 'Status', place: 'below' },
      { label: 'Customer', kind: 'name', place: 'below' },
      { label: 'Amount', kind: 'number', place: 'beside' },
      { label: 'When', place: 'end' },
    ],
    rows: [
      [
        html`<a href="#">order 77</a>`,
        html`<span class="row">${drawBadge('Paid', 'good')}</span>`,
        longName,
        '10 000 000.00 €',
        minutesAgo(4),
      ],
    ],
    isCompact: true,
    empty: html``,
  })}
  ${drawTable({ caption: 'None', columns, rows: [], empty: drawEmpty('Nothing found', 'No payment fits this filter.') })}`;
}

const drawForms = ({ formToken }: Reader): Html =>
  drawForm({
    action: '/console/parts',
    token: formToken,
    fields: html`${drawField({ name: 'name', label: 'Name', hint: 'As on the invoice.' })}
      ${drawField({ name: 'amount', label: 'Amount', value: '-1', fault: 'The amount must be greater than zero.' })}
      ${drawField({ name: 'digits', label: 'Code', isCode: true, required: false })}
      ${drawTextArea({ name: 'reason', label: 'Reason', hint: 'For the person to read.', required: false })}
      ${drawCheckbox({ name: 'more', label: 'Keep open' })}
      ${drawSelect({
        name: 'coin',
        label: 'Coin',
        choices: [
          { value: 'BTC', label: 'Bitcoin' },
          { value: 'XRP', label: 'XRP' },
        ],
      })} <button type="button">Refund 10.00 €</button>`,
  });

const drawStory = (reader: Reader): Html =>
  html`<div class="story">
    <div class="card">
      ${drawTimeline(
        tones.map((tone, index) => ({
          time: drawTime(new Date(reader.nowMs - index * 5_000_000), reader.language, reader.nowMs),
          title: `Something ${tone} happened`,
          detail: `${longName}, because it was asked for`,
          tone,
        })),
      )}
    </div>
    <div class="card">
      ${drawFacts([
        ['Reference', drawCopyable('0199e2f0-5c1a-7c3e-9c52-6d1d3f9b2c77', 'Copy')],
        ['Customer', longName],
        ['Coin', drawCoinBadge('BTC')],
        ['Amount', html`<span class="figure">0.00043210 BTC</span>`],
      ])}
    </div>
  </div>`;

const drawDialogues = (): Html =>
  drawDialogue({
    id: 'example',
    opener: 'Refund',
    title: 'Refund 10.00 €?',
    body: html`<p>The customer gets 0.00043210 BTC. It costs you 10.00 € and 0.35 € for the network.</p>
      <div class="row">
        ${drawDialogueClose('example', 'Cancel')}
        <button type="button" class="danger">Refund 10.00 €</button>
      </div>`,
  });

const drawCharts = (reader: Reader): Html => {
  const days = Array.from({ length: 30 }, (_, day) => reader.nowMs - (29 - day) * 86_400_000);
  const wave = (day: number, from: number): number => Math.round(100 * (from + 20 * Math.sin(day / 3))) / 100;
  const coins = ['BTC', 'ETH', 'XRP'] as const;
  const tableOf = (caption: string): Html =>
    drawTable({
      caption,
      columns: [{ label: 'Day' }, ...coins.map((coin) => ({ label: coin, kind: 'number' as const }))],
      rows: days.map((at, day) => [
        drawTime(new Date(at), reader.language, reader.nowMs),
        ...coins.map((_, index) => wave(day, 40 * (index + 1)).toFixed(2)),
      ]),
      empty: html``,
    });
  const seriesFrom = (first: number) =>
    coins.map((coin, index) => ({
      label: coin,
      color: `coin-${coin.toLowerCase()}` as const,
      values: days.map((_, day) => (day < first ? null : wave(day, 40 * (index + 1)))),
    }));
  const charts = [
    ['turnover', 'Turnover by day', 'bars', days, seriesFrom(0)],
    ['prices', 'Prices', 'lines', days, seriesFrom(5)],
    [
      'single',
      'A single point',
      'lines',
      days.slice(-1),
      seriesFrom(0)
        .slice(0, 1)
        .map((one) => ({ ...one, values: one.values.slice(-1) })),
    ],
    ['nothing', 'Nothing yet', 'bars', [], []],
  ] as const;
  return html`${charts.map(([id, title, kind, times, series]) =>
    drawChart({
      id,
      title,
      kind,
      times,
      series,
      unit: 'EUR',
      language: reader.language,
      tableLabel: 'The same as a table',
      table: tableOf(title),
    }),
  )}`;
};
