import type { ConsolePage, ConsolePart, Visit } from '../../../platform/console/console-page.ts';
import { readTypedAmount } from '../../../platform/console/typed-amount.rules.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { parseAmount } from '../../../platform/money.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { drawField, drawForm, drawHidden, drawSearch } from '../../../platform/pages/form-parts.page.ts';
import { linkQuery, type Link } from '../../../platform/pages/link-query.ts';
import {
  drawBadge,
  drawChips,
  drawCopyable,
  drawDialogue,
  drawDialogueClose,
  drawEmpty,
  drawNotice,
  drawPages,
  drawTable,
} from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { coinCodes, decimalsOf, findCoin, type CoinCode } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import {
  listUnassigned,
  type ShownDecision,
  type UnassignedCoins,
} from '../../payouts/unassigned/list-unassigned.ts';
import { unassignedSorts, unassignedStates } from '../../payouts/unassigned/unassigned.rules.ts';
import { readChoice } from '../parts/list-parts.page.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import { staffGrants } from '../staff-parts/staff-grants.rules.ts';
import { staffSections, staffTexts } from '../staff-parts/staff-texts.ts';
import { showActor, showAsset } from '../staff-treasury/wallets.page.ts';
import { unassignedActs } from './unassigned-acts.page.ts';
import { unassignedTexts } from './unassigned-texts.ts';

const pageSize = 50;

const textsOf = (visit: Visit) => ({
  ...sharedTexts[visit.language],
  ...staffTexts[visit.language],
  ...unassignedTexts[visit.language],
});

export const staffUnassignedConsole = (context: MerchantContext): Pick<ConsolePart, 'pages' | 'acts'> => ({
  pages: [unassignedPage(context)],
  acts: unassignedActs(context),
});

const menuWords = (key: 'unassigned' | 'hint') => ({
  en: unassignedTexts.en[key],
  pt: unassignedTexts.pt[key],
  de: unassignedTexts.de[key],
});

const unassignedPage = (context: MerchantContext): ConsolePage => ({
  path: '/unassigned',
  grant: staffGrants.seeMoney,
  menu: {
    label: menuWords('unassigned'),
    hint: menuWords('hint'),
    icon: 'flag',
    section: staffSections.money,
  },
  async show(visit) {
    const texts = textsOf(visit);
    const state = readChoice(unassignedStates, visit.query('state'));
    const sort = readChoice(unassignedSorts, visit.query('sort'));
    const coin = findCoin(visit.query('coin'));
    const least = coin && readLeast(visit, coin);
    const q = least === undefined ? '' : visit.query('q').trim();
    const after = visit.query('after') || undefined;
    const filter = { state, sort, coin, after, leastMinor: least === 'fault' ? undefined : least };
    const { items, next } = await listUnassigned(context, filter, pageSize);
    const link = linkQuery(visit.address('/unassigned'), { state, sort, coin, q });
    const isFiltered = [state, coin, least, after].some((value) => value !== undefined);
    return {
      title: texts.unassigned,
      lead: texts.lead,
      body: html`${drawFilters(visit, link, { state, sort, coin, q })}
      ${least === 'fault' && drawNotice(texts.faultAmount, 'warn')}
      ${drawTable({
        caption: texts.unassigned,
        columns: [
          { label: texts.amount, kind: 'name' },
          { label: texts.status, kind: 'name' },
          { label: texts.address },
          { label: texts.transaction },
          { label: texts.since },
          { label: texts.acts, kind: 'acts' },
        ],
        rows: items.map((coins) => drawRow(visit, coins)),
        empty: isFiltered
          ? drawEmpty(
              texts.nothingFound,
              texts.nothingFoundText,
              html`<a class="button plain" href="${visit.address('/unassigned')}">${texts.withoutFilter}</a>`,
            )
          : drawEmpty(texts.none, texts.noneText),
      })}
      ${next !== undefined && html`<p class="soft">${texts.more}</p>`}
      ${drawPages({
        newest: after !== undefined && { label: texts.first, href: link() },
        older: next !== undefined && { label: texts.next, href: link({ after: next }) },
      })}`,
    };
  },
});

function readLeast(visit: Visit, coin: CoinCode): bigint | 'fault' | undefined {
  const typed = readTypedAmount(visit.query('q').trim().slice(0, 60), visit.language, decimalsOf(coin));
  if (typed === '') return undefined;
  const parsed = parseAmount(typed, decimalsOf(coin));
  return 'error' in parsed ? 'fault' : parsed.minor;
}

interface Chosen {
  readonly state: string | undefined;
  readonly sort: string | undefined;
  readonly coin: CoinCode | undefined;
  readonly q: string;
}

function drawFilters(visit: Visit, link: Link, { state = 'open', sort = 'newest', coin, q }: Chosen): Html {
  const texts = textsOf(visit);
  const sortLabels = { newest: texts.newestFirst, largest: texts.largestFirst };
  return html`<div class="filters">
    ${drawChips(
      texts.status,
      unassignedStates.map((value) => ({
        label: texts[value],
        href: link({ state: value }),
        isCurrent: state === value,
      })),
    )}
    ${drawChips(
      texts.coin,
      (['', ...coinCodes] as const).map((value) => ({
        label: value === '' ? texts.all : value,
        // A change of coin removes the minimum, because it is an amount of one coin.
        href: link({ coin: value, q: '' }),
        isCurrent: (coin ?? '') === value,
      })),
    )}
    ${drawChips(
      texts.order,
      unassignedSorts.map((value) => ({
        label: sortLabels[value],
        href: link({ sort: value }),
        isCurrent: sort === value,
      })),
    )}
    ${
      coin !== undefined &&
      drawSearch({
        action: visit.address('/unassigned'),
        label: fill(texts.least, { coin }),
        button: texts.search,
        value: q.slice(0, 60),
        kept: { state, sort, coin },
      })
    }
  </div>`;
}

function drawRow(visit: Visit, coins: UnassignedCoins): (Html | string)[] {
  const texts = textsOf(visit);
  const { coin, address, destinationTag: tag } = coins;
  const isTagged = coin === 'XRP';
  return [
    showAsset(visit, coin, coins.amountMinor),
    drawStatus(visit, coins),
    html`<span
      >${drawCopyable(address, texts.copy)}${
        isTagged &&
        html`<br /><span class="soft small">${tag === null ? texts.noTag : `${texts.tag} ${tag}`}</span>`
      }</span
    >`,
    drawCopyable(coins.transactionId, texts.copy),
    drawTime(coins.firstSeenAt, visit.language, visit.nowMs),
    drawActs(visit, coins),
  ];
}

function drawStatus(visit: Visit, { status, spentBy, isReady, decision }: UnassignedCoins): Html {
  const texts = textsOf(visit);
  if (decision) return drawDecision(visit, decision);
  if (spentBy !== null) return drawBadge(texts.spent, 'plain');
  if (status !== 'in a block') return drawBadge(texts[status], status === 'gone' ? 'plain' : 'warn');
  return isReady ? drawBadge(texts.open, 'warn') : drawBadge(texts.notFinal, 'plain');
}

function drawDecision(visit: Visit, decision: ShownDecision): Html {
  const texts = textsOf(visit);
  const { kind, status, proposedBy, decidedBy } = decision;
  const isDone = status === 'done';
  const badges = kind === 'return' ? [texts.returning, texts.returned] : [texts.waiting, texts.assigned];
  const by = [
    fill(texts.proposedBy, { by: showActor(proposedBy) }),
    ...(decidedBy === null ? [] : [fill(texts.approvedBy, { by: showActor(decidedBy) })]),
  ].join(', ');
  return html`<span
    >${drawBadge(badges[isDone ? 1 : 0] ?? '', isDone ? 'good' : 'warn')}<br /><span class="soft small"
      >${drawTarget(visit, decision)}, ${by}</span
    ></span
  >`;
}

function drawTarget(
  visit: Visit,
  { kind, subjectId, payoutId, pspId, customerReference }: ShownDecision,
): Html {
  const texts = textsOf(visit);
  if (kind === 'return')
    return html`<a href="${visit.address(`/payouts/${payoutId}`)}">${texts.byPayout}</a>`;
  if (kind === 'payment')
    return html`<a href="/console/psp/${pspId}/payments/${subjectId}">${texts.toPayment}</a>`;
  return html`${fill(texts.toCustomer, { customer: customerReference ?? '–' })}, ${texts.psp} ${pspId}`;
}

function drawActs(visit: Visit, coins: UnassignedCoins): Html | string {
  const may = (word: string): boolean => visit.may('POST', `/unassigned/${word}`);
  const { decision, isReady } = coins;
  if (decision) {
    if (decision.kind === 'return' || decision.status !== 'proposed') return '';
    return html`${may('approve') && drawDecide(visit, coins, decision, 'approve')}
    ${may('reject') && drawDecide(visit, coins, decision, 'reject')}`;
  }
  if (!isReady) return '';
  return html`${may('assign') && drawAssign(visit, coins)}
  ${coins.coin === 'XRP' && may('return') && drawReturn(visit, coins)}`;
}

const idOf = (word: string, { coin, transactionId, outputIndex }: UnassignedCoins): string =>
  `${word}-${coin}-${transactionId}-${outputIndex}`;

const drawOutput = ({ coin, transactionId, outputIndex }: UnassignedCoins): Html =>
  html`${drawHidden('coin', coin)} ${drawHidden('transaction', transactionId)}
  ${drawHidden('output', String(outputIndex))}`;

function drawAssign(visit: Visit, coins: UnassignedCoins): Html {
  const texts = textsOf(visit);
  const id = idOf('assign', coins);
  const amount = showAsset(visit, coins.coin, coins.amountMinor);
  const isThis =
    visit.given('transaction') === coins.transactionId && visit.given('output') === String(coins.outputIndex);
  const field = (name: 'payment' | 'psp' | 'customer', label: string): Html =>
    drawField({
      name,
      id: `${id}-${name}`,
      label,
      value: isThis ? visit.given(name) : '',
      required: false,
      maxLength: 200,
    });
  return drawDialogue({
    id,
    opener: texts.assign,
    openerClass: 'slim',
    title: fill(texts.assignTitle, { amount }),
    body: html`<p class="wrap">${texts.assignText}</p>
      ${drawForm({
        action: visit.address('/unassigned/assign'),
        token: visit.formToken,
        fields: html`${drawOutput(coins)} ${field('payment', texts.payment)} ${field('psp', texts.pspNumber)}
          ${field('customer', texts.customer)}
          <div class="row">
            ${drawDialogueClose(id, texts.cancel)}
            <button type="submit">${texts.assign}</button>
          </div>`,
      })}`,
  });
}

function drawReturn(visit: Visit, coins: UnassignedCoins): Html {
  const texts = textsOf(visit);
  const id = idOf('return', coins);
  return drawDialogue({
    id,
    opener: texts.return,
    openerClass: 'plain slim',
    title: fill(texts.returnTitle, { amount: showAsset(visit, coins.coin, coins.amountMinor) }),
    body: html`<p class="wrap">${texts.returnText}</p>
      ${drawForm({
        action: visit.address('/unassigned/return'),
        token: visit.formToken,
        fields: html`${drawOutput(coins)}
          <div class="row">
            ${drawDialogueClose(id, texts.cancel)}
            <button type="submit">${texts.return}</button>
          </div>`,
      })}`,
  });
}

function drawDecide(
  visit: Visit,
  coins: UnassignedCoins,
  decision: ShownDecision,
  word: 'approve' | 'reject',
): Html {
  const texts = textsOf(visit);
  const id = idOf(word, coins);
  const target =
    decision.kind === 'payment'
      ? `${texts.toPayment} ${decision.subjectId}`
      : `${fill(texts.toCustomer, { customer: decision.customerReference ?? '–' })} (${texts.psp} ${decision.pspId})`;
  const amount = showAsset(visit, coins.coin, coins.amountMinor);
  const isApproval = word === 'approve';
  return drawDialogue({
    id,
    opener: texts[word],
    openerClass: isApproval ? 'slim' : 'plain slim',
    title: isApproval ? fill(texts.approveTitle, { amount, target }) : texts.rejectTitle,
    body: html`<p class="wrap">
        ${isApproval ? fill(texts.approveText, { by: showActor(decision.proposedBy) }) : texts.rejectText}
      </p>
      ${drawForm({
        action: visit.address(`/unassigned/${word}`),
        token: visit.formToken,
        fields: html`${drawHidden('assignment', decision.id)}
          <div class="row">
            ${drawDialogueClose(id, texts.cancel)}
            <button type="submit" class="${isApproval ? '' : 'danger'}">${texts[word]}</button>
          </div>`,
      })}`,
  });
}
