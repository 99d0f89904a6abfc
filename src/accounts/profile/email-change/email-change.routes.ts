import type { App } from '../../../platform/http/server.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { visitorOf } from '../../protection/audit/visitor.ts';
import { requireSession, sessionOf } from '../../sessions/session-guard.ts';
import { requestEmailChange } from './request-email-change.ts';
import { Type } from '../../../platform/http/type.ts';

const ChangeEmail = Type.Object({
  user_email: Type.String({
    description: 'The new e-mail address, at most 254 characters.',
    examples: ['ana.souza@example.com'],
  }),
  totp: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'A code of the authenticator app, or a recovery code. Required if the user has set up an app.',
      examples: ['492039'],
    }),
  ),
});

const RequestedChange = Type.Object({
  user_email: Type.String({
    description: 'The address that the link was sent to.',
    examples: ['ana.souza@example.com'],
  }),
  expires_at: Type.String({
    description: 'Time until which the link works.',
    examples: ['2026-03-02T12:00:00.000Z'],
  }),
});

export function emailChangeRoutes(app: App, context: AccountsContext): void {
  app.post(
    '/me/email',
    {
      config: {
        problems: problem.pick(
          'totp_required',
          'totp_invalid',
          'totp_confirmation_required',
          'too_many_attempts',
        ),
      },
      // A recent sign-in is required. Otherwise a stolen session could take the account over with another address.
      onRequest: requireSession(context, { recent: true }),
      schema: {
        tags: ['Me'],
        security: [{ bearer: [] }],
        summary: 'Change the e-mail address',
        description:
          'Mails a link to the new address. It works for 24 hours, and nothing changes before it is confirmed. The current address gets a notice now and another after the change. Both contain a link that restores the address within 7 days and also removes the password and ends every session. The answer is the same whether or not another account has the new address; its owner is notified by mail. A request for another address invalidates the earlier link. Requires a sign-in within the last hour (403 `recent_sign_in_required`). If the user has an authenticator app, a code is required (401 `totp_required`, `totp_invalid`). Too many requests get 429 `too_many_attempts`.',
        body: ChangeEmail,
        response: { 202: RequestedChange },
      },
    },
    async (request, reply) => {
      const { email, expiresAt } = await requestEmailChange(
        context,
        sessionOf(request),
        request.body,
        visitorOf(request),
      );
      return reply.code(202).send({ user_email: email, expires_at: expiresAt.toISOString() });
    },
  );
}
