import type { App } from '../../../platform/http/server.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { visitorOf } from '../../protection/audit/visitor.ts';
import { requireSession, sessionOf } from '../../sessions/session-guard.ts';
import { unlinkIdentity } from './unlink-identity.ts';
import { Type } from '../../../platform/http/type.ts';

export function identityRoutes(app: App, context: AccountsContext): void {
  app.delete(
    '/me/identities/:issuer',
    {
      config: { problems: problem.pick('last_way_in') },
      onRequest: requireSession(context, { recent: true }),
      schema: {
        tags: ['Me'],
        security: [{ bearer: [] }],
        summary: 'Remove a social login',
        description:
          'The provider can no longer be used to sign in to this account, and the owner is notified by mail. Sessions continue: `DELETE /v1/me/sessions` ends the others. A later sign-in with a provider that has verified the address of this account links it again and sends another mail. An account without a password and without another social login gets 409 `last_way_in`. Requires a sign-in within the last hour.',
        params: Type.Object({
          issuer: Type.String({
            description: 'As in `identities` of `GET /v1/me`, percent-encoded.',
            examples: ['https://accounts.google.com'],
          }),
        }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request);
      await unlinkIdentity(context, userId, request.params.issuer, visitorOf(request));
      return reply.code(204).send(null);
    },
  );
}
