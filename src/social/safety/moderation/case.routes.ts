import type { App } from '../../../platform/http/server.ts';
import { listActs } from '../enforcement/list-acts.ts';
import { linkNext } from '../../access/paging/link-next.ts';
import { pageQuery } from '../../access/paging/paging.schemas.ts';
import type { SocialContext } from '../../social.context.ts';
import { caseSchema, reportedSchema, showCase, showReported } from './case.schemas.ts';
import { getCase, listCases, listReportsOf } from './list-cases.ts';
import { actSchema, showAct, userParams } from './moderation.schemas.ts';
import { Type } from '../../../platform/http/type.ts';

const tags = ['Moderation'];
const { limit, cursor } = pageQuery;

export function caseRoutes(app: App, context: SocialContext): void {
  const config = { access: 'staff' } as const;

  app.get(
    '/staff/cases',
    {
      config,
      schema: {
        tags,
        summary: 'List the users that staff must review',
        description:
          'Users with open reports or an open appeal, longest wait first, with the newest reports and their copied content, earlier acts and appeals.',
        querystring: Type.Object({
          limit: Type.Integer({ minimum: 1, maximum: 50, default: 20 }),
          cursor,
        }),
        response: { 200: Type.Array(caseSchema) },
      },
    },
    async (request, reply) => {
      const { cases, next } = await listCases(context, request.query);
      linkNext(request, reply, next);
      return cases.map((one) => showCase(context, one));
    },
  );

  app.get(
    '/staff/users/:id/case',
    {
      config,
      schema: {
        tags,
        summary: 'Read the case of a user, open or not',
        params: userParams,
        response: { 200: caseSchema },
      },
    },
    async (request) => showCase(context, await getCase(context, request.params.id)),
  );

  app.get(
    '/staff/users/:id/reports',
    {
      config,
      schema: {
        tags,
        summary: 'Reports of a user, newest first',
        params: userParams,
        querystring: Type.Object({ limit, cursor }),
        response: { 200: Type.Array(reportedSchema) },
      },
    },
    async (request, reply) => {
      const { reports, next } = await listReportsOf(context, request.params.id, request.query);
      linkNext(request, reply, next);
      return reports.map((report) => showReported(context, report));
    },
  );

  app.get(
    '/staff/acts',
    {
      config,
      schema: {
        tags,
        summary: 'Acts of staff, newest first',
        querystring: Type.Object({
          user: Type.Optional(Type.String({ description: 'only acts on this user' })),
          limit,
          cursor,
        }),
        response: { 200: Type.Array(actSchema) },
      },
    },
    async (request, reply) => {
      const { acts, next } = await listActs(context, request.query);
      const { user } = request.query;
      linkNext(request, reply, next, user === undefined ? {} : { user });
      return acts.map(showAct);
    },
  );
}
