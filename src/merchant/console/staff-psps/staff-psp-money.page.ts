import { onceName } from '../../../platform/console/act-once.ts';
import type { Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { newId } from '../../../platform/ids.ts';
import { drawField, drawForm, drawHidden, drawSelect } from '../../../platform/pages/form-parts.page.ts';
import { formatMoney } from '../../../platform/pages/figures.page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import {
  drawBadge,
  drawDialogue,
  drawDialogueClose,
  drawEmpty,
  drawTable,
  type Tone,
} from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { stageOf, type AdjustmentProposal } from '../../books/adjustments/adjustment.rules.ts';
import { assetCodes, coinCodes, formatAsset, type AssetCode } from '../../assets/asset.rules.ts';
import { staffActor } from '../../access/audit/audit.rules.ts';
import { isSamePerson } from '../../access/audit/same-person.ts';
import { noLimits } from '../../payouts/limits/limit.rules.ts';
import { staffTexts } from '../staff-parts/staff-texts.ts';
import type { PspStory } from './read-staff-psps.ts';
import { staffPspTexts } from './staff-psp-texts.ts';

const textsOf = (visit: Visit) => ({ ...staffTexts[visit.language], ...staffPspTexts[visit.language] });

const show = (visit: Visit, asset: AssetCode, minor: bigint): string =>
  formatMoney(formatAsset(asset, minor), asset, visit.language);

export function drawPspBalances(visit: Visit, { balances }: PspStory): Html {
  const texts = textsOf(visit);
  return html`<section class="stack" aria-labelledby="balances-title">
    <h2 id="balances-title">${texts.balances}</h2>
    ${drawTable({
      caption: texts.balances,
      columns: [
        { label: texts.asset },
        { label: texts.available, kind: 'number' },
        { label: texts.held, kind: 'number' },
        { label: texts.fees, kind: 'number' },
        { label: texts.owed, kind: 'number' },
      ],
      rows: balances.map(({ asset, available, held, fees, owed }) => [
        asset,
        ...[available, held, fees, owed].map((minor) => show(visit, asset, minor)),
      ]),
      empty: html``,
    })}
  </section>`;
}

/** Removes the prefix of an actor such as `staff:ana@example.com`. */
const nameOf = (actor: string | null): string => actor?.replace(/^staff:/, '') ?? '';

const tones: Record<ReturnType<typeof stageOf>, Tone> = {
  proposed: 'warn',
  confirmed: 'good',
  rejected: 'plain',
  expired: 'plain',
};

export function drawPspAdjustments(visit: Visit, story: PspStory): Html {
  const texts = textsOf(visit);
  const { psp, proposals } = story;
  const mayMove = visit.may('POST', '/psps/:id/propose');
  return html`<section class="stack" aria-labelledby="adjust-title">
    <h2 id="adjust-title">${texts.adjust}</h2>
    <p class="soft">${texts.adjustText} ${mayMove && texts.referenceHint}</p>
    ${mayMove && html`<div class="card">${drawProposalForm(visit, psp.id)}</div>`}
    ${drawTable({
      caption: texts.proposals,
      columns: [
        { label: texts.reference, kind: 'name' },
        { label: texts.amount, kind: 'number' },
        { label: texts.status },
        { label: texts.proposedBy, kind: 'name' },
        { label: texts.decidedBy, kind: 'name' },
        ...(mayMove ? [{ label: texts.acts, kind: 'acts' } as const] : []),
      ],
      rows: proposals.map((proposal) => {
        const stage = stageOf(proposal, visit.nowMs);
        return [
          proposal.reference,
          `${proposal.amount > 0n ? '+' : ''}${show(visit, proposal.asset, proposal.amount)}`,
          drawBadge(texts[stage], tones[stage]),
          html`<span
            >${nameOf(proposal.proposed_by)}<br /><span class="soft small"
              >${drawTime(proposal.created_at, visit.language, visit.nowMs)}</span
            ></span
          >`,
          proposal.decided_at === null
            ? ''
            : html`<span
                >${nameOf(proposal.decided_by)}<br /><span class="soft small"
                  >${drawTime(proposal.decided_at, visit.language, visit.nowMs)}</span
                ></span
              >`,
          ...(mayMove ? [stage === 'proposed' ? drawDecision(visit, story, proposal) : ''] : []),
        ];
      }),
      empty: drawEmpty(texts.noProposals, texts.noProposalsText),
    })}
  </section>`;
}

function drawProposalForm(visit: Visit, pspId: number): Html {
  const texts = textsOf(visit);
  return drawForm({
    action: visit.address(`/psps/${pspId}/propose`),
    token: visit.formToken,
    layout: 'line',
    fields: html`${drawHidden(onceName, newId())}
      ${drawSelect({
        name: 'direction',
        label: texts.direction,
        choices: [
          { value: 'credit', label: texts.creditChoice },
          { value: 'debit', label: texts.debitChoice },
        ],
        chosen: visit.given('direction'),
      })}
      ${drawField({ name: 'amount', label: texts.amount, value: visit.given('amount'), maxLength: 40 })}
      ${drawSelect({
        name: 'asset',
        label: texts.asset,
        choices: assetCodes.map((asset) => ({ value: asset, label: asset })),
        chosen: visit.given('asset'),
      })}
      ${drawField({
        name: 'reference',
        label: texts.reference,
        value: visit.given('reference'),
        maxLength: 200,
      })} <button type="submit">${texts.propose}</button>`,
  });
}

/** The proposer can only withdraw the proposal. Others see the balance that results from a confirmation. */
function drawDecision(visit: Visit, { psp, balances }: PspStory, proposal: AdjustmentProposal): Html {
  const texts = textsOf(visit);
  const { id, asset, amount, reference } = proposal;
  const isOwn = isSamePerson(proposal.proposed_by, staffActor(visit.person.email));
  const reject = html`<form method="post" action="${visit.address(`/psps/${psp.id}/reject`)}">
    <input type="hidden" name="form_token" value="${visit.formToken}" />
    ${drawHidden('proposal', id)}
    <button
      type="submit"
      class="plain slim"
      aria-label="${isOwn ? texts.takeBack : texts.reject}: ${reference}"
    >
      ${isOwn ? texts.takeBack : texts.reject}
    </button>
  </form>`;
  if (isOwn) return html`<span class="soft small note">${texts.ownProposal}</span> ${reject}`;
  const before = balances.find((row) => row.asset === asset)?.available ?? 0n;
  const direction = amount > 0n ? 'Credit' : 'Debit';
  const size = show(visit, asset, amount > 0n ? amount : -amount);
  return html`${drawDialogue({
    id: `confirm-${id}`,
    opener: fill(texts[`confirm${direction}`], { amount: size }),
    openerClass: 'slim',
    title: fill(texts[`confirm${direction}Title`], { amount: size, name: psp.name }),
    body: html`<p class="wrap">
        ${fill(texts.confirmText, {
          before: show(visit, asset, before),
          after: show(visit, asset, before + amount),
          reference,
          by: nameOf(proposal.proposed_by),
        })}
      </p>
      ${drawForm({
        action: visit.address(`/psps/${psp.id}/confirm`),
        token: visit.formToken,
        fields: html`${drawHidden('proposal', id)}
          <div class="row">
            ${drawDialogueClose(`confirm-${id}`, texts.cancel)}
            <button type="submit">${fill(texts[`confirm${direction}`], { amount: size })}</button>
          </div>`,
      })}`,
  })}
  ${reject}`;
}

export const limitFields = ['one', 'day', 'approval'] as const;
/** Hidden field with the values that the form was rendered with, in the order of its fields. */
export const seenLimits = 'seen';

export function drawPspLimits(visit: Visit, { psp, controls }: PspStory): Html {
  const texts = textsOf(visit);
  const mayChange = visit.may('POST', '/psps/:id/limits');
  return html`<section class="stack" aria-labelledby="limits-title">
    <h2 id="limits-title">${texts.limits}</h2>
    <p class="soft">${texts.limitsText}</p>
    ${drawTable({
      caption: texts.limits,
      columns: [
        { label: texts.coin },
        ...limitFields.map((name) => ({ label: texts[name], kind: 'number' as const })),
        ...(mayChange ? [{ label: texts.acts, kind: 'acts' } as const] : []),
      ],
      rows: coinCodes.map((coin) => {
        const limits = controls.limits.find((row) => row.coin === coin) ?? noLimits;
        const values = limitFields.map((name) => limits[`${name}_amount`]);
        return [
          coin,
          ...values.map((minor) => (minor === null ? texts.noLimit : show(visit, coin, minor))),
          ...(mayChange
            ? [
                drawDialogue({
                  id: `limits-${coin}`,
                  opener: texts.change,
                  openerClass: 'plain slim',
                  title: fill(texts.changeLimits, { coin }),
                  body: html`<p class="wrap">${texts.limitsKeep}</p>
                    ${drawForm({
                      action: visit.address(`/psps/${psp.id}/limits`),
                      token: visit.formToken,
                      fields: html`${drawHidden('coin', coin)}
                        ${drawHidden(
                          seenLimits,
                          values.map((minor) => (minor === null ? '' : formatAsset(coin, minor))).join('|'),
                        )}
                        ${limitFields.map((name, index) =>
                          drawField({
                            name,
                            id: `${name}-${coin}`,
                            label: `${texts[name]} (${coin})`,
                            required: false,
                            value: typeof values[index] === 'bigint' ? formatAsset(coin, values[index]) : '',
                            hint: texts.emptyIsNone,
                            maxLength: 40,
                          }),
                        )}
                        <div class="row">
                          ${drawDialogueClose(`limits-${coin}`, texts.cancel)}
                          <button type="submit">${texts.change}</button>
                        </div>`,
                    })}`,
                }),
              ]
            : []),
        ];
      }),
      empty: html``,
    })}
    <h3>${texts.addresses}</h3>
    ${
      controls.addresses === undefined || controls.addresses.length === 0
        ? html`<p>${controls.addresses ? texts.noAddress : texts.everyAddress}</p>`
        : drawTable({
            caption: texts.addresses,
            columns: [{ label: texts.address, kind: 'name' }, { label: texts.coin }, { label: texts.tag }],
            rows: controls.addresses.map((row) => [row.address, row.coin, row.destination_tag ?? '']),
            empty: html``,
          })
    }
  </section>`;
}
