import type { Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { drawField, drawForm, drawHidden, drawSelect } from '../../../platform/pages/form-parts.page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { drawDialogue, drawDialogueClose, drawTable } from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { coinCodes } from '../../assets/asset.rules.ts';
import { staffActor } from '../../access/audit/audit.rules.ts';
import { isSamePerson } from '../../access/audit/same-person.ts';
import { staffTexts } from '../staff-parts/staff-texts.ts';
import type { Treasury } from './read-treasury.ts';
import { treasuryTexts } from './staff-treasury-texts.ts';
import { showActor, showAsset } from './wallets.page.ts';

type Proposal = Treasury['proposals'][number];

const textsOf = (visit: Visit) => ({ ...staffTexts[visit.language], ...treasuryTexts[visit.language] });

export function drawCeilings(visit: Visit, treasury: Treasury): Html {
  const texts = textsOf(visit);
  const mayChange = visit.may('POST', '/treasury/ceiling');
  if (!mayChange && treasury.proposals.length === 0) return html``;
  return html`<section class="stack" aria-labelledby="ceilings-title">
    <h2 id="ceilings-title">${texts.ceilings}</h2>
    <p class="soft">${texts.ceilingsText}</p>
    ${drawTable({
      caption: texts.ceilings,
      columns: [
        { label: texts.coin },
        { label: texts.ceiling, kind: 'number' },
        { label: texts.coldAddress, kind: 'name' },
        { label: texts.proposedBy, kind: 'name' },
        { label: texts.since },
        ...(mayChange ? [{ label: texts.acts, kind: 'acts' } as const] : []),
      ],
      rows: treasury.proposals.map((proposal) => [
        proposal.coin,
        proposal.ceiling === null ? texts.removeCeiling : showAsset(visit, proposal.coin, proposal.ceiling),
        proposal.address ?? '–',
        showActor(proposal.proposed_by),
        drawTime(proposal.created_at, visit.language, visit.nowMs),
        ...(mayChange ? [drawDecision(visit, treasury, proposal)] : []),
      ]),
      empty: html``,
    })}
    ${mayChange && drawProposalForm(visit)}
  </section>`;
}

function drawProposalForm(visit: Visit): Html {
  const texts = textsOf(visit);
  return html`<div class="card">
    <h3>${texts.proposeCeiling}</h3>
    <p class="soft">${texts.ceilingHint}</p>
    ${drawForm({
      action: visit.address('/treasury/ceiling'),
      token: visit.formToken,
      layout: 'line',
      fields: html`${drawSelect({
          name: 'coin',
          label: texts.coin,
          choices: coinCodes.map((coin) => ({ value: coin, label: coin })),
          chosen: visit.given('coin'),
        })}
        ${drawField({
          name: 'ceiling',
          label: texts.ceiling,
          required: false,
          value: visit.given('ceiling'),
          maxLength: 40,
        })}
        ${drawField({
          name: 'address',
          label: texts.coldAddress,
          required: false,
          value: visit.given('address'),
          maxLength: 200,
        })}
        ${drawField({ name: 'tag', label: texts.tag, required: false, value: visit.given('tag'), maxLength: 20 })}
        <button type="submit">${texts.propose}</button>`,
    })}
  </div>`;
}

function drawDecision(visit: Visit, { wallets }: Treasury, proposal: Proposal): Html {
  const texts = textsOf(visit);
  const { id, coin, ceiling, address } = proposal;
  if (isSamePerson(proposal.proposed_by, staffActor(visit.person.email)))
    return html`<span class="soft small note">${texts.ownProposal}</span>`;
  const wallet = wallets.find((one) => one.coin === coin);
  const spare =
    wallet && ceiling !== null ? wallet.balanceMinor - wallet.waiting.reserved_amount - ceiling : 0n;
  const decision = (word: 'approve' | 'reject', isPlain: boolean): Html =>
    html`<form method="post" action="${visit.address(`/treasury/ceiling/${word}`)}">
      <input type="hidden" name="form_token" value="${visit.formToken}" />
      ${drawHidden('proposal', id)}
      <button type="submit" class="${isPlain ? 'plain slim' : ''}">${texts[word]}</button>
    </form>`;
  return html`${drawDialogue({
    id: `ceiling-${id}`,
    opener: texts.approve,
    openerClass: 'slim',
    title: fill(texts.approveCeilingTitle, { coin }),
    body: html`<p class="wrap">
        ${
          ceiling === null
            ? texts.approveNoneText
            : fill(texts.approveCeilingText, {
                ceiling: showAsset(visit, coin, ceiling),
                excess: showAsset(visit, coin, spare > 0n ? spare : 0n),
                address: address ?? '',
              })
        }
      </p>
      <div class="row">
        ${drawDialogueClose(`ceiling-${id}`, texts.cancel)} ${decision('approve', false)}
      </div>`,
  })}
  ${decision('reject', true)}`;
}
