import type { FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import type { App } from '../../platform/http/server.ts';
import { staffOf } from '../sessions/user-of.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { decideAppeal } from './decide-appeal.ts';
import {
  dismissReports,
  hideUser,
  liftSuspension,
  suspendUser,
  unhideUser,
  warnUser,
} from './moderate-user.ts';
import {
  acceptBody,
  appealParams,
  decisionBody,
  dismissBody,
  orderFields,
  outcomeSchema,
  showOutcome,
  userParams,
} from './moderation.schemas.ts';
import { removePhoto, removeText } from './remove-content.ts';
import type { Order } from './take-act.ts';
import { Type } from '../../platform/http/type.ts';

const tags = ['Moderation'];
const settled = problem.pick('case_settled');

interface OrderBody {
  reason?: string;
  note?: string | undefined;
  reports?: string[] | undefined;
  keep_open?: boolean | undefined;
}

function orderOf(request: FastifyRequest, body: OrderBody): Order {
  return {
    staffId: staffOf(request),
    reason: body.reason ?? '',
    note: body.note,
    reports: body.reports,
    keepOpen: body.keep_open,
  };
}

export function moderationRoutes(app: App, context: SocialContext): void {
  const schemaOf = <Body extends TObject>(summary: string, body: Body, description?: string) => ({
    tags,
    summary,
    ...(description ? { description } : {}),
    params: userParams,
    body,
    response: { 200: outcomeSchema },
  });
  const config = { access: 'staff', problems: settled } as const;
  const plain = { access: 'staff' } as const;
  const order = Type.Object(orderFields);

  app.post('/staff/users/:id/warn', { config, schema: schemaOf('Warn a user', order) }, async (request) =>
    showOutcome(await warnUser(context, request.params.id, orderOf(request, request.body))),
  );
  app.post(
    '/staff/users/:id/hide',
    {
      config,
      schema: schemaOf(
        'Keep a user out of feeds',
        order,
        'Whoever knows the user goes on seeing it elsewhere.',
      ),
    },
    async (request) =>
      showOutcome(await hideUser(context, request.params.id, orderOf(request, request.body))),
  );
  app.post(
    '/staff/users/:id/unhide',
    { config: plain, schema: schemaOf('Show a user in feeds again', decisionBody) },
    async (request) =>
      showOutcome(await unhideUser(context, request.params.id, orderOf(request, request.body))),
  );
  app.post(
    '/staff/users/:id/remove-photo',
    {
      config,
      schema: schemaOf(
        'Remove a photo of a user',
        Type.Object({ photo: Type.String({ description: 'its id, as a report has it' }), ...orderFields }),
        'Wherever the user shows that picture, also as the profile photo.',
      ),
    },
    async (request) => {
      const { body, params } = request;
      return showOutcome(await removePhoto(context, params.id, orderOf(request, body), body.photo));
    },
  );
  app.post(
    '/staff/users/:id/remove-text',
    {
      config,
      schema: schemaOf(
        'Remove a text of a user',
        Type.Object({
          text: Type.Enum(['name', 'about', 'message']),
          message: Type.Optional(Type.String({ description: 'the id of a reported message of this user' })),
          ...orderFields,
        }),
        'A message becomes a tombstone for both; a name becomes a dash.',
      ),
    },
    async (request) => {
      const { body, params } = request;
      return showOutcome(await removeText(context, params.id, orderOf(request, body), body));
    },
  );
  app.post(
    '/staff/users/:id/suspend',
    {
      config,
      schema: schemaOf(
        'Suspend a user',
        Type.Object({
          until: Type.Union([Type.String({ maxLength: 40 }), Type.Null()], {
            description:
              'a day (YYYY-MM-DD), from whose beginning in America/Sao_Paulo the user is back, a date-time, or null for good',
            examples: ['2026-12-24'],
          }),
          ...orderFields,
        }),
        'Ends every token and connection and hides the user everywhere, in every process. Another end, or reason, takes the place of the one before.',
      ),
    },
    async (request) => {
      const { body, params } = request;
      return showOutcome(await suspendUser(context, params.id, orderOf(request, body), body.until));
    },
  );
  app.post(
    '/staff/users/:id/lift',
    { config: plain, schema: schemaOf('Lift a suspension', decisionBody) },
    async (request) =>
      showOutcome(await liftSuspension(context, request.params.id, orderOf(request, request.body))),
  );
  app.post(
    '/staff/users/:id/dismiss',
    {
      config,
      schema: schemaOf(
        'Dismiss the reports of a user',
        dismissBody,
        'The user is not told, unless it was hidden until staff looked: then it is shown again.',
      ),
    },
    async (request) =>
      showOutcome(await dismissReports(context, request.params.id, orderOf(request, request.body))),
  );

  for (const accepted of [true, false]) {
    app.post(
      accepted ? '/staff/appeals/:id/accept' : '/staff/appeals/:id/refuse',
      {
        config: { access: 'staff', problems: problem.pick('appeal_decided') },
        schema: {
          tags,
          summary: accepted ? 'Accept an appeal' : 'Refuse an appeal',
          ...(accepted ? { description: 'Ends what was appealed against.' } : {}),
          params: appealParams,
          body: accepted ? acceptBody : decisionBody,
          response: { 200: outcomeSchema },
        },
      },
      async (request) => {
        const { body, params } = request;
        return showOutcome(await decideAppeal(context, params.id, orderOf(request, body), accepted));
      },
    );
  }
}
