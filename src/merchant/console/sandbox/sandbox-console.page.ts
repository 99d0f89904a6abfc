import { actOnce, onceName } from '../../../platform/console/act-once.ts';
import type { ConsoleAct, Fields, View, Visit } from '../../../platform/console/console-page.ts';
import { readTypedAmount } from '../../../platform/console/typed-amount.rules.ts';
import type { MovableClock } from '../../../platform/clock.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { requireBody } from '../../../platform/http/validation.ts';
import { newId } from '../../../platform/ids.ts';
import { drawField, drawForm, drawHidden, drawSelect } from '../../../platform/pages/form-parts.page.ts';
import { drawTable } from '../../../platform/pages/parts.page.ts';
import { drawExactTime, drawTime } from '../../../platform/pages/times.page.ts';
import { invalidField } from '../../../platform/problem.ts';
import { advanceClock } from '../../../platform/shared-clock.ts';
import { coins, decimalsOf, type CoinCode } from '../../assets/asset.rules.ts';
import { readAmount } from '../../assets/read-amount.ts';
import { getSimulatedCoin } from '../../chains/simulated/get-simulated-coin.ts';
import { mineBlocks } from '../../chains/simulated/network/mine-blocks.ts';
import { readSimulatedChain } from '../../chains/simulated/network/read-simulated-chain.ts';
import { reorganiseChain } from '../../chains/simulated/network/reorganise-chain.ts';
import { sendCoins } from '../../chains/simulated/network/send-coins.ts';
import { mostMinor, mostWholeCoins } from '../../chains/simulated/simulated-coin.rules.ts';
import { wakeChainReader } from '../../chains/wake-chain-reader.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { MineRequest, ReorganiseRequest, SendRequest } from '../../sandbox/chain.schemas.ts';
import { grants } from '../member-grants.rules.ts';
import { menuSections } from '../menu-sections.ts';
import { words } from '../parts/define-texts.ts';
import { nameFields } from '../parts/name-fields.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import type { Topic } from '../parts/topic.ts';
import { sandboxTexts } from './sandbox-texts.ts';
import { Type } from '../../../platform/http/type.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

export interface Playground {
  readonly clock: MovableClock | undefined;
  readonly coins: readonly CoinCode[];
}

const path = '/sandbox';

/** Page with buttons for the sandbox's routes. Without these routes there is no page. */
export function sandboxConsole(context: MerchantContext, playground: Playground): Topic {
  const { clock } = playground;
  if (!clock && playground.coins.length === 0) return { pages: [], acts: [] };
  return {
    pages: [
      {
        path,
        grant: grants.develop,
        menu: {
          label: words('Sandbox', 'Sandbox', 'Sandbox'),
          hint: words(
            'Send coins, mine, and move the clock.',
            'Envie moedas, minere e adiante o relógio.',
            'Coins senden, schürfen und die Uhr vorstellen.',
          ),
          icon: 'play',
          section: menuSections.technology,
        },
        show: (visit) => showSandbox(context, visit, playground),
      },
    ],
    acts: [
      ...(playground.coins.length > 0 ? chainActs(context) : []),
      ...(clock ? [clockAct(context, clock)] : []),
    ],
  };
}

async function showSandbox(context: MerchantContext, visit: Visit, playground: Playground): Promise<View> {
  const texts = sandboxTexts[visit.language];
  const chains = await Promise.all(playground.coins.map((coin) => readSimulatedChain(context.sql, coin)));
  return {
    title: texts.title,
    lead: texts.lead,
    body: html`<div id="chains" data-live="3" class="stack">
        ${playground.clock && html`<p>${texts.clock}: ${drawExactTime(playground.clock.now(), visit.language, 'second')}</p>`}
        ${drawTable({
          caption: texts.chains,
          columns: [
            { label: texts.chain },
            { label: texts.height, kind: 'number' },
            { label: texts.waiting, kind: 'number' },
          ],
          rows: chains.map(({ coin, height, waitingCount }) => [
            `${coins[coin].name} (${coin})`,
            String(height),
            String(waitingCount),
          ]),
          empty: html``,
        })}
        ${chains
          .flatMap(({ coin, waiting }) => waiting.slice(0, 5).map((one) => ({ coin, one })))
          .map(
            ({ coin, one }) =>
              html`<p class="small">
                ${coin}
                <code class="wrap">${one.id}</code> ${drawTime(one.seen_at, visit.language, visit.nowMs)}
              </p>`,
          )}
      </div>
      <div class="stack">
        ${playground.coins.length > 0 && drawChainForms(visit, playground)}
        ${playground.clock && drawClockForm(visit)}
      </div>`,
  };
}

const drawCard = (visit: Visit, act: string, title: string, text: string, fields: Html): Html =>
  html`<section class="card" aria-labelledby="${act}-title">
    <h2 id="${act}-title">${title}</h2>
    <p class="soft">${text}</p>
    ${drawForm({
      action: visit.address(`${path}/${act}`),
      token: visit.formToken,
      layout: 'line',
      fields: html`${drawHidden(onceName, newId(visit.nowMs))} ${fields}`,
    })}
  </section>`;

function drawChainForms(visit: Visit, { coins: codes }: Playground): Html {
  const texts = sandboxTexts[visit.language];
  const shared = sharedTexts[visit.language];
  const coin = (id: string): Html =>
    drawSelect({
      name: 'coin',
      id,
      label: shared.coin,
      choices: codes.map((code) => ({ value: code, label: code })),
      chosen: visit.given('coin') || visit.query('coin'),
    });
  const field = (name: string, label: string, more: Partial<Parameters<typeof drawField>[0]> = {}): Html =>
    drawField({
      name,
      label,
      value: visit.given(name) || visit.query(name),
      ...more,
      ...visit.faults.mark(name),
    });
  return html`${drawCard(
    visit,
    'send',
    texts.send,
    texts.sendText,
    html`${coin('send-coin')} ${field('address', shared.address, { maxLength: 200 })}
      ${field('amount', shared.amount, { maxLength: 40 })}
      ${field('tag', texts.tag, { required: false, maxLength: 10 })}
      <button type="submit">${texts.sendButton}</button>`,
  )}
  ${drawCard(
    visit,
    'mine',
    texts.mine,
    texts.mineText,
    html`${coin('mine-coin')}
      ${drawField({ name: 'blocks', label: texts.blocks, type: 'number', value: visit.given('blocks') || '1', ...visit.faults.mark('blocks') })}
      <button type="submit">${texts.mineButton}</button>`,
  )}
  ${drawCard(
    visit,
    'reorganise',
    texts.reorganise,
    texts.reorganiseText,
    html`${coin('reorganise-coin')}
      ${drawField({ name: 'depth', label: texts.depth, type: 'number', value: visit.given('depth') || '1', ...visit.faults.mark('depth') })}
      <button type="submit" class="plain">${texts.reorganiseButton}</button>`,
  )}`;
}

function drawClockForm(visit: Visit): Html {
  const texts = sandboxTexts[visit.language];
  return drawCard(
    visit,
    'clock',
    texts.advance,
    texts.advanceText,
    html`${drawSelect({
        name: 'seconds',
        label: texts.by,
        choices: [
          { value: '60', label: texts.minute },
          { value: '900', label: texts.quarter },
          { value: '3600', label: texts.hour },
          { value: '86400', label: texts.day },
          { value: '604800', label: texts.week },
        ],
        chosen: visit.given('seconds'),
      })} <button type="submit" class="plain">${texts.advanceButton}</button>`,
  );
}

/** Reads a whole number. Other input is passed on, so that the schema refuses it. */
const numberOf = (fields: Fields, name: string): number | string =>
  /^\d{1,9}$/.test(fields(name).trim()) ? Number(fields(name)) : fields(name);

const labelsOf = (visit: Visit): Record<string, string> => ({
  address: sharedTexts[visit.language].address,
  destination_tag: sandboxTexts[visit.language].tag,
  cryptocurrency_amount: sharedTexts[visit.language].amount,
  blocks: sandboxTexts[visit.language].blocks,
  depth: sandboxTexts[visit.language].depth,
});

function chainActs(context: MerchantContext): ConsoleAct[] {
  const common = { grant: grants.develop, fresh: false, page: path } as const;
  const coinOf = (fields: Fields): CoinCode => getSimulatedCoin(context.chains, fields('coin'));
  return [
    {
      ...common,
      path: `${path}/send`,
      name: 'sandbox.sent',
      inputs: { cryptocurrency_amount: 'amount', destination_tag: 'tag' },
      label: words('Coins sent', 'Moedas enviadas', 'Coins gesendet'),
      perform: (visit, fields) =>
        nameFields(labelsOf(visit), async () => {
          const coin = coinOf(fields);
          const tag = fields('tag').trim();
          const body = requireBody(SendRequest, {
            address: fields('address').trim(),
            cryptocurrency_amount: readTypedAmount(fields('amount'), visit.language, decimalsOf(coin)),
            ...(tag === '' ? {} : { destination_tag: tag }),
          });
          const amountMinor = readAmount(
            'cryptocurrency_amount',
            body.cryptocurrency_amount,
            decimalsOf(coin),
          );
          if (amountMinor > mostMinor(coin)) {
            throw invalidField('cryptocurrency_amount', 'too_large', merchantWords.atMost, {
              most: mostWholeCoins,
            });
          }
          const { isReplayed } = await actOnce(context, visit, fields, [coin, body], async (tx) => {
            const sent = await sendCoins(tx, context, coin, {
              address: body.address,
              destinationTag: tag === '' ? null : tag,
              amountMinor,
              feeMinor: undefined,
              replaces: undefined,
            });
            await visit.record(tx, {
              subject: coin,
              detail: { to: sent.to.address, amount: String(body.cryptocurrency_amount) },
            });
            return sent.transactionId;
          });
          wakeChainReader(context.signals, coin);
          return { to: `${path}?coin=${coin}`, isRepeated: isReplayed };
        }),
    },
    {
      ...common,
      path: `${path}/mine`,
      name: 'sandbox.mined',
      label: words('Blocks mined', 'Blocos minerados', 'Blöcke geschürft'),
      perform: (visit, fields) =>
        nameFields(labelsOf(visit), async () => {
          const coin = coinOf(fields);
          const { blocks } = requireBody(MineRequest, { blocks: numberOf(fields, 'blocks') });
          const { isReplayed } = await actOnce(context, visit, fields, ['mine', coin, blocks], async (tx) => {
            const { height } = await mineBlocks(tx, context, coin, blocks);
            await visit.record(tx, { subject: coin, detail: { blocks } });
            return height;
          });
          wakeChainReader(context.signals, coin);
          return { to: `${path}?coin=${coin}`, isRepeated: isReplayed };
        }),
    },
    {
      ...common,
      path: `${path}/reorganise`,
      name: 'sandbox.reorganised',
      label: words('Chain reorganised', 'Blockchain reorganizada', 'Blockchain reorganisiert'),
      perform: (visit, fields) =>
        nameFields(labelsOf(visit), async () => {
          const coin = coinOf(fields);
          const { depth } = requireBody(ReorganiseRequest, { depth: numberOf(fields, 'depth') });
          const { isReplayed } = await actOnce(context, visit, fields, ['fork', coin, depth], async (tx) => {
            const { height } = await reorganiseChain(tx, context, coin, { depth, drop: [] });
            await visit.record(tx, { subject: coin, detail: { depth } });
            return height;
          });
          wakeChainReader(context.signals, coin);
          return { to: `${path}?coin=${coin}`, isRepeated: isReplayed };
        }),
    },
  ];
}

const Advance = Type.Object({ seconds: Type.Integer({ minimum: 1, maximum: 31_536_000 }) });

/** Not idempotent: a second click moves the clock again, like a second request of the API. */
const clockAct = (context: MerchantContext, clock: MovableClock): ConsoleAct => ({
  path: `${path}/clock`,
  grant: grants.develop,
  fresh: false,
  name: 'sandbox.clock',
  label: words('Clock moved', 'Relógio adiantado', 'Uhr vorgestellt'),
  page: path,
  async perform(visit, fields) {
    const { seconds } = requireBody(Advance, { seconds: numberOf(fields, 'seconds') });
    await advanceClock(context, clock, seconds, (tx) => visit.record(tx, { subject: `${seconds} s` }));
    return { to: path };
  },
});
