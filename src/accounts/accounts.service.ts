import { html } from '../platform/http/page.ts';
import type { Platform } from '../platform/platform.ts';
import type { ServiceDefinition } from '../platform/service.ts';
import { openTokens } from '../platform/tokens/tokens.ts';
import type { AccountsContext, AccountsSettings } from './accounts.context.ts';
import { accountsProblems } from './accounts.problems.ts';
import { accountsSettings } from './accounts.settings.ts';
import { createHasher } from './passwords/hasher.ts';
import { pictureRoutes } from './pictures/picture.routes.ts';
import { nonceCrons } from './social-login/nonce.jobs.ts';
import { nonceRoutes } from './social-login/nonce.routes.ts';
import { openProviders } from './social-login/providers.ts';

const idTokenLifetimeMs = 10 * 60_000;

export const accountsService = {
  name: 'accounts',
  title: 'Accounts',
  description: 'Sign-up, sign-in, logout and password recovery, by e-mail or social login.',
  settings: accountsSettings,
  migrations: { schema: 'accounts', directory: new URL('migrations', import.meta.url).pathname },
  problems: accountsProblems.catalogue,
  commands: [],
  async open(platform, settings) {
    const context = await openContext(platform, settings);
    return {
      jobs: [],
      crons: [...nonceCrons(context)],
      home: html``,
      routes(app) {
        pictureRoutes(app, context);
        nonceRoutes(app, context);
      },
    };
  },
} as const satisfies ServiceDefinition<typeof accountsSettings>;

async function openContext(platform: Platform, settings: AccountsSettings): Promise<AccountsContext> {
  const baseUrl = `${platform.publicUrl}/accounts`;
  const { sql, clock, signals, sealer, log, metrics, publicUrl } = platform;
  return {
    sql,
    clock,
    signals,
    sealer,
    log,
    metrics,
    settings,
    publicUrl,
    baseUrl,
    tokens: await openTokens(platform, 'accounts', {
      issuer: baseUrl,
      audience: baseUrl,
      lifetimeMs: idTokenLifetimeMs,
    }),
    providers: openProviders(settings.SOCIAL_PROVIDERS),
    hasher: await createHasher({
      memoryKib: settings.PASSWORD_MEMORY_KIB,
      passes: settings.PASSWORD_PASSES,
      weakAllowed: settings.WEAK_HASHES,
      queue: settings.PASSWORD_QUEUE,
    }),
  };
}
