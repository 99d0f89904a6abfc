import { join } from 'node:path';
import type { ServiceDefinition } from '../platform/service.ts';
import { adjustmentCommands } from './books/adjustments/adjustment.commands.ts';
import { coinCodes } from './assets/asset.rules.ts';
import { auditCommands } from './access/audit/audit.commands.ts';
import { chainCommands } from './chains/chain.commands.ts';
import { chainFindCommands } from './chains/chain-find.commands.ts';
import { chainKeyCommands } from './chains/chain-key.commands.ts';
import { nodeCommands } from './chains/node.commands.ts';
import { checkAccount, describeCoins } from './chains/open-chains.ts';
import { checkWalletKey } from './chains/keys/chain-keys.ts';
import { claimCommands } from './books/claims/claim.commands.ts';
import { coldCommands } from './payouts/cold-storage/cold.commands.ts';
import { coldOwner } from './payouts/cold-storage/keep-ceiling.ts';
import { collectionOwner } from './payouts/collection/collect-coins.ts';
import { checkTradeBounds } from './market/conversions/trade-bounds.ts';
import { describeSandboxPsp } from './access/credentials/create-sandbox-psp.ts';
import { contactCommands } from './access/contact/psp-contact.commands.ts';
import { pspCommands } from './access/credentials/psp.commands.ts';
import { depositCommands } from './orders/deposits/deposit.commands.ts';
import { freezeCommands } from './chains/freezes/freeze.commands.ts';
import { examineFreezes, hasMerchantTables } from './chains/freezes/list-freezes.ts';
import { examineNodes } from './chains/examine-nodes.ts';
import { examineVenues } from './market/rates/examine-venues.ts';
import { examineAlerts } from './payments/examine-alerts.ts';
import { examineApprovals } from './payouts/control/examine-approvals.ts';
import { examineReviews } from './payouts/screening/examine-reviews.ts';
import { ledgerCommands } from './books/ledger.commands.ts';
import { ledgerCheckCommands } from './books/check/ledger-check.commands.ts';
import { limitCommands } from './payouts/limits/limit.commands.ts';
import type { MerchantSettings } from './merchant.context.ts';
import { merchantProblems } from './merchant.problems.ts';
import { merchantReference } from './merchant.reference.ts';
import { merchantSettings } from './merchant.settings.ts';
import { openPromiseCommands } from './market/open-promises/open-promise.commands.ts';
import { orderDetachRule } from './orders/archive-orders.ts';
import { checkPaymentBounds } from './payments/payment-bounds.ts';
import { paymentCommands } from './payments/payment.commands.ts';
import { controlCommands } from './payouts/control/control.commands.ts';
import type { PayoutOwners } from './payouts/payout-owner.ts';
import { payoutCommands } from './payouts/payout.commands.ts';
import { ratesCheckCommand } from './market/rates/rate.commands.ts';
import { checkVenueCount } from './market/rates/venues/open-venues.ts';
import { refundOwner } from './payments/refunds/settle-refund.ts';
import { releaseCommands } from './payments/releases/release.commands.ts';
import { releaseOwner } from './payments/releases/settle-release.ts';
import { readScreening } from './chains/screeners/open-screener.ts';
import { screeningCommands } from './payouts/screening/screening.commands.ts';
import { returnOwner } from './payouts/unassigned/return-unassigned.ts';
import { unassignedCommands } from './payouts/unassigned/unassigned.commands.ts';
import { sealPurpose as webhookPurpose } from './webhooks/sending/sign-delivery.ts';
import { withdrawalOwner } from './payouts/withdrawals/settle-withdrawal.ts';

/** Handlers called when a payout has ended, by its origin. */
const payoutOwners: Required<PayoutOwners> = {
  withdrawal: withdrawalOwner,
  refund: refundOwner,
  release: releaseOwner,
  cold: coldOwner,
  collection: collectionOwner,
  return: returnOwner,
};

export const merchantService: ServiceDefinition<typeof merchantSettings> = {
  name: 'merchant',
  title: 'Merchant',
  reference: merchantReference,
  lead: {
    en: 'Take payments in cryptocurrency and be paid in euros, to the cent.',
    pt: 'Receba pagamentos em criptomoeda e fique com euros, ao centavo.',
    de: 'Zahlungen in Kryptowährung annehmen und Euro bekommen, auf den Cent.',
  },
  settings: merchantSettings,
  migrations: { schema: 'merchant', directory: join(import.meta.dirname, 'migrations') },
  problems: merchantProblems.catalogue,
  commands: [
    ...pspCommands,
    ...contactCommands,
    ...limitCommands,
    ...openPromiseCommands,
    ...depositCommands,
    ...paymentCommands,
    ...ledgerCommands,
    ...ledgerCheckCommands,
    ...claimCommands,
    ...adjustmentCommands,
    ...chainCommands,
    ...chainKeyCommands,
    ...chainFindCommands,
    ...nodeCommands,
    ratesCheckCommand(),
    ...payoutCommands(payoutOwners),
    ...controlCommands(payoutOwners),
    ...freezeCommands,
    ...screeningCommands(payoutOwners),
    ...auditCommands,
    ...coldCommands,
    ...releaseCommands,
    ...unassignedCommands,
  ],
  settingChecks: [
    ...coinCodes.map((coin) => (settings: MerchantSettings) => checkAccount(settings, coin)),
    ({ WALLET_KEY }) => checkWalletKey(WALLET_KEY),
    readScreening,
    checkPaymentBounds,
    checkTradeBounds,
    checkVenueCount,
  ],
  async examine(sql, examine) {
    await examineFreezes(sql, examine);
    if (!(await hasMerchantTables(sql))) return;
    await examine('approvals of payouts', () => examineApprovals(sql));
    await examine('screening', () => examineReviews(sql));
    await examine('payment alerts', () => examineAlerts(sql));
  },
  probe: async (examine, settings) => {
    await Promise.all([examineNodes(examine, settings), examineVenues(examine, settings.RATE_VENUES)]);
  },
  detachRules: {
    'merchant.orders': orderDetachRule,
    'merchant.ledger_entries': {
      never: 'The books are proved by every entry that was ever made: none is taken out.',
    },
  },
  sealed: {
    columns: ['sealed_secret', 'sealed_previous_secret'].map((column) => ({
      schema: 'merchant',
      table: 'webhook_endpoints',
      column,
      boundTo: 'id',
      purpose: webhookPurpose,
    })),
    otherwise: {
      'merchant.chain_keys.sealed_key': 'sealed with WALLET_KEY: it must outlive every SECRET_KEY',
      'merchant.former_accounts.sealed_key': 'sealed with WALLET_KEY as well',
    },
  },
  banner: async (settings, _publicUrl, sql) => [
    ...(settings.SANDBOX_PSP ? [`Merchant    ${await describeSandboxPsp(sql)}`] : []),
    `Coins       ${describeCoins(settings)}`,
  ],
  open: async (platform, settings) =>
    (await import('./merchant.open.ts')).openMerchant(platform, settings, payoutOwners),
};
