import { Readable } from 'node:stream';
import type { App } from '../../platform/http/server.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { visitorOf } from '../audit/visitor.ts';
import { requireSession, sessionOf } from '../sessions/session-guard.ts';
import { exportUser } from './export-user.ts';
import { Type } from '../../platform/http/type.ts';

export function exportRoutes(app: App, context: AccountsContext): void {
  app.get(
    '/me/export',
    {
      onRequest: requireSession(context, { recent: true }),
      schema: {
        tags: ['Me'],
        security: [{ bearer: [] }],
        summary: 'All that is stored about me',
        description:
          'One JSON file, table by table; without the hashes of secrets. Pictures are in base64. The session must have been begun within the last hour.',
        response: {
          200: Type.Unsafe<Readable>(
            Type.Object(
              { exported_at: Type.String(), user: Type.Record(Type.String(), Type.Unknown()) },
              { additionalProperties: true },
            ),
          ),
        },
      },
    },
    async (request, reply) => {
      const pieces = await exportUser(context, sessionOf(request), visitorOf(request));
      return reply
        .header('content-disposition', 'attachment; filename="praca-account.json"')
        .type('application/json; charset=utf-8')
        .send(Readable.from(pieces));
    },
  );
}
