import type { ConsolePage, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { drawCopyable, drawFacts, drawTimeline } from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { problem } from '../../../platform/problem.ts';
import { listDecisionsOn, type Decision } from '../../access/audit/list-actions.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { findAnyPayout } from '../../payouts/manage-payouts.ts';
import type { OpenPayout, Payout } from '../../payouts/payout.rules.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import { staffGrants } from '../staff-parts/staff-grants.rules.ts';
import { staffTexts } from '../staff-parts/staff-texts.ts';
import { drawOwner, drawPayoutStatus, drawRecipient } from './ended-payouts.page.ts';
import { readTreasury } from './read-treasury.ts';
import { payoutTexts } from './staff-payout-texts.ts';
import { drawPayoutActs } from './staff-payouts.page.ts';
import { showActor, showAsset, showEuros } from './wallets.page.ts';
import { sayStored } from '../../details/stored-sentence.rules.ts';

const textsOf = (visit: Visit) => ({
  ...sharedTexts[visit.language],
  ...staffTexts[visit.language],
  ...payoutTexts[visit.language],
});

/** Page of a payout, open or ended. */
export const staffPayoutPage = (context: MerchantContext): ConsolePage => ({
  path: '/payouts/:id',
  grant: staffGrants.seeMoney,
  async show(visit) {
    const texts = textsOf(visit);
    const found = await findAnyPayout(context, visit.parameters('id'));
    if (!found) throw problem('not_found');
    const { payout, open } = found;
    const decisions = await listDecisionsOn(context, payout.id);
    return {
      title: showAsset(visit, payout.coin, payout.amount),
      lead: texts[payout.kind],
      ...(open ? { acts: drawPayoutActs(visit, await readTreasury(context), open) } : {}),
      body: html`<div class="story">
        <section class="card" aria-labelledby="decisions-title">
          <h2 id="decisions-title">${texts.decisions}</h2>
          ${decisions.length === 0 ? html`<p class="soft">${texts.noDecisions}</p>` : drawDecisions(visit, decisions)}
        </section>
        <section class="card" aria-labelledby="facts-title">
          <h2 id="facts-title">${texts.facts}</h2>
          ${drawFacts(listFacts(visit, payout, open))}
        </section>
      </div>`,
    };
  },
});

const drawDecisions = (visit: Visit, decisions: readonly Decision[]): Html =>
  drawTimeline(
    decisions.map(({ action, by, reason, at }) => {
      const words = { approve: textsOf(visit).decided_approve, reject: textsOf(visit).decided_reject };
      const known = action === 'approve' || action === 'reject' ? words[action] : `${action}: {who}`;
      return {
        time: drawTime(at, visit.language, visit.nowMs),
        title: fill(known, { who: showActor(by) }),
        ...(reason === null ? {} : { detail: reason }),
      };
    }),
  );

function listFacts(
  visit: Visit,
  payout: Payout,
  open: OpenPayout | undefined,
): (readonly [string, Html | string])[] {
  const texts = textsOf(visit);
  const trouble = open && (open.trouble ?? open.sending_trouble ?? open.bump_trouble);
  return [
    [texts.status, drawPayoutStatus(visit, payout, open)],
    ...(trouble ? [[texts.troubled, sayStored(visit.language, trouble)] as const] : []),
    [texts.to, drawRecipient(visit, payout)],
    [texts.whose, drawOwner(visit, payout)],
    [texts.askedBy, showActor(payout.requested_by)],
    ...(payout.euro_value === 0n ? [] : [[texts.euros, showEuros(visit, payout.euro_value)] as const]),
    [texts.networkFee, payout.fee === null ? '–' : showAsset(visit, payout.coin, payout.fee)],
    [
      texts.transaction,
      payout.transaction_id === null ? '–' : drawCopyable(payout.transaction_id, texts.copy),
    ],
    [texts.created, drawTime(payout.created_at, visit.language, visit.nowMs)],
    [texts.id, drawCopyable(payout.id, texts.copy)],
  ];
}
