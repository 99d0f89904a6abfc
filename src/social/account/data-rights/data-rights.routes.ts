import type { Readable } from 'node:stream';
import { exportProofMs, streamExport } from '../../../platform/exports/one-export.ts';
import type { App } from '../../../platform/http/server.ts';
import { requireRecentProof } from '../../access/sessions/require-recent-proof.ts';
import { userOf } from '../../access/sessions/user-of.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { deleteUser } from './delete-user.ts';
import { exportUser } from './export-user.ts';
import { Type } from '../../../platform/http/type.ts';

const tags = ['Data rights'];
const params = Type.Object({ userId: Type.String() });

export function dataRightsRoutes(app: App, context: SocialContext): void {
  app.post(
    '/user/:userId/delete',
    {
      config: { access: 'own', admitsSuspended: true, admitsDeleted: true },
      schema: {
        tags,
        summary: 'Delete one’s own user',
        description:
          'Hides the user everywhere, ends all tokens and frees all places at events at once. A repeated request with a token that the deletion ended gets the same answer. Signing in before `restorable_until` restores everything, and places at events that are still free. Afterwards everything is erased, except for the case of a user who was reported, suspended, hidden or blocked: reports with their copies, decisions and the blocks of others are kept for `REPORT_RETENTION_DAYS`, tied to the identity only by a keyed hash, and are moved to its next account.',
        params,
        response: {
          200: Type.Object({
            status: Type.Enum(['deleted']),
            restorable_until: Type.String({ format: 'date-time' }),
          }),
        },
      },
    },
    async (request) => ({
      status: 'deleted' as const,
      restorable_until: (await deleteUser(context, userOf(request))).toISOString(),
    }),
  );

  app.get(
    '/user/:userId/export',
    {
      config: {
        access: 'own',
        admitsSuspended: true,
        problems: problem.pick('recent_sign_in_required', 'export_running'),
      },
      // A HEAD request would begin an export that nothing reads.
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Export all data of the user',
        description:
          'One JSON file. Requires a sign-in within the last 15 minutes (403 recent_sign_in_required); refreshing a token does not count as one. Each user can run one export at a time (409 export_running).',
        params,
        response: { 200: Type.Unsafe<Readable>(Type.Object({}, { additionalProperties: true })) },
      },
    },
    async (request, reply) => {
      await requireRecentProof(context, request.socialUser, exportProofMs);
      const userId = userOf(request);
      const stream = await streamExport(context, 'social', userId, () => exportUser(context, userId));
      if (!stream) throw problem('export_running');
      return reply
        .header('content-disposition', 'attachment; filename="praca-social.json"')
        .type('application/json; charset=utf-8')
        .send(stream);
    },
  );
}
