import { refuseEmptyId } from '../../platform/http/refuse-empty-id.ts';
import type { App } from '../../platform/http/server.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { readDeviceTokens } from '../protection/attempts/known-devices.ts';
import { visitorOf } from '../protection/audit/visitor.ts';
import { endOtherSessions, endSession, getSessions } from './end-sessions.ts';
import { requireSession, sessionOf } from './session-guard.ts';
import { Type } from '../../platform/http/type.ts';

const tags = ['Sessions'];
const security = [{ bearer: [] }];

const SessionList = Type.Array(
  Type.Object({
    id: Type.String(),
    current: Type.Boolean({ description: 'The session of this request.' }),
    address: Type.String({ examples: ['192.0.2.7'] }),
    user_agent: Type.String(),
    created_at: Type.String(),
    last_seen_at: Type.String(),
    expires_at: Type.String(),
  }),
);

export function sessionRoutes(app: App, context: AccountsContext): void {
  const onRequest = requireSession(context);

  app.get(
    '/me/sessions',
    {
      onRequest,
      schema: { tags, security, summary: 'List my sessions', response: { 200: SessionList } },
    },
    async (request) => {
      const session = sessionOf(request);
      return (await getSessions(context, session.userId)).map((row) => ({
        id: row.id,
        current: row.id === session.sessionId,
        address: row.address,
        user_agent: row.user_agent,
        created_at: row.created_at.toISOString(),
        last_seen_at: row.last_seen_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
      }));
    },
  );

  app.delete(
    '/me/sessions',
    {
      onRequest: [refuseEmptyId, onRequest],
      schema: {
        tags,
        security,
        summary: 'End all other sessions',
        description:
          'Also forgets every other device. A path with a trailing slash gets 404, because it may be a request with a missing id.',
        response: { 200: Type.Object({ ended: Type.Integer({ examples: [2] }) }) },
      },
    },
    async (request) => {
      const devices = readDeviceTokens(request.headers, context);
      const ended = await endOtherSessions(context, sessionOf(request), visitorOf(request), devices);
      return { ended };
    },
  );

  app.delete(
    '/me/sessions/:id',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'End one session',
        params: Type.Object({ id: Type.String() }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await endSession(context, sessionOf(request), request.params.id, visitorOf(request));
      return reply.code(204).send(null);
    },
  );
}
