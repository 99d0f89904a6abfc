import type { App } from '../../../platform/http/server.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { requireSession, sessionOf } from '../../sessions/session-guard.ts';
import { readAudit } from '../../protection/audit/read-audit.ts';
import { Type } from '../../../platform/http/type.ts';

const AuditList = Type.Array(
  Type.Object({
    id: Type.String(),
    event: Type.String({ examples: ['signed_in'] }),
    address: Type.String({ examples: ['192.0.2.7'] }),
    user_agent: Type.String(),
    detail: Type.Record(Type.String(), Type.Unknown()),
    at: Type.String(),
  }),
);

const Page = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  before: Type.Optional(Type.String({ format: 'uuid', description: 'Entries older than this one.' })),
});

export function auditRoutes(app: App, context: AccountsContext): void {
  app.get(
    '/me/audit',
    {
      onRequest: requireSession(context),
      schema: {
        tags: ['Me'],
        security: [{ bearer: [] }],
        summary: 'List the audit entries of my account',
        description: 'Newest first. The header `Link` contains the URL of the next page.',
        querystring: Page,
        response: { 200: AuditList },
      },
    },
    async (request, reply) => {
      const { limit, before } = request.query;
      const { entries, next } = await readAudit(context, sessionOf(request).userId, { before, limit });
      if (next !== undefined) {
        const page = `${context.baseUrl}/v1/me/audit?limit=${limit}&before=${next}`;
        void reply.header('link', `<${page}>; rel="next"`);
      }
      return entries.map((row) => ({
        id: row.id,
        event: row.event,
        address: row.address,
        user_agent: row.user_agent,
        detail: row.detail,
        at: row.at.toISOString(),
      }));
    },
  );
}
