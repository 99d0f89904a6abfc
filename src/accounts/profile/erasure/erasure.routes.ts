import { refuseEmptyId } from '../../../platform/http/refuse-empty-id.ts';
import type { App } from '../../../platform/http/server.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { visitorOf } from '../../protection/audit/visitor.ts';
import { requireSession, sessionOf } from '../../sessions/session-guard.ts';
import { requestErasure } from './request-erasure.ts';
import { Type } from '../../../platform/http/type.ts';

export function erasureRoutes(app: App, context: AccountsContext): void {
  app.delete(
    '/me',
    {
      // An empty id below this path must not match this route, which deletes the account.
      onRequest: [refuseEmptyId, requireSession(context, { recent: true })],
      schema: {
        tags: ['Me'],
        security: [{ bearer: [] }],
        summary: 'Erase my account',
        description:
          'Ends every session. The account and all its data are erased at `erase_at`. Signing in before then cancels the erasure. Requires a sign-in within the last hour.',
        response: { 202: Type.Object({ erase_at: Type.String({ examples: ['2026-03-08T12:00:00.000Z'] }) }) },
      },
    },
    async (request, reply) => {
      const eraseAt = await requestErasure(context, sessionOf(request), visitorOf(request));
      return reply.code(202).send({ erase_at: eraseAt.toISOString() });
    },
  );
}
