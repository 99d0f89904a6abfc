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
import type { Rates } from './rates/rates.ts';

export const merchantService: ServiceDefinition<typeof merchantSettings> = {
  name: 'merchant',
  title: 'Merchant',
  description: 'Payment providers and their merchants buy, sell, accept and refund cryptocurrency.',
  settings: merchantSettings,
  migrations: { schema: 'merchant', directory: new URL('migrations', import.meta.url).pathname },
  problems: merchantProblems.catalogue,
  commands: [...pspCommands, ...ledgerCommands],
  banner: (settings) =>
    settings.SANDBOX_PSP ? [`Merchant    client id ${sandboxClientId}, secret ${sandboxClientSecret}`] : [],
  async open(platform, settings) {
    const context = await openContext(platform, settings);
    if (settings.SANDBOX_PSP) {
      await createSandboxPsp(context);
      await giveSandboxMoney(context, sandboxPspId);
    }
    return {
      jobs: [],
      crons: [...conversionCrons(context)],
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
        ledgerRoutes(app, context);
        conversionRoutes(app, context);
        orderRoutes(app, context);
      },
      close() {
        context.access.close();
      },
    };
  },
};

async function openContext(platform: Platform, settings: MerchantSettings): Promise<MerchantContext> {
  const tokens = await openTokens(platform, 'merchant', {
    issuer: `${platform.publicUrl}/merchant`,
    audience: 'merchant',
    lifetimeMs: tokenLifetimeMs,
  });
  return { ...platform, settings, tokens, access: await openAccessList(platform), rates: fixedRates };
}

// replaced at the merge
const fixedRates: Rates = {
  current: () => ({ buy: 5_785_702_000_000n, sell: 5_670_120_000_000n }),
  bestForWithdraw: () => 5_780_000_000_000n,
  bestForDeposit: () => 5_675_000_000_000n,
  close() {},
};
