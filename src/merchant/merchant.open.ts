import type { Language } from '../platform/http/language.ts';
import { html } from '../platform/http/page.ts';
import type { Platform } from '../platform/platform.ts';
import type { Service } from '../platform/service.ts';
import { openTokens } from '../platform/tokens/tokens.ts';
import { openChainReaders } from './chains/reading/chain-reader.ts';
import { openChains } from './chains/open-chains.ts';
import { beginBranches } from './chains/receipts/assign-address.ts';
import type { Reviewers } from './chains/reviews/run-reviews.ts';
import { listSimulatedCoins } from './chains/simulated/get-simulated-coin.ts';
import { openSimulatedMiner } from './chains/simulated/network/simulated-miner.ts';
import { measureClaims } from './books/claims/owed.ts';
import { reviewFunds } from './chains/reviews/review-funds.ts';
import { CheckoutStreams } from './payments/checkout/checkout-streams.ts';
import { checkoutRoutes } from './payments/checkout/checkout.routes.ts';
import { openColdStorage } from './payouts/cold-storage/keep-ceiling.ts';
import { openCollector } from './payouts/collection/collect-coins.ts';
import { merchantConsole } from './console/merchant-console.page.ts';
import { conversionCrons } from './market/conversions/conversion.jobs.ts';
import { conversionRoutes } from './market/conversions/conversion.routes.ts';
import { openAccessList } from './access/credentials/access-list.ts';
import { guardRoutes } from './access/credentials/guard.routes.ts';
import {
  createSandboxPsp,
  isAsPublished,
  sandboxClientId,
  sandboxClientSecret,
  sandboxPspId,
} from './access/credentials/create-sandbox-psp.ts';
import { tryOutSandbox } from './access/credentials/try-out-sandbox.ts';
import { tokenLifetimeMs } from './access/credentials/scope.rules.ts';
import { tokenRoutes } from './access/credentials/token.routes.ts';
import { eraseCustomersCron } from './customers/personal-data/customer-data.jobs.ts';
import { customerDataRoutes } from './customers/personal-data/customer-data.routes.ts';
import { depositRoutes } from './orders/deposits/deposit.routes.ts';
import { reviewDeposit } from './orders/deposits/review-deposit.ts';
import { freezeAfterRestore } from './chains/freezes/freeze-by-itself.ts';
import { measureFreezes } from './chains/freezes/list-freezes.ts';
import { giveSandboxMoney } from './books/give-sandbox-money.ts';
import { ledgerRoutes } from './books/ledger.routes.ts';
import { settlingVisits } from './sandbox/life/visits/play-customers.ts';
import { beginLife, datingEndowment, openSandboxLife } from './sandbox/life/sandbox-life.ts';
import { shopRoutes } from './sandbox/life/visits/shop.routes.ts';
import type { MerchantContext, MerchantSettings } from './merchant.context.ts';
import { orderRoutes } from './orders/order.routes.ts';
import { cancelPaymentRoutes } from './payments/ending/cancel-payment.routes.ts';
import { openPaymentExpiry } from './payments/expire-payments.ts';
import { paymentCrons } from './payments/payment.jobs.ts';
import { measurePayments } from './payments/measure-payments.ts';
import { paymentListRoutes } from './payments/listing/payment-list.routes.ts';
import { paymentRoutes } from './payments/payment.routes.ts';
import { paymentPolicyRoutes } from './payments/policy/payment-policy.routes.ts';
import { measureHeldPayouts } from './payouts/measure-payouts.ts';
import type { PayoutOwners } from './payouts/payout-owner.ts';
import { openPayoutSender } from './payouts/payout-sender.ts';
import { payoutReviewer } from './payouts/review-payout.ts';
import { rateCrons } from './market/rates/rate.jobs.ts';
import { rateRoutes } from './market/rates/rate.routes.ts';
import { rateTermsOf } from './market/rates/rate.rules.ts';
import { openRates } from './market/rates/rates.ts';
import { openVenues } from './market/rates/venues/open-venues.ts';
import { keepRecording, RequestRecorder } from './access/recent-requests/record-requests.ts';
import { reportRoutes } from './orders/reports/report.routes.ts';
import { refundListRoutes } from './payments/refunds/listing/refund-list.routes.ts';
import { claimRoutes } from './payments/checkout/claims/claim.routes.ts';
import { refundLinkRoutes } from './payments/refunds/links/refund-link.routes.ts';
import { refundRoutes } from './payments/refunds/refund.routes.ts';
import { resolutionJobs } from './payments/resolutions/resolution.jobs.ts';
import { reviewAndResolve } from './payments/resolutions/resolve-payment.ts';
import { chainRoutes } from './sandbox/chain.routes.ts';
import { clockRoutes } from './sandbox/clock.routes.ts';
import { eventRoutes } from './webhooks/events/event.routes.ts';
import { prepareEvents } from './webhooks/events/read-events.ts';
import { openScreener } from './chains/screeners/open-screener.ts';
import { openScreeningSender } from './payouts/screening/screening-sender.ts';
import { openWebhookSender } from './webhooks/sending/webhook-sender.ts';
import { sweepWebhooksCron } from './webhooks/webhook.jobs.ts';
import { webhookRoutes } from './webhooks/webhook.routes.ts';
import { withdrawalRoutes } from './payouts/withdrawals/withdrawal.routes.ts';

const credentialTexts = {
  en: { id: 'Client id', secret: 'Secret', changed: 'changed; the console makes another under Developers' },
  pt: {
    id: 'Client id',
    secret: 'Segredo',
    changed: 'trocado; o console cria outro em Desenvolvedores',
  },
  de: {
    id: 'Client-ID',
    secret: 'Geheimnis',
    changed: 'wurde geändert; ein neues gibt es in der Konsole unter Entwickler',
  },
} as const;

/** Opens the service. Only processes that serve it load this module. */
export async function openMerchant(
  platform: Platform,
  settings: MerchantSettings,
  payoutOwners: Required<PayoutOwners>,
): Promise<Service> {
  const context = await openContext(platform, settings);
  await prepareEvents(context);
  await freezeAfterRestore(context);
  const branched = context.chains.all.filter(({ addresses }) => !addresses.ofTag);
  await beginBranches(
    context.sql,
    context,
    branched.map(({ coin }) => coin),
  );
  const simulatedCoins = listSimulatedCoins(context.chains);
  const lives = settings.SANDBOX_PSP && settings.SANDBOX_LIFE && simulatedCoins.length > 0;
  if (settings.SANDBOX_PSP) {
    await createSandboxPsp(context);
    await giveSandboxMoney(context, sandboxPspId, lives ? await beginLife(context) : undefined);
  }
  const webhooks = openWebhookSender(context);
  const requests = new RequestRecorder(context);
  let recording: ReturnType<typeof keepRecording> | undefined;
  const miner = openSimulatedMiner(context, simulatedCoins, settings.SIMULATED_BLOCK_SECONDS);
  const life = openSandboxLife(context, lives ? simulatedCoins : []);
  const review = lives ? settlingVisits(reviewAndResolve) : reviewAndResolve;
  const chainReaders = openChainReaders(context, {
    funds: lives ? datingEndowment(reviewFunds) : reviewFunds,
    deposit: reviewDeposit,
    payment: review,
    payout: payoutReviewer(payoutOwners),
  } satisfies Required<Reviewers>);
  const payouts = openPayoutSender(context, payoutOwners);
  const paymentExpiry = openPaymentExpiry(context, (tx, id) => review(tx, context, id));
  const screening = openScreeningSender(context, payoutOwners, openScreener(settings, platform.tracer));
  const coldStorage = openColdStorage(context);
  const collector = openCollector(context);
  measurePayments(context);
  measureClaims(context);
  measureFreezes(context);
  measureHeldPayouts(context);
  const checkouts = new CheckoutStreams(context);
  return {
    jobs: resolutionJobs(context),
    crons: [
      ...rateCrons(context),
      ...conversionCrons(context),
      ...paymentCrons(context),
      sweepWebhooksCron(context),
      eraseCustomersCron(context),
    ],
    ...(settings.SANDBOX_PSP
      ? {
          tryOut: () => tryOutSandbox(context),
          home: (language: Language) =>
            html`<dl class="facts">
              <dt>${credentialTexts[language].id}</dt>
              <dd><code>${sandboxClientId}</code></dd>
              <dt>${credentialTexts[language].secret}</dt>
              <dd>
                ${
                  isAsPublished(context.access.recall(sandboxClientId))
                    ? html`<code>${sandboxClientSecret}</code>`
                    : credentialTexts[language].changed
                }
              </dd>
            </dl>`,
        }
      : {}),
    console: merchantConsole(context, settings.SANDBOX_PSP ? sandboxPspId : undefined, payoutOwners, {
      webhooks,
      requests,
      playground: { clock: platform.movableClock, coins: simulatedCoins },
    }),
    async routes(app) {
      guardRoutes(app, context, requests);
      await tokenRoutes(app, context);
      await rateRoutes(app, context);
      ledgerRoutes(app, context);
      conversionRoutes(app, context);
      orderRoutes(app, context);
      withdrawalRoutes(app, context);
      depositRoutes(app, context);
      paymentRoutes(app, context);
      paymentPolicyRoutes(app, context);
      paymentListRoutes(app, context);
      cancelPaymentRoutes(app, context);
      refundRoutes(app, context);
      refundListRoutes(app, context);
      refundLinkRoutes(app, context);
      webhookRoutes(app, context, webhooks);
      eventRoutes(app, context);
      customerDataRoutes(app, context);
      reportRoutes(app, context);
      if (platform.movableClock) clockRoutes(app, context, platform.movableClock);
      if (simulatedCoins.length > 0) chainRoutes(app, context);
      if (lives) shopRoutes(app);
    },
    async rootRoutes(app) {
      await checkoutRoutes(app, context, checkouts);
      await claimRoutes(app, context);
    },
    start() {
      context.rates.start();
      recording ??= keepRecording(context, requests);
      webhooks.start();
      miner.start();
      chainReaders.start();
      payouts.start();
      screening.start();
      coldStorage.start();
      collector.start();
      paymentExpiry.start();
      life.start();
    },
    async close() {
      checkouts.close();
      await life.close();
      await recording?.stop();
      await paymentExpiry.close();
      await collector.close();
      await coldStorage.close();
      await screening.close();
      await payouts.close();
      await chainReaders.close();
      await miner.close();
      await webhooks.close();
      context.access.close();
      await context.rates.close();
    },
  };
}

async function openContext(platform: Platform, settings: MerchantSettings): Promise<MerchantContext> {
  const tokens = await openTokens(platform, 'merchant', {
    issuer: `${platform.publicUrl}/merchant`,
    audience: 'merchant',
    lifetimeMs: tokenLifetimeMs,
    algorithm: 'HS256',
  });
  const rates = await openRates(platform, {
    ...rateTermsOf(settings),
    jumpBps: settings.RATE_JUMP_BPS,
    venues: openVenues(platform, settings.RATE_VENUES),
  });
  const chains = await openChains(platform, settings);
  return { ...platform, settings, tokens, access: await openAccessList(platform), rates, chains };
}
