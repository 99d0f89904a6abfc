import type { ConsolePage, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { drawField, drawForm, drawHidden } from '../../../platform/pages/form-parts.page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { linkQuery } from '../../../platform/pages/link-query.ts';
import {
  drawBadge,
  drawDialogue,
  drawDialogueClose,
  drawEmpty,
  drawTable,
} from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { findCoin } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { feeRateUnit } from '../../payouts/batches/fee-rate.rules.ts';
import { listPayouts } from '../../payouts/manage-payouts.ts';
import { payoutStages, type OpenPayout, type Payout } from '../../payouts/payout.rules.ts';
import { staffGrants } from '../staff-parts/staff-grants.rules.ts';
import { staffSections, staffTexts } from '../staff-parts/staff-texts.ts';
import { words } from '../parts/define-texts.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import {
  drawCoinChips,
  drawNothingFound,
  drawOwner,
  drawPayoutSearch,
  drawRecipient,
  drawStatusChips,
  endedFilter,
  linkPayout,
  showEnded,
  showFound,
  stageTones,
} from './ended-payouts.page.ts';
import { readTreasury, type Treasury } from './read-treasury.ts';
import { payoutTexts } from './staff-payout-texts.ts';
import { showActor, showAsset, showEuros } from './wallets.page.ts';
import { sayStored } from '../../details/stored-sentence.rules.ts';

const shown = 200;
const textsOf = (visit: Visit) => ({
  ...sharedTexts[visit.language],
  ...staffTexts[visit.language],
  ...payoutTexts[visit.language],
});

const troubleOf = ({ trouble, sending_trouble: sending, bump_trouble: bump }: OpenPayout): string | null =>
  trouble ?? sending ?? bump;

export const staffPayoutsPage = (context: MerchantContext): ConsolePage => ({
  path: '/payouts',
  grant: staffGrants.seeMoney,
  menu: {
    label: words('Payouts', 'Saídas', 'Auszahlungen'),
    hint: words(
      'Approve, reject, raise a fee.',
      'Aprovar, rejeitar, aumentar uma taxa.',
      'Freigeben, ablehnen, eine Gebühr erhöhen.',
    ),
    icon: 'play',
    section: staffSections.money,
  },
  async show(visit) {
    const texts = textsOf(visit);
    if (visit.query('q').trim() !== '') return showFound(context, visit);
    if (visit.query('status') === endedFilter) return showEnded(context, visit);
    const coin = findCoin(visit.query('coin'));
    const stage = payoutStages.find((word) => word === visit.query('status'));
    const [open, treasury] = await Promise.all([
      listPayouts(context, shown, { coin: coin ?? null, stage: stage ?? null }),
      readTreasury(context),
    ]);
    const link = linkQuery(visit.address('/payouts'), { coin, status: stage });
    return {
      title: texts.payouts,
      lead: texts.lead,
      body: html`<div class="filters">
          ${drawPayoutSearch(visit)} ${drawStatusChips(visit, link, stage ?? '')}
          ${drawCoinChips(visit, link, coin)}
        </div>
        ${drawTable({
          caption: texts.payouts,
          columns: [
            { label: texts.amount, kind: 'name' },
            { label: texts.status, kind: 'name' },
            { label: texts.to },
            { label: texts.whose, kind: 'name' },
            { label: texts.since },
            { label: texts.acts, kind: 'acts' },
          ],
          rows: open.map((payout) => drawRow(visit, treasury, payout)),
          empty:
            coin === undefined && stage === undefined
              ? drawEmpty(texts.none, texts.noneText)
              : drawNothingFound(visit),
        })}
        ${open.length === shown && html`<p class="soft">${texts.shownOldest}</p>`}`,
    };
  },
});

function drawRow(visit: Visit, treasury: Treasury, payout: OpenPayout): (Html | string)[] {
  const texts = textsOf(visit);
  const { stage } = payout;
  const trouble = troubleOf(payout);
  const fee =
    payout.fee === null
      ? ''
      : `${texts.fee} ${showAsset(visit, payout.coin, payout.fee)}${
          payout.generation === null || payout.generation === 0
            ? ''
            : `, ${fill(texts.raised, { count: payout.generation })}`
        }`;
  return [
    html`<span
      >${linkPayout(visit, payout)}<br /><span class="soft small"
        >${texts[payout.kind]}${fee !== '' && html`, ${fee}`}</span
      ></span
    >`,
    html`<span
      >${drawBadge(texts[stage], stageTones[stage])}${
        trouble !== null && html`<br /><span class="soft small">${sayStored(visit.language, trouble)}</span>`
      }</span
    >`,
    drawRecipient(visit, payout),
    drawOwner(visit, payout),
    drawTime(payout.created_at, visit.language, visit.nowMs),
    drawPayoutActs(visit, treasury, payout),
  ];
}

export function drawPayoutActs(visit: Visit, treasury: Treasury, payout: OpenPayout): Html {
  const may = (word: string): boolean => visit.may('POST', `/payouts/${word}`);
  const isWaiting = payout.approval === 'waiting' && payout.status === 'RESERVED';
  return html`${isWaiting && may('approve') && drawApproval(visit, treasury, payout)}
  ${isWaiting && may('reject') && drawGiveUp(visit, payout, 'reject')}
  ${!isWaiting && payout.status === 'RESERVED' && may('cancel') && drawGiveUp(visit, payout, 'cancel')}
  ${payout.status === 'SIGNED' && payout.coin !== 'XRP' && may('bump') && drawBump(visit, payout)}`;
}

/** Renders the dialogue that approves a payout. On the overview the act returns there. */
export function drawApproval(
  visit: Visit,
  { wallets, inEuros }: Treasury,
  payout: Pick<Payout, 'id' | 'coin' | 'address' | 'destination_tag' | 'amount' | 'requested_by'>,
  { isOnOverview = false } = {},
): Html {
  const texts = textsOf(visit);
  const { id, coin, address } = payout;
  const amount = showAsset(visit, coin, payout.amount);
  const balance = wallets.find((wallet) => wallet.coin === coin)?.balanceMinor ?? 0n;
  const tag = payout.destination_tag === null ? '' : `, ${texts.tag} ${payout.destination_tag}`;
  return drawDialogue({
    id: `approve-${id}`,
    opener: texts.approve,
    openerClass: 'slim',
    title: fill(texts.approveTitle, { amount }),
    body: html`<p class="wrap">
        ${fill(texts.approveText, {
          amount,
          euros: showEuros(visit, inEuros(coin, payout.amount)),
          balance: showAsset(visit, coin, balance),
          address: `${address}${tag}`,
          by: showActor(payout.requested_by),
        })}
      </p>
      ${drawForm({
        action: visit.address('/payouts/approve'),
        token: visit.formToken,
        fields: html`${drawHidden('payout', id)} ${isOnOverview && drawHidden('from', 'overview')}
          <div class="row">
            ${drawDialogueClose(`approve-${id}`, texts.cancel)}
            <button type="submit">${fill(texts.approveButton, { amount })}</button>
          </div>`,
      })}`,
  });
}

/**
 * Renders the form that gives a payout up: rejects it if it needs an approval, cancels it otherwise. In both cases
 * nothing is sent and the money is returned.
 */
function drawGiveUp(visit: Visit, payout: OpenPayout, word: 'reject' | 'cancel'): Html {
  const texts = textsOf(visit);
  const id = `${word}-${payout.id}`;
  const amount = showAsset(visit, payout.coin, payout.amount);
  return drawDialogue({
    id,
    opener: word === 'reject' ? texts.reject : texts.cancelPayout,
    openerClass: 'plain slim',
    title: fill(texts[`${word}Title`], { amount }),
    body: html`<p class="wrap">${explainGiveUp(visit, payout, word)}</p>
      ${drawForm({
        action: visit.address(`/payouts/${word}`),
        token: visit.formToken,
        fields: html`${drawHidden('payout', payout.id)}
          ${
            word === 'reject' &&
            drawField({
              name: 'reason',
              id: `${id}-reason`,
              label: texts.reason,
              hint: texts.reasonHint,
              required: false,
              maxLength: 1000,
            })
          }
          <div class="row">
            ${drawDialogueClose(id, texts.cancel)}
            <button type="submit" class="danger">
              ${word === 'reject' ? fill(texts.rejectButton, { amount }) : texts.cancelPayout}
            </button>
          </div>`,
      })}`,
  });
}

function explainGiveUp(visit: Visit, payout: OpenPayout, word: 'reject' | 'cancel'): string {
  const texts = textsOf(visit);
  if (payout.kind === 'return') return texts.rejectReturnText;
  if (word === 'cancel') return texts.cancelText;
  return fill(texts.rejectText, { euros: showEuros(visit, payout.euro_value), psp: payout.psp_id });
}

function drawBump(visit: Visit, { id, coin, fee }: OpenPayout): Html {
  const texts = textsOf(visit);
  return drawDialogue({
    id: `bump-${id}`,
    opener: texts.bump,
    openerClass: 'plain slim',
    title: texts.bump,
    body: html`<p class="wrap">${fill(texts.bumpText, { fee: showAsset(visit, coin, fee ?? 0n) })}</p>
      ${drawForm({
        action: visit.address('/payouts/bump'),
        token: visit.formToken,
        fields: html`${drawHidden('payout', id)}
          ${drawField({
            name: 'rate',
            id: `rate-${id}`,
            label: `${texts.rate} (${feeRateUnit(coin)})`,
            required: false,
            maxLength: 20,
          })}
          <div class="row">
            ${drawDialogueClose(`bump-${id}`, texts.cancel)}
            <button type="submit">${texts.bump}</button>
          </div>`,
      })}`,
  });
}
