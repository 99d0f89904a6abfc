import type { ConsolePage, ConsolePart } from '../../../platform/console/console-page.ts';
import { html } from '../../../platform/http/page.ts';
import { readLosses } from '../../books/claims/read-losses.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { readOpenPromises } from '../../market/open-promises/read-open-promises.ts';
import type { PayoutOwners } from '../../payouts/payout-owner.ts';
import { staffGrants } from '../staff-parts/staff-grants.rules.ts';
import { staffSections } from '../staff-parts/staff-texts.ts';
import { words } from '../parts/define-texts.ts';
import { readTreasury, readWalletHistory } from './read-treasury.ts';
import { drawLosses } from './losses.page.ts';
import { drawOpenPromises } from './open-promises.page.ts';
import { drawCeilings } from './staff-ceilings.page.ts';
import { staffHeldPage } from './staff-held.page.ts';
import { staffPayoutPage } from './staff-payout.page.ts';
import { staffPayoutsPage } from './staff-payouts.page.ts';
import { treasuryTexts } from './staff-treasury-texts.ts';
import { heldActs, payoutActs, treasuryActs } from './treasury-acts.page.ts';
import { drawExposure, drawWalletHistory, drawWallets } from './wallets.page.ts';

export const staffTreasuryConsole = (
  context: MerchantContext,
  owners: PayoutOwners,
): Pick<ConsolePart, 'pages' | 'acts'> => ({
  pages: [treasuryPage(context), staffPayoutsPage(context), staffPayoutPage(context), staffHeldPage(context)],
  acts: [...treasuryActs(context), ...payoutActs(context, owners), ...heldActs(context, owners)],
});

const treasuryPage = (context: MerchantContext): ConsolePage => ({
  path: '/treasury',
  grant: staffGrants.seeMoney,
  menu: {
    label: words('Treasury', 'Tesouraria', 'Kasse'),
    hint: words(
      'Wallets, ceilings, exposure.',
      'Carteiras, tetos, exposição.',
      'Wallets, Obergrenzen, Verpflichtungen.',
    ),
    icon: 'money',
    section: staffSections.money,
  },
  async show(visit) {
    const texts = treasuryTexts[visit.language];
    const [treasury, history, promises, losses] = await Promise.all([
      readTreasury(context),
      readWalletHistory(context),
      readOpenPromises(context),
      readLosses(context.sql),
    ]);
    return {
      title: texts.treasury,
      lead: texts.lead,
      hasCharts: true,
      body: html`${drawWallets(visit, treasury)} ${drawWalletHistory(visit, history)}
      ${drawExposure(visit, treasury)} ${drawLosses(visit, losses)} ${drawOpenPromises(visit, promises)}
      ${drawCeilings(visit, treasury)}`,
    };
  },
});
