import type { App } from '../../../platform/http/server.ts';
import { readEventId } from '../../events/event.rules.ts';
import { linkNext } from '../../access/paging/link-next.ts';
import { pageQuery, pageQuerySchema } from '../../access/paging/paging.schemas.ts';
import { staffOf, userOf } from '../../access/sessions/user-of.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { closeReport } from './close-report.ts';
import { getReportedPhoto, listOwnReports, listReports } from './list-reports.ts';
import { reportEvent } from './report-event.ts';
import { reportUser } from './report-user.ts';
import { longestCategory, mostMessages, reportOutcomes, usualCategories } from './report.rules.ts';
import { Type } from '../../../platform/http/type.ts';
import { staffVisitOf } from '../../access/staff/staff-visit.ts';

const orNull = <T extends ReturnType<typeof Type.String>>(type: T) => Type.Union([type, Type.Null()]);
const time = Type.String({ format: 'date-time' });

const outcome = Type.Unsafe<(typeof reportOutcomes)[number] | null>({
  type: ['string', 'null'],
  enum: [...reportOutcomes, null],
  description: 'null while the report is open, or if it was closed without a decision',
});
const eventId = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

const reportSchema = Type.Object({
  id: Type.String(),
  reporter_id: orNull(Type.String()),
  reported_id: orNull(Type.String()),
  event_id: eventId,
  reported_name: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'name of the user or the event',
  }),
  reported_about: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'text of the profile or the event at that time',
  }),
  category: Type.String(),
  reason: Type.String(),
  created_at: time,
  closed_at: orNull(time),
  outcome,
  note: Type.String(),
});

const ownReportSchema = Type.Object({
  id: Type.String(),
  user_id: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'null for an event, or once an account of that user was erased',
  }),
  event_id: eventId,
  name: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'name of the user or the event at that time; null once an account of that user was erased',
  }),
  category: Type.String(),
  reason: Type.String(),
  created_at: time,
  closed_at: orNull(time),
  outcome,
});

const eventReportBody = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: 2000, format: 'readable-text' }),
  category: Type.Optional(
    Type.String({
      maxLength: longestCategory,
      description: `${usualCategories.join(', ')}, or a category of the app; default: \`other\``,
      examples: ['harassment'],
    }),
  ),
});

const reportBody = Type.Object({
  ...eventReportBody.properties,
  messages: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: mostMessages,
      description: 'ids of messages of the chat with that user',
    }),
  ),
  photo: Type.Optional(
    Type.String({
      description:
        'a photo of that user: its id, or its address from a card or a list of photos; `image` of a card is accepted too',
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
          'Stores a copy of the given messages and photo and of the name and text of the profile, which is kept when the originals are deleted. The reporter’s identity is never shown to the reported user.',
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

  app.post(
    '/user/:userId/report/event/:eventId',
    {
      config: { access: 'own', problems: problem.pick('limit_reached') },
      schema: {
        tags: ['Safety'],
        summary: 'Report an event to the staff',
        description: 'Stores a copy of its name and description, which is kept when the event changes.',
        params: Type.Object({ userId: Type.String(), eventId: Type.String() }),
        body: eventReportBody,
        response: {
          200: Type.Object({ status: Type.String({ examples: ['reported'] }), id: Type.String() }),
        },
      },
    },
    async (request) => ({
      status: 'reported',
      id: await reportEvent(context, userOf(request), readEventId(request.params.eventId), request.body),
    }),
  );

  app.get(
    '/user/:userId/reports',
    {
      config: { access: 'own' },
      schema: {
        tags: ['Safety'],
        summary: 'List a user’s own reports with their outcome',
        description:
          'Newest first. `live` and `updates` report each outcome as `report`. The measure against a reported user is not shown.',
        params: Type.Object({ userId: Type.String() }),
        querystring: pageQuerySchema,
        response: { 200: Type.Array(ownReportSchema) },
      },
    },
    async (request, reply) => {
      const { reports, next } = await listOwnReports(context, userOf(request), request.query);
      linkNext(request, reply, next);
      return reports.map((report) => ({
        id: report.id,
        user_id: report.userId,
        event_id: report.eventId,
        name: report.name,
        category: report.category,
        reason: report.reason,
        created_at: report.createdAt.toISOString(),
        closed_at: report.closedAt?.toISOString() ?? null,
        outcome: report.outcome,
      }));
    },
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
        description: 'Notifies the reporter of the outcome.',
        body: Type.Object({
          note: Type.String({ maxLength: 2000, default: '' }),
          outcome: Type.Enum([...reportOutcomes], { default: 'no_breach' }),
        }),
        response: { 200: Type.Object({ status: Type.String({ examples: ['closed'] }) }) },
      },
    },
    async (request) => {
      const { id } = request.params;
      await closeReport(context, id, request.body, staffOf(request), (tx, reportedId) =>
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
        summary: 'Read the stored copy of a reported photo',
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
