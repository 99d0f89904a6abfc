import type { Readable } from 'node:stream';
import { exportProofMs, streamExport } from '../../../platform/exports/one-export.ts';
import type { App } from '../../../platform/http/server.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { visitorOf } from '../../protection/audit/visitor.ts';
import { requireSession, sessionOf } from '../../sessions/session-guard.ts';
import { exportUser } from './export-user.ts';
import { Type } from '../../../platform/http/type.ts';

export function exportRoutes(app: App, context: AccountsContext): void {
  app.get(
    '/me/export',
    {
      // A HEAD request would begin an export that nothing reads.
      exposeHeadRoute: false,
      onRequest: requireSession(context, { recent: { withinMs: exportProofMs } }),
      config: { problems: problem.pick('export_running') },
      schema: {
        tags: ['Me'],
        security: [{ bearer: [] }],
        summary: 'Export my data',
        description:
          'One JSON file, table by table, without hashes of secrets. Pictures are in base64. Requires a sign-in within the last 15 minutes (403 `recent_sign_in_required`). Each user can run one export at a time (409 `export_running`).',
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
      const session = sessionOf(request);
      const stream = await streamExport(context, 'accounts', session.userId, () =>
        exportUser(context, session, visitorOf(request)),
      );
      if (!stream) throw problem('export_running');
      return reply
        .header('content-disposition', 'attachment; filename="praca-account.json"')
        .type('application/json; charset=utf-8')
        .send(stream);
    },
  );
}
