import { html } from '../platform/http/page.ts';
import type { Platform } from '../platform/platform.ts';
import type { ServiceDefinition } from '../platform/service.ts';
import { openTokens } from '../platform/tokens/tokens.ts';
import { conversionCrons } from './conversions/conversion.jobs.ts';
import { conversionRoutes } from './conversions/conversion.routes.ts';
import { openAccessList } from './credentials/access-list.ts';
import { guardRoutes } from './credentials/guard.routes.ts';
import {
  createSandboxPsp,
  sandboxClientId,
  sandboxClientSecret,
  sandboxPspId,
} from './credentials/create-sandbox-psp.ts';
import { pspCommands } from './credentials/psp.commands.ts';
import { tokenLifetimeMs } from './credentials/scope.rules.ts';
import { tokenRoutes } from './credentials/token.routes.ts';
import { giveSandboxMoney } from './ledger/give-sandbox-money.ts';
import { ledgerCommands } from './ledger/ledger.commands.ts';
import { ledgerRoutes } from './ledger/ledger.routes.ts';
import type { MerchantContext, MerchantSettings } from './merchant.context.ts';
import { merchantProblems } from './merchant.problems.ts';
import { merchantSettings } from './merchant.settings.ts';
import { orderRoutes } from './orders/order.routes.ts';
import { rateCrons } from './rates/rate.jobs.ts';
import { rateRoutes } from './rates/rate.routes.ts';
import { openRates } from './rates/rates.ts';
import { openVenues } from './rates/venues/open-venues.ts';
import { clockRoutes } from './sandbox/clock.routes.ts';
import { sealPurpose as webhookPurpose } from './webhooks/sign-delivery.ts';
import { openWebhookSender } from './webhooks/webhook-sender.ts';
import { sweepWebhooksCron } from './webhooks/webhook.jobs.ts';
import { webhookRoutes } from './webhooks/webhook.routes.ts';

export const merchantService: ServiceDefinition<typeof merchantSettings> = {
  name: 'merchant',
  title: 'Merchant',
  description: 'Payment providers and their merchants buy, sell, accept and refund cryptocurrency.',
  settings: merchantSettings,
  migrations: { schema: 'merchant', directory: new URL('migrations', import.meta.url).pathname },
  problems: merchantProblems.catalogue,
  commands: [...pspCommands, ...ledgerCommands],
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
    },
  },
  banner: (settings) =>
    settings.SANDBOX_PSP ? [`Merchant    client id ${sandboxClientId}, secret ${sandboxClientSecret}`] : [],
  async open(platform, settings) {
    const context = await openContext(platform, settings);
    if (settings.SANDBOX_PSP) {
      await createSandboxPsp(context);
      await giveSandboxMoney(context, sandboxPspId);
    }
    const webhooks = openWebhookSender(context);
    return {
      jobs: [],
      crons: [...rateCrons(context), ...conversionCrons(context), sweepWebhooksCron(context)],
      ...(settings.SANDBOX_PSP
        ? {
            home: html`<p>
              Client id <code>${sandboxClientId}</code>, secret <code>${sandboxClientSecret}</code>
            </p>`,
          }
        : {}),
      async routes(app) {
        guardRoutes(app, context);
        await tokenRoutes(app, context);
        await rateRoutes(app, context);
        ledgerRoutes(app, context);
        conversionRoutes(app, context);
        orderRoutes(app, context);
        webhookRoutes(app, context, webhooks);
        if (platform.movableClock) clockRoutes(app, context, platform.movableClock);
      },
      start() {
        context.rates.start();
        webhooks.start();
      },
      async close() {
        await webhooks.close();
        context.access.close();
        await context.rates.close();
      },
    };
  },
};

async function openContext(platform: Platform, settings: MerchantSettings): Promise<MerchantContext> {
  const tokens = await openTokens(platform, 'merchant', {
    issuer: `${platform.publicUrl}/merchant`,
    audience: 'merchant',
    lifetimeMs: tokenLifetimeMs,
    algorithm: 'HS256',
  });
  const rates = await openRates(platform, {
    spreadBps: settings.RATE_SPREAD_BPS,
    venues: openVenues(platform, settings.RATE_VENUES),
  });
  return { ...platform, settings, tokens, access: await openAccessList(platform), rates };
}
