import type { App } from '../../platform/http/server.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { visitorOf } from '../audit/visitor.ts';
import { requireSession, sessionOf } from '../sessions/session-guard.ts';
import { requestEmailChange } from './request-email-change.ts';
import { Type } from '../../platform/http/type.ts';

const ChangeEmail = Type.Object({
  user_email: Type.String({
    description: 'The new e-mail address, at most 254 characters.',
    examples: ['ana.souza@example.com'],
  }),
  totp: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'A code of the authenticator app, or a recovery code, where the user has one.',
      examples: ['492039'],
    }),
  ),
});

const RequestedChange = Type.Object({
  user_email: Type.String({
    description: 'Where the link was sent.',
    examples: ['ana.souza@example.com'],
  }),
  expires_at: Type.String({
    description: 'Until when the link can be followed.',
    examples: ['2026-03-02T12:00:00.000Z'],
  }),
});

/** Under /v1. */
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
      // Otherwise whoever stole a session could take the account over by an address of their own.
      onRequest: requireSession(context, { recent: true }),
      schema: {
        tags: ['Me'],
        security: [{ bearer: [] }],
        summary: 'Change the e-mail address',
        description:
          'Mails a link to the new address, which works for 24 hours; until it is followed nothing changes. The current address is told at once, and again when it has changed, with a way back for 7 days that also ends every session and the password. The answer is the same whether or not somebody has the new address; whoever has it is told by mail. Asking once more for another address ends the link to the first. The session must have been begun within the last hour (403 `recent_sign_in_required`), and where codes of an authenticator app are asked for at sign-in, one is needed here (401 `totp_required`, `totp_invalid`). Too many requests are 429 `too_many_attempts`.',
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
