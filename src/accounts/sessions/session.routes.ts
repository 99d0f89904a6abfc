import { refuseEmptyId } from '../../platform/http/refuse-empty-id.ts';
import type { App } from '../../platform/http/server.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { readDeviceTokens } from '../protection/attempts/known-devices.ts';
import { visitorOf } from '../protection/audit/visitor.ts';
import {
  endOtherSessions,
  endSession,
  getApplications,
  getSessions,
  type ListedSession,
} from './end-sessions.ts';
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
    kind: Type.Union([Type.Literal('session'), Type.Literal('application')], {
      description:
        'An application that the user signed in to has an entry of its own. It ends with the session in which it was connected.',
    }),
    client: Type.Optional(
      Type.Object(
        {
          id: Type.String({ examples: ['shop'] }),
          name: Type.String({ examples: ['The shop'] }),
          logo_uri: Type.Union([Type.String(), Type.Null()]),
          scope: Type.String({ examples: ['openid email'] }),
        },
        { description: 'Only of applications.' },
      ),
    ),
  }),
);

const describe = (row: ListedSession) => ({
  id: row.id,
  address: row.address,
  user_agent: row.user_agent,
  created_at: row.created_at.toISOString(),
  last_seen_at: row.last_seen_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

export function sessionRoutes(app: App, context: AccountsContext): void {
  const onRequest = requireSession(context);

  app.get(
    '/me/sessions',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'List my sessions and connected applications',
        response: { 200: SessionList },
      },
    },
    async (request) => {
      const session = sessionOf(request);
      const [sessions, applications] = await Promise.all([
        getSessions(context, session.userId),
        getApplications(context, session.userId),
      ]);
      return [
        ...sessions.map((row) => ({
          ...describe(row),
          current: row.id === session.sessionId,
          kind: 'session' as const,
        })),
        ...applications.map((row) => ({
          ...describe(row),
          current: false,
          kind: 'application' as const,
          client: {
            id: row.client_id,
            name: row.client_name,
            logo_uri: row.logo_uri,
            scope: row.scope ?? '',
          },
        })),
      ];
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
        summary: 'End one session, or remove one connected application',
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
