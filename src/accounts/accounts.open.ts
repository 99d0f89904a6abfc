import { addFormParser } from '../platform/http/body-parsers.ts';
import type { App } from '../platform/http/server.ts';
import type { CronDefinition } from '../platform/jobs/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import type { Service } from '../platform/service.ts';
import { openTokens } from '../platform/tokens/tokens.ts';
import type { Counter } from 'prom-client';
import type { AccountsContext, AccountsSettings } from './accounts.context.ts';
import { auditRoutes } from './profile/me/audit.routes.ts';
import { forgetPlaces } from './protection/attempts/known-devices.ts';
import { forgetOldAudit } from './protection/audit/record-audit.ts';
import { accountsConsole } from './console/accounts-console.page.ts';
import { emailChangeJobs, forgetExpiredEmailChanges } from './profile/email-change/email-change.jobs.ts';
import { emailChangePages } from './profile/email-change/email-change.page.ts';
import { emailChangeRoutes } from './profile/email-change/email-change.routes.ts';
import { erasureCrons } from './profile/erasure/erase-users.ts';
import { erasureRoutes } from './profile/erasure/erasure.routes.ts';
import { exportRoutes } from './profile/export/export.routes.ts';
import { idTokenRoutes, wellKnownRoutes } from './sessions/id-tokens/id-token.routes.ts';
import { idTokenLifetimeMs } from './sessions/id-tokens/issue-id-token.ts';
import { meRoutes } from './profile/me/me.routes.ts';
import { answerErrorsAsDocument } from './pages/document/document-error.routes.ts';
import { forgetExpiredArtefacts } from './provider/artefacts/artefacts.ts';
import { applyClientsFile } from './provider/clients/apply-clients-file.ts';
import { addSandboxClients } from './provider/clients/sandbox-clients.ts';
import { drawTries, tryRoutes } from './provider/try/try.routes.ts';
import { openRsaTokens } from './provider/clients/rsa-tokens.ts';
import { openBrand } from './provider/hosted/brand.ts';
import { hostedRoutes } from './provider/hosted/hosted.routes.ts';
import { libraryPages } from './provider/hosted/library-pages.ts';
import { openProvider } from './provider/open-provider.ts';
import { handOver, providerRoutes } from './provider/provider.routes.ts';
import { createRehashes } from './credentials/passwords/passwords.ts';
import { forgetExpiredResetTokens } from './credentials/passwords/reset-tokens.ts';
import { pictureJobs } from './users/pictures/keep-social-picture.ts';
import { pictureRoutes } from './users/pictures/picture.routes.ts';
import { newPasswordPages } from './entry/recovery/new-password.page.ts';
import { recoveryJobs } from './entry/recovery/mail-recovery.ts';
import { recoveryRoutes } from './entry/recovery/recovery.routes.ts';
import { logoutRoutes } from './sessions/logout.routes.ts';
import { forgetExpiredSessions } from './sessions/end-sessions.ts';
import { sessionRoutes } from './sessions/session.routes.ts';
import { signInRoutes } from './entry/sign-in/sign-in.routes.ts';
import type { SignInContext } from './entry/sign-in/sign-in.ts';
import { confirmPages } from './entry/sign-up/confirm.page.ts';
import { forgetExpiredRegistrations, signUpJobs } from './entry/sign-up/pending-registrations.ts';
import { signUpRoutes } from './entry/sign-up/sign-up.routes.ts';
import { identityRoutes } from './credentials/social-login/identity.routes.ts';
import { nonceCrons } from './credentials/social-login/nonces.ts';
import { nonceRoutes } from './credentials/social-login/nonce.routes.ts';
import { openProviders } from './credentials/identity-providers/providers.ts';
import { confirmCodesPage } from './credentials/totp/confirm-codes.page.ts';
import { totpRoutes } from './credentials/totp/totp.routes.ts';

/** Opens accounts in a process that serves it. Other processes do not load this module. */
export async function openAccounts(platform: Platform, settings: AccountsSettings): Promise<Service> {
  const context = await openContext(platform, settings);
  const rehashes = createRehashes(context);
  const brand = openBrand(settings);
  const isSandbox = platform.settings.ENVIRONMENT === 'sandbox';
  const rsaTokens = await openRsaTokens(platform, context);
  const provider = await openProvider({ ...context, rsaTokens }, libraryPages(brand, isSandbox));
  const clients = { ...context, signals: platform.signals };
  if (isSandbox) await addSandboxClients(clients);
  await applyClientsFile(clients);
  const failures = platform.metrics.counter(
    'accounts_failures_total',
    'Internal errors of the operations of the interface document, which answer them with 200',
  );
  return {
    jobs: [
      ...signUpJobs(context),
      ...pictureJobs(context),
      ...recoveryJobs(context),
      ...emailChangeJobs(context),
    ],
    crons: [...nonceCrons(context), ...erasureCrons(context), tidyCron(context)],
    console: accountsConsole(context),
    ...(isSandbox ? { home: drawTries } : {}),
    async routes(app) {
      app.decorateRequest('accountsSession', null);
      await app.register(async (scope) => documentRoutes(scope as App, { ...context, rehashes }, failures));
      await app.register(async (scope) => pages(scope as App, context));
      pictureRoutes(app, context);
      nonceRoutes(app, context);
      wellKnownRoutes(
        app,
        () => [...context.tokens.publicKeys(), ...rsaTokens.publicKeys()],
        handOver(context, provider),
      );
      await app.register(async (scope) => providerRoutes(scope as App, context, provider));
      if (isSandbox) await app.register(async (scope) => tryRoutes(scope as App, context, brand));
      await app.register(async (scope) =>
        hostedRoutes(scope as App, { ...context, rehashes, provider, brand }),
      );
      await app.register(async (scope) => versionedRoutes(scope as App, context), { prefix: '/v1' });
    },
    close: () => rehashes.finished(),
  };
}

/** The four operations of the interface document. They answer failures with status 200. */
function documentRoutes(app: App, context: SignInContext, failures: Counter): void {
  answerErrorsAsDocument(app, failures);
  signUpRoutes(app, context);
  signInRoutes(app, context);
  logoutRoutes(app, context);
  recoveryRoutes(app, context);
}

/** The pages that links in mails open. */
function pages(app: App, context: AccountsContext): void {
  addFormParser(app);
  confirmPages(app, context);
  newPasswordPages(app, context);
  emailChangePages(app, context);
  confirmCodesPage(app, context);
}

/** Routes that answer with proper status codes and problem+json. */
function versionedRoutes(app: App, context: AccountsContext): void {
  meRoutes(app, context);
  sessionRoutes(app, context);
  identityRoutes(app, context);
  emailChangeRoutes(app, context);
  auditRoutes(app, context);
  exportRoutes(app, context);
  erasureRoutes(app, context);
  totpRoutes(app, context);
  idTokenRoutes(app, context);
}

const tidyCron = (context: AccountsContext): CronDefinition => ({
  name: 'accounts_tidy',
  schedule: '7 * * * *',
  async run() {
    await forgetExpiredSessions(context);
    await forgetExpiredArtefacts(context);
    await forgetExpiredRegistrations(context);
    await forgetExpiredResetTokens(context);
    await forgetExpiredEmailChanges(context);
    await forgetPlaces(context);
    await forgetOldAudit(context);
  },
});

async function openContext(platform: Platform, settings: AccountsSettings): Promise<AccountsContext> {
  const baseUrl = `${platform.publicUrl}/accounts`;
  const { sql, clock, sealer, hasher, log, publicUrl } = platform;
  const tokens = await openTokens(platform, 'accounts', {
    issuer: baseUrl,
    audience: baseUrl,
    lifetimeMs: idTokenLifetimeMs,
  });
  platform.issuers.set(baseUrl, () => tokens.publicKeys());
  return {
    sql,
    clock,
    sealer,
    log,
    settings,
    publicUrl,
    baseUrl,
    tokens,
    providers: openProviders(settings.LOGIN_PROVIDERS),
    hasher,
  };
}
