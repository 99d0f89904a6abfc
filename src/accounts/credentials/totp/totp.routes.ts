import type { App } from '../../../platform/http/server.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { visitorOf } from '../../protection/audit/visitor.ts';
import { requireSession, sessionOf } from '../../sessions/session-guard.ts';
import { beginTotp, confirmTotp, getTotp, removeTotp, renewRecoveryCodes } from './manage-totp.ts';
import { begunTotp, confirmation, proof, recoveryCodes, totpState } from './totp.schemas.ts';
import { Type } from '../../../platform/http/type.ts';

const tags = ['Second factor'];
const security = [{ bearer: [] }];

export function totpRoutes(app: App, context: AccountsContext): void {
  const onRequest = requireSession(context);
  // A recent sign-in is required. Otherwise a stolen session could lock the owner out by setting up another
  // authenticator app.
  const recent = requireSession(context, { recent: true });

  app.get(
    '/me/totp',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Whether sign-in requires a code of an authenticator app',
        response: { 200: totpState },
      },
    },
    async (request) => {
      const { enabled, recoveryCodesLeft } = await getTotp(context, sessionOf(request).userId);
      return { enabled, recovery_codes_left: recoveryCodesLeft };
    },
  );

  app.post(
    '/me/totp',
    {
      config: { problems: problem.pick('totp_already_on') },
      onRequest: recent,
      schema: {
        tags,
        security,
        summary: 'Start setting up an authenticator app',
        description:
          'Time-based codes (RFC 6238). Enter the secret in the app, then confirm with a code. Nothing changes before the confirmation. Requires a sign-in within the last hour.',
        response: { 200: begunTotp },
      },
    },
    async (request) => {
      const { secret, uri } = await beginTotp(context, sessionOf(request).userId);
      return { secret, otpauth_uri: uri };
    },
  );

  app.post(
    '/me/totp/confirm',
    {
      config: {
        problems: problem.pick('totp_not_begun', 'totp_already_on', 'totp_invalid'),
      },
      onRequest: recent,
      schema: {
        tags,
        security,
        summary: 'Turn the second factor on',
        body: confirmation,
        response: { 200: recoveryCodes },
      },
    },
    async (request) => ({
      recovery_codes: await confirmTotp(
        context,
        sessionOf(request).userId,
        request.body.totp,
        visitorOf(request),
      ),
    }),
  );

  app.post(
    '/me/totp/recovery-codes',
    {
      config: { problems: problem.pick('totp_off', 'totp_invalid', 'totp_confirmation_required') },
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Replace the recovery codes with ten new ones',
        body: proof,
        response: { 200: recoveryCodes },
      },
    },
    async (request) => ({
      recovery_codes: await renewRecoveryCodes(
        context,
        sessionOf(request).userId,
        request.body.totp,
        visitorOf(request),
      ),
    }),
  );

  app.delete(
    '/me/totp',
    {
      config: { problems: problem.pick('totp_off', 'totp_invalid', 'totp_confirmation_required') },
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Turn the second factor off',
        body: proof,
        response: { 204: Type.Unsafe<undefined>({ description: 'It is off.', type: 'null' }) },
      },
    },
    async (request, reply) => {
      await removeTotp(context, sessionOf(request).userId, request.body.totp, visitorOf(request));
      return reply.code(204).send(undefined);
    },
  );
}
