import type { ConsolePage } from '../../../platform/console/console-page.ts';
import { html } from '../../../platform/http/page.ts';
import { formatMoney } from '../../../platform/pages/figures.page.ts';
import { drawEmpty, drawTable } from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { listAdjustments } from '../../books/adjustments/list-adjustments.ts';
import { formatAsset } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { staffGrants } from '../staff-parts/staff-grants.rules.ts';
import { staffSections, staffTexts } from '../staff-parts/staff-texts.ts';
import { words } from '../parts/define-texts.ts';
import { staffPspTexts } from './staff-psp-texts.ts';

/**
 * Lists pending credits and debits of all payment providers. They are decided on the provider's page, which shows its
 * balance.
 */
export const staffAdjustmentsPage = (context: MerchantContext): ConsolePage => ({
  path: '/adjustments',
  grant: staffGrants.seeMoney,
  menu: {
    label: words('Credit and debit', 'Crédito e débito', 'Gutschrift und Belastung'),
    hint: words(
      'Credits and debits that need a second person.',
      'O que aguarda uma segunda pessoa.',
      'Was auf eine zweite Person wartet.',
    ),
    icon: 'record',
    section: staffSections.money,
  },
  async show(visit) {
    const texts = { ...staffTexts[visit.language], ...staffPspTexts[visit.language] };
    const open = await listAdjustments(context);
    return {
      title: texts.adjust,
      lead: texts.adjustText,
      body: drawTable({
        caption: texts.proposals,
        columns: [
          { label: texts.reference, kind: 'name' },
          { label: texts.amount, kind: 'number' },
          { label: texts.psp },
          { label: texts.proposedBy, kind: 'name' },
          { label: texts.expires },
        ],
        rows: open.map(({ psp_id: pspId, asset, amount, reference, proposed_by: by, expires_at: end }) => [
          html`<a href="${visit.address(`/psps/${pspId}#adjust-title`)}">${reference}</a>`,
          `${amount > 0n ? '+' : ''}${formatMoney(formatAsset(asset, amount), asset, visit.language)}`,
          `${texts.psp} ${pspId}`,
          by.replace(/^staff:/, ''),
          drawTime(end, visit.language, visit.nowMs),
        ]),
        empty: drawEmpty(texts.nothingWaits, texts.nothingWaitsText),
      }),
    };
  },
});
