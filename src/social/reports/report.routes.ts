import type { App } from '../../platform/http/server.ts';
import { linkNext } from '../paging/link-next.ts';
import { pageQuery } from '../paging/paging.schemas.ts';
import { staffOf, userOf } from '../sessions/user-of.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { closeReport } from './close-report.ts';
import { getReportedPhoto, listReports } from './list-reports.ts';
import { reportUser } from './report-user.ts';
import { longestCategory, mostMessages, usualCategories } from './report.rules.ts';
import { Type } from '../../platform/http/type.ts';
import { staffVisitOf } from '../staff/staff-visit.ts';

const orNull = <T extends ReturnType<typeof Type.String>>(type: T) => Type.Union([type, Type.Null()]);
const time = Type.String({ format: 'date-time' });

const reportSchema = Type.Object({
  id: Type.String(),
  reporter_id: orNull(Type.String()),
  reported_id: orNull(Type.String()),
  reported_name: orNull(Type.String()),
  category: Type.String(),
  reason: Type.String(),
  created_at: time,
  closed_at: orNull(time),
  note: Type.String(),
});

const reportBody = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: 2000, format: 'readable-text' }),
  category: Type.Optional(
    Type.String({
      maxLength: longestCategory,
      description: `${usualCategories.join(', ')}, or one of the app’s own; \`other\` where it is left out`,
      examples: ['harassment'],
    }),
  ),
  messages: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: mostMessages,
      description: 'ids of messages of the chat with that user',
    }),
  ),
  photo: Type.Optional(
    Type.String({
      description:
        'a photo of that user: its id, or its address as cards and lists of photos have it, which also names the one in `image`',
    }),
  ),
});

export function reportRoutes(app: App, context: SocialContext): void {
  app.post(
    '/user/:userId/report/:other',
    {
      config: { access: 'own', problems: problem.pick('own_user', 'limit_reached') },
      schema: {
        tags: ['Safety'],
        summary: 'Report a user to the staff',
        description:
          'With a copy of the messages and the photo that are named, and of the name and text of the profile: it stays when they are deleted. The reported user never learns who reported.',
        params: Type.Object({ userId: Type.String(), other: Type.String() }),
        body: reportBody,
        response: {
          200: Type.Object({ status: Type.String({ examples: ['reported'] }), id: Type.String() }),
        },
      },
    },
    async (request) => ({
      status: 'reported',
      id: await reportUser(context, userOf(request), request.params.other, request.body),
    }),
  );

  app.get(
    '/staff/reports',
    {
      config: { access: 'staff' },
      schema: {
        tags: ['Staff'],
        summary: 'Reports, newest first',
        querystring: Type.Object({
          closed: Type.Boolean({ default: false }),
          limit: pageQuery.limit,
          cursor: pageQuery.cursor,
        }),
        response: { 200: Type.Array(reportSchema) },
      },
    },
    async (request, reply) => {
      const { reports, next } = await listReports(context, request.query);
      linkNext(request, reply, next);
      return reports.map((report) => ({
        ...report,
        created_at: report.created_at.toISOString(),
        closed_at: report.closed_at?.toISOString() ?? null,
      }));
    },
  );

  app.post(
    '/staff/reports/:id/close',
    {
      config: { access: 'staff', act: 'report.closed' },
      schema: {
        tags: ['Staff'],
        summary: 'Close a report',
        params: Type.Object({ id: Type.String() }),
        body: Type.Object({ note: Type.String({ maxLength: 2000, default: '' }) }),
        response: { 200: Type.Object({ status: Type.String({ examples: ['closed'] }) }) },
      },
    },
    async (request) => {
      const { id } = request.params;
      await closeReport(context, id, request.body.note, staffOf(request), (tx, reportedId) =>
        staffVisitOf(request).record(tx, reportedId ?? '', { report: id.toLowerCase() }),
      );
      return { status: 'closed' };
    },
  );

  app.get(
    '/staff/reports/:id/photo',
    {
      config: { access: 'staff' },
      schema: {
        tags: ['Staff'],
        summary: 'The photo that was reported, as it was then',
        params: Type.Object({ id: Type.String() }),
        response: {
          200: {
            content: {
              'image/webp': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const image = await getReportedPhoto(context, request.params.id);
      reply.headers({ 'cache-control': 'private, no-store', 'content-type': 'image/webp' });
      return image;
    },
  );
}
