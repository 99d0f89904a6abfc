import type { Counter } from 'prom-client';
import { addFormParser } from '../platform/http/body-parsers.ts';
import type { App } from '../platform/http/server.ts';
import type { CronDefinition } from '../platform/jobs/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import type { Service } from '../platform/service.ts';
import { openTokens } from '../platform/tokens/tokens.ts';
import type { AccountsContext, AccountsSettings } from './accounts.context.ts';
import { auditRoutes } from './me/audit.routes.ts';
import { forgetFullAllowances } from './allowances/allowance.jobs.ts';
import { forgetAttempts } from './attempts/attempts.jobs.ts';
import { forgetOldAudit } from './audit/audit.jobs.ts';
import { accountsConsole } from './console/accounts-console.page.ts';
import { emailChangeJobs, forgetExpiredEmailChanges } from './email-change/email-change.jobs.ts';
import { emailChangePages } from './email-change/email-change.page.ts';
import { emailChangeRoutes } from './email-change/email-change.routes.ts';
import { erasureCrons } from './erasure/erasure.jobs.ts';
import { erasureRoutes } from './erasure/erasure.routes.ts';
import { exportRoutes } from './export/export.routes.ts';
import { idTokenRoutes, wellKnownRoutes } from './id-tokens/id-token.routes.ts';
import { idTokenLifetimeMs } from './id-tokens/issue-id-token.ts';
import { meRoutes } from './me/me.routes.ts';
import { answerErrorsAsDocument } from './document/document-error.routes.ts';
import { createRehashes } from './passwords/rehashes.ts';
import { forgetExpiredResetTokens } from './passwords/reset-token.jobs.ts';
import { pictureJobs } from './pictures/picture.jobs.ts';
import { pictureRoutes } from './pictures/picture.routes.ts';
import { newPasswordPages } from './recovery/new-password.page.ts';
import { recoveryJobs } from './recovery/recovery.jobs.ts';
import { recoveryRoutes } from './recovery/recovery.routes.ts';
import { logoutRoutes } from './sessions/logout.routes.ts';
import { forgetExpiredSessions } from './sessions/session.jobs.ts';
import { sessionRoutes } from './sessions/session.routes.ts';
import { signInRoutes } from './sign-in/sign-in.routes.ts';
import type { SignInContext } from './sign-in/sign-in.ts';
import { confirmPages } from './sign-up/confirm.page.ts';
import { forgetExpiredRegistrations, signUpJobs } from './sign-up/sign-up.jobs.ts';
import { signUpRoutes } from './sign-up/sign-up.routes.ts';
import { identityRoutes } from './social-login/identity.routes.ts';
import { nonceCrons } from './social-login/nonce.jobs.ts';
import { nonceRoutes } from './social-login/nonce.routes.ts';
import { openProviders } from './identity-providers/providers.ts';
import { confirmCodesPage } from './totp/confirm-codes.page.ts';
import { totpRoutes } from './totp/totp.routes.ts';

/** What a process loads that serves it, and no other. */
export async function openAccounts(platform: Platform, settings: AccountsSettings): Promise<Service> {
  const context = await openContext(platform, settings);
  const rehashes = createRehashes(context);
  const failures = platform.metrics.counter(
    'accounts_failures_total',
    'Operations of the accounts document that failed by our fault, which they answer with 200',
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
    async routes(app) {
      app.decorateRequest('accountsSession', null);
      await app.register(async (scope) => documentRoutes(scope as App, { ...context, rehashes }, failures));
      await app.register(async (scope) => pages(scope as App, context));
      pictureRoutes(app, context);
      nonceRoutes(app, context);
      wellKnownRoutes(app, context);
      await app.register(async (scope) => versionedRoutes(scope as App, context), { prefix: '/v1' });
    },
    close: () => rehashes.finished(),
  };
}

/** The four operations of the document, whose failures are answers like any other. */
function documentRoutes(app: App, context: SignInContext, failures: Counter): void {
  answerErrorsAsDocument(app, failures);
  signUpRoutes(app, context);
  signInRoutes(app, context);
  logoutRoutes(app, context);
  recoveryRoutes(app, context);
}

/** What mails lead to. */
function pages(app: App, context: AccountsContext): void {
  addFormParser(app);
  confirmPages(app, context);
  newPasswordPages(app, context);
  emailChangePages(app, context);
  confirmCodesPage(app, context);
}

/** What has proper status codes and problem+json. */
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

/** Deletes what no longer counts: what has expired, and records past their days. */
const tidyCron = (context: AccountsContext): CronDefinition => ({
  name: 'accounts_tidy',
  schedule: '7 * * * *',
  async run() {
    await forgetExpiredSessions(context);
    await forgetExpiredRegistrations(context);
    await forgetExpiredResetTokens(context);
    await forgetExpiredEmailChanges(context);
    await forgetAttempts(context);
    await forgetFullAllowances(context);
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
