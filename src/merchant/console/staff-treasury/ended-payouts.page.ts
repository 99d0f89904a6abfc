import type { View, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { drawSearch } from '../../../platform/pages/form-parts.page.ts';
import { linkQuery, type Link } from '../../../platform/pages/link-query.ts';
import {
  drawBadge,
  drawChips,
  drawCopyable,
  drawEmpty,
  drawTable,
  type Tone,
} from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { coinCodes, findCoin, type CoinCode } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { findAnyPayout, listEndedPayouts } from '../../payouts/manage-payouts.ts';
import {
  payoutStages,
  type OpenPayout,
  type Payout,
  type PayoutStage,
  type PayoutStatus,
} from '../../payouts/payout.rules.ts';
import { drawNewestFirst } from '../parts/list-parts.page.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import { staffTexts } from '../staff-parts/staff-texts.ts';
import { payoutTexts } from './staff-payout-texts.ts';
import { showAsset } from './wallets.page.ts';
import { linkPsp } from '../staff-parts/link-psp.ts';

const pageSize = 50;
/** Value of the status filter for ended payouts. */
export const endedFilter = 'ended';

const textsOf = (visit: Visit) => ({
  ...sharedTexts[visit.language],
  ...staffTexts[visit.language],
  ...payoutTexts[visit.language],
});

export const stageTones: Record<PayoutStage, Tone> = {
  approval: 'warn',
  screening: 'warn',
  troubled: 'bad',
  reserved: 'plain',
  signed: 'plain',
  completed: 'bad',
};

/** Renders the stage of an open payout, or the final status. */
export function drawPayoutStatus(visit: Visit, { status }: Payout, open: OpenPayout | undefined): Html {
  const texts = textsOf(visit);
  if (open) return drawBadge(texts[open.stage], stageTones[open.stage]);
  const ends: Record<PayoutStatus, readonly [string, Tone]> = {
    RESERVED: [texts.reserved, 'plain'],
    SIGNED: [texts.signed, 'plain'],
    COMPLETED: [texts.paid, 'good'],
    FAILED: [texts.failed, 'bad'],
    REVERSED: [texts.reversed, 'bad'],
  };
  return drawBadge(...ends[status]);
}

export const linkPayout = (visit: Visit, { id, coin, amount }: Payout): Html =>
  html`<a href="${visit.address(`/payouts/${id}`)}">${showAsset(visit, coin, amount)}</a>`;

export const drawRecipient = (visit: Visit, { address, destination_tag: tag }: Payout): Html =>
  html`<span
    >${drawCopyable(address, textsOf(visit).copy)}${
      tag !== null && html`<br /><span class="soft small">${tag}</span>`
    }</span
  >`;

export function drawOwner(visit: Visit, { psp_id: pspId }: Payout): Html | string {
  const texts = textsOf(visit);
  if (pspId === 0) return texts.provider;
  return linkPsp(visit, pspId, `${texts.psp} ${pspId}`);
}

export const drawPayoutSearch = (visit: Visit): Html =>
  drawSearch({
    action: visit.address('/payouts'),
    label: textsOf(visit).findById,
    button: textsOf(visit).search,
    value: visit.query('q').slice(0, 200),
  });

export function drawStatusChips(visit: Visit, link: Link, chosen: string): Html {
  const texts = textsOf(visit);
  return drawChips(
    texts.status,
    (['', ...payoutStages, endedFilter] as const).map((value) => ({
      label: value === '' ? texts.allOpen : texts[value],
      href: link({ status: value }),
      isCurrent: chosen === value,
    })),
  );
}

export const drawCoinChips = (visit: Visit, link: Link, chosen: CoinCode | undefined): Html =>
  drawChips(
    textsOf(visit).coin,
    (['', ...coinCodes] as const).map((value) => ({
      label: value === '' ? textsOf(visit).all : value,
      href: link({ coin: value }),
      isCurrent: (chosen ?? '') === value,
    })),
  );

export const drawNothingFound = (visit: Visit): Html =>
  drawEmpty(
    textsOf(visit).nothingFound,
    textsOf(visit).nothingFoundText,
    html`<a class="button plain" href="${visit.address('/payouts')}">${textsOf(visit).withoutFilter}</a>`,
  );

interface Found {
  readonly payout: Payout;
  readonly open: OpenPayout | undefined;
}

function drawFound(visit: Visit, found: readonly Found[], empty: Html): Html {
  const texts = textsOf(visit);
  return drawTable({
    caption: texts.payouts,
    columns: [
      { label: texts.amount, kind: 'name' },
      { label: texts.status },
      { label: texts.to },
      { label: texts.whose, kind: 'name' },
      { label: texts.since },
    ],
    rows: found.map(({ payout, open }) => [
      html`<span
        >${linkPayout(visit, payout)}<br /><span class="soft small">${texts[payout.kind]}</span></span
      >`,
      drawPayoutStatus(visit, payout, open),
      drawRecipient(visit, payout),
      drawOwner(visit, payout),
      drawTime(payout.created_at, visit.language, visit.nowMs),
    ]),
    empty,
  });
}

/** Lists ended payouts in pages. They offer no acts. */
export async function showEnded(context: Pick<MerchantContext, 'sql'>, visit: Visit): Promise<View> {
  const texts = textsOf(visit);
  const coin = findCoin(visit.query('coin'));
  const before = visit.query('before') || undefined;
  const { items, next } = await listEndedPayouts(context, pageSize, { before, coin: coin ?? null });
  const link = linkQuery(visit.address('/payouts'), { coin, status: endedFilter });
  return {
    title: texts.payouts,
    lead: texts.endedLead,
    body: html`<div class="filters">
        ${drawPayoutSearch(visit)} ${drawStatusChips(visit, link, endedFilter)}
        ${drawCoinChips(visit, link, coin)}
      </div>
      ${drawFound(
        visit,
        items.map((payout) => ({ payout, open: undefined })),
        coin === undefined ? drawEmpty(texts.noneEnded, texts.noneEndedText) : drawNothingFound(visit),
      )}
      ${drawNewestFirst(visit, link, next)}`,
  };
}

/** Finds a payout by its id, open or ended. */
export async function showFound(context: Pick<MerchantContext, 'sql'>, visit: Visit): Promise<View> {
  const texts = textsOf(visit);
  const found = await findAnyPayout(context, visit.query('q').trim());
  const link = linkQuery(visit.address('/payouts'), {});
  return {
    title: texts.payouts,
    body: html`<div class="filters">${drawPayoutSearch(visit)} ${drawStatusChips(visit, link, '-')}</div>
      ${drawFound(visit, found ? [found] : [], drawEmpty(texts.nothingFound, texts.nothingFoundText))}`,
  };
}
