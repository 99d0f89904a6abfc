import type { Task, TaskSource, Visit } from '../../../platform/console/console-page.ts';
import { linkTask } from '../../../platform/console/tasks/queue.page.ts';
import { html } from '../../../platform/http/page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { words } from '../parts/define-texts.ts';
import { pathOf } from '../staff-alerts/alert.rules.ts';
import { alertWords, paymentAlertWords } from '../staff-alerts/staff-alert-texts.ts';
import { staffGrants } from '../staff-parts/staff-grants.rules.ts';
import { readTreasury } from '../staff-treasury/read-treasury.ts';
import { payoutTexts } from '../staff-treasury/staff-payout-texts.ts';
import { drawApproval } from '../staff-treasury/staff-payouts.page.ts';
import { showActor, showAsset, showEuros } from '../staff-treasury/wallets.page.ts';
import { beginningOf, harmOf } from './alert-tasks.rules.ts';
import { sourceWords, staffOverviewTexts } from './staff-overview-texts.ts';
import {
  countRows,
  listAlertTasks,
  listHeld,
  listUnapproved,
  listUnassigned,
  readBeginnings,
} from './list-tasks.ts';

const textsOf = (visit: Visit) => staffOverviewTexts[visit.language];

/** Tasks about money and its machines, for the queue of staff. */
export const staffTasks = (context: MerchantContext): readonly TaskSource[] => [
  payoutTasks(context),
  heldTasks(context),
  unassignedTasks(context),
  alertTasks(context, true),
  alertTasks(context, false),
];

const payoutTasks = (context: MerchantContext): TaskSource => ({
  name: sourceWords.payouts,
  grant: staffGrants.moveMoney,
  page: '/payouts',
  count: (limit) => countRows(context, 'unapproved', limit),
  async list(visit, limit) {
    const payouts = await listUnapproved(context, limit);
    if (payouts.length === 0) return [];
    const treasury = await readTreasury(context);
    return payouts.map((payout): Task => {
      const text = fill(textsOf(visit).payoutTask, { amount: showAsset(visit, payout.coin, payout.amount) });
      const asked = fill(textsOf(visit).askedBy, { who: showActor(payout.requested_by) });
      const worth = payout.euro_value === 0n ? [] : [showEuros(visit, payout.euro_value)];
      return {
        harm: 'waiting',
        since: payout.created_at,
        what: html`<a href="${visit.address(`/payouts/${payout.id}`)}">${text}</a>`,
        detail: [payoutTexts[visit.language][payout.kind], ...worth, asked].join(', '),
        act: drawApproval(visit, treasury, payout, { isOnOverview: true }),
      };
    });
  },
});

const heldTasks = (context: MerchantContext): TaskSource => ({
  name: sourceWords.held,
  grant: staffGrants.moveMoney,
  page: '/held',
  count: (limit) => countRows(context, 'held', limit),
  async list(visit, limit) {
    const texts = textsOf(visit);
    const { payments, reviews } = await listHeld(context, limit);
    const act = linkTask(visit.address('/held'), texts.open);
    return [
      ...payments.map((row): Task => ({
        harm: 'waiting',
        since: row.created_at,
        what: html`<a href="/console/psp/${row.psp_id}/payments/${row.payment_id}"
          >${fill(texts.heldTask, { reference: row.payment_reference })}</a
        >`,
        detail: visit.say(paymentAlertWords[row.kind] ?? words(row.kind, row.kind, row.kind)),
        act,
      })),
      ...reviews.map((row): Task => ({
        harm: 'waiting',
        since: row.created_at,
        what: fill(texts.screeningTask, { amount: showAsset(visit, row.coin, row.amount) }),
        act,
      })),
    ];
  },
});

const unassignedTasks = (context: MerchantContext): TaskSource => ({
  name: sourceWords.unassigned,
  grant: staffGrants.moveMoney,
  page: '/unassigned',
  count: (limit) => countRows(context, 'unassigned', limit),
  async list(visit, limit) {
    const texts = textsOf(visit);
    const rows = await listUnassigned(context, limit);
    return rows.map((row) => ({
      harm: 'waiting',
      since: row.first_seen_at,
      what: fill(texts.unassignedTask, { amount: showAsset(visit, row.coin, row.amount) }),
      act: linkTask(visit.address('/unassigned'), texts.open),
    }));
  },
});

/** Alerts about wallets and payouts go to the roles that move money, the others to those that operate the service. */
function alertTasks(context: MerchantContext, forTreasury: boolean): TaskSource {
  return {
    name: sourceWords.alerts,
    grant: forTreasury ? staffGrants.moveMoney : staffGrants.operate,
    page: '/alerts',
    count: async () => (await listAlertTasks(context, forTreasury)).length,
    async list(visit) {
      const [alerts, beginnings] = await Promise.all([
        listAlertTasks(context, forTreasury),
        readBeginnings(context),
      ]);
      return alerts.map((alert) => {
        const { title, todo, page } = alertWords[alert.kind];
        return {
          harm: harmOf(alert),
          since: beginningOf(alert, beginnings, visit.nowMs),
          what: fill(visit.say(title), { coin: alert.coin, count: Math.round(alert.count) }),
          detail: visit.say(todo),
          act: visit.may('GET', pathOf(page)) ? linkTask(visit.address(page), textsOf(visit).open) : html``,
        };
      });
    },
  };
}
